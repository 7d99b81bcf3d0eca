"""Steps of many games of Skyjo Action at a time."""

import numpy as np

from skyjo_sim.kernels.action.deal import start_game, start_next_round
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.compiler import kernel


@kernel
def start_games(games, rules, key, first):
    """Begin games ``first, first + 1, ...``."""
    for position in range(games.size):
        start_game(games[position], rules, key, first + position)


@kernel
def start_next_rounds(games, rules):
    """Deal the next round of every game whose round is over; return how many there were."""
    n_started = 0
    for position in range(games.size):
        if games[position].table.phase == ROUND_OVER:
            start_next_round(games[position], rules)
            n_started += 1
    return n_started


@kernel
def write_masks(games, rules, masks):
    """Write each game's legal ids, which stand in the table, as ones into int8[n, n_actions]."""
    for position in range(games.size):
        words = games[position].table.legal
        for action in range(masks.shape[1]):
            masks[position, action] = np.int64(words[action >> 6] >> np.uint64(action & 63)) & 1


@kernel
def step_games(games, rules, actions, statuses):
    """Carry out one decision in each game; write the statuses into int8[n]."""
    for position in range(games.size):
        statuses[position] = step(games[position], rules, np.int64(actions[position]))

"""Steps of many games at a time."""

import numpy as np

from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.compiler import inner, kernel

start_game = by_game(opening.start_game)
start_next_round = by_game(opening.start_next_round)
step = by_game(turn.step)


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
def deal_next_round(game, rules):
    """Deal the next round of a game whose round is over."""
    start_next_round(game, rules)


@inner
def write_mask(table, rules, mask):
    """Write the legal ids of a game as ones into int8[n_actions]."""
    ids = turn.legal(table, rules)
    for action in range(mask.size):
        mask[action] = ids >> action & 1


write_mask_by_game = by_game(write_mask)


@kernel
def write_masks(games, rules, masks):
    """Write each game's legal ids as ones into int8[n, n_actions]."""
    for position in range(games.size):
        write_mask_by_game(games[position].table, rules, masks[position])


@kernel
def step_games(games, rules, actions, statuses):
    """Carry out one decision in each game; write the statuses into int8[n]."""
    for position in range(games.size):
        statuses[position] = step(games[position], rules, np.int64(actions[position]))

"""What kernels for both games call for Skyjo Action in place of the classic kernels of the same names (`kernels.by_game`).

None that has branches is `merged`: numba warns of variables out of scope where such a kernel is chosen by game.
"""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action import deal
from skyjo_sim.kernels.action import legal as legality
from skyjo_sim.kernels.action.asking import ask_agent, ask_seated
from skyjo_sim.kernels.action.baselines import n_legal, nth_legal
from skyjo_sim.kernels.action.loop import play_round
from skyjo_sim.kernels.action.observing import IN_TABLE, write_view
from skyjo_sim.kernels.action.problems import problems
from skyjo_sim.kernels.action.redealing import redeal
from skyjo_sim.kernels.action.rewards import potential
from skyjo_sim.kernels.action.sums import add_round, write_rows
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import PLAYING
from skyjo_sim.kernels.cards import SEAT_MASK
from skyjo_sim.kernels.compiler import inlined, inner, kernel
from skyjo_sim.kernels.observing import ALL_LEGAL

__all__ = [
    "add_round",
    "ask_seated",
    "is_legal",
    "legal",
    "note_legal",
    "play_others",
    "play_round",
    "potential_of",
    "problems",
    "redeal",
    "sample_one",
    "show",
    "start_game",
    "start_next_round",
    "step",
    "view_game",
    "write_mask",
    "write_rows",
]


@inner
def start_game(game, rules, key, index):
    """Begin game `index` under `key`."""
    deal.start_game(game, rules, key, index)


@inner
def start_next_round(game, rules):
    """Begin the round after a scored one."""
    deal.start_next_round(game, rules)


@inlined
def is_legal(table, rules, action):
    """Tell whether the seat to decide may do this; any integer may be asked about."""
    return legality.is_legal(table, action)


@inlined
def legal(table, rules):
    """Return what stands for the legal ids of the seat to decide, which are in the table."""
    return np.int64(IN_TABLE)


@inner
def write_mask(table, rules, mask):
    """Write the legal ids, which are in the table, as ones into int8[n_actions]."""
    for action in range(mask.size):
        mask[action] = np.int64(table.legal[action >> 6] >> np.uint64(action & 63)) & 1


@inlined
def note_legal(table, rules, outcome):
    """Write the legal ids as bits into an outcome."""
    outcome.legal[0] = table.legal[0]
    outcome.legal[1] = table.legal[1]


@inlined
def potential_of(game, rules, seat):
    """Return the potential of a position for a seat."""
    return potential(game.table, rules, seat)


@inner
def play_others(episode, rules, seating):
    """Play until the learner has to decide (PLAYING), the round is over, or an opponent answers something illegal."""
    game, learner = episode.game, np.int64(episode.learner)
    status = PLAYING
    while status == PLAYING:
        seat = np.int64(game.table.seat) & SEAT_MASK
        if seat == learner:
            break
        agent = np.int64(episode.agents[seat]) & SEAT_MASK
        seating.answer = ask_agent(game, seating, agent, episode.luck[seat])
        status = step(game, rules, seating.answer)
    return status


@inner
def show(episode, rules, position, view):
    """Write the learner's observation and mask; the mask is all ones when the episode is over."""
    ids = np.int64(ALL_LEGAL) if episode.is_over else np.int64(IN_TABLE)
    write_view(episode.game, rules, np.int64(episode.learner), ids, position, view)


@inner
def view_game(game, rules, seat, ids, position, view):
    """Write what a seat sees of a game."""
    write_view(game, rules, seat, ids, position, view)


@kernel
def sample_one(episode, rules, n_actions, stream):
    """Return a legal id by lot; any id when the episode is over."""
    if episode.is_over:
        return streams.below(stream, n_actions)
    table = episode.game.table
    return nth_legal(table, streams.below(stream, n_legal(table)))

"""The expert with less of a memory: what it takes the cards still to come for."""

from pathlib import Path

import numpy as np

from skyjo_agents.expert import EXPERT
from skyjo_agents.one_ply.aside import answer_aside
from skyjo_agents.one_ply.chances import write_pool
from skyjo_agents.one_ply.policy import answer_turn
from skyjo_agents.one_ply.sheet import N_ROWS, UNSEEN, WIDTH
from skyjo_agents.one_ply.weights import SPREAD_OPENING
from skyjo_sim.agent import Agent, policy
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.weights import weights_of

__all__ = ["COUNTED", "counting_agent"]

COUNTED = ("nothing", "in_view", "one_pool")
"""What an agent may count: no card, the cards that lie in view, or all that were seen but as one pool."""
_IN_VIEW = 1
_ONE_POOL = 2

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def uncount_in_view(table, unseen):  # type: ignore[no-untyped-def]
    """Take the face-up cards and the top discard off the counts; return how many they are."""
    n = 0
    for seat in range(np.int64(table.n_players)):
        for slot in range(N_SLOTS):
            card = np.int64(table.visible[seat, slot])
            if card >= LOWEST_CARD:
                unseen[card - LOWEST_CARD] -= 1
                n += 1
    if table.n_discard > 0:
        unseen[np.int64(table.discard_top) - LOWEST_CARD] -= 1
        n += 1
    return n


@_kernel
def write_believed(table, counted, sheet):  # type: ignore[no-untyped-def]
    """Write the believed chances of the next card drawn and of a hidden card, which are the same; return mean, variance."""
    unseen = sheet[UNSEEN]
    n = np.int64(0)
    for value in range(N_VALUES):
        left = np.int64(COPIES[value])
        if counted == _ONE_POOL:
            left -= np.int64(table.seen[value])
            left += np.int64(table.pool[value]) if table.n_reshuffles > 0 else 0
        unseen[value] = left
        n += left
    if counted == _IN_VIEW:
        n -= uncount_in_view(table, unseen)
    return write_pool(sheet, n)


@policy
def counting_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer as the one-ply policy does; what is counted stands in the agent's weights."""
    weights = params.values
    if table.phase not in (SOURCE, PLACE):
        return answer_aside(table, seat, weights[SPREAD_OPENING] > 0)
    sheet = np.empty((N_ROWS, WIDTH))
    moments = write_believed(table, np.int64(weights_of(params)[0]), sheet)
    return answer_turn(table, seat, weights, moments, sheet)


def counting_agent(counted: str = "nothing") -> Agent:
    """Make ``counting(counted)``, counted being one of ``nothing``, ``in_view``, ``one_pool``.

    Idea: the expert, but cards still to come are taken for the whole deck (``nothing``), for the deck less the cards that
    lie face up (``in_view``), or for all cards that were not seen, even where a reshuffle has made two pools of them
    (``one_pool``; before a reshuffle this is the expert).
    Provenance: written for this project, to measure what counting cards is worth.
    Ignores: what the expert ignores, and the cards that it does not count.

    Raises
    ------
    InputError
        If there is no such way to count.
    """
    if counted not in COUNTED:
        raise InputError(f"counted must be one of {', '.join(COUNTED)}, got {counted!r}")
    number = np.array([COUNTED.index(counted)], np.float32)
    return Agent(f"counting({counted})", counting_policy, EXPERT.params(), number)

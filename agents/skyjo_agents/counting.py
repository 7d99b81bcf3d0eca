"""The expert with less of a memory: what it takes the cards still to come for."""

from pathlib import Path

import numpy as np

from skyjo_agents.expert import EXPERT
from skyjo_agents.one_ply.chances import scale_to_one
from skyjo_agents.one_ply.choosing import choose_place, choose_source
from skyjo_agents.one_ply.denying import charge_discards, write_fed
from skyjo_agents.one_ply.ending import write_endings
from skyjo_agents.one_ply.policy import opening_flip
from skyjo_agents.one_ply.potentials import write_costs, write_grid, write_last_costs
from skyjo_agents.one_ply.sheet import DRAWN, FED, N_ROWS, UNSEEN, WIDTH
from skyjo_agents.one_ply.weights import DENIAL, HASTE, SPREAD_OPENING
from skyjo_sim.agent import Agent, policy
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import CLEAR, CLEAR_LINE, KEEP_LINE, OPENING, SOURCE
from skyjo_sim.kernels.bits import count
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
    drawn, unseen = sheet[DRAWN], sheet[UNSEEN]
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
    drawn[N_VALUES], unseen[N_VALUES] = 0.0, 0.0
    scale_to_one(unseen, n)
    mean, square = 0.0, 0.0
    for value in range(N_VALUES):
        card = np.float64(value + LOWEST_CARD)
        mean += unseen[value] * card
        square += unseen[value] * card * card
        drawn[value] = unseen[value]
    return mean, max(square - mean * mean, 0.0)


@_kernel
def fill_believed(table, seat, weights, counted, sheet):  # type: ignore[no-untyped-def]
    """Fill the work sheet as `skyjo_agents.one_ply.policy.fill_sheet` does, from believed chances."""
    mean, variance = write_believed(table, counted, sheet)
    if table.ender >= 0:
        write_grid(table, seat, write_last_costs(mean, sheet), sheet)
    else:
        worth = write_grid(table, seat, write_costs(table, seat, weights, mean, sheet), sheet)
        if count(np.int64(table.hidden[seat])) == 1:
            write_endings(table, seat, mean, variance, worth, weights, sheet)
    if weights[DENIAL] > 0:
        write_fed(table, seat, mean, weights, sheet)
        charge_discards(table, seat, sheet)
    else:
        sheet[FED, :] = 0.0


@policy
def counting_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer as the one-ply policy does; what is counted stands in the agent's weights."""
    weights, phase = params.values, table.phase
    if phase == OPENING:
        return opening_flip(table, seat, weights[SPREAD_OPENING] > 0)
    if phase == CLEAR:
        card = np.int64(table.visible[seat, 3 * np.int64(table.asked)])
        return np.int64(CLEAR_LINE if card > 0 else KEEP_LINE)
    sheet = np.empty((N_ROWS, WIDTH))
    fill_believed(table, seat, weights, np.int64(weights_of(params)[0]), sheet)
    haste = weights[HASTE] if table.ender < 0 else 0.0
    if phase == SOURCE:
        return choose_source(table, seat, haste, sheet)
    return choose_place(table, seat, haste, sheet)


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

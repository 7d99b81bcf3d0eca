"""Which cards a seat has not seen in this round, by number: what a hidden card and the next drawn card may be."""

import numpy as np

from skyjo_sim.kernels.action.cards import N_DRAWN, N_FACES
from skyjo_sim.kernels.action.draw_three import is_of_pool, is_unshown
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.compiler import inner


@inner
def write_unseen(table, rules, viewer, out):
    """Write how many cards of each face the viewer has not seen, into 16 numbers; ``table.known`` is the viewer's.

    They are hidden or, before a reshuffle, in the draw pile; after it the pile has cards that were seen before.
    """
    for face in range(N_FACES):
        out[face] = np.int64(rules.copies[face]) - np.int64(table.seen[face])
    if table.has_knowledge:
        subtract_known(table, viewer, out)
    if table.seat != viewer:
        return
    if table.drawn != NO_CARD and table.n_reshuffles == 0:
        out[np.int64(table.drawn) - LOWEST_CARD] -= 1
    for place in range(N_DRAWN):
        if is_unshown(table, place) and is_never_seen(table, place):
            out[np.int64(table.three[place]) - LOWEST_CARD] -= 1


@inner
def is_never_seen(table, place):
    """Tell whether one of the three, not shown yet, was in no pile made of discards: was dealt from the whole deck."""
    return table.n_reshuffles == 0 or (table.n_reshuffles == 1 and not is_of_pool(table, place))


@inner
def subtract_known(table, viewer, out):
    """Take off the face-down cards that the viewer alone, or with some others, has seen."""
    for owner in range(np.int64(table.n_players)):
        slots = np.int64(table.knows[viewer, owner]) & ~np.int64(table.public[owner])
        while slots:
            out[np.int64(table.known[owner, lowest(slots)]) - LOWEST_CARD] -= 1
            slots &= slots - 1


@inner
def write_drawable(table, rules, viewer, out):
    """Write from how many cards of each face the next draw will be, as far as the viewer can tell, into 16 numbers."""
    if table.n_reshuffles == 0:
        write_unseen(table, rules, viewer, out)
        return
    for face in range(N_FACES):
        out[face] = np.int64(table.pool[face])
    if table.seat != viewer:
        return
    if table.drawn != NO_CARD:
        out[np.int64(table.drawn) - LOWEST_CARD] -= 1
    for place in range(N_DRAWN):
        if is_unshown(table, place) and is_of_pool(table, place):
            out[np.int64(table.three[place]) - LOWEST_CARD] -= 1

"""Choosing from a filled work sheet: the best placement, the best flip, the source."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.sheet import BEST, DRAWN, FED, FLIPS, WIDTH
from skyjo_sim.kernels.actions import DRAW, FLIP, PASS, PUT, TAKE
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.piles import can_draw

_kernel = kernel_of(Path(__file__).parents[1])

NEVER = 1e9
"""What is worse than anything that can be done."""


@_kernel
def best_slot(card, cleared, sheet):  # type: ignore[no-untyped-def]
    """Return the best slot for a card, the first of equals, -1 in an empty grid; and what it changes."""
    chosen, best = np.int64(-1), NEVER
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1 and sheet[slot, card - LOWEST_CARD] < best:
            chosen, best = np.int64(slot), sheet[slot, card - LOWEST_CARD]
    return chosen, best


@_kernel
def best_flip(hidden, sheet):  # type: ignore[no-untyped-def]
    """Return the best hidden slot to flip, the first of equals, -1 where there is none; and what it changes."""
    chosen, best = np.int64(-1), NEVER
    for slot in range(N_SLOTS):
        if hidden >> slot & 1 and sheet[FLIPS, slot] < best:
            chosen, best = np.int64(slot), sheet[FLIPS, slot]
    return chosen, best


@_kernel
def write_best(cleared, sheet):  # type: ignore[no-untyped-def]
    """Write what each card changes at its best slot."""
    best = sheet[BEST]
    for value in range(WIDTH):
        best[value] = NEVER
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1:
            row = sheet[slot]
            for value in range(WIDTH):
                best[value] = row[value] if row[value] < best[value] else best[value]


@_kernel
def worth_of_drawing(flip, cleared, sheet):  # type: ignore[no-untyped-def]
    """Return what a draw changes, averaged over the cards that may come, each placed or thrown away for a flip."""
    write_best(cleared, sheet)
    total = 0.0
    for value in range(N_VALUES):
        total += sheet[DRAWN, value] * min(sheet[BEST, value], flip + sheet[FED, value])
    return total


@_kernel
def choose_source(table, seat, haste, sheet):  # type: ignore[no-untyped-def]
    """Return the better of the discard, at its best slot, and a draw."""
    cleared = np.int64(table.cleared[seat])
    if table.n_discard == 0:
        return np.int64(DRAW)
    slot, change = best_slot(np.int64(table.discard_top), cleared, sheet)
    if slot < 0:
        return np.int64(DRAW)
    if not can_draw(table):
        return TAKE + slot
    _, flip = best_flip(np.int64(table.hidden[seat]), sheet)
    return TAKE + slot if change < worth_of_drawing(flip - haste, cleared, sheet) else np.int64(DRAW)


@_kernel
def choose_place(table, seat, haste, sheet):  # type: ignore[no-untyped-def]
    """Return the better of placing the drawn card and of throwing it away for a flip."""
    card = np.int64(table.drawn)
    slot, change = best_slot(card, np.int64(table.cleared[seat]), sheet)
    flipped, flip = best_flip(np.int64(table.hidden[seat]), sheet)
    if flipped >= 0 and flip - haste + sheet[FED, card - LOWEST_CARD] < change:
        return FLIP + flipped
    return PUT + slot if slot >= 0 else np.int64(PASS)

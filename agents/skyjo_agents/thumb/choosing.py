"""Choosing by rules of thumb: the best placement, the flip, the source."""

from pathlib import Path

import numpy as np

from skyjo_agents.thumb.grids import column_worth, gift, grid_points, may_end, pair_of
from skyjo_agents.thumb.habits import EAGER, TAKE, WEIGH
from skyjo_agents.thumb.sheet import CHARGE, DRAWN, HABITS, IS_LAST, NOW, OWN, SWING
from skyjo_sim.kernels.actions import DRAW, FLIP, PASS, PUT, SOURCE
from skyjo_sim.kernels.actions import TAKE as TAKE_TO
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, LOWEST_CARD, N_COLUMNS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.piles import can_draw

_kernel = kernel_of(Path(__file__).parents[1])

FORBIDDEN = 1000.0
"""By how much it is worse to end a round that the player is not willing to end than anything else."""


@_kernel
def urge_to_end(points, sheet):  # type: ignore[no-untyped-def]
    """Return what it is worth to end the round with so many points."""
    return sheet[HABITS, EAGER] if may_end(points, sheet) else -FORBIDDEN


@_kernel
def is_ending(hidden, sheet):  # type: ignore[no-untyped-def]
    """Tell whether turning up a hidden card ends the round."""
    return sheet[NOW, IS_LAST] == 0 and count(hidden) == 1


@_kernel
def placement_gain(card, slot, before, hidden, sheet):  # type: ignore[no-untyped-def]
    """Return what is gained by a card at a slot that is not cleared, in a column that is worth `before` now."""
    own = sheet[OWN]
    old = own[slot]
    own[slot] = card
    gain = before - column_worth(slot // 3, sheet) - gift(old, sheet)
    if hidden >> slot & 1:
        gain += sheet[NOW, SWING]
        if is_ending(hidden, sheet):
            gain += urge_to_end(grid_points(own, sheet[NOW, CHARGE]), sheet)
    own[slot] = old
    return gain


@_kernel
def best_placement(card, hidden, cleared, sheet):  # type: ignore[no-untyped-def]
    """Return the best slot for a card, the first of equals, -1 in an empty grid; and what it gains."""
    chosen, best = np.int64(-1), -2 * FORBIDDEN
    for column in range(N_COLUMNS):
        before = column_worth(column, sheet)
        for slot in range(3 * column, 3 * column + 3):
            if not cleared >> slot & 1:
                gain = placement_gain(card, slot, before, hidden, sheet)
                if gain > best:
                    chosen, best = np.int64(slot), gain
    return chosen, best


@_kernel
def slot_to_flip(hidden, sheet):  # type: ignore[no-untyped-def]
    """Return the first hidden slot beside a pair, else the first one; -1 without hidden card."""
    left = hidden
    while left:
        slot = lowest(left)
        if pair_of(sheet[OWN], slot // 3) > 0:
            return slot
        left &= left - 1
    return lowest(hidden) if hidden else np.int64(-1)


@_kernel
def flip_gain(hidden, sheet):  # type: ignore[no-untyped-def]
    """Return what is gained by turning up a hidden card: no points on average."""
    if hidden == 0:
        return -2 * FORBIDDEN
    gain = sheet[NOW, SWING]
    if is_ending(hidden, sheet):
        gain += urge_to_end(grid_points(sheet[OWN], sheet[NOW, CHARGE]), sheet)
    return gain


@_kernel
def draw_gain(hidden, cleared, sheet):  # type: ignore[no-untyped-def]
    """Return what a draw may be expected to gain: every card kept or thrown away for a flip."""
    total, flip = 0.0, flip_gain(hidden, sheet)
    for value in range(N_VALUES):
        if sheet[DRAWN, value] > 0:
            card = np.float64(value + LOWEST_CARD)
            _, gain = best_placement(card, hidden, cleared, sheet)
            total += sheet[DRAWN, value] * max(gain, flip - gift(card, sheet))
    return total


@_kernel
def choose_source(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Take the discard to its best slot if it gains enough, else draw."""
    hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
    if table.n_discard == 0 or cleared == ALL_SLOTS:
        return np.int64(DRAW)
    slot, gain = best_placement(np.float64(table.discard_top), hidden, cleared, sheet)
    if not can_draw(table):
        return TAKE_TO + slot
    needed = sheet[HABITS, TAKE]
    if sheet[HABITS, WEIGH] > 0:
        needed += sheet[HABITS, WEIGH] * draw_gain(hidden, cleared, sheet)
    return TAKE_TO + slot if gain > needed else np.int64(DRAW)


@_kernel
def choose_place(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Put the drawn card at its best slot if it gains enough, else throw it away and flip a card."""
    hidden, card = np.int64(table.hidden[seat]), np.float64(table.drawn)
    slot, gain = best_placement(card, hidden, np.int64(table.cleared[seat]), sheet)
    flipped = slot_to_flip(hidden, sheet)
    if flipped >= 0 and gain <= flip_gain(hidden, sheet) - gift(card, sheet):
        return FLIP + flipped
    return PUT + slot if slot >= 0 else np.int64(PASS)


@_kernel
def answer(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Answer in phase SOURCE or PLACE, from a filled work sheet."""
    if table.phase == SOURCE:
        return choose_source(table, seat, sheet)
    return choose_place(table, seat, sheet)

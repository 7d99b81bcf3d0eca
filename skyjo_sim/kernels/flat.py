"""The flat observation: what a seat sees as float32 numbers of about size 1, the viewer's grid first, then clockwise.

The layout is version `FLAT_VERSION`; its table stands in the documentation of the environments. It depends on the table
alone, never on hidden cards, and holds for every number of players: `COMMON` numbers, then `PER_SEAT` for each seat.
"""

import numpy as np

from skyjo_sim.kernels.actions import N_DECISION_PHASES, OPENING, PLACE
from skyjo_sim.kernels.cards import (
    COPIES,
    LOWEST_CARD,
    N_COLUMNS,
    N_SLOTS,
    N_VALUES,
    NO_CARD,
)
from skyjo_sim.kernels.compiler import inlined, inner_inlined, kernel
from skyjo_sim.kernels.lanes import CARD_UNIT, NO_LANE, spread_chances, spread_grid

FLAT_VERSION = 1

PHASE = 0
TOP = PHASE + N_DECISION_PHASES
HAS_TOP = TOP + 1
DRAWN = HAS_TOP + 1
PILE = DRAWN + 1
TURNS = PILE + 1
ASKED = TURNS + 1
MATCHES = ASKED + N_COLUMNS
HIDDEN_CHANCES = MATCHES + N_SLOTS
DRAW_CHANCES = HIDDEN_CHANCES + N_VALUES
COMMON = DRAW_CHANCES + N_VALUES
"""Where each common part begins; `COMMON` is their length in all."""

CARDS = 0
IS_HIDDEN = CARDS + N_SLOTS
IS_CLEARED = IS_HIDDEN + N_SLOTS
EXPECTED = IS_CLEARED + N_SLOTS
TOTAL = EXPECTED + 1
IS_ENDER = TOTAL + 1
PER_SEAT = IS_ENDER + 1
"""The same within the part of a seat."""

POINT_UNIT = np.float32(1 / 50)
CARDS_UNIT = np.float32(1 / 150)
TURN_UNIT = np.float32(1 / 100)
"""Scales besides that of a card: 50 points, 150 cards and 100 turns are 1."""

CHOSEN = np.float32(0.5)
"""A face-down card that its owner has chosen to flip, in the opening and for its owner's eyes."""


def n_flat(players: int) -> int:
    """Return how many numbers the flat observation has at a table of so many players."""
    return COMMON + PER_SEAT * players


@inlined
def own_card(table, seat):
    """Return the card that `seat` has just drawn, for its own eyes; else NO_CARD."""
    return np.int64(table.drawn) if table.seat == seat else np.int64(NO_CARD)


@inlined
def n_unseen(table, card, position):
    """Return how many cards of a value (by its position) are neither shown nor `card`.

    They are hidden or, before a reshuffle, in the draw pile.
    """
    is_held = table.n_reshuffles == 0 and card == position + LOWEST_CARD
    return np.int64(COPIES[position]) - np.int64(table.seen[position]) - np.int64(is_held)


@inlined
def n_in_pool(table, card, position):
    """Return how many cards of a value (by its position) the next draw may bring, for a viewer who has drawn `card`."""
    if table.n_reshuffles == 0:
        return n_unseen(table, card, position)
    return np.int64(table.pool[position]) - np.int64(card == position + LOWEST_CARD)


@inner_inlined
def write_chances(table, card, out):
    """Write the chances of a hidden card's and of the next drawn card's value; return the mean of a hidden card.

    Writes one number beyond each part, which the parts written later overwrite.
    """
    is_held = table.n_reshuffles == 0 and card != NO_CARD
    held = card - LOWEST_CARD if is_held else np.int64(NO_LANE)
    mean = spread_chances(table.seen, held, out[HIDDEN_CHANCES:], out[DRAW_CHANCES:])
    if table.n_reshuffles != 0:
        write_pool_chances(table, card, out[DRAW_CHANCES:])
    return mean


@kernel
def write_pool_chances(table, card, out):
    """Write the chances of the next drawn card's value after a reshuffle; zeros where the pile is empty."""
    total = np.int64(0)
    for position in range(N_VALUES):
        total += n_in_pool(table, card, position)
    scale = np.float32(1) / np.float32(max(total, 1))
    for position in range(N_VALUES):
        out[position] = np.float32(n_in_pool(table, card, position)) * scale


@inner_inlined
def write_matches(table, seat, offer, out):
    """Write for each own slot which share of the two other cards in its column shows the card on offer."""
    row = table.visible[seat]
    for column in range(N_COLUMNS):
        slot = 3 * column
        first, second, third = row[slot] == offer, row[slot + 1] == offer, row[slot + 2] == offer
        out[MATCHES + slot] = np.float32(0.5) * (np.float32(second) + np.float32(third))
        out[MATCHES + slot + 1] = np.float32(0.5) * (np.float32(first) + np.float32(third))
        out[MATCHES + slot + 2] = np.float32(0.5) * (np.float32(first) + np.float32(second))


@inner_inlined
def write_grid(table, seat, mean, out):
    """Write the part of one seat."""
    key = spread_grid(table.visible[seat], out)
    points, n_hidden = key >> 8, key & 255
    out[EXPECTED] = (np.float32(points) + np.float32(n_hidden) * mean) * POINT_UNIT
    out[TOTAL] = np.float32(table.totals[seat]) * POINT_UNIT
    out[IS_ENDER] = np.float32(table.ender == seat)


@inner_inlined
def write_common(table, card, out):
    """Write what belongs to no seat, but for the chances and the matches."""
    phase = np.int64(table.phase)
    for other in range(N_DECISION_PHASES):
        out[PHASE + other] = np.float32(phase == other)
    top = np.int64(table.discard_top)
    out[TOP] = np.float32(top) * CARD_UNIT if top != NO_CARD else np.float32(0)
    out[HAS_TOP] = np.float32(top != NO_CARD)
    out[DRAWN] = np.float32(card) * CARD_UNIT if card != NO_CARD else np.float32(0)
    out[PILE] = np.float32(table.n_pile) * CARDS_UNIT
    out[TURNS] = np.float32(table.turns) * TURN_UNIT
    for column in range(N_COLUMNS):
        out[ASKED + column] = np.float32(table.asked == column)


@kernel
def mark_chosen(chosen, out):
    """Mark the viewer's own choices of the opening."""
    for slot in range(N_SLOTS):
        if chosen >> slot & 1:
            out[COMMON + IS_HIDDEN + slot] = CHOSEN


@kernel
def write_flat(table, seat, out):
    """Write what `seat` sees into float32[COMMON + PER_SEAT * players]."""
    card = own_card(table, seat)
    write_common(table, card, out)
    offer = card if table.phase == PLACE and card != NO_CARD else np.int64(table.discard_top)
    write_matches(table, seat, offer, out)
    mean = write_chances(table, card, out)
    n_players = np.int64(table.n_players)
    viewed = np.int64(seat)
    for turned in range(n_players):
        write_grid(table, viewed, mean, out[COMMON + PER_SEAT * turned :])
        viewed = viewed + 1 if viewed + 1 < n_players else np.int64(0)
    if table.phase == OPENING and table.seat == seat and table.chosen != 0:
        mark_chosen(np.int64(table.chosen), out)

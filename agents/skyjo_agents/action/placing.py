"""What the own grid gains by each card at each slot, and the best of these."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.habits import HIDDEN_POINTS, STAR_POINTS
from skyjo_agents.action.lines import line_through, write_line_worths
from skyjo_agents.action.sheet import (
    BEST,
    BEST_SLOT,
    CHANCES,
    COLUMN_GAINS,
    DRAW_GAIN,
    DRAWN,
    ENDINGS,
    FLIP_GAIN,
    FLIP_SLOT,
    GAINS,
    GIFTS,
    GIVEN,
    HABITS,
    HAS_ROWS,
    IS_LAST,
    MEAN,
    NOW,
    OF_COLUMN,
    OF_ROW,
    OWN,
    STAR_FACE,
    SWING,
    TURN,
    WIDTH,
)
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, LOWEST_CARD, N_SLOTS

NOTHING = -1000.0
"""What is gained where nothing can be done."""
LEAST_TURN = 0.5
"""What a further turn is worth at least, even where there is nothing to gain."""


@inner
def write_cards(table, owner, row):  # type: ignore[no-untyped-def]
    """Write the cards of a grid as far as the seat to decide knows them, and what ``visible`` says elsewhere."""
    for slot in range(WIDTH):
        row[slot] = np.float64(table.visible[owner, slot])
    hidden = np.int64(table.hidden[owner])
    while hidden:
        slot = lowest(hidden)
        hidden &= hidden - 1
        row[slot] = np.float64(table.known[owner, slot])


@inner
def charge(card, sheet):  # type: ignore[no-untyped-def]
    """Return what a card counts, for what it may still do."""
    if card == STAR:
        return -sheet[HABITS, STAR_POINTS] * (1.0 - sheet[NOW, IS_LAST])
    if card < LOWEST_CARD:
        return sheet[NOW, MEAN] + sheet[HABITS, HIDDEN_POINTS] * (1.0 - sheet[NOW, IS_LAST])
    return card


@inner
def write_gains_of_slot(hidden, cleared, slot, sheet):  # type: ignore[no-untyped-def]
    """Write what each card gains at a slot."""
    own, of_column, of_row = sheet[OWN], sheet[OF_COLUMN], sheet[OF_ROW]
    before = charge(own[slot], sheet)
    column = line_through(slot, cleared, True)
    row = line_through(slot, cleared, False) if sheet[NOW, HAS_ROWS] > 0 else np.int64(0)
    column_before = write_line_worths(own, hidden, column, slot, sheet, of_column)
    row_before = write_line_worths(own, hidden, row, slot, sheet, of_row)
    if hidden >> slot & 1:
        before += sheet[NOW, SWING]
    else:
        shown = np.int64(own[slot]) - LOWEST_CARD
        column_before, row_before = of_column[shown], of_row[shown]
    for face in range(WIDTH):
        card = np.float64(face + LOWEST_CARD)
        sheet[COLUMN_GAINS + face, slot] = of_column[face] - column_before
        gain = before - charge(card, sheet) + of_column[face] - column_before + of_row[face] - row_before
        sheet[GAINS + face, slot] = gain


@inner
def write_gains(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the rows `GAINS` and `COLUMN_GAINS`."""
    hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1:
            write_gains_of_slot(hidden, cleared, slot, sheet)


@inner
def gift_of(card, sheet):  # type: ignore[no-untyped-def]
    """Return what the next player gains by a discard, weighted; the mean card where it is not known."""
    if card < LOWEST_CARD:
        card = np.floor(sheet[NOW, MEAN])
    return sheet[GIFTS, np.int64(card) - LOWEST_CARD]


@inner
def placed(face, slot, hidden, sheet):  # type: ignore[no-untyped-def]
    """Return what a card at a slot gains, an end of the round by it included."""
    gain = sheet[GAINS + face, slot]
    return gain + sheet[ENDINGS, face] if hidden == np.int64(1) << slot else gain


@inner
def write_best(hidden, cleared, sheet):  # type: ignore[no-untyped-def]
    """Write the rows `BEST` and `BEST_SLOT`: the best slot of each card, the first of equals."""
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1:
            sheet[GIVEN, slot] = gift_of(sheet[OWN, slot], sheet)
    for face in range(WIDTH):
        chosen, best = np.int64(-1), NOTHING
        left = ALL_SLOTS & ~cleared
        while left:
            slot = lowest(left)
            left &= left - 1
            gain = placed(face, slot, hidden, sheet) - sheet[GIVEN, slot]
            if gain > best:
                chosen, best = slot, gain
        sheet[BEST_SLOT, face] = chosen
        sheet[BEST, face] = best


@inner
def flip_gain(slot, hidden, sheet):  # type: ignore[no-untyped-def]
    """Return what it gains to turn up a hidden card: exactly if it is known, else by the chances of all cards."""
    card = sheet[OWN, slot]
    if card >= LOWEST_CARD:
        return placed(np.int64(card) - LOWEST_CARD, slot, hidden, sheet)
    gain = 0.0
    for face in range(WIDTH):
        gain += sheet[CHANCES, face] * placed(face, slot, hidden, sheet)
    return gain


@inner
def write_flips(hidden, sheet):  # type: ignore[no-untyped-def]
    """Write which hidden slot is best turned up, the first of equals, -1 without one, and what that gains."""
    chosen, best = np.int64(-1), NOTHING
    left = hidden
    while left:
        slot = lowest(left)
        left &= left - 1
        gain = flip_gain(slot, hidden, sheet)
        if gain > best:
            chosen, best = slot, gain
    sheet[NOW, FLIP_SLOT] = chosen
    sheet[NOW, FLIP_GAIN] = best if chosen >= 0 else 0.0


@inner
def write_turn(table, sheet):  # type: ignore[no-untyped-def]
    """Write what a drawn card gains, put at its best slot or thrown away for a flip, and what a turn may be expected to."""
    mean = 0.0
    for face in range(WIDTH):
        gain = max(sheet[BEST, face], sheet[NOW, FLIP_GAIN] - sheet[GIFTS, face])
        sheet[DRAWN, face] = gain
        mean += sheet[CHANCES, face] * gain
    sheet[NOW, DRAW_GAIN] = mean
    if table.n_discard > 0:
        mean = max(mean, sheet[BEST, np.int64(table.discard_top) - LOWEST_CARD])
    sheet[NOW, TURN] = max(mean, LEAST_TURN)


assert STAR_FACE == WIDTH - 1

"""A compiled policy for tests that seeks what ordinary players seldom reach: stalling, rushing, complete lines."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import (
    CLEAR,
    CLEAR_LINE,
    DRAW,
    FLIP,
    FLIP_INSTEAD,
    KEEP_LINE,
    OPENING,
    PASS,
    PUT,
    SOURCE,
    TAKE,
)
from skyjo_sim.kernels.cards import ALL_SLOTS, N_COLUMNS, N_ROWS, N_SLOTS
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled
from skyjo_sim.kernels.piles import can_draw

WEIGHTS = (
    "draw",  # rather than take
    "flip_instead",  # rather than take; 0 where the rules do not allow it
    "throw",  # the drawn card away
    "pass_on",  # instead of flipping; 0 where the rules do not allow it
    "complete",  # a line, where one more card does it
    "collect",  # equal cards in a column
    "stall",  # replace face-up cards
    "clear",  # a column, when asked
)
"""Probabilities, in the order of ``params.values``."""
DRAW_, FLIP_INSTEAD_, THROW_, PASS_ON_, COMPLETE_, COLLECT_, STALL_, CLEAR_ = range(len(WEIGHTS))


def policy(function):
    """Compile a function of this file."""
    return compiled(function, KERNEL_FOLDER)


@policy
def likes(params, stream, weight):
    return streams.fraction(stream) < params.values[weight]


@policy
def others_equal(visible, slot, step, first, n, card):
    """Count the other slots first, first + step, ... of a line that show the card, and those that are cleared."""
    n_equal, n_cleared = 0, 0
    for place in range(n):
        other = first + step * place
        if other != slot:
            n_equal += np.int64(visible[other]) == card
            n_cleared += np.int64(visible[other]) == -101
    return n_equal, n_cleared


@policy
def seek(table, seat, card, needs_line):
    """Return the slots where the card completes a line, or only joins an equal card in its column."""
    visible = table.visible[seat]
    slots = 0
    for slot in range(N_SLOTS):
        column, row = slot // N_ROWS, slot % N_ROWS
        if np.int64(table.cleared[seat]) >> slot & 1 or np.int64(visible[slot]) == card:
            continue
        in_column, _ = others_equal(visible, slot, 1, N_ROWS * column, N_ROWS, card)
        in_row, gone = others_equal(visible, slot, N_ROWS, row, N_COLUMNS, card)
        completes = in_column == N_ROWS - 1 or (in_row >= 2 and in_row + gone == N_COLUMNS - 1)
        if completes or (in_column > 0 and not needs_line):
            slots |= 1 << slot
    return slots


@policy
def choose_slot(table, seat, card, params, stream):
    """Choose where to put a card; the grid is not empty."""
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    if likes(params, stream, COMPLETE_):
        found = seek(table, seat, card, True)
        if found:
            return streams.member(stream, found)
    if likes(params, stream, COLLECT_):
        found = seek(table, seat, card, False)
        if found:
            return streams.member(stream, found)
    face_up = own & ~np.int64(table.hidden[seat])
    if face_up and likes(params, stream, STALL_):
        return streams.member(stream, face_up)
    return streams.member(stream, own)


@policy
def answer_source(table, seat, params, stream):
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    may_draw = can_draw(table)
    if own == 0 or table.n_discard == 0:
        return np.int64(DRAW)
    top = np.int64(table.discard_top)
    if likes(params, stream, COMPLETE_) and seek(table, seat, top, True):
        return TAKE + streams.member(stream, seek(table, seat, top, True))
    hidden = np.int64(table.hidden[seat])
    if hidden and likes(params, stream, FLIP_INSTEAD_):
        return FLIP_INSTEAD + streams.member(stream, hidden)
    if may_draw and likes(params, stream, DRAW_):
        return np.int64(DRAW)
    return TAKE + choose_slot(table, seat, top, params, stream)


@policy
def answer_place(table, seat, params, stream):
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    hidden = np.int64(table.hidden[seat])
    card = np.int64(table.drawn)
    if own == 0:
        return np.int64(PASS)
    if likes(params, stream, COMPLETE_) and seek(table, seat, card, True):
        return PUT + streams.member(stream, seek(table, seat, card, True))
    if hidden == 0 or not likes(params, stream, THROW_):
        return PUT + choose_slot(table, seat, card, params, stream)
    if likes(params, stream, PASS_ON_):
        return np.int64(PASS)
    return FLIP + streams.member(stream, hidden)


@policy
def adversary(table, seat, params, stream):
    """Answer legally, in any phase, by the probabilities `WEIGHTS`."""
    phase = table.phase
    if phase == OPENING:
        return FLIP + streams.member(stream, np.int64(table.hidden[seat]) & ~np.int64(table.chosen))
    if phase == SOURCE:
        return answer_source(table, seat, params, stream)
    if phase == CLEAR:
        return np.int64(CLEAR_LINE if likes(params, stream, CLEAR_) else KEEP_LINE)
    return answer_place(table, seat, params, stream)

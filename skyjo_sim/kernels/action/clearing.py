"""The clearing step at the end of a turn: passes, and what the owner is asked in them (RULES.md 9.7)."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE, LINES, NO_CHOICE, STARS
from skyjo_sim.kernels.action.cards import BY_OWNER, BY_POSITION
from skyjo_sim.kernels.action.grid import clear_slot
from skyjo_sim.kernels.action.lines import (
    ALL_LINES,
    COLUMN_LINES,
    ROW_LINES,
    has_star,
    lines_that_go,
    slots_of,
    stars_of,
)
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import N_COLUMNS
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged
from skyjo_sim.kernels.lines import slots_of_columns


@inner
def lines_in_question(game, rules, seat):
    """Return the lines that must go and those that may go in the current pass, as far as it has come."""
    table = game.table
    hidden, kept = np.int64(table.hidden[seat]), np.int64(table.kept[seat])
    must, may = lines_that_go(game.secret.cards[seat], np.int64(table.cleared[seat]), hidden, kept, rules)
    scope = np.int64(ALL_LINES)
    if rules.columns_first:
        scope = np.int64(ROW_LINES if table.rows_only else COLUMN_LINES)
    return must & scope, may & scope


@kernel
def clear_until_asked(game, rules, seat, is_answered):
    """Go on with the clearing step until it is over or its owner must be asked; tell whether the latter.

    `is_answered` says that the lines of the current pass are chosen.
    """
    table = game.table
    while True:
        must, may = lines_in_question(game, rules, seat)
        if may and not is_answered:
            ask(table, LINES)
            return True
        if is_answered:
            table.kept[seat] |= may & COLUMN_LINES & ~np.int64(table.lines_chosen) & without_stars(game, seat)
        gone = must | np.int64(table.lines_chosen)
        if gone and rules.star_order == BY_OWNER and asks_for_order(game, seat, gone):
            return True
        is_answered = False
        if gone:
            clear_lines(game, rules, seat, gone)
        elif rules.columns_first and not table.rows_only:
            table.rows_only = 1
            continue
        begin_pass(table)
        if not gone:
            return False


@inner
def ask(table, choice):
    """Ask the seat to decide something about its lines."""
    table.phase = CHOICE
    table.choice = choice
    table.target = table.seat


@inner
def begin_pass(table):
    """Empty what was chosen in a pass."""
    table.lines_chosen = 0
    table.rows_only = 0
    table.stars_asked = 0
    table.stars_on_top = 0
    table.asked = -1
    table.choice = NO_CHOICE
    table.target = -1


@merged
def without_stars(game, seat):
    """Return the columns that hold no star."""
    columns = np.int64(0)
    stars = stars_of(game.secret.cards[seat])
    for column in range(N_COLUMNS):
        columns |= np.int64(not has_star(np.int64(game.table.cleared[seat]), stars, column)) << column
    return columns


@merged
def slots_gone_with(table, seat, line, gone):
    """Return the slots that a line discards itself when the set `gone` goes: a row's not those of a column in it."""
    slots = slots_of(line) & ~np.int64(table.cleared[seat])
    return slots if line < N_COLUMNS else slots & ~slots_of_columns(gone)


@inner
def asks_for_order(game, seat, gone):
    """Ask, by the house rule, how the next line with stars and numbers is to be discarded; tell whether there is one."""
    apart()
    table = game.table
    stars = stars_of(game.secret.cards[seat])
    left = gone & ~np.int64(table.stars_asked)
    while left:
        line = lowest(left)
        slots = slots_gone_with(table, seat, line, gone)
        if slots & stars and slots & ~stars:
            ask(table, STARS)
            table.asked = line
            return True
        left &= left - 1
    return False


@inner
def clear_lines(game, rules, seat, gone):
    """Discard lines together: columns from the left, then rows from the top, a card of two lines with its column."""
    apart()
    table = game.table
    stars = stars_of(game.secret.cards[seat])
    cleared_before = np.int64(table.cleared[seat])
    left = gone
    while left:
        line = lowest(left)
        slots = slots_of(line) & ~np.int64(table.cleared[seat])
        is_last = np.int64(table.stars_on_top) >> line & 1
        discard_line(game, seat, slots, stars, rules.star_order, is_last)
        table.n_star_lines[seat] += has_star(cleared_before, stars, line)
        left &= left - 1
    table.n_columns[seat] += count(gone & COLUMN_LINES)
    table.n_rows[seat] += count(gone & ROW_LINES)
    table.n_lines_cleared[seat] += count(gone)


@merged
def discard_line(game, seat, slots, stars, order, is_star_last):
    """Discard the cards of a line: by position, or the stars before or after the numbers."""
    if order == BY_POSITION:
        discard_slots(game, seat, slots)
    elif is_star_last:
        discard_slots(game, seat, slots & ~stars)
        discard_slots(game, seat, slots & stars)
    else:
        discard_slots(game, seat, slots & stars)
        discard_slots(game, seat, slots & ~stars)


@inner
def discard_slots(game, seat, slots):
    """Discard cards in the order of their slots, which is that of a column and of a row."""
    while slots:
        clear_slot(game, seat, lowest(slots))
        slots &= slots - 1

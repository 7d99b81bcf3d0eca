"""Lines that can go, stars included (RULES.md 9.7). Sets of lines have bits 0-3 for columns and 4-6 for rows."""

import numpy as np

from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.action.scanning import places_of
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, COLUMN, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS, ROW
from skyjo_sim.kernels.compiler import inlined, inner, kernel
from skyjo_sim.kernels.lines import MANDATORY, MIN_LINE, OFF

COLUMN_LINES = 0b0001111
ROW_LINES = 0b1110000
ALL_LINES = COLUMN_LINES | ROW_LINES
N_LINES = N_COLUMNS + N_ROWS
ANY_VALUE = 0x7FFF
"""A set of values has bit ``card - LOWEST_CARD`` for each number."""


@inlined
def slots_of(line):
    """Return the slots of a line of the whole grid."""
    return np.int64(COLUMN) << 3 * line if line < N_COLUMNS else np.int64(ROW) << (line - N_COLUMNS)


@inlined
def is_long_enough(rules, line, n_slots):
    """Tell whether what is left of a line is a line (RULES.md 9.7; ``fixed``: only if nothing of it is gone)."""
    if rules.fixed_geometry:
        return n_slots == (N_ROWS if line < N_COLUMNS else N_COLUMNS)
    return n_slots >= MIN_LINE


@inlined
def open_lines(cleared, hidden, rules):
    """Return the lines of the current grid that have no hidden card and are long enough to go."""
    lines = np.int64(0)
    closed = cleared | hidden
    for column in range(N_COLUMNS):
        lines |= np.int64(closed >> 3 * column & COLUMN == 0) << column
    most_gone = 0 if rules.fixed_geometry else N_COLUMNS - MIN_LINE
    for row in range(N_ROWS):
        is_open = hidden & ROW << row == 0 and count(cleared & ROW << row) <= most_gone
        lines |= np.int64(is_open) << (N_COLUMNS + row)
    return lines


@inlined
def stars_of(cards):
    """Return the slots that hold a star, hidden or not."""
    return places_of(cards, STAR) & ALL_SLOTS


@inner
def numbers_in(cards, slots):
    """Return the set of values of the number cards at some slots."""
    values = 0
    while slots:
        values |= 1 << (np.int64(cards[lowest(slots)]) - LOWEST_CARD)
        slots &= slots - 1
    return values


@inner
def values_of_stars(cards, shown_numbers, slots, is_column):
    """Return the values that all stars of a line without numbers can take: each from its crossing line."""
    values = np.int64(ANY_VALUE)
    while slots:
        slot = lowest(slots)
        crossing = np.int64(ROW) << slot % 3 if is_column else np.int64(COLUMN) << 3 * (slot // 3)
        values &= numbers_in(cards, crossing & shown_numbers)
        slots &= slots - 1
    return values


@inner
def values_of_line(cards, cleared, hidden, stars, line):
    """Return the values by which an open line can go: one for a line with numbers, several for stars alone; 0 for none."""
    slots = slots_of(line) & ~cleared
    numbers = slots & ~stars
    if numbers == 0:
        return values_of_stars(cards, ~(cleared | hidden | stars), slots, line < N_COLUMNS)
    first = np.int64(cards[lowest(numbers)])
    others = numbers & (numbers - 1)
    while others:
        if cards[lowest(others)] != first:
            return np.int64(0)
        others &= others - 1
    return np.int64(1) << (first - LOWEST_CARD)


@inner
def has_star(cleared, stars, line):
    """Tell whether a star lies in what is left of a line."""
    return slots_of(line) & ~cleared & stars != 0


@inlined
def lines_that_go(cards, cleared, hidden, kept, rules):
    """Return the lines that must go and those that may go, two sets.

    `kept` has the columns of numbers about which the owner has decided; they count where clearing is optional.
    """
    lines = open_lines(cleared, hidden, rules)
    if rules.column_rule == OFF:
        lines &= ROW_LINES
    if rules.row_rule == OFF:
        lines &= COLUMN_LINES
    if lines == 0:
        return np.int64(0), np.int64(0)
    return sort_lines(cards, cleared, hidden, kept, lines, rules)


@inner
def sort_lines(cards, cleared, hidden, kept, lines, rules):
    """Return those of a set of open lines that must go and those that may go."""
    must, may = np.int64(0), np.int64(0)
    stars = stars_of(cards)
    while lines:
        line = lowest(lines)
        bit = lines & -lines
        lines ^= bit
        if values_of_line(cards, cleared, hidden, stars, line):
            if has_star(cleared, stars, line):
                may |= bit
            elif line >= N_COLUMNS or rules.column_rule == MANDATORY:
                must |= bit
            elif not kept & bit:
                may |= bit
    return must, may


@kernel
def go_together(cards, cleared, hidden, lines):
    """Tell whether no star would have to take two values if these lines went, each of which could alone.

    Each row crosses each column, at a number that gives both its value, or at a star that must have one.
    So lines of both kinds need a value that suits all; lines of one kind share no card.
    """
    if not lines & COLUMN_LINES or not lines & ROW_LINES:
        return True
    stars = stars_of(cards)
    values = np.int64(ANY_VALUE)
    while lines:
        values &= values_of_line(cards, cleared, hidden, stars, lowest(lines))
        lines &= lines - 1
    return values != 0


@kernel
def lines_to_add(cards, cleared, hidden, may, chosen):
    """Return the lines of `may` that can go together with those chosen already."""
    addable = np.int64(0)
    left = may & ~chosen
    while left:
        bit = left & -left
        if go_together(cards, cleared, hidden, chosen | bit):
            addable |= bit
        left &= left - 1
    return addable


@kernel
def bonus_of_stars(cards, cleared, rules):
    """Return the points for complete lines of stars (RULES.md 9.10).

    A row and a column always share a card, so disjoint lines are all rows or all columns.
    """
    stars = stars_of(cards)
    rows, columns = np.int64(0), np.int64(0)
    for line in range(N_LINES):
        slots = slots_of(line) & ~cleared
        n_slots = count(slots)
        if is_long_enough(rules, line, n_slots) and not slots & ~stars:
            bonus = np.int64(rules.star_four if n_slots == N_COLUMNS else rules.star_three)
            if line < N_COLUMNS:
                columns += bonus
            else:
                rows += bonus
    return max(rows, columns)


@kernel
def points_of(cards, cleared):
    """Return the sum of the numbers in a grid; stars count nothing."""
    points = np.int64(0)
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1 and cards[slot] != STAR:
            points += np.int64(cards[slot])
    return points

"""Complete lines and their clearing (RULES.md 4; with rows, 9.7 without stars)."""

import numpy as np

from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import COLUMN, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS, ROW
from skyjo_sim.kernels.compiler import inlined, inner, kernel
from skyjo_sim.kernels.grid import clear_slots

MANDATORY = 0
OPTIONAL = 1
OFF = 2
MIN_LINE = 3


@inlined
def is_complete_column(visible, column):
    """Tell whether the three slots of a column show equal cards; `visible` is a seat's row of the table.

    Written without branches: their outcome is as good as random.
    """
    first = np.int64(visible[3 * column])
    differences = first ^ np.int64(visible[3 * column + 1]) | first ^ np.int64(visible[3 * column + 2])
    return differences | np.int64(first < LOWEST_CARD) == 0


@kernel
def complete_columns(visible):
    """Return the set of complete columns of a grid."""
    columns = 0
    for column in range(N_COLUMNS):
        columns |= np.int64(is_complete_column(visible, column)) << column
    return columns


@inner
def is_complete_row(visible, cleared, row):
    """Tell whether a row of the current grid has at least three cards, all face up and equal."""
    slots = ROW << row & ~cleared
    if count(slots) < MIN_LINE:
        return False
    first = visible[lowest(slots)]
    if first < LOWEST_CARD:
        return False
    while slots:
        if visible[lowest(slots)] != first:
            return False
        slots &= slots - 1
    return True


@kernel
def complete_rows(visible, cleared):
    """Return the set of complete rows of a grid."""
    rows = 0
    for row in range(N_ROWS):
        rows |= np.int64(is_complete_row(visible, cleared, row)) << row
    return rows


@inner
def slots_of_rows(rows):
    """Return the slots of a set of rows."""
    slots = 0
    for row in range(N_ROWS):
        if rows >> row & 1:
            slots |= ROW << row
    return slots


@kernel
def slots_of_columns(columns):
    """Return the slots of the columns in a set, in which other bits do not count."""
    slots = 0
    for column in range(N_COLUMNS):
        if columns >> column & 1:
            slots |= COLUMN << 3 * column
    return slots


@kernel
def clear_lines(game, seat, columns, rows):
    """Clear complete lines together: columns from the left, then what is left of the rows from the top."""
    table = game.table
    clear_slots(game, seat, slots_of_columns(columns))
    for row in range(N_ROWS):
        if rows >> row & 1:
            clear_slots(game, seat, ROW << row & ~np.int64(table.cleared[seat]))
    table.n_lines_cleared[seat] += count(columns) + count(rows)


@inlined
def clear_column(game, seat, column):
    """Clear the column if it is complete: all that official rules ask after a placement or a flip."""
    if is_complete_column(game.table.visible[seat], column):
        clear_slots(game, seat, COLUMN << 3 * column)
        game.table.n_lines_cleared[seat] += 1


@kernel
def clear_all(game, rules, seat, allowed):
    """Clear the complete columns in the set `allowed` and the complete rows, pass by pass, until nothing is left."""
    table = game.table
    while True:
        visible = table.visible[seat]
        columns = complete_columns(visible) & allowed
        rows = 0
        if rules.row_rule != OFF:
            rows = complete_rows(visible, np.int64(table.cleared[seat]))
        if columns == 0 and rows == 0:
            return
        clear_lines(game, seat, columns, rows)


@inner
def undecided_columns(game, seat):
    """Return the complete columns about which the owner has not been asked yet."""
    table = game.table
    return complete_columns(table.visible[seat]) & ~np.int64(table.kept[seat]) & ~np.int64(game.secret.to_clear)


@kernel
def clear_until_asked(game, rules, seat):
    """Clear with optional columns: return the column to ask the owner about, or -1 when clearing is done."""
    table, secret = game.table, game.secret
    while True:
        undecided = undecided_columns(game, seat)
        if undecided:
            return lowest(undecided)
        columns = np.int64(secret.to_clear)
        rows = 0
        if rules.row_rule != OFF:
            rows = complete_rows(table.visible[seat], np.int64(table.cleared[seat]))
        if columns == 0 and rows == 0:
            return -1
        secret.to_clear = 0
        clear_lines(game, seat, columns, rows)


@kernel
def raw_without(cards, cleared, columns, has_rows):
    """Return the points left in a face-up grid if the set `columns` of its complete columns, and all rows, go."""
    gone = cleared | slots_of_columns(columns)
    if has_rows:
        rows = complete_rows(cards, cleared)
        gone |= slots_of_rows(rows)
        rows = complete_rows(cards, gone)
        while rows:
            gone |= slots_of_rows(rows)
            rows = complete_rows(cards, gone)
    points = 0
    for slot in range(N_SLOTS):
        if not gone >> slot & 1:
            points += np.int64(cards[slot])
    return points


@kernel
def cheapest_columns(cards, cleared, has_rows):
    """Return the set of complete columns whose clearing leaves the fewest points; the largest set number among equals."""
    complete = complete_columns(cards)
    best, fewest = complete, raw_without(cards, cleared, complete, has_rows)
    columns = complete
    while columns:
        columns = (columns - 1) & complete
        points = raw_without(cards, cleared, columns, has_rows)
        if points < fewest:
            best, fewest = columns, points
    return best

"""The final reveal: hidden cards turned up, and lines cleared in the way that leaves the fewest points (RULES.md 9.7)."""

import numpy as np

from skyjo_sim.kernels.action.grid import clear_slot, turn_up
from skyjo_sim.kernels.action.lines import (
    COLUMN_LINES,
    N_LINES,
    ROW_LINES,
    bonus_of_stars,
    go_together,
    has_star,
    lines_that_go,
    points_of,
    slots_of,
    stars_of,
)
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged
from skyjo_sim.kernels.lines import slots_of_columns

_N_SETS = 1 << N_LINES
_UNREACHED = 99
_MOST = np.int64(1) << 62


@inner
def slots_of_lines(lines):
    """Return the slots of a set of lines."""
    slots = slots_of_columns(lines)
    rows = lines & ROW_LINES
    while rows:
        slots |= slots_of(lowest(rows))
        rows &= rows - 1
    return slots


@merged
def reach(cards, cleared, gone, passed, star_lines, fewest):
    """Note that a pass leads from the lines `passed` to those and `gone`; keep the fewest lines with a star."""
    stars = stars_of(cards)
    n = np.int64(star_lines)
    left = gone
    while left:
        n += has_star(cleared, stars, lowest(left))
        left &= left - 1
    fewest[passed | gone] = min(np.int64(fewest[passed | gone]), n)


@inner
def reach_all(cards, cleared, must, may, passed, rules, fewest):
    """Try every choice of lines of a pass; tell whether clearing may stop here."""
    can_stop = False
    chosen = may
    while True:
        if go_together(cards, cleared, np.int64(0), chosen):
            gone = must | chosen
            if gone:
                reach(cards, cleared, gone, passed, fewest[passed], fewest)
            else:
                can_stop = True
        if chosen == 0:
            return can_stop
        chosen = (chosen - 1) & may


@merged
def try_pass(cards, cleared, passed, rules, fewest):
    """Try every way to go on after some lines have gone; tell whether clearing may stop here."""
    must, may = lines_that_go(cards, cleared, np.int64(0), np.int64(0), rules)
    if not rules.columns_first:
        return reach_all(cards, cleared, must, may, passed, rules, fewest)
    columns, rows = np.int64(COLUMN_LINES), np.int64(ROW_LINES)
    if not reach_all(cards, cleared, must & columns, may & columns, passed, rules, fewest):
        return False
    return reach_all(cards, cleared, must & rows, may & rows, passed, rules, fewest)


@kernel
def cheapest_lines(cards, cleared, rules):
    """Return the lines to clear from a grid that is wholly face up, and how many of them hold a star.

    Of all grids that passes can lead to, that with the fewest points; among equals the fewest cards, the lowest set of
    cleared slots, the fewest lines, columns, lines with a star.
    """
    fewest = np.full(_N_SETS, _UNREACHED, np.int64)
    fewest[0] = 0
    best, best_rank, best_star_lines = np.int64(0), _MOST, np.int64(0)
    for number in range(_N_SETS):
        if fewest[number] == _UNREACHED:
            continue
        passed = np.int64(number)
        gone = cleared | slots_of_lines(passed)
        if try_pass(cards, gone, passed, rules, fewest):
            rank = rank_of(cards, gone, passed, rules) << 3 | fewest[number]
            if rank < best_rank:
                best, best_rank, best_star_lines = passed, rank, np.int64(fewest[number])
    return best, best_star_lines


@merged
def rank_of(cards, cleared, lines, rules):
    """Return a number that is lower for the better of two grids."""
    points = points_of(cards, cleared) - bonus_of_stars(cards, cleared, rules)
    rank = (points + 1024) << 4 | count(ALL_SLOTS & ~cleared)
    rank = rank << 12 | cleared & ALL_SLOTS
    return (rank << 3 | count(lines)) << 3 | count(lines & COLUMN_LINES)


@kernel
def reveal(game, rules, seat):
    """Turn a seat's hidden cards up and clear its lines."""
    apart()
    table = game.table
    hidden = np.int64(table.hidden[seat])
    table.hidden_at_end[seat] = count(hidden)
    while hidden:
        turn_up(game, seat, lowest(hidden))
        hidden &= hidden - 1
    cleared = np.int64(table.cleared[seat])
    cards = game.secret.cards[seat]
    must, may = lines_that_go(cards, cleared, np.int64(0), np.int64(0), rules)
    if not must | may:
        return
    lines, n_star_lines = cheapest_lines(cards, cleared, rules)
    table.n_star_lines[seat] += n_star_lines
    table.n_columns[seat] += count(lines & COLUMN_LINES)
    table.n_rows[seat] += count(lines & ROW_LINES)
    table.n_lines_cleared[seat] += count(lines)
    slots = slots_of_lines(lines) & ~cleared
    while slots:
        clear_slot(game, seat, lowest(slots))
        slots &= slots - 1

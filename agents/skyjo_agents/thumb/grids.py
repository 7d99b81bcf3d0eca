"""What columns and grids are worth to a player who knows some of their cards."""

from pathlib import Path

import numpy as np

from skyjo_agents.thumb.habits import END_AT_MOST, FEED, ODDS, PAIR, PAIR_SHARE
from skyjo_agents.thumb.sheet import CHARGE, HABITS, IS_FREE, IS_LAST, LEAD, NEXT, NOW, OWN, RIVAL, UNSEEN
from skyjo_sim.kernels.cards import CLEARED, LOWEST_CARD, N_COLUMNS, N_SLOTS
from skyjo_sim.kernels.compiler import kernel_of

_kernel = kernel_of(Path(__file__).parents[1])

_PAIR_CARDS = 2.0


@_kernel
def points_of(card, charge):  # type: ignore[no-untyped-def]
    """Return what a slot counts: the card, `charge` where it is not known, nothing where the slot is cleared."""
    if card == CLEARED:
        return 0.0
    return card if card >= LOWEST_CARD else charge


@_kernel
def column_points(grid, column, charge):  # type: ignore[no-untyped-def]
    """Return what a column counts: nothing where its cards are known to be equal."""
    first, second, third = grid[3 * column], grid[3 * column + 1], grid[3 * column + 2]
    if first == second and first == third and first >= LOWEST_CARD:
        return 0.0
    return points_of(first, charge) + points_of(second, charge) + points_of(third, charge)


@_kernel
def grid_points(grid, charge):  # type: ignore[no-untyped-def]
    """Return what a grid counts."""
    points = 0.0
    for column in range(N_COLUMNS):
        points += column_points(grid, column, charge)
    return points


@_kernel
def pair_of(grid, column):  # type: ignore[no-untyped-def]
    """Return the card that a column has exactly twice, as far as is known; a number below all cards without one."""
    first, second, third = grid[3 * column], grid[3 * column + 1], grid[3 * column + 2]
    if first == second and first == third:
        return np.float64(CLEARED)
    if first in (second, third):
        return first
    return second if second == third else np.float64(CLEARED)


@_kernel
def pair_worth(card, sheet):  # type: ignore[no-untyped-def]
    """Return the bonus for a pair; none for cards that nobody wants to get rid of."""
    if card <= 0 or sheet[NOW, IS_LAST] > 0:
        return 0.0
    worth = sheet[HABITS, PAIR] + sheet[HABITS, PAIR_SHARE] * _PAIR_CARDS * card
    if sheet[HABITS, ODDS] > 0:
        worth *= min(sheet[HABITS, ODDS] * max(sheet[UNSEEN, np.int64(card) - LOWEST_CARD], 0.0), 1.0)
    return worth


@_kernel
def column_worth(column, sheet):  # type: ignore[no-untyped-def]
    """Return what a column of the own grid counts, less the bonus for a pair."""
    own = sheet[OWN]
    return column_points(own, column, sheet[NOW, CHARGE]) - pair_worth(pair_of(own, column), sheet)


@_kernel
def gift(card, sheet):  # type: ignore[no-untyped-def]
    """Return what the next player gains by a discard, weighted."""
    if sheet[HABITS, FEED] <= 0 or sheet[NOW, IS_LAST] > 0:
        return 0.0
    grid, charge, gain = sheet[NEXT], sheet[NOW, CHARGE], 0.0
    for column in range(N_COLUMNS):
        if card >= LOWEST_CARD and pair_of(grid, column) == card:
            gain = max(gain, column_points(grid, column, charge))
    for slot in range(N_SLOTS):
        gain = max(gain, points_of(grid[slot], charge) - points_of(card, charge))
    return sheet[HABITS, FEED] * gain


@_kernel
def may_end(points, sheet):  # type: ignore[no-untyped-def]
    """Tell whether the player is willing to end the round with so many points."""
    if sheet[NOW, IS_FREE] > 0:
        return True
    return points <= sheet[HABITS, END_AT_MOST] and sheet[NOW, RIVAL] - points >= sheet[NOW, LEAD]


assert N_SLOTS == 3 * N_COLUMNS

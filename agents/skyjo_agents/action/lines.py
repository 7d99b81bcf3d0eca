"""What lines are worth to a player: complete ones their points, others a share of them."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.habits import FAR_SHARE, PAIR_SHARE, STAR_POINTS
from skyjo_agents.action.sheet import CHANCES, HABITS, HAS_ROWS, IS_LAST, NOW, STAR_CHANCE
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, N_COLUMNS, ROW

_USUAL_CHANCE = 0.17
"""About the chance that a card drawn is a given number or a star."""
_MOST = 1.5
_SHORTEST = 3


@inner
def line_through(slot, cleared, is_column):  # type: ignore[no-untyped-def]
    """Return the slots left of the column or the row of a slot; none where that is too short to go."""
    slots = np.int64(7) << 3 * (slot // 3) if is_column else np.int64(ROW) << slot % 3
    slots &= ~cleared
    n_slots = 0
    left = slots
    while left:
        n_slots += 1
        left &= left - 1
    return slots if n_slots >= _SHORTEST else np.int64(0)


@inner
def count_line(cards, hidden, slots, value):  # type: ignore[no-untyped-def]
    """Return how many cards of a line have a value, how many are stars, and how many others or face down there are."""
    n_equal, n_stars, n_missing = 0, 0, 0
    left = slots
    while left:
        slot = lowest(left)
        left &= left - 1
        if hidden >> slot & 1:
            n_missing += 1
        elif cards[slot] == value:
            n_equal += 1
        elif cards[slot] == STAR:
            n_stars += 1
        else:
            n_missing += 1
    return n_equal, n_stars, n_missing


@inner
def worth_with(cards, hidden, slots, value, sheet):  # type: ignore[no-untyped-def]
    """Return what a line is worth if it is to go with a value that it shows."""
    n_equal, n_stars, n_missing = count_line(cards, hidden, slots, value)
    points = n_equal * value
    if n_missing == 0:
        return max(points - n_stars * sheet[HABITS, STAR_POINTS], 0.0) if n_stars > 0 else points
    if n_missing > 2 or value <= 0 or sheet[NOW, IS_LAST] > 0:
        return 0.0
    chance = sheet[CHANCES, np.int64(value) - LOWEST_CARD] + sheet[NOW, STAR_CHANCE]
    share = sheet[HABITS, PAIR_SHARE] if n_missing == 1 else sheet[HABITS, FAR_SHARE]
    return share * points * min(chance / _USUAL_CHANCE, _MOST) if n_equal + n_stars > 1 else 0.0


@inner
def line_worth(cards, hidden, slots, sheet):  # type: ignore[no-untyped-def]
    """Return what a line of a grid is worth, in points saved; that of a complete one may be negative."""
    worth, best = 0.0, 0.0
    left = slots & ~hidden
    while left:
        value = cards[lowest(left)]
        left &= left - 1
        if value != STAR:
            worth = worth_with(cards, hidden, slots, value, sheet)
            if worth < 0:  # a line of negative numbers has to go
                return worth
            best = max(best, worth)
    return best


@inner
def lines_worth(cards, hidden, cleared, slot, sheet):  # type: ignore[no-untyped-def]
    """Return what the column and the row of a slot are worth."""
    slots = line_through(slot, cleared, True)
    of_column = line_worth(cards, hidden, slots, sheet) if slots else 0.0
    slots = line_through(slot, cleared, False)
    of_row = line_worth(cards, hidden, slots, sheet) if slots and sheet[NOW, HAS_ROWS] > 0 else 0.0
    return of_column, of_row


assert N_COLUMNS > _SHORTEST

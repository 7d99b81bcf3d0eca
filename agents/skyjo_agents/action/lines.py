"""What lines are worth to a player: complete ones their points, others a share of them."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.habits import FAR_SHARE, PAIR_SHARE, STAR_POINTS
from skyjo_agents.action.sheet import CHANCES, HABITS, IS_LAST, NOW, STAR_FACE
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, ROW

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
def worth_with(value, n_equal, n_stars, n_missing, sheet):  # type: ignore[no-untyped-def]
    """Return what a line is worth if it is to go with a value, by its cards of that value, its stars and the others."""
    points = n_equal * value
    if n_missing == 0:
        return max(points - n_stars * sheet[HABITS, STAR_POINTS], 0.0) if n_stars > 0 else points
    if n_missing > 2 or value <= 0 or n_equal + n_stars <= 1 or sheet[NOW, IS_LAST] > 0:
        return 0.0
    chance = sheet[CHANCES, np.int64(value) - LOWEST_CARD] + sheet[CHANCES, STAR_FACE]
    share = sheet[HABITS, PAIR_SHARE] if n_missing == 1 else sheet[HABITS, FAR_SHARE]
    return share * points * min(chance / _USUAL_CHANCE, _MOST)


@inner
def slots_with(cards, slots, value):  # type: ignore[no-untyped-def]
    """Return those of some slots whose card is a value."""
    found = np.int64(0)
    while slots:
        if cards[lowest(slots)] == value:
            found |= slots & -slots
        slots &= slots - 1
    return found


@inner
def best_values(cards, shown, n_stars, n_unlike, sheet):  # type: ignore[no-untyped-def]
    """Return the best worth of the values shown, the face that has it, the best of the others, and the best with a star.

    All but the last as long as the slot in question has another card. `n_unlike` counts all cards but the stars.
    """
    best, best_face, second, with_star = 0.0, np.int64(-1), 0.0, 0.0
    while shown:
        value = cards[lowest(shown)]
        equal = slots_with(cards, shown, value)
        shown &= ~equal
        n_equal, face = count(equal), np.int64(value) - LOWEST_CARD
        worth = worth_with(value, n_equal, n_stars, n_unlike - n_equal, sheet)
        if worth > best:
            best, best_face, second = worth, face, best
        else:
            second = max(second, worth)
        with_star = max(with_star, worth_with(value, n_equal, n_stars + 1, n_unlike - n_equal - 1, sheet))
    return best, best_face, second, with_star


@inner
def write_line_worths(cards, hidden, slots, slot, sheet, worths):  # type: ignore[no-untyped-def]
    """Write what a line is worth with each card, face up, at one of its slots, by face; return the same for a hidden one.

    In points saved; negative for a complete line of negative numbers, which has to go. Of the values that the line may go
    with, the best counts.
    """
    shown = slots & ~hidden & ~(np.int64(1) << slot)
    stars = slots_with(cards, shown, STAR)
    shown &= ~stars
    n_stars, n_unlike = count(stars), count(slots & ~stars | np.int64(1) << slot)
    best, best_face, second, with_star = best_values(cards, shown, n_stars, n_unlike, sheet)
    for face in range(STAR_FACE):
        worths[face] = best
        if n_stars > 0:
            alone = worth_with(np.float64(face + LOWEST_CARD), 1, n_stars, n_unlike - 1, sheet)
            worths[face] = max(best, alone)
    worths[STAR_FACE] = with_star
    while shown:
        value = cards[lowest(shown)]
        equal = slots_with(cards, shown, value)
        shown &= ~equal
        n_equal, shown_face = count(equal) + 1, np.int64(value) - LOWEST_CARD
        worth = worth_with(value, n_equal, n_stars, n_unlike - n_equal, sheet)
        worths[shown_face] = worth if worth < 0 else max(worth, second if shown_face == best_face else best)
    return best

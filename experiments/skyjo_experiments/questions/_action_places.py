"""Kinds of places in a grid of three rows and four columns: where a card lies, and where another one beside it."""

from collections import Counter
from itertools import permutations

from skyjo_sim.kernels.cards import N_SLOTS

__all__ = ["PLACES", "place_of", "shares_by_lot", "slots_at"]

N_ROWS = 3
CORNERS = (0, 2, 9, 11)
EDGES = (1, 3, 5, 6, 8, 10)
MIDDLES = (4, 7)
SAME_ROW = "other card in its row"
SAME_COLUMN = "other card in its column"
PLACES = ("corner", "edge", "middle", SAME_ROW, SAME_COLUMN)
"""In the first three the other card is in another row and another column."""
_SLOTS = {"corner": CORNERS, "edge": EDGES, "middle": MIDDLES}


def slots_at(place: str, number: int) -> tuple[int, int]:
    """Return a slot of a kind of places and that of the other card; numbers go through them in turn.

    Examples
    --------
    >>> slots_at("corner", 1), slots_at("other card in its row", 4)
    ((2, 3), (4, 7))
    """
    slots = _SLOTS.get(place, tuple(range(N_SLOTS)))
    slot = slots[number % len(slots)]
    column, row = divmod(slot, N_ROWS)
    if place != SAME_COLUMN:
        column = (column + 1) % (N_SLOTS // N_ROWS)
    if place != SAME_ROW:
        row = (row + 1) % N_ROWS
    return slot, N_ROWS * column + row


def place_of(slot: int, second: int) -> str:
    """Return the kind of places of a slot with another card at `second`: any two slots are of one kind.

    Examples
    --------
    >>> place_of(0, 4), place_of(4, 7), place_of(4, 5)
    ('corner', 'other card in its row', 'other card in its column')
    """
    if slot % N_ROWS == second % N_ROWS:
        return SAME_ROW
    if slot // N_ROWS == second // N_ROWS:
        return SAME_COLUMN
    return next(place for place, slots in _SLOTS.items() if slot in slots)


def shares_by_lot() -> tuple[float, ...]:
    """Return how often each of `PLACES` occurs where both slots are drawn by lot: 2, 3, 1, 3 and 2 elevenths."""
    counts = Counter(place_of(slot, second) for slot, second in permutations(range(N_SLOTS), 2))
    return tuple(counts[place] / counts.total() for place in PLACES)

"""Kinds of places in a grid of three rows and four columns: where a card lies, and where another one beside it."""

from skyjo_sim.kernels.cards import N_SLOTS

__all__ = ["PLACES", "slots_at"]

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
    ((2, 6), (4, 7))
    """
    slots = _SLOTS.get(place, tuple(range(N_SLOTS)))
    slot = slots[number % len(slots)]
    column, row = divmod(slot, N_ROWS)
    if place != SAME_COLUMN:
        column = (column + 1) % (N_SLOTS // N_ROWS)
    if place != SAME_ROW:
        row = (row + 1) % N_ROWS
    return slot, N_ROWS * column + row

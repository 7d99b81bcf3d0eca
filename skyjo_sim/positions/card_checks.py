"""Whether the cards of a position are cards of the game, and not more than there are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from skyjo_sim.positions.cells import CLEARED_CELL, KNOWN_MARK, UNKNOWN, Cell, number_of
from skyjo_sim.positions.decks import Deck
from skyjo_sim.positions.value import Position

__all__ = ["Fault", "card_faults"]

Fault = tuple[str, str]
"""The name of a field of a position, and what is wrong with it."""

_KNOWN = ("discard", "next_order", "pool")


def card_faults(position: Position, deck: Deck, drawn: Mapping[str, Sequence[Cell]], where: str) -> Iterator[Fault]:
    """Check every card's value, that the piles' cards are known, and the copies of each value.

    Parameters
    ----------
    deck
        The cards of the game.
    drawn
        The cards that were drawn and lie nowhere yet, by the name of their field.
    where
        All places with cards, in words.
    """
    grid_cells = [cell for cells in position.cells for cell in cells if cell != CLEARED_CELL]
    places: dict[str, Sequence[Cell]] = {
        "grids": grid_cells,
        "discard": position.discard,
        "pile": position.pile,
        **drawn,
        "next_order": position.next_order,
        "pool": position.pool,
    }
    for name, cards in places.items():
        yield from _face_faults(name, cards, deck)
        if name in _KNOWN and UNKNOWN in cards:
            yield name, f"the cards of {name} must be known, got '?'"
    used: list[Cell] = []
    for name in ("grids", "discard", "pile", *drawn):
        used += places[name]
        yield from _copy_faults(name, used, deck, where)
    yield from _copy_faults("next_order", position.next_order, deck, "next_order")
    yield from _copy_faults("pool", position.pool, deck, "pool")


def _face(cell: Cell) -> Cell | None:
    """Return what is printed on a cell's card; None where it is not known."""
    if number_of(cell) is None:
        return None
    return str(cell).removeprefix(UNKNOWN).partition(KNOWN_MARK)[0]


def _face_faults(name: str, cards: Sequence[Cell], deck: Deck) -> Iterator[Fault]:
    """Check that the cards are cards of the deck."""
    for cell in cards:
        face = _face(cell)
        if face is not None and face not in deck.faces:
            yield name, f"a card in {name} must be in {deck.range}, got {face}"


def _copy_faults(name: str, cards: Sequence[Cell], deck: Deck, where: str) -> Iterator[Fault]:
    """Check that the deck has so many copies of each value, and so many cards."""
    counts = Counter(map(_face, cards))
    for card, copies in deck.most.items():
        if counts[str(card)] > copies:
            yield name, f"the deck has {copies} cards of value {card}, got {counts[str(card)]} in {where}"
    if len(cards) > deck.n_cards:
        yield name, f"the deck has {deck.n_cards} cards, got {len(cards)} in {where}"

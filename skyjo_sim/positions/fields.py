"""The fields of the position notation: their names, their order and how each value is written."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from skyjo_sim.positions.cells import STAR_CARD, Card, Cell, number_of
from skyjo_sim.positions.decks import CLASSIC_DECK, Deck
from skyjo_sim.positions.luck import dealt_pile
from skyjo_sim.positions.value import (
    FINISHED_PHASES,
    Position,
    default_last_turns,
    default_lines,
    default_starter,
    sum_of,
)

__all__ = [
    "FIELDS",
    "LOTS",
    "NONE",
    "WRITERS",
    "Field",
    "always",
    "dealt_lot",
    "is_left_out",
    "rest_of_deck",
    "write_runs",
    "write_sets",
]

NONE = "-"
_SHORTEST_RUN = 3


@dataclass(frozen=True)
class Field:
    """A field of the notation: the kind of its value, and what it stands for when it is left out."""

    name: str
    kind: str
    attribute: str
    default: Callable[[Any], object]
    order: str = ""
    """Piles: the attribute that says whether they are drawn in order."""


def always(value: object) -> Callable[[Position], object]:
    """Return a default that is the same for all positions."""
    return lambda _position: value


def sums(position: Position) -> object:
    is_over = position.phase in FINISHED_PHASES
    return tuple(map(sum_of, position.cells)) if is_over else ()


def _phase_of_fields(position: Position) -> str:
    """Return the phase that the drawn card or the column asked about tells."""
    if position.drawn is not None:
        return "place"
    return "source" if position.asked is None else "clear"


def zeros(position: Position) -> tuple[int, ...]:
    return (0,) * position.n_players


def nobody(position: Position) -> tuple[tuple[int, ...], ...]:
    return ((),) * position.n_players


FIELDS = (
    Field("turn", "number", "seat", always(None)),
    Field("phase", "phase", "phase", _phase_of_fields),
    Field("drawn", "card", "drawn", always(None)),
    Field("asked", "number", "asked", always(None)),
    Field("clearing", "numbers", "to_clear", always(())),
    Field("discard", "cards", "discard", always(())),
    Field("pile", "pile", "pile", always(()), "is_ordered"),
    Field("lot", "lot", "pile", always(()), "is_ordered"),
    Field("next", "cards", "next_order", always(())),
    Field("pool", "cards", "pool", always(())),
    Field("chosen", "sets", "chosen", nobody),
    Field("kept", "sets", "kept", nobody),
    Field("starter", "number", "starter", default_starter),
    Field("ender", "number", "ender", always(None)),
    Field("last", "number", "last_turns_left", default_last_turns),
    Field("lead", "number", "lead", always(0)),
    Field("round", "number", "round_index", always(0)),
    Field("turns", "number", "turns", always(0)),
    Field("totals", "numbers", "totals", zeros),
    Field("reshuffles", "number", "n_reshuffles", always(0)),
    Field("extra_round", "flag", "is_extra", always(False)),
    Field("extra", "number", "extra_rounds", always(0)),
    Field("lines", "numbers", "lines_cleared", default_lines),
    Field("hidden_at_end", "numbers", "hidden_at_end", zeros),
    Field("score", "numbers", "score", sums),
    Field("doubled", "flag", "is_doubled", always(False)),
    Field("abandoned", "flag", "is_abandoned", always(False)),
    Field("game_abandoned", "flag", "is_game_abandoned", always(False)),
    Field("winners", "numbers", "winners", always(())),
    Field("luck", "luck", "key", always(0)),
)
"""All fields in the order of the canonical form."""


def rest_of_deck(position: Position, deck: Deck = CLASSIC_DECK) -> tuple[Card, ...]:
    """Return the cards of the deck that are not in a grid, discarded or drawn, in ascending order."""
    rest = list(map(number_of, deck.cards))
    cells: list[Cell] = [cell for cells in position.cells for cell in cells]
    for cell in [*cells, *position.discard, *position.cards_drawn]:
        card = number_of(cell)
        if card is not None and card in rest:
            rest.remove(card)
    stars = number_of(STAR_CARD)
    return tuple(STAR_CARD if card is None or card == stars else card for card in rest)


def dealt_lot(position: Position, deck: Deck = CLASSIC_DECK) -> tuple[Card, ...]:
    """Return what is left of the lot that the position's luck has dealt; nothing after a reshuffle."""
    if position.n_reshuffles:
        return ()
    return dealt_pile(deck.cards, position.key, position.game, position.round_index, position.n_words)


Lots = Mapping[str, Callable[[Any], tuple[Cell, ...]]]
LOTS: Lots = {"rest": rest_of_deck, "dealt": dealt_lot}
"""Lots that have a name instead of a list."""


def write_runs(things: Iterable[object]) -> str:
    """Return cells or words separated by blanks, from three equal ones on as ``5*3``."""
    words = []
    for thing, run in groupby(things):
        length = len(list(run))
        words += [f"{thing}*{length}"] if length >= _SHORTEST_RUN else [str(thing)] * length
    return " ".join(words)


def write_sets(sets: Sequence[Sequence[object]]) -> str:
    """Return sets by seat, without the empty ones at the end."""
    n_seats = max((seat + 1 for seat, members in enumerate(sets) if members), default=0)
    return " | ".join(write_runs(members) or NONE for members in sets[:n_seats])


def _write_luck(position: Position) -> str:
    return f"{position.key:016x}/{position.game}+{position.n_words}"


WRITERS: dict[str, Callable[[Any], str]] = {
    "number": lambda number: NONE if number is None else str(number),
    "phase": str,
    "card": str,
    "cards": write_runs,
    "pile": write_runs,
    "lot": write_runs,
    "numbers": lambda numbers: " ".join(map(str, numbers)) or NONE,
    "sets": write_sets,
    "flag": lambda _is_set: "",
    "luck": _write_luck,
}
"""How a value is written, by kind; luck is written from the position."""


def is_left_out(field: Field, position: Position) -> bool:
    """Tell whether the canonical form leaves a field out."""
    value = getattr(position, field.attribute)
    if field.kind == "luck":
        return not (position.key or position.game or position.n_words)
    if field.order:
        is_ordered = getattr(position, field.order)
        return not value or is_ordered == field.kind.endswith("lot")
    return bool(value == field.default(position))

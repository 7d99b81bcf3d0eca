"""The fields of the position notation: their names, their order and how each value is written."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from skyjo_sim.kernels.cards import DECK
from skyjo_sim.positions.cells import Cell
from skyjo_sim.positions.luck import dealt_pile
from skyjo_sim.positions.value import (
    FINISHED_PHASES,
    Position,
    default_last_turns,
    default_lines,
    default_starter,
    sum_of,
)

__all__ = ["FIELDS", "LOTS", "NONE", "Field", "write_cells", "write_field"]

NONE = "-"
_SHORTEST_RUN = 3


@dataclass(frozen=True)
class Field:
    """A field of the notation: the kind of its value, and what it stands for when it is left out."""

    name: str
    kind: str
    attribute: str
    default: Callable[[Position], object]


def _always(value: object) -> Callable[[Position], object]:
    return lambda _position: value


def _sums(position: Position) -> object:
    is_over = position.phase in FINISHED_PHASES
    return tuple(map(sum_of, position.cells)) if is_over else ()


def _phase_of_fields(position: Position) -> str:
    """Return the phase that the drawn card or the column asked about tells."""
    if position.drawn is not None:
        return "place"
    return "source" if position.asked is None else "clear"


def _zeros(position: Position) -> tuple[int, ...]:
    return (0,) * position.n_players


def _nobody(position: Position) -> tuple[tuple[int, ...], ...]:
    return ((),) * position.n_players


FIELDS = (
    Field("turn", "number", "seat", _always(None)),
    Field("phase", "phase", "phase", _phase_of_fields),
    Field("drawn", "card", "drawn", _always(None)),
    Field("asked", "number", "asked", _always(None)),
    Field("clearing", "numbers", "to_clear", _always(())),
    Field("discard", "cards", "discard", _always(())),
    Field("pile", "pile", "pile", _always(())),
    Field("lot", "lot", "pile", _always(())),
    Field("next", "cards", "next_order", _always(())),
    Field("pool", "cards", "pool", _always(())),
    Field("chosen", "sets", "chosen", _nobody),
    Field("kept", "sets", "kept", _nobody),
    Field("starter", "number", "starter", default_starter),
    Field("ender", "number", "ender", _always(None)),
    Field("last", "number", "last_turns_left", default_last_turns),
    Field("lead", "number", "lead", _always(0)),
    Field("round", "number", "round_index", _always(0)),
    Field("turns", "number", "turns", _always(0)),
    Field("totals", "numbers", "totals", _zeros),
    Field("reshuffles", "number", "n_reshuffles", _always(0)),
    Field("extra_round", "flag", "is_extra", _always(False)),
    Field("extra", "number", "extra_rounds", _always(0)),
    Field("lines", "numbers", "lines_cleared", default_lines),
    Field("hidden_at_end", "numbers", "hidden_at_end", _zeros),
    Field("score", "numbers", "score", _sums),
    Field("doubled", "flag", "is_doubled", _always(False)),
    Field("abandoned", "flag", "is_abandoned", _always(False)),
    Field("game_abandoned", "flag", "is_game_abandoned", _always(False)),
    Field("winners", "numbers", "winners", _always(())),
    Field("luck", "luck", "key", _always(0)),
)
"""All fields in the order of the canonical form."""


def rest_of_deck(position: Position) -> tuple[int, ...]:
    """Return the cards of the deck that are not in a grid, discarded or drawn, in ascending order."""
    rest: list[int] = DECK.tolist()
    cells: list[Cell] = [cell for cells in position.cells for cell in cells]
    drawn = () if position.drawn is None else (position.drawn,)
    for cell in [*cells, *position.discard, *drawn]:
        card = int(cell[1:]) if isinstance(cell, str) and len(cell) > 1 else cell
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def dealt_lot(position: Position) -> tuple[int, ...]:
    """Return what is left of the lot that the position's luck has dealt; nothing after a reshuffle."""
    if position.n_reshuffles:
        return ()
    return dealt_pile(position.key, position.game, position.round_index, position.n_words)


LOTS: dict[str, Callable[[Position], tuple[int, ...]]] = {"rest": rest_of_deck, "dealt": dealt_lot}
"""Lots that have a name instead of a list."""


def write_cells(cells: Iterable[Cell]) -> str:
    """Return cells separated by blanks, from three equal ones on as ``5*3``."""
    words = []
    for cell, run in groupby(cells):
        length = len(list(run))
        words += [f"{cell}*{length}"] if length >= _SHORTEST_RUN else [str(cell)] * length
    return " ".join(words)


def _write_sets(sets: Sequence[Sequence[int]]) -> str:
    """Return sets by seat, without the empty ones at the end."""
    n_seats = max((seat + 1 for seat, members in enumerate(sets) if members), default=0)
    return " | ".join(" ".join(map(str, members)) or NONE for members in sets[:n_seats])


def _write_lot(position: Position) -> str:
    for name, find_pile in LOTS.items():
        if position.pile == find_pile(position):
            return name
    return write_cells(position.pile)


def _write_luck(position: Position) -> str:
    return f"{position.key:016x}/{position.game}+{position.n_words}"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "number": lambda number: NONE if number is None else str(number),
    "phase": str,
    "card": str,
    "cards": write_cells,
    "pile": write_cells,
    "numbers": lambda numbers: " ".join(map(str, numbers)) or NONE,
    "sets": _write_sets,
    "flag": lambda _is_set: "",
}


def write_field(field: Field, position: Position) -> str | None:
    """Return a field as it is written in the canonical form; None where it is left out."""
    value = getattr(position, field.attribute)
    if field.kind == "luck":
        is_left_out = not (position.key or position.game or position.n_words)
    elif field.kind in ("pile", "lot"):
        is_left_out = not value or position.is_ordered != (field.kind == "pile")
    else:
        is_left_out = value == field.default(position)
    if is_left_out:
        return None
    if field.kind in ("lot", "luck"):
        written = _write_lot(position) if field.kind == "lot" else _write_luck(position)
    else:
        written = _WRITERS[field.kind](value)
    return f"{field.name} {written}".rstrip()

"""Reading the text notation of positions (docs/notation.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NoReturn

from skyjo_sim.errors import NotationError
from skyjo_sim.positions.action_fields import ACTION_MARK
from skyjo_sim.positions.card_checks import Fault
from skyjo_sim.positions.fields import Field
from skyjo_sim.positions.forms import ACTION, CLASSIC, Form
from skyjo_sim.positions.pieces import Piece, read_grid
from skyjo_sim.positions.value import Position
from skyjo_sim.rules_text import show

__all__ = ["fail_at", "read_text"]

_MAY_BE_NONE = ("seat", "starter", "ender", "asked", "target", "kept_of_three")
_LUCK = ("key", "game", "n_words", "n_action_words")
"""What a field of luck stands for."""


def read_text(text: str) -> tuple[Position, Mapping[str, int]]:
    """Return the position that a text describes, and the columns of its fields by attribute.

    It is an `ActionPosition` where the text has the field ``action``.

    Raises
    ------
    NotationError
        If the text does not follow the grammar, or the position cannot be made into a game.
    """
    if not isinstance(text, str):
        raise NotationError(f"a position must be a text, got {show(text)}")
    grids, *fields = Piece(text, 1).split(";")
    is_action = any(piece.text.split()[:1] == [ACTION_MARK] for piece in fields)
    form = ACTION if is_action else CLASSIC
    columns = {"grids": grids.column}
    values: dict[str, Any] = {"grids": [read_grid(grid) for grid in grids.split("|")]}
    for piece in fields:
        if piece.text:
            _read_field(form, piece, values, columns)
    position = _complete(form, values)
    if fault := form.find_fault(position):
        fail_at(fault, columns)
    return position, columns


def fail_at(fault: Fault, columns: Mapping[str, int]) -> NoReturn:
    """Raise the error of a fault, with the column of its field: 1 where it is left out."""
    attribute, message = fault
    raise NotationError(f"column {columns.get(attribute, 1)}: {message}")


def _complete(form: Form, values: dict[str, Any]) -> Position:
    """Return the position of the values; its phase, and lots that have a name, follow from the others."""
    named = {name: form.lots[name][values[name]] for name in form.lots if isinstance(values.get(name), str)}
    phase = next((phase for name, phase in form.phase_told_by.items() if name in values), "source")
    position = form.make(**{"phase": phase, **values, **dict.fromkeys(named, ())})
    if not named or form.find_fault(position):
        return position
    piles: dict[str, Any] = {name: find_pile(position) for name, find_pile in named.items()}
    return replace(position, **piles)


def _find_field(form: Form, name: Piece) -> Field:
    """Return the field of a name."""
    fields = {field.name: field for field in form.fields}
    if name.text not in fields:
        if any(field.name == name.text for field in ACTION.fields):
            name.fail(f"a field of the classic game, or the field {ACTION_MARK} besides")
        name.fail(f"a field, one of {', '.join(fields)}")
    return fields[name.text]


def _read_field(form: Form, piece: Piece, values: dict[str, Any], columns: dict[str, int]) -> None:
    """Read a field into `values`, its column into `columns`."""
    name = piece.words()[0]
    field = _find_field(form, name)
    column_of = f"{ACTION_MARK} itself" if field.kind == "mark" else field.attribute
    if column_of in columns:
        name.fail(f"a field not given before (the first at column {columns[column_of]})")
    columns[column_of] = piece.column
    rest = piece.text[len(name.text) :]
    value = Piece(rest.strip(), piece.column + len(piece.text) - len(rest.lstrip()))
    found = form.readers[field.kind](value)
    if field.attribute == "key":
        columns.update(dict.fromkeys(_LUCK, piece.column))
        values.update(zip(_LUCK, found, strict=False))
    elif field.kind != "mark":
        values[field.attribute] = found
        if field.order:
            values[field.order] = not field.kind.endswith("lot")
        _refuse_none(field, value, found)


def _refuse_none(field: Field, piece: Piece, value: object) -> None:
    """Refuse ``-`` where a number must stand."""
    if value is None and field.attribute not in _MAY_BE_NONE:
        piece.fail("an integer")

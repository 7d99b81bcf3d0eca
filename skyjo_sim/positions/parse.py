"""Reading the text notation of positions (docs/notation.md)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from skyjo_sim.errors import InputError, NotationError
from skyjo_sim.positions.cells import Cell, grid_from_rows, read_cell
from skyjo_sim.positions.checks import find_fault
from skyjo_sim.positions.fields import FIELDS, LOTS, NONE, Field
from skyjo_sim.positions.value import Position

__all__ = ["read_text"]

_CELLS = re.compile(r"(\.|\?|\??-?[0-9]{1,3})(?:\*([0-9]{1,3}))?")
_NUMBER = re.compile(r"-?[0-9]{1,20}")
_LUCK = re.compile(r"([0-9a-fA-F]{1,16})/([0-9]{1,20})(?:\+([0-9]{1,20}))?")
_MOST_COPIES = 150

_FIELD_BY_NAME = {field.name: field for field in FIELDS}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the text and the column it begins at, from 1."""

    text: str
    column: int

    def split(self, separator: str) -> list["_Piece"]:
        """Return the pieces between separators of one character, empty ones included."""
        pieces, column = [], self.column
        for text in self.text.split(separator):
            pieces.append(_Piece(text.strip(), column + len(text) - len(text.lstrip())))
            column += len(text) + 1
        return pieces

    def words(self) -> list["_Piece"]:
        """Return the words between blanks."""
        return [_Piece(match[0], self.column + match.start()) for match in re.finditer(r"\S+", self.text)]

    def fail(self, expected: str) -> NoReturn:
        """Raise the error that names this piece and what should stand there."""
        raise NotationError(f"column {self.column}: expected {expected}, got {self.text!r}")


def read_text(text: str) -> Position:
    """Return the position that a text describes.

    Raises
    ------
    NotationError
        If the text does not follow the grammar, or the position cannot be made into a game.
    """
    grids, *fields = _Piece(text, 1).split(";")
    columns = {"grids": grids.column}
    values: dict[str, Any] = {"grids": [_read_grid(grid) for grid in grids.split("|")]}
    for piece in fields:
        if piece.text:
            _read_field(piece, values, columns)
    position = _complete(values)
    if fault := find_fault(position):
        attribute, message = fault
        raise NotationError(f"column {columns.get(attribute, 1)}: {message}")
    return position


def _complete(values: dict[str, Any]) -> Position:
    """Return the position of the values; its phase and a lot that has a name follow from the others."""
    phase = "place" if "drawn" in values else "clear" if "asked" in values else "source"
    find_pile = LOTS.get(values["pile"]) if isinstance(values.get("pile"), str) else None
    if find_pile is None:
        return Position(**{"phase": phase, **values})
    position = Position(**{"phase": phase, **values, "pile": ()})
    if find_fault(position):
        return position
    return replace(position, pile=find_pile(position))


def _read_grid(piece: _Piece) -> tuple[Cell, ...]:
    rows = [_read_cells(row) for row in piece.split("/")]
    try:
        return grid_from_rows(rows)
    except InputError as error:
        raise NotationError(f"column {piece.column}: {error}") from None


def _read_cells(piece: _Piece) -> list[Cell]:
    """Return the cells of a row or the cards of a pile; ``5*3`` is three of them."""
    cells: list[Cell] = []
    if not piece.text:
        piece.fail("a cell such as 5, ?5, ? or .")
    for word in piece.words():
        match = _CELLS.fullmatch(word.text)
        copies = int(match[2] or 1) if match else 0
        if match is None or not 1 <= copies <= _MOST_COPIES:
            word.fail(f"a cell such as 5, ?5, ? or ., perhaps with *1..*{_MOST_COPIES}")
        cells += [read_cell(match[1])] * copies
    return cells


def _read_cards(piece: _Piece) -> list[Cell]:
    """Return the cards of a pile."""
    if piece.text == NONE:
        return []
    for word in piece.words():
        if "." in word.text or re.match(r"\?[-0-9]", word.text):
            word.fail("a card such as 5, or ? where it is not known")
    return _read_cells(piece)


def _read_card(piece: _Piece) -> Cell:
    cards = _read_cards(piece)
    if len(cards) != 1:
        piece.fail("one card")
    return cards[0]


def _read_lot(piece: _Piece) -> list[Cell] | str:
    return piece.text if piece.text in LOTS else _read_cards(piece)


def _read_number(piece: _Piece) -> int | None:
    if piece.text == NONE:
        return None
    if not _NUMBER.fullmatch(piece.text):
        piece.fail("an integer")
    return int(piece.text)


def _read_numbers(piece: _Piece) -> list[int]:
    if piece.text == NONE:
        return []
    numbers = [_read_number(word) for word in piece.words()]
    if not numbers or None in numbers:
        piece.fail(f"integers separated by blanks, or {NONE}")
    return [number for number in numbers if number is not None]


def _read_sets(piece: _Piece) -> list[list[int]]:
    return [_read_numbers(part) for part in piece.split("|")]


def _read_flag(piece: _Piece) -> bool:
    if piece.text:
        piece.fail("nothing behind the name")
    return True


_READERS: dict[str, Callable[[_Piece], Any]] = {
    "number": _read_number,
    "phase": lambda piece: piece.text,
    "card": _read_card,
    "cards": _read_cards,
    "pile": _read_cards,
    "lot": _read_lot,
    "numbers": _read_numbers,
    "sets": _read_sets,
    "flag": _read_flag,
}


def _read_field(piece: _Piece, values: dict[str, Any], columns: dict[str, int]) -> None:
    """Read a field into `values`, its column into `columns`."""
    name = piece.words()[0]
    field = _FIELD_BY_NAME.get(name.text)
    if field is None:
        name.fail(f"a field, one of {', '.join(_FIELD_BY_NAME)}")
    if field.attribute in columns:
        name.fail(f"a field not given before (the first at column {columns[field.attribute]})")
    columns[field.attribute] = piece.column
    rest = piece.text[len(name.text) :]
    value = _Piece(rest.strip(), piece.column + len(piece.text) - len(rest.lstrip()))
    if field.kind == "luck":
        columns["game"] = columns["n_words"] = piece.column
        values["key"], values["game"], values["n_words"] = _read_luck(value)
        return
    values[field.attribute] = _READERS[field.kind](value)
    if field.attribute == "pile":
        values["is_ordered"] = field.kind == "pile"
    _refuse_none(field, value, values[field.attribute])


def _refuse_none(field: Field, piece: _Piece, value: object) -> None:
    """Refuse ``-`` where a number must stand."""
    if value is None and field.attribute not in ("seat", "starter", "ender", "asked"):
        piece.fail("an integer")


def _read_luck(piece: _Piece) -> tuple[int, int, int]:
    match = _LUCK.fullmatch(piece.text)
    if match is None:
        piece.fail("luck as KEY/GAME+WORDS: hexadecimal digits, an index, words taken")
    return int(match[1], 16), int(match[2]), int(match[3] or 0)

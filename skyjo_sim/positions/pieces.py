"""Pieces of a text and the values they stand for; every error names the column."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from skyjo_sim.errors import InputError, NotationError
from skyjo_sim.positions.cells import CELL_PATTERN, Cell, grid_from_rows, read_cell
from skyjo_sim.positions.fields import LOTS, NONE

__all__ = ["READERS", "Piece", "Reader", "read_card", "read_copies", "read_grid", "read_number"]

_CELLS = re.compile(rf"({CELL_PATTERN})(?:\*([0-9]{{1,3}}))?")
_HIDDEN = re.compile(r"\?(?:[-0-9!]|\*(?![0-9]))")
_NUMBER = re.compile(r"-?[0-9]{1,20}")
_LUCK = re.compile(r"([0-9a-fA-F]{1,16})/([0-9]{1,20})(?:\+([0-9]{1,20}))?")
_MOST_COPIES = 150


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text and the column it begins at, from 1."""

    text: str
    column: int

    def split(self, separator: str) -> list["Piece"]:
        """Return the pieces between separators of one character, empty ones included."""
        pieces, column = [], self.column
        for text in self.text.split(separator):
            pieces.append(Piece(text.strip(), column + len(text) - len(text.lstrip())))
            column += len(text) + 1
        return pieces

    def words(self) -> list["Piece"]:
        """Return the words between blanks."""
        return [Piece(match[0], self.column + match.start()) for match in re.finditer(r"\S+", self.text)]

    def fail(self, expected: str) -> NoReturn:
        """Raise the error that names this piece and what should stand there."""
        raise NotationError(f"column {self.column}: expected {expected}, got {self.text!r}")


def read_copies(word: Piece, match: re.Match[str] | None, expected: str) -> int:
    """Return how often a word stands, by the number behind ``*`` in the second group of its match."""
    copies = int(match[2] or 1) if match else 0
    if not 1 <= copies <= _MOST_COPIES:
        word.fail(f"{expected}, perhaps with *1..*{_MOST_COPIES}")
    return copies


def read_grid(piece: Piece) -> tuple[Cell, ...]:
    """Return a grid, written in rows."""
    rows = [_read_cells(row) for row in piece.split("/")]
    try:
        return grid_from_rows(rows)
    except InputError as error:
        raise NotationError(f"column {piece.column}: {error}") from None


def _read_cells(piece: Piece) -> list[Cell]:
    """Return the cells of a row or the cards of a pile; ``5*3`` is three of them."""
    cells: list[Cell] = []
    if not piece.text:
        piece.fail("a cell such as 5, ?5, ? or .")
    for word in piece.words():
        match = _CELLS.fullmatch(word.text)
        copies = read_copies(word, match, "a cell such as 5, ?5, ? or .")
        cells += [read_cell(match and match[1])] * copies
    return cells


def _read_cards(piece: Piece) -> list[Cell]:
    """Return the cards of a pile."""
    if piece.text == NONE:
        return []
    for word in piece.words():
        if "." in word.text or _HIDDEN.match(word.text):
            word.fail("a card such as 5, or ? where it is not known")
    return _read_cells(piece)


def read_card(piece: Piece) -> Cell:
    """Return a single card of a pile."""
    cards = _read_cards(piece)
    if len(cards) != 1:
        piece.fail("one card")
    return cards[0]


def _read_lot(piece: Piece) -> list[Cell] | str:
    return piece.text if piece.text in LOTS else _read_cards(piece)


def read_number(piece: Piece) -> int | None:
    """Return an integer, or None for ``-``."""
    if piece.text == NONE:
        return None
    if not _NUMBER.fullmatch(piece.text):
        piece.fail("an integer")
    return int(piece.text)


def read_numbers(piece: Piece) -> list[int]:
    if piece.text == NONE:
        return []
    numbers = [read_number(word) for word in piece.words()]
    if not numbers or None in numbers:
        piece.fail(f"integers separated by blanks, or {NONE}")
    return [number for number in numbers if number is not None]


def _read_sets(piece: Piece) -> list[list[int]]:
    return [read_numbers(part) for part in piece.split("|")]


def _read_flag(piece: Piece) -> bool:
    if piece.text:
        piece.fail("nothing behind the name")
    return True


def _read_luck(piece: Piece) -> tuple[int, int, int]:
    match = _LUCK.fullmatch(piece.text)
    if match is None:
        piece.fail("luck as KEY/GAME+WORDS: hexadecimal digits, an index, words taken")
    return int(match[1], 16), int(match[2]), int(match[3] or 0)


Reader = Callable[[Piece], Any]
READERS: Mapping[str, Reader] = {
    "number": read_number,
    "phase": lambda piece: piece.text,
    "card": read_card,
    "cards": _read_cards,
    "pile": _read_cards,
    "lot": _read_lot,
    "numbers": read_numbers,
    "sets": _read_sets,
    "flag": _read_flag,
    "luck": _read_luck,
}
"""How a value is read, by kind; ``luck`` stands for three values."""

"""Cards and grids written by hand: ``5`` face up, ``"?5"`` hidden, ``"?"`` unknown, ``"."`` cleared."""

import operator
import re
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from skyjo_sim.errors import InputError
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS, N_SLOTS

__all__ = [
    "CLEARED_CELL",
    "UNKNOWN",
    "Card",
    "Cell",
    "as_grid",
    "grid_from_rows",
    "read_card",
    "read_cell",
    "rows_of",
]

UNKNOWN = "?"
CLEARED_CELL = "."

Card = int | str
"""A card's value, or `UNKNOWN`."""
Cell = int | str
"""A face-up card's value, ``"?5"`` or another hidden card, `UNKNOWN`, or `CLEARED_CELL`."""

_CELL = re.compile(r"(\??)(-?[0-9]{1,3})")


def read_cell(cell: object) -> Cell:
    """Return a cell in its one form: ``"5"`` and ``5`` become 5, None becomes ``"."``.

    Raises
    ------
    InputError
        If it is no cell. The card's value is checked when a game is made of it.
    """
    if type(cell) is int:
        return cell
    if cell is None:
        return CLEARED_CELL
    if isinstance(cell, SupportsIndex) and not isinstance(cell, bool):
        return operator.index(cell)
    if isinstance(cell, str):
        if cell in (UNKNOWN, CLEARED_CELL):
            return cell
        if match := _CELL.fullmatch(cell):
            return f"?{int(match[2])}" if match[1] else int(match[2])
    raise InputError(f"a cell must be a card such as 5, a hidden one '?5' or '?', or '.', got {cell!r}")


def read_card(card: object) -> Card:
    """Return a card of a pile in its one form: its value, or `UNKNOWN`.

    Raises
    ------
    InputError
        If it is no card.
    """
    cell = read_cell(card)
    if isinstance(cell, str) and cell != UNKNOWN:
        raise InputError(f"a card must be an integer such as 5, or '?' where it is not known, got {card!r}")
    return cell


def as_grid(grid: Iterable[object]) -> tuple[Cell, ...]:
    """Return a grid as 12 cells by slot; it is given so, or as rows (`grid_from_rows`).

    Raises
    ------
    InputError
        If it is neither.
    """
    parts = list(grid)
    if all(isinstance(part, Sequence) and not isinstance(part, str) for part in parts):
        return grid_from_rows(parts)  # type: ignore[arg-type]
    if len(parts) != N_SLOTS:
        raise InputError(f"a grid must have {N_SLOTS} cells by slot, or be rows of cells, got {len(parts)} cells")
    return tuple(read_cell(part) for part in parts)


def grid_from_rows(rows: Sequence[Sequence[object]]) -> tuple[Cell, ...]:
    """Return the 12 cells, by slot, of a grid written in rows from top to bottom.

    Lines that are gone may be left out: the columns that remain are put leftmost and the rows topmost, the
    rest is cleared. ``[]`` is a grid without cards.

    Raises
    ------
    InputError
        If there are more than 3 rows or 4 columns, or rows of different length.
    """
    widths = {len(row) for row in rows}
    if len(rows) > N_ROWS or len(widths) > 1 or max(widths, default=0) > N_COLUMNS:
        got = [len(row) for row in rows]
        raise InputError(f"a grid must be at most 3 rows of at most 4 cells, all rows equally long, got rows of {got}")
    cells: list[Cell] = [CLEARED_CELL] * N_SLOTS
    for row, written in enumerate(rows):
        for column, cell in enumerate(written):
            cells[N_ROWS * column + row] = read_cell(cell)
    return tuple(cells)


def rows_of(cells: Sequence[Cell], *, shrink: bool = False) -> list[list[Cell]]:
    """Return 12 cells by slot as rows, top to bottom.

    Parameters
    ----------
    shrink
        Leave out the columns and rows that are wholly cleared.
    """
    rows = [[cells[N_ROWS * column + row] for column in range(N_COLUMNS)] for row in range(N_ROWS)]
    if not shrink:
        return rows
    columns = [column for column in range(N_COLUMNS) if any(row[column] != CLEARED_CELL for row in rows)]
    current = [[row[column] for column in columns] for row in rows]
    return [row for row in current if any(cell != CLEARED_CELL for cell in row)]

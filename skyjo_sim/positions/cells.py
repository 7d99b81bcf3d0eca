"""Cards and grids written by hand: ``5`` face up, ``"?5"`` hidden, ``"?"`` unknown, ``"."`` cleared.

Skyjo Action has the star ``"*"`` besides, ``"?*"`` face down, and says behind a hidden card who knows it: ``"?5!"`` is
known to all, ``"?5!02"`` to the seats 0 and 2, and ``"?!2"`` is known to seat 2 and not to the writer.
"""

import operator
import re
from collections.abc import Iterable, Sequence
from typing import SupportsIndex

from skyjo_sim.errors import InputError
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS, N_SLOTS

__all__ = [
    "CELL_PATTERN",
    "CLEARED_CELL",
    "KNOWN_MARK",
    "STAR_CARD",
    "UNKNOWN",
    "Card",
    "Cell",
    "as_grid",
    "grid_from_rows",
    "hidden_cell",
    "is_hidden",
    "known_to",
    "number_of",
    "read_card",
    "read_cell",
    "rows_of",
    "without_knowers",
]

UNKNOWN = "?"
CLEARED_CELL = "."
STAR_CARD = "*"
KNOWN_MARK = "!"

Card = int | str
"""A card's value, `STAR_CARD`, or `UNKNOWN`."""
Cell = int | str
"""A face-up card, ``"?5"`` or another hidden card, `UNKNOWN`, or `CLEARED_CELL`."""

_CARD = r"-?[0-9]{1,3}|\*"
CELL_PATTERN = rf"\.|{_CARD}|\?(?:{_CARD})?(?:![0-9]{{0,8}})?"
"""A cell as it is written."""
_CELL = re.compile(rf"(?P<shown>{_CARD})|\?(?P<card>{_CARD})?(?P<known>![0-9]{{0,8}})?")


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
            return _canonical(match)
    raise InputError(f"a cell must be a card such as 5, a hidden one '?5' or '?', or '.', got {cell!r}")


def _canonical(match: re.Match[str]) -> Cell:
    """Return a cell that was recognised in its one form."""
    if shown := match["shown"]:
        return STAR_CARD if shown == STAR_CARD else int(shown)
    card = match["card"] or ""
    known = match["known"] or ""
    return f"?{card if card in ('', STAR_CARD) else int(card)}{known[:1]}{''.join(sorted(set(known[1:])))}"


def is_hidden(cell: Cell) -> bool:
    """Tell whether a cell is a card that lies face down."""
    return isinstance(cell, str) and cell.startswith(UNKNOWN)


def number_of(cell: Cell | None) -> int | None:
    """Return the card of a cell as kernels number it; None where it is not known or there is none."""
    if isinstance(cell, int):
        return cell
    if cell is None or cell == CLEARED_CELL:
        return None
    card = cell.removeprefix(UNKNOWN).partition(KNOWN_MARK)[0]
    if card == STAR_CARD:
        return STAR
    return int(card) if card else None


def known_to(cell: Cell, n_players: int) -> tuple[frozenset[int], bool]:
    """Return the seats that know a hidden card, and whether it was shown to all; no seats for any other cell."""
    if not is_hidden(cell) or KNOWN_MARK not in str(cell):
        return frozenset(), False
    seats = str(cell).partition(KNOWN_MARK)[2]
    return frozenset(map(int, seats)) or frozenset(range(n_players)), not seats


def without_knowers(cell: Cell) -> Cell:
    """Return a cell without who knows it."""
    return cell.partition(KNOWN_MARK)[0] if is_hidden(cell) and isinstance(cell, str) else cell


def hidden_cell(card: Card, seats: Iterable[int] = (), *, is_public: bool = False) -> Cell:
    """Return the cell of a card face down that all, or these seats, know."""
    known = "" if is_public else "".join(map(str, sorted(seats)))
    mark = KNOWN_MARK if is_public or known else ""
    return f"?{'' if card == UNKNOWN else card}{mark}{known}"


def read_card(card: object) -> Card:
    """Return a card of a pile in its one form: its value, or `UNKNOWN`.

    Raises
    ------
    InputError
        If it is no card.
    """
    cell = read_cell(card)
    if isinstance(cell, str) and cell not in (UNKNOWN, STAR_CARD):
        raise InputError(f"a card must be an integer such as 5, or '?' where it is not known, got {card!r}")
    return cell


def as_grid(grid: Iterable[object]) -> tuple[Cell, ...]:
    """Return a grid as 12 cells by slot; it is given so, or as rows (`grid_from_rows`).

    Raises
    ------
    InputError
        If it is neither.
    """
    if not isinstance(grid, Iterable):
        raise InputError(f"a grid must have {N_SLOTS} cells by slot, or be rows of cells, got {grid!r}")
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

"""Positions as text: one line that a person can read and type (docs/notation.md), and a drawing."""

import numpy as np

from skyjo_sim.position import read_position
from skyjo_sim.positions.cells import Cell, rows_of
from skyjo_sim.positions.drawing import draw_position
from skyjo_sim.positions.fields import FIELDS, write_field
from skyjo_sim.positions.parse import read_text
from skyjo_sim.positions.record import record_of
from skyjo_sim.positions.value import Position

__all__ = ["describe_position", "format_position", "parse_position", "write_text"]


def parse_position(text: str) -> np.record:
    """Return a new game record of the position that a text describes.

    Raises
    ------
    NotationError
        If the text does not follow the grammar, or the position cannot be. The message names the column.

    Examples
    --------
    >>> game = parse_position("1 ?2 / 3 4 / 5 ?6 | ?7 / ?8 / 9; turn 0; discard 5; pile 12 0")
    >>> int(game.table.discard_top)
    5
    """
    return record_of(read_text(text))


def format_position(game: np.record, seat: int | None = None) -> str:
    """Return the position of a game as one line of text, in the canonical form.

    Parameters
    ----------
    game
        A record of `skyjo_sim.kernels.layout.GAME`.
    seat
        None writes everything, the luck included: `parse_position` gives the same game back. A seat writes
        what that seat knows, and no more.

    Raises
    ------
    InputError
        If the seat is not at the table.
    """
    return write_text(read_position(game, seat))


def describe_position(game: np.record, seat: int | None = None) -> str:
    """Return a drawing of a game in several lines; with a seat, of what that seat knows.

    Raises
    ------
    InputError
        If the seat is not at the table.
    """
    return draw_position(read_position(game, seat))


def write_text(position: Position) -> str:
    """Return a position as one line of text, in the canonical form."""
    grids = " | ".join(map(_write_grid, position.cells))
    fields = [written for field in FIELDS if (written := write_field(field, position)) is not None]
    return "; ".join([grids, *fields])


def _write_grid(cells: tuple[Cell, ...]) -> str:
    return " / ".join(" ".join(map(str, row)) for row in rows_of(cells))

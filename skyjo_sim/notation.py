"""Positions as text: one line that a person can read and type (docs/notation.md), and a drawing."""

import numpy as np

from skyjo_sim.position import read_position
from skyjo_sim.positions.cells import Cell, rows_of
from skyjo_sim.positions.fields import Field
from skyjo_sim.positions.forms import Form, check_rules, form_of
from skyjo_sim.positions.parse import fail_at, read_text
from skyjo_sim.positions.value import Position
from skyjo_sim.rules import Rules

__all__ = ["describe_position", "format_position", "parse_position", "write_text"]


def parse_position(text: str, rules: Rules | np.record | None = None) -> np.record:
    """Return a new game record of the position that a text describes: of Skyjo Action if it has the field ``action``.

    Parameters
    ----------
    rules
        A record of Skyjo Action also holds which decisions are legal: by these rules, None meaning official ones. A
        classic record does not depend on rules. Whether rules allow the position is not checked.

    Raises
    ------
    NotationError
        If the text does not follow the grammar, or the position cannot be. The message names the column.
    InputError
        If the rules are those of the other game.

    Examples
    --------
    >>> game = parse_position("1 ?2 / 3 4 / 5 ?6 | ?7 / ?8 / 9; turn 0; discard 5; pile 12 0")
    >>> int(game.table.discard_top)
    5
    """
    position, columns = read_text(text)
    form = form_of(position)
    check_rules(form, rules)
    game = form.record_of(position, rules)
    if fault := form.find_fault_by_rules(position, game, rules):
        fail_at(fault, columns)
    return game


def format_position(game: np.record, seat: int | None = None) -> str:
    """Return the position of a game as one line of text, in the canonical form.

    Parameters
    ----------
    game
        A record of `skyjo_sim.kernels.layout.GAME`, or of that of Skyjo Action.
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
    position = read_position(game, seat)
    return form_of(position).draw(position)


def write_text(position: Position) -> str:
    """Return a position as one line of text, in the canonical form."""
    form = form_of(position)
    grids = " | ".join(map(_write_grid, position.cells))
    return "; ".join([grids, *(_write_field(form, field, position) for field in form.fields_to_write(position))])


def _write_field(form: Form, field: Field, position: Position) -> str:
    """Return a field with its name; a lot that has a name is written by it."""
    value = getattr(position, field.attribute)
    if field.attribute == "key":
        written = form.writers[field.kind](position)
    elif field.kind.endswith("lot"):
        named = (name for name, find_pile in form.lots[field.attribute].items() if value == find_pile(position))
        written = next(named, None) or form.writers[field.kind](value)
    else:
        written = form.writers[field.kind](value)
    return f"{field.name} {written}".rstrip()


def _write_grid(cells: tuple[Cell, ...]) -> str:
    return " / ".join(" ".join(map(str, row)) for row in rows_of(cells))

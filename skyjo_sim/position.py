"""Games made from positions: built by hand, read back, seen by one seat."""

from collections.abc import Sequence

import numpy as np

from skyjo_sim.errors import InputError
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.cells import Card, Cell, as_grid, grid_from_rows, rows_of, without_knowers
from skyjo_sim.positions.forms import check_rules, form_of
from skyjo_sim.positions.value import Position
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show

__all__ = [
    "ActionPosition",
    "Position",
    "as_grid",
    "build_game",
    "grid_from_rows",
    "make_game",
    "read_position",
    "rows_from_grid",
]


def build_game(
    *,
    grids: Sequence[Sequence[object]],
    seat: int | None = 0,
    discard: Sequence[int] = (),
    pile: Sequence[Card] = (),
    is_ordered: bool = True,
    next_order: Sequence[int] = (),
    phase: str = "source",
    drawn: Card | None = None,
    ender: int | None = None,
    last_turns_left: int | None = None,
    totals: Sequence[int] = (),
    turns: int = 0,
    starter: int | None = None,
    round_index: int = 0,
    key: int = 0,
    game: int = 0,
    rules: Rules | np.record | None = None,
) -> np.record:
    """Build a game from a position made by hand, with all 150 cards or with few.

    The parameters are the fields of `skyjo_sim.positions.value.Position`, which has the rarer ones too:
    `make_game` makes a game of one.

    Parameters
    ----------
    rules
        If given, the position must be one that these rules allow, apart from missing and unknown cards.

    Returns
    -------
    numpy.record
        A new record of `skyjo_sim.kernels.layout.GAME`.

    Raises
    ------
    InputError
        If a value is not allowed, the deck has fewer cards of a value, or fields contradict each other.

    Examples
    --------
    >>> grids = [[[1, "?2"], [3, 4], [5, "?6"]], [["?7"], ["?8"], [9]]]
    >>> game = build_game(grids=grids, discard=[5], pile=[12, 0])
    >>> rows_from_grid(game, 0)
    [[1, '?2'], [3, 4], [5, '?6']]
    """
    position = Position(
        grids=grids,
        seat=seat,
        discard=discard,
        pile=pile,
        is_ordered=is_ordered,
        next_order=next_order,
        phase=phase,
        drawn=drawn,
        ender=ender,
        last_turns_left=last_turns_left,
        totals=totals,
        turns=turns,
        starter=starter,
        round_index=round_index,
        key=key,
        game=game,
    )
    return make_game(position, rules)


def make_game(position: Position, rules: Rules | np.record | None = None) -> np.record:
    """Return a new game record of a position. See `build_game`, also for what it raises.

    Parameters
    ----------
    position
        A `Position`, or an `ActionPosition` for a record of Skyjo Action. That holds which decisions are legal: by
        the given rules, or by official ones.
    """
    if not isinstance(position, Position):
        raise InputError(f"position must be a Position or an ActionPosition, got {show(position)}")
    form = form_of(position)
    check_rules(form, rules)
    if fault := form.find_fault(position):
        raise InputError(fault[1])
    game = form.record_of(position, rules)
    if fault := form.find_fault_by_rules(position, game, rules):
        raise InputError(fault[1])
    if rules is not None and (problems := find_problems(game, rules) & ~Problem.VIEW):
        raise InputError(f"the position must be one that the rules allow, got the problems: {problems.names()}")
    return game


def read_position(game: np.record, seat: int | None = None) -> Position:
    """Return the position of a game; with a seat, only what that seat knows.

    Raises
    ------
    InputError
        If the seat is not at the table.
    """
    form = form_of(game)
    position = form.position_of(game)
    if seat is None:
        return position
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < position.n_players:
        raise InputError(f"seat must be in 0..{position.n_players - 1}, got {show(seat)}")
    return form.view_of(position, int(seat))


def rows_from_grid(game: np.record, seat: int) -> list[list[Cell]]:
    """Return the current grid of a seat as rows, lines that are gone left out, hidden cards as ``"?5"``."""
    return rows_of([without_knowers(cell) for cell in read_position(game).cells[seat]], shrink=True)

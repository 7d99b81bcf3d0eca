"""Score a single grid as it lies at the end of a round: turned up, its lines cleared, counted.

The rules are those of the compiled engines: a grid is put on a table beside an empty one and the round ended there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyjo_sim.engines import engine_of
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.position import ActionPosition, Position, make_game, rows_from_grid
from skyjo_sim.positions.cells import CLEARED_CELL, Cell, number_of
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from skyjo_sim.rules_text import show

__all__ = ["GridScore", "score_grid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridScore:
    """Say what a grid counts.

    Attributes
    ----------
    points : the raw score, before any doubling
    rows : the grid after the final reveal, lines that are gone left out
    star_bonus : points that lines of stars have taken off, part of `points`
    n_lines_cleared : lines cleared at the final reveal
    """

    points: int
    rows: list[list[Cell]]
    star_bonus: int
    n_lines_cleared: int


def score_grid(grid: Sequence[object], hand: Sequence[str] = (), rules: Rules | None = None) -> GridScore:
    """Turn a grid up, clear its lines and count it.

    Parameters
    ----------
    grid
        12 cells by slot, or rows of cells (`skyjo_sim.positions.cells`); every card must be known.
    hand
        Skyjo Action: names of the action cards that were not used.
    rules
        None means official rules of the classic game.

    Raises
    ------
    InputError
        If the grid or the hand cannot be, or an argument is of another type.

    Examples
    --------
    >>> score_grid([[5, "?5", 1], [5, 3, 4], [5, 0, 2]]).points
    15
    >>> from skyjo_sim import ActionRules
    >>> score_grid([["*", 6, 3, 1], ["*", 2, 4, 0], ["*", 1, 2, -1]], ["steal"], ActionRules()).points
    18
    """
    rules = Rules() if rules is None else rules
    engine = engine_of(rules)
    is_action = engine.game == Game.ACTION
    grids, held = [_as_cells(grid), []], _as_names(hand)
    if held and not is_action:
        raise InputError(f"hand must be empty in the classic game, got {held}")
    position = ActionPosition(grids=grids, hands=[held]) if is_action else Position(grids=grids)
    for cell in position.cells[0]:
        if cell != CLEARED_CELL and number_of(cell) is None:
            raise InputError(f"every card of the grid must be known, got {cell!r}")
    game = make_game(position)
    before = int(game.table.n_lines_cleared[0])
    record = rules_record(rules)
    record.early_reveal = 0  # what is hidden is turned up now
    record.checks_all_lines = 1
    game.table.is_abandoned = 1  # nobody has ended the round
    engine.kernel("scoring", "finish_round")(game, record)
    return GridScore(
        points=int(game.table.raw[0]),
        rows=rows_from_grid(game, 0),
        star_bonus=int(game.table.star_bonus[0]) if is_action else 0,
        n_lines_cleared=int(game.table.n_lines_cleared[0]) - before,
    )


def _as_cells(grid: Any) -> list[object]:
    if isinstance(grid, str | bytes | Mapping) or not isinstance(grid, Iterable):
        raise InputError(f"grid must be 12 cells by slot, or rows of cells, got {show(grid)}")
    return grid.tolist() if isinstance(grid, np.ndarray) else list(grid)


def _as_names(hand: Any) -> list[str]:
    names = None if isinstance(hand, str | Mapping) or not isinstance(hand, Iterable) else list(hand)
    if names is None or not all(isinstance(name, str) for name in names):
        raise InputError(f"hand must be names of action cards, got {show(hand)}")
    return names

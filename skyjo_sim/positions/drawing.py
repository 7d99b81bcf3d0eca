"""Positions drawn for people: the grids beside each other, the piles, whose turn it is."""

from collections.abc import Sequence
from itertools import zip_longest

from skyjo_sim.positions.cells import UNKNOWN, Cell, rows_of
from skyjo_sim.positions.value import Position

__all__ = ["draw_grids", "draw_position", "piles_line", "situation_line"]

_GRIDS_PER_BAND = 4
_CELL_WIDTH = 4
_GAP = "     "


def draw_position(position: Position) -> str:
    """Return a drawing of a position in several lines, without a line end at the end."""
    return "\n".join([situation_line(position), piles_line(position), *draw_grids(position, position.cells)])


def draw_grids(position: Position, grids: Sequence[Sequence[Cell]]) -> list[str]:
    """Return bands of at most four grids beside each other; each begins with an empty line."""
    seats = range(position.n_players)
    bands = [seats[first : first + _GRIDS_PER_BAND] for first in seats[::_GRIDS_PER_BAND]]
    return ["\n" + _draw_band(position, grids, band) for band in bands]


def situation_line(position: Position) -> str:
    """Return where the game stands in one line."""
    words = f"round {position.round_index}, {position.turns} turns played"
    if position.seat is None:
        words += f", {position.phase.replace('_', ' ')}"
        if position.is_abandoned:
            words += ", abandoned"
    else:
        words += f", seat {position.seat} to decide ({position.phase})"
    if position.drawn is not None:
        words += f", drawn {'a card' if position.drawn == UNKNOWN else position.drawn}"
    if position.asked is not None:
        words += f", clear column {position.asked}?"
    if position.seat is not None and position.ender is not None:
        words += f", last turns left {position.last_turns_left}"
    if position.winners:
        words += f", won by seat {', '.join(map(str, position.winners))}"
    return words


def piles_line(position: Position) -> str:
    """Return the piles in one line."""
    n_discard = len(position.discard)
    top = f", {position.discard[-1]} on top" if n_discard else ""
    return f"draw pile {len(position.pile)} cards; discard pile {n_discard} cards{top}"


def _draw_band(position: Position, grids: Sequence[Sequence[Cell]], seats: range) -> str:
    """Return some grids beside each other."""
    columns = [_draw_seat(position, seat, grids[seat]) for seat in seats]
    lines = [_GAP.join(parts).rstrip() for parts in zip_longest(*columns, fillvalue="")]
    return "\n".join(lines)


def _draw_seat(position: Position, seat: int, cells: Sequence[Cell]) -> list[str]:
    """Return the lines of one seat, all equally wide."""
    title = f"seat {seat}"
    if seat == position.ender:
        title += ", ender"
    elif seat == position.seat:
        title += ", turn"
    rows = ["".join(f"{cell:>{_CELL_WIDTH}}" for cell in row) for row in rows_of(cells)]
    points = f"total {position.totals[seat]}"
    if position.score:
        points = f"{position.score[seat]:+d}, {points}"
    lines = [title, *rows, points]
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]

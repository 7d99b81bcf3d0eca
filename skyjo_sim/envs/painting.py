"""Positions as pictures: the piles, whose turn it is, and the grids, the viewer's first and then clockwise."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.envs.action_words import hand_lines, question_lines
from skyjo_sim.envs.brush import CARD_HEIGHT, CARD_WIDTH, DARK, MUTED, WHITE, Brush
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.cells import CLEARED_CELL, STAR_CARD, UNKNOWN, Cell, without_knowers
from skyjo_sim.positions.value import Position, sum_of

__all__ = ["paint_position", "picture_size"]

_BETWEEN, _MARGIN = 6, 14
_TITLE, _FOOT = 30, 28
_GRID_WIDTH = N_COLUMNS * CARD_WIDTH + (N_COLUMNS - 1) * _BETWEEN
_GRID_HEIGHT = N_ROWS * CARD_HEIGHT + (N_ROWS - 1) * _BETWEEN
_PANEL_WIDTH = _GRID_WIDTH + 24
_PANEL_HEIGHT = _TITLE + _GRID_HEIGHT + _FOOT + 8
_HEADER = 106
_ACTION_HEADER, _HAND = 78, 32
"""Room for action cards: of the market above the panels, of a hand in each."""
_PILE_STEP = 62
_MOST_IN_ONE_ROW = 3
_TURN, _ENDER, _MARK = "#0b6e63", "#a33a12", "#e07b00"
_VIEWER_EDGE, _EDGE = DARK, "#c9c6bd"


def _n_columns(players: int) -> int:
    """Return how many grids stand beside each other."""
    return players if players <= _MOST_IN_ONE_ROW else -(-players // 2)


def picture_size(players: int, *, has_actions: bool = False) -> tuple[int, int]:
    """Return width and height in pixels of a picture for so many players; even numbers, as videos want them.

    With `has_actions` it is one of Skyjo Action.
    """
    columns = _n_columns(players)
    rows = -(-players // columns)
    width = columns * (_PANEL_WIDTH + _MARGIN) + _MARGIN
    height = _header(has_actions) + rows * (_panel_height(has_actions) + _MARGIN) + _MARGIN
    return width + width % 2, height + height % 2


def _header(has_actions: bool) -> int:
    return _HEADER + _ACTION_HEADER * has_actions


def _panel_height(has_actions: bool) -> int:
    return _PANEL_HEIGHT + _HAND * has_actions


def paint_position(position: Position, viewer: int) -> NDArray[np.uint8]:
    """Return a picture of a position, uint8[height, width, 3]; it shows all the position says.

    Parameters
    ----------
    position
        What the viewer knows (`skyjo_sim.position.read_position` with a seat).
    viewer
        The seat whose grid stands first.
    """
    players = position.n_players
    has_actions = isinstance(position, ActionPosition)
    width, height = picture_size(players, has_actions=has_actions)
    brush = Brush(width, height)
    _paint_situation(brush, position)
    _paint_piles(brush, position, width)
    for place in range(players):
        row, column = divmod(place, _n_columns(players))
        left = _MARGIN + column * (_PANEL_WIDTH + _MARGIN)
        top = _header(has_actions) + _MARGIN + row * (_panel_height(has_actions) + _MARGIN)
        _paint_seat(brush, position, (viewer + place) % players, viewer, left, top)
    return brush.pixels()


def _paint_situation(brush: Brush, position: Position) -> None:
    """Write where the game stands."""
    lines = [f"round {position.round_index}, {position.turns} turns played", _decision(position)]
    if position.ender is not None:
        lines.append(f"seat {position.ender} ended the round")
    for number, line in enumerate(lines):
        y = _MARGIN + 14 + 24 * number
        brush.text(_MARGIN + 2, y, line, 15 if number else 16, weight="normal" if number else "bold")
    if position.seat is not None and position.ender is not None:
        brush.text(_MARGIN + 2, _MARGIN + 86, f"last turns left: {position.last_turns_left}", 15)
    if isinstance(position, ActionPosition):
        for number, line in enumerate(question_lines(position)):
            brush.text(_MARGIN + 2, _HEADER + 12 + 22 * number, line, 12)


def _decision(position: Position) -> str:
    """Return what is to be decided, or how the round or the game ended."""
    if position.seat is not None:
        return f"seat {position.seat} to decide ({position.phase})"
    words = position.phase.replace("_", " ")
    if position.is_abandoned or position.is_game_abandoned:
        words += ", abandoned"
    if position.winners:
        words += f", won by seat {', '.join(map(str, position.winners))}"
    return words


def _paint_piles(brush: Brush, position: Position, width: int) -> None:
    """Paint the draw pile, the discard pile and the drawn card."""
    left, top = width - _MARGIN - 3 * _PILE_STEP, _MARGIN
    names = (f"pile {len(position.pile)}", f"discard {len(position.discard)}", "drawn")
    drawn = CLEARED_CELL if position.drawn is None else position.drawn
    top_card = position.discard[-1] if position.discard else CLEARED_CELL
    cards: tuple[Cell, ...] = (UNKNOWN if position.pile else CLEARED_CELL, top_card, drawn)
    for number, (name, card) in enumerate(zip(names, cards, strict=True)):
        edge = left + number * _PILE_STEP + (_PILE_STEP - CARD_WIDTH)
        _paint_cell(brush, edge, top, card)
        brush.text(edge + CARD_WIDTH / 2, top + CARD_HEIGHT + 14, name, 11, MUTED, ha="center")


def _paint_cell(brush: Brush, left: float, top: float, cell: Cell) -> None:
    if cell == CLEARED_CELL:
        brush.gap(left, top)
    elif cell == STAR_CARD:
        brush.star(left, top)
    elif isinstance(cell, str):
        known = str(without_knowers(cell)).removeprefix(UNKNOWN)
        brush.card_back(left, top, known.replace("-", "−").replace(STAR_CARD, "★"))
    else:
        brush.card(left, top, cell)


def _paint_seat(brush: Brush, position: Position, seat: int, viewer: int, left: float, top: float) -> None:
    """Paint the panel of one seat."""
    is_viewer = seat == viewer
    style: dict[str, Any] = {"edgecolor": _EDGE, "linewidth": 1}
    if is_viewer:
        style = {"edgecolor": _VIEWER_EDGE, "linewidth": 2.5}
    has_actions = isinstance(position, ActionPosition)
    height = _panel_height(has_actions)
    brush.box(left, top, _PANEL_WIDTH, height, 10, facecolor=WHITE, **style)
    y = top + _TITLE / 2 + 2
    title = f"seat {seat}, viewer" if is_viewer else f"seat {seat}"
    brush.text(left + 12, y, title, 13, weight="bold" if is_viewer else "normal")
    if seat in position.winners:
        brush.label(left + _PANEL_WIDTH - 12, y, "won", _TURN)
    elif seat == position.seat:
        brush.label(left + _PANEL_WIDTH - 12, y, "to decide", _TURN)
    elif seat == position.ender:
        brush.label(left + _PANEL_WIDTH - 12, y, "ender", _ENDER)
    for slot, cell in enumerate(position.cells[seat]):
        _paint_cell(brush, *_corner(left, top, slot), cell)
    _paint_marks(brush, position, seat, left, top)
    brush.text(left + 12, top + _PANEL_HEIGHT - _FOOT / 2 - 2, _points(position, seat), 13)
    if isinstance(position, ActionPosition):
        for number, line in enumerate(hand_lines(position.hands[seat])):
            brush.text(left + 12, top + height - _HAND + 4 + 15 * number, line, 10)


def _corner(left: float, top: float, slot: int) -> tuple[float, float]:
    """Return the upper left corner of a slot in the panel of a seat."""
    column, row = divmod(slot, N_ROWS)
    return left + 12 + column * (CARD_WIDTH + _BETWEEN), top + _TITLE + 2 + row * (CARD_HEIGHT + _BETWEEN)


def _paint_marks(brush: Brush, position: Position, seat: int, left: float, top: float) -> None:
    """Mark the slots chosen, as far as the viewer knows them, and the line asked about."""
    for slot in _slots_chosen(position, seat):
        brush.frame(*_corner(left, top, slot), CARD_WIDTH, CARD_HEIGHT, _MARK)
    if position.asked is None or seat != position.seat:
        return
    if position.asked < N_COLUMNS:
        brush.frame(*_corner(left, top, N_ROWS * position.asked), CARD_WIDTH, _GRID_HEIGHT, _MARK)
    else:
        brush.frame(*_corner(left, top, position.asked - N_COLUMNS), _GRID_WIDTH, CARD_HEIGHT, _MARK)


def _slots_chosen(position: Position, seat: int) -> list[int]:
    """Return the slots of a seat's grid that are chosen: in the opening, for a swap, for a Meteor shower."""
    slots = list(position.chosen[seat])
    if isinstance(position, ActionPosition):
        pairs = zip(position.seats_chosen, position.slots_chosen, strict=False)
        slots += [slot for owner, slot in pairs if owner == seat]
        slots += [slot for owner, slot in enumerate(position.targets) if owner == seat and isinstance(slot, int)]
    return slots


def _points(position: Position, seat: int) -> str:
    """Return the points of a seat: shown in this round or scored, and in all."""
    total = f"total {position.totals[seat]}"
    if not position.score:
        return f"shown {sum_of(position.cells[seat])}, {total}"
    doubled = " doubled" if position.is_doubled and seat == position.ender else ""
    return f"score {position.score[seat]}{doubled}, {total}"

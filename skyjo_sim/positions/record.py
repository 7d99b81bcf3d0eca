"""From a position to a game record."""

from collections.abc import Iterable, Sequence

import numpy as np

from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.positions.cells import CLEARED_CELL, UNKNOWN, Card, Cell
from skyjo_sim.positions.luck import set_luck
from skyjo_sim.positions.value import Position, sum_of

__all__ = ["record_of"]


def record_of(position: Position) -> np.record:
    """Return a new game record of a position that has no fault."""
    game: np.record = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    game.secret.cards[:] = CLEARED
    game.table.n_players = position.n_players
    for seat, cells in enumerate(position.cells):
        _lay_grid(game, seat, cells)
    _lay_piles(game, position)
    _set_turn(game, position)
    _set_results(game.table, position)
    _count_shown(game.table, position)
    set_luck(game, position.key, position.game, position.n_words)
    return game


def _lay_grid(game: np.record, seat: int, cells: Sequence[Cell]) -> None:
    for slot, cell in enumerate(cells):
        card, visible = CLEARED, CLEARED
        if cell == CLEARED_CELL:
            game.table.cleared[seat] |= 1 << slot
        elif isinstance(cell, str):
            card, visible = NO_CARD if cell == UNKNOWN else int(cell[1:]), HIDDEN
            game.table.hidden[seat] |= 1 << slot
        else:
            card = visible = cell
        game.secret.cards[seat, slot] = card
        game.table.visible[seat, slot] = visible


def _number(card: Card | None) -> int:
    """Return a card's value in a record; NO_CARD where it is not known."""
    return card if isinstance(card, int) else NO_CARD


def _lay_piles(game: np.record, position: Position) -> None:
    table, secret = game.table, game.secret
    pile = [_number(card) for card in position.pile]
    secret.pile[: len(pile)] = pile[::-1] if position.is_ordered else pile
    secret.discard[: len(position.discard)] = position.discard
    secret.next_order[: len(position.next_order)] = position.next_order
    secret.is_ordered = position.is_ordered
    secret.n_next_order = len(position.next_order)
    table.n_pile = len(pile)
    table.n_discard = len(position.discard)
    table.discard_top = position.discard[-1] if position.discard else NO_CARD
    table.n_reshuffles = position.n_reshuffles


def _seat_number(seat: int | None) -> int:
    return -1 if seat is None else seat


def _bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _set_turn(game: np.record, position: Position) -> None:
    table, secret = game.table, game.secret
    table.phase = PHASE_NAMES.index(position.phase)
    table.drawn = _number(position.drawn)
    table.asked = _seat_number(position.asked)
    for name in ("seat", "starter", "ender"):
        table[name] = _seat_number(getattr(position, name))
    for name in ("last_turns_left", "round_index", "turns", "is_extra", "extra_rounds", "lead"):
        table[name] = getattr(position, name)
    for seat in range(position.n_players):
        table.kept[seat] = _bits(position.kept[seat])
        if seat == position.seat:
            table.chosen = _bits(position.chosen[seat])
        else:
            secret.chosen[seat] = _bits(position.chosen[seat])
    secret.to_clear = _bits(position.to_clear)


def _set_results(table: np.record, position: Position) -> None:
    n_players = position.n_players
    table.totals[:n_players] = position.totals
    table.n_lines_cleared[:n_players] = position.lines_cleared
    table.hidden_at_end[:n_players] = position.hidden_at_end
    table.winners = _bits(position.winners)
    for name in ("is_doubled", "is_abandoned", "is_game_abandoned"):
        table[name] = getattr(position, name)
    if position.score:
        table.score[:n_players] = position.score
        table.raw[:n_players] = [sum_of(cells) for cells in position.cells]


def _pool(position: Position) -> list[int]:
    """Return the old discards in the draw pile and the drawn card; none where they are not known."""
    if not position.n_reshuffles:
        return []
    cards = position.pool or (*position.pile, *(() if position.drawn is None else (position.drawn,)))
    known = [card for card in cards if isinstance(card, int)]
    return known if len(known) == len(cards) else []


def _count_shown(table: np.record, position: Position) -> None:
    """Count the old discards in the draw pile, if there was a reshuffle, and all cards shown so far."""
    for card in _pool(position):
        table.pool[card - LOWEST_CARD] += 1
    table.seen[:] = table.pool
    face_up = [cell for cells in position.cells for cell in cells if isinstance(cell, int)]
    for card in [*face_up, *position.discard]:
        table.seen[card - LOWEST_CARD] += 1

"""From a position to a game record."""

from collections.abc import Iterable, Sequence

import numpy as np

from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.positions.cells import CLEARED_CELL, Card, Cell, is_hidden, number_of
from skyjo_sim.positions.luck import set_luck
from skyjo_sim.positions.value import Position, sum_of

__all__ = ["bits_of", "card_number", "count_shown", "fill_record", "known_cards", "number_or_none", "record_of"]


def record_of(position: Position, _rules: object = None) -> np.record:
    """Return a new game record of a position that has no fault; it does not depend on the rules."""
    game: np.record = np.zeros(1, GAME)[0]
    fill_record(game, position, PHASE_NAMES.index(position.phase))
    if position.score:
        game.table.raw[: position.n_players] = [sum_of(cells) for cells in position.cells]
    count_shown(game.table, position, _pool(position))
    return game


def fill_record(game: np.record, position: Position, phase: int) -> None:
    """Fill an empty record with what both games have; raw scores and what was shown are left."""
    game.table.visible[:] = CLEARED
    game.secret.cards[:] = CLEARED
    game.table.n_players = position.n_players
    game.table.phase = phase
    for seat, cells in enumerate(position.cells):
        _lay_grid(game, seat, cells)
    _lay_piles(game, position)
    _set_turn(game, position)
    _set_results(game.table, position)
    set_luck(game, position.key, position.game, position.n_words)


def _lay_grid(game: np.record, seat: int, cells: Sequence[Cell]) -> None:
    for slot, cell in enumerate(cells):
        card, visible = CLEARED, CLEARED
        if cell == CLEARED_CELL:
            game.table.cleared[seat] |= 1 << slot
        elif is_hidden(cell):
            card, visible = card_number(cell), HIDDEN
            game.table.hidden[seat] |= 1 << slot
        else:
            card = visible = card_number(cell)
        game.secret.cards[seat, slot] = card
        game.table.visible[seat, slot] = visible


def card_number(card: Card | None) -> int:
    """Return a card as a record has it; NO_CARD where it is not known or there is none."""
    number = number_of(card)
    return NO_CARD if number is None else number


def _lay_piles(game: np.record, position: Position) -> None:
    table, secret = game.table, game.secret
    pile, discard = list(map(card_number, position.pile)), list(map(card_number, position.discard))
    secret.pile[: len(pile)] = pile[::-1] if position.is_ordered else pile
    secret.discard[: len(discard)] = discard
    secret.next_order[: len(position.next_order)] = list(map(card_number, position.next_order))
    secret.is_ordered = position.is_ordered
    secret.n_next_order = len(position.next_order)
    table.n_pile = len(pile)
    table.n_discard = len(discard)
    table.discard_top = discard[-1] if discard else NO_CARD
    table.n_reshuffles = position.n_reshuffles


def number_or_none(number: int | None) -> int:
    """Return a seat or a place as a record has it: -1 for none."""
    return -1 if number is None else number


def bits_of(members: Iterable[int]) -> int:
    """Return a set as bits."""
    return sum(1 << member for member in members)


def _set_turn(game: np.record, position: Position) -> None:
    table, secret = game.table, game.secret
    table.drawn = card_number(position.drawn)
    for name in ("asked", "seat", "starter", "ender"):
        table[name] = number_or_none(getattr(position, name))
    for name in ("last_turns_left", "round_index", "turns", "is_extra", "extra_rounds", "lead"):
        table[name] = getattr(position, name)
    for seat in range(position.n_players):
        table.kept[seat] = bits_of(position.kept[seat])
        if seat == position.seat:
            table.chosen = bits_of(position.chosen[seat])
        else:
            secret.chosen[seat] = bits_of(position.chosen[seat])
    secret.to_clear = bits_of(position.to_clear)


def _set_results(table: np.record, position: Position) -> None:
    n_players = position.n_players
    table.totals[:n_players] = position.totals
    table.n_lines_cleared[:n_players] = position.lines_cleared
    table.hidden_at_end[:n_players] = position.hidden_at_end
    table.winners = bits_of(position.winners)
    for name in ("is_doubled", "is_abandoned", "is_game_abandoned"):
        table[name] = getattr(position, name)
    if position.score:
        table.score[:n_players] = position.score


def _pool(position: Position) -> list[int]:
    """Return the old discards in the draw pile and the drawn card; none where they are not known."""
    if not position.n_reshuffles:
        return []
    return known_cards(position.pool or (*position.pile, *position.cards_drawn))


def known_cards(cards: Sequence[Card]) -> list[int]:
    """Return cards as a record has them; none of them where one is not known."""
    numbers = [number for number in map(number_of, cards) if number is not None]
    return numbers if len(numbers) == len(cards) else []


def count_shown(table: np.record, position: Position, pool: Iterable[int], shown: Iterable[Cell] = ()) -> None:
    """Count the old discards in the draw pile, if there was a reshuffle, and all cards shown so far.

    Shown are the face-up cards, the discards, the old discards and, besides, those given as `shown`.
    """
    for card in pool:
        table.pool[card - LOWEST_CARD] += 1
    table.seen[:] = table.pool
    face_up = [cell for cells in position.cells for cell in cells if not is_hidden(cell) and cell != CLEARED_CELL]
    for card in map(card_number, [*face_up, *position.discard, *shown]):
        table.seen[card - LOWEST_CARD] += 1

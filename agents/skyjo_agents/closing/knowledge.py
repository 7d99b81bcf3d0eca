"""From a position to the public table at the moment when a seat ends the round."""

from typing import Any

import numpy as np

from skyjo_sim.engines import engine_named
from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.kernels.actions import PHASE_NAMES, PLACE, SOURCE
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIDDEN, LOWEST_CARD, N_CARDS, N_COLUMNS, N_SEATS, N_SLOTS, NO_CARD
from skyjo_sim.kernels.layout import TABLE
from skyjo_sim.notation import parse_position
from skyjo_sim.position import Position, make_game

__all__ = ["ending_tables", "public_table"]


def public_table(position: Any) -> np.record:
    """Return a copy of the table of a position: a text, a `skyjo_sim.position.Position`, a game or a table record.

    Raises
    ------
    InputError
        If it is none of these or of Skyjo Action, or the position cannot be.
    """
    given = type(position).__name__
    if isinstance(position, str):
        position = parse_position(position)
    elif isinstance(position, Position):
        position = make_game(position)
    names = getattr(getattr(position, "dtype", None), "names", None) or ()
    if "table" in names:
        position = position["table"]
    if getattr(position, "dtype", None) == engine_named(Game.ACTION).game_type["table"]:
        raise InputError(
            f"position must be one of {TITLES[Game.CLASSIC]}, the only game whose endings can be computed, "
            f"got one of {TITLES[Game.ACTION]}"
        )
    if getattr(position, "dtype", None) != TABLE or position.size != 1:
        raise InputError(f"position must be a text, a Position, a game or a table, got {given}")
    if not 2 <= position["n_players"] <= N_SEATS:
        raise InputError(f"the position must have 2..{N_SEATS} players, got {int(position['n_players'])}")
    copy = np.zeros(1, TABLE)
    copy[0] = position
    table: np.record = copy[0]
    return table


def choose_seat(table: np.record, seat: int | None) -> int:
    """Return the seat that ends the round: the given one, the position's ender, or whose turn it is.

    Raises
    ------
    InputError
        If the seat is not at the table, or another seat has ended the round.
    """
    n_players, ender = int(table.n_players), int(table.ender)
    if seat is None:
        seat = ender if ender >= 0 else int(table.seat)
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < n_players:
        raise InputError(f"seat must be in 0..{n_players - 1}, got {seat!r}")
    seat = int(seat)
    if ender not in (-1, seat):
        raise InputError(f"seat must be {ender}, which has ended the round, got {seat}")
    return seat


def _check(table: np.record, seat: int) -> None:
    """Check that the round can be ended now, and that no card is missing."""
    phase = int(table.phase)
    is_own_place = phase == PLACE and int(table.seat) == seat and int(table.ender) < 0
    if phase != SOURCE and not is_own_place:
        raise InputError(f"the phase must be source, or place with the turn of seat {seat}, got {PHASE_NAMES[phase]}")
    n_hidden = int(table.hidden[seat]).bit_count()
    if n_hidden > 1 or (is_own_place and n_hidden != 1):
        allowed = "1 to flip it" if is_own_place else "0 or 1"
        raise InputError(f"hidden cards of seat {seat} must be {allowed} for ending now, got {n_hidden}")
    if n_hidden and int(table.ender) == seat:
        raise InputError(f"seat {seat} has ended the round, so its hidden cards must be 0, got {n_hidden}")
    n_grids = sum(N_SLOTS - int(table.cleared[other]).bit_count() for other in range(int(table.n_players)))
    n_cards = n_grids + int(table.n_pile) + int(table.n_discard) + is_own_place
    if n_cards != N_CARDS:
        raise InputError(
            f"the position must have all {N_CARDS} cards, got {n_cards}; "
            f"a draw pile of 100 cards that nobody knows is written `lot ?*100`"
        )
    unseen = COPIES.astype(np.int64) - table.seen[: COPIES.size]
    if is_own_place and table.drawn == NO_CARD:
        raise InputError("the drawn card must be known, got '?'")
    if unseen.min() < 0:
        card = int(unseen.argmin()) + LOWEST_CARD
        raise InputError(f"the deck has {COPIES[unseen.argmin()]} cards of value {card}, got {-int(unseen.min())} more")


def _throw_drawn(table: np.record) -> None:
    """Lay the drawn card on the discard pile."""
    card = int(table.drawn)
    if table.n_reshuffles > 0:
        table.pool[card - LOWEST_CARD] -= 1
    else:
        table.seen[card - LOWEST_CARD] += 1
    _discard(table, card)
    table.drawn = NO_CARD
    table.phase = SOURCE


def _discard(table: np.record, card: int) -> None:
    table.discard_top = card
    table.n_discard += 1


def _clear_columns(table: np.record, seat: int) -> None:
    """Clear what is complete in a grid that is wholly face up."""
    visible = table.visible[seat]
    for column in range(N_COLUMNS):
        cards = visible[3 * column : 3 * column + 3]
        if cards[0] == cards[1] == cards[2] and cards[0] >= LOWEST_CARD:
            card = int(cards[0])
            cards[:] = CLEARED
            table.cleared[seat] |= 0b111 << 3 * column
            for _ in range(3):
                _discard(table, card)


def ending_tables(position: Any, seat: int | None) -> tuple[int, list[tuple[float, np.record]]]:
    """Return the ending seat and the tables that ending now may lead to, with their chances.

    With one hidden card in the seat's grid these are its possible values; a drawn card is thrown away before.

    Raises
    ------
    InputError
        If the position is none in which the seat can end the round.
    """
    table = public_table(position)
    seat = choose_seat(table, seat)
    _check(table, seat)
    if int(table.phase) == PLACE:
        _throw_drawn(table)
    if not table.hidden[seat]:
        _clear_columns(table, seat)
        return seat, [(1.0, table)]
    unseen = COPIES.astype(np.int64) - table.seen[: COPIES.size]
    slot = int(table.hidden[seat]).bit_length() - 1
    assert table.visible[seat, slot] == HIDDEN
    tables = []
    for value, copies in enumerate(unseen.tolist()):
        if copies > 0:
            flipped = public_table(table)
            flipped.visible[seat, slot] = value + LOWEST_CARD
            flipped.hidden[seat] = 0
            flipped.seen[value] += 1
            _clear_columns(flipped, seat)
            tables.append((copies / int(unseen.sum()), flipped))
    return seat, tables

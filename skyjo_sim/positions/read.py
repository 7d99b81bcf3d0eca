"""From a game record to its position."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SEATS, N_SLOTS, NO_CARD
from skyjo_sim.positions.cells import CLEARED_CELL, STAR_CARD, UNKNOWN, Card, Cell, hidden_cell
from skyjo_sim.positions.luck import start_of, words_taken
from skyjo_sim.positions.value import Position

__all__ = [
    "card_of",
    "members_of",
    "none_or_number",
    "phase_name",
    "players_of",
    "pool_of",
    "position_of",
    "shared_fields",
]


def position_of(game: np.record) -> Position:
    """Return the position of a game record, everything included; a broken one is read as far as it goes."""
    table, secret = game.table, game.secret
    phase = phase_name(int(table.phase), PHASE_NAMES)
    pile = [card_of(card) for card in secret.pile[: int(table.n_pile)]]
    is_unknown = UNKNOWN in pile or (phase == "place" and table.drawn == NO_CARD)
    return Position(
        **shared_fields(game, phase),
        grids=[_cells(game, seat) for seat in range(players_of(table))],
        to_clear=members_of(secret.to_clear),
        pool=pool_of(table) if is_unknown else (),
        score=table.score[: players_of(table)].tolist() if table.seat < 0 else (),
    )


def players_of(table: np.record) -> int:
    """Return the number of seats, as far as there can be so many."""
    return min(max(int(table.n_players), 0), N_SEATS)


def shared_fields(game: np.record, phase: str) -> dict[str, Any]:
    """Return the fields that both games have in the same form."""
    table, secret = game.table, game.secret
    n_players = players_of(table)
    pile = [card_of(card) for card in secret.pile[: int(table.n_pile)]]
    numbers = ("last_turns_left", "round_index", "turns", "lead", "n_reshuffles", "extra_rounds")
    flags = ("is_extra", "is_doubled", "is_abandoned", "is_game_abandoned")
    return {
        **{name: int(table[name]) for name in numbers},
        **{name: bool(table[name]) for name in flags},
        **{name: none_or_number(table[name]) for name in ("seat", "asked", "starter", "ender")},
        "phase": phase,
        "drawn": card_of(table.drawn) if phase == "place" else None,
        "discard": [card_of(card) for card in secret.discard[: int(table.n_discard)]],
        "pile": pile[::-1] if secret.is_ordered else pile,
        "is_ordered": bool(secret.is_ordered),
        "next_order": [card_of(card) for card in secret.next_order[: int(secret.n_next_order)]],
        "chosen": [
            members_of(table.chosen if seat == table.seat else secret.chosen[seat]) for seat in range(n_players)
        ],
        "kept": [members_of(table.kept[seat]) for seat in range(n_players)],
        "totals": table.totals[:n_players].tolist(),
        "lines_cleared": table.n_lines_cleared[:n_players].tolist(),
        "hidden_at_end": table.hidden_at_end[:n_players].tolist(),
        "winners": members_of(table.winners),
        "key": int(secret.key[0]) << 32 | int(secret.key[1]),
        "game": int(secret.game),
        "n_words": words_taken(secret.luck, start_of(game)),
    }


def phase_name(number: int, names: Sequence[str]) -> str:
    """Return the name of a phase; of a broken one its number."""
    return names[number] if 0 <= number < len(names) else str(number)


def card_of(number: int) -> Card:
    """Return a card of a record; ``"?"`` where it is not known."""
    if number == STAR:
        return STAR_CARD
    return UNKNOWN if number == NO_CARD else int(number)


def none_or_number(number: int) -> int | None:
    """Return a seat or a place of a record; None for -1."""
    return None if number < 0 else int(number)


def members_of(bits: int) -> list[int]:
    """Return the members of a set."""
    return [member for member in range(16) if int(bits) >> member & 1]


def pool_of(table: np.record) -> list[Card]:
    """Return the public composition of the draw pile."""
    return [card_of(card) for card, copies in enumerate(table.pool.tolist(), LOWEST_CARD) for _ in range(copies)]


def _cells(game: np.record, seat: int) -> list[Cell]:
    hidden, cleared = int(game.table.hidden[seat]), int(game.table.cleared[seat])
    cells: list[Cell] = []
    for slot in range(N_SLOTS):
        if cleared >> slot & 1:
            cells.append(CLEARED_CELL)
        elif hidden >> slot & 1:
            cells.append(hidden_cell(card_of(game.secret.cards[seat, slot])))
        else:
            cells.append(card_of(game.table.visible[seat, slot]))
    return cells

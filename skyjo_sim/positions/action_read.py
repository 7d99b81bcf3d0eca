"""From a game record of Skyjo Action to its position."""

from typing import Any

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE_NAMES, FACE_DOWN, FACE_UP, NO_CHOICE, PHASE_NAMES
from skyjo_sim.kernels.action.cards import DRAW_THREE, N_DRAWN
from skyjo_sim.kernels.action.layout import UNNAMED
from skyjo_sim.kernels.cards import HIDDEN, N_SLOTS, NO_CARD
from skyjo_sim.kernels.streams import ACTIONS
from skyjo_sim.positions.action_value import SEAT_STATISTICS, ActionPosition
from skyjo_sim.positions.cells import CLEARED_CELL, UNKNOWN, Card, Cell, hidden_cell
from skyjo_sim.positions.hands import NO_LOCKS, hand_of, kinds_of
from skyjo_sim.positions.luck import start_of, words_taken
from skyjo_sim.positions.read import (
    card_of,
    members_of,
    none_or_number,
    phase_name,
    players_of,
    pool_of,
    shared_fields,
)

__all__ = ["position_of"]

_FACES = {FACE_UP: "up", FACE_DOWN: "down"}


def position_of(game: np.record) -> ActionPosition:
    """Return the position of a game record, everything included; a broken one is read as far as it goes."""
    table = game.table
    n_players = players_of(table)
    phase = phase_name(int(table.phase), PHASE_NAMES)
    is_over = table.seat < 0
    return ActionPosition(
        **shared_fields(game, phase),
        **_action_cards(game, n_players),
        **_choices(table, n_players),
        **_three(table),
        **_statistics(table, n_players),
        grids=[_cells(game, seat) for seat in range(n_players)],
        pool=pool_of(table) if _has_unknown_cards(game, phase) else (),
        has_knowledge=bool(table.has_knowledge),
        raw=table.raw[:n_players].tolist() if is_over else (),
        score=table.score[:n_players].tolist() if is_over else (),
        n_action_words=words_taken(game.secret.action_luck, start_of(game, ACTIONS)),
    )


def _has_unknown_cards(game: np.record, phase: str) -> bool:
    """Tell whether the composition of the draw pile cannot be told from its cards."""
    table = game.table
    cards = [*game.secret.pile[: int(table.n_pile)].tolist(), *([table.drawn] if phase == "place" else [])]
    return NO_CARD in cards or (UNKNOWN in _three(table)["three"] and bool(table.pool.any()))


def _action_cards(game: np.record, n_players: int) -> dict[str, Any]:
    table, secret = game.table, game.secret
    pile = kinds_of(secret.action_pile[: max(int(table.n_action_pile), 0)])
    return {
        "hands": [hand_of(table.held[seat], table.locked[seat], table.stolen[seat]) for seat in range(n_players)],
        "market": kinds_of(table.market[: max(int(table.n_market), 0)]),
        "action_pile": pile[::-1] if secret.is_action_ordered else pile,
        "is_action_ordered": bool(secret.is_action_ordered),
        "action_discard": kinds_of(table.action_discard[: max(int(table.n_action_discard), 0)]),
        "n_action_reshuffles": int(table.n_action_reshuffles),
    }


def _choices(table: np.record, n_players: int) -> dict[str, Any]:
    choice = int(table.choice)
    named = {seat: int(slot) for seat, slot in enumerate(table.targets[:n_players])}
    numbers = ("swaps_left", "star_rights", "setup_left", "pending_turns")
    return {
        **{name: int(table[name]) for name in numbers},
        **{name: members_of(table[name]) for name in ("lines_chosen", "stars_asked", "stars_on_top")},
        **{name: [int(k) for k in table[name] if k >= 0] for name in ("seats_chosen", "slots_chosen")},
        "choice": None if choice == NO_CHOICE else phase_name(choice, CHOICE_NAMES),
        "in_play": kinds_of(table.in_play[: max(int(table.n_in_play), 0)]),
        "target": none_or_number(table.target),
        "first_face": _FACES.get(int(table.first_face)),
        "targets": [UNKNOWN if slot == UNNAMED else none_or_number(slot) for slot in named.values()],
        "rows_only": bool(table.rows_only),
    }


def _three(table: np.record) -> dict[str, Any]:
    """Return the three cards drawn and what is told about them."""
    kept = none_or_number(table.kept_of_three)
    is_public = table.card == DRAW_THREE and table.n_chosen > 0
    three = _places_of_three(table)
    public = kept if is_public else None
    unseen = sum(card is not None for place, card in enumerate(three) if place != public)
    in_pool = int(table.pool.sum()) - int(table.n_pile)
    return {
        "three": three,
        "kept_of_three": kept,
        "is_three_public": bool(is_public),
        "n_three_before": max(0, unseen - max(in_pool, 0)) if table.n_reshuffles and in_pool >= 0 else 0,
    }


def _places_of_three(table: np.record) -> list[Card | None]:
    """Return the three cards drawn, nothing where none is left."""
    three = table.three[:N_DRAWN]
    cards = [UNKNOWN if card == HIDDEN else None if card == NO_CARD else card_of(card) for card in three]
    return cards if any(card is not None for card in cards) else []


def _statistics(table: np.record, n_players: int) -> dict[str, Any]:
    return {
        **{name: table[name][:n_players].tolist() for name in SEAT_STATISTICS},
        **{
            name: [hand_of(row, NO_LOCKS, NO_LOCKS) for row in table[name][:n_players]]
            for name in ("played", "thrown", "blocked")
        },
        "is_ended_by_other": bool(table.ended_by_other),
    }


def _cells(game: np.record, seat: int) -> list[Cell]:
    table, secret = game.table, game.secret
    hidden, cleared, public = int(table.hidden[seat]), int(table.cleared[seat]), int(table.public[seat])
    knows = [int(bits) for bits in table.knows[: players_of(table), seat]]
    cells: list[Cell] = []
    for slot in range(N_SLOTS):
        if cleared >> slot & 1:
            cells.append(CLEARED_CELL)
        elif hidden >> slot & 1:
            viewers = [viewer for viewer, bits in enumerate(knows) if bits >> slot & 1]
            card = card_of(secret.cards[seat, slot])
            cells.append(hidden_cell(card, viewers, is_public=bool(public >> slot & 1)))
        else:
            cells.append(card_of(table.visible[seat, slot]))
    return cells

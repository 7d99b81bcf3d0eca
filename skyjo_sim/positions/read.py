"""From a game record to its position."""

import numpy as np

from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SEATS, N_SLOTS, NO_CARD
from skyjo_sim.positions.cells import CLEARED_CELL, UNKNOWN, Card, Cell
from skyjo_sim.positions.luck import words_taken
from skyjo_sim.positions.value import Position

__all__ = ["position_of"]


def position_of(game: np.record) -> Position:
    """Return the position of a game record, everything included; a broken one is read as far as it goes."""
    table, secret = game.table, game.secret
    n_players = min(max(int(table.n_players), 0), N_SEATS)
    phase = _phase(int(table.phase))
    is_over = table.seat < 0
    pile = [_card(card) for card in secret.pile[: int(table.n_pile)]]
    return Position(
        grids=[_cells(game, seat) for seat in range(n_players)],
        seat=_seat(table.seat),
        phase=phase,
        drawn=_card(table.drawn) if phase == "place" else None,
        asked=_seat(table.asked),
        to_clear=_members(secret.to_clear),
        discard=secret.discard[: int(table.n_discard)].tolist(),
        pile=pile[::-1] if secret.is_ordered else pile,
        is_ordered=bool(secret.is_ordered),
        next_order=secret.next_order[: int(secret.n_next_order)].tolist(),
        pool=_pool(table) if UNKNOWN in pile or (phase == "place" and table.drawn == NO_CARD) else (),
        chosen=[_members(table.chosen if seat == table.seat else secret.chosen[seat]) for seat in range(n_players)],
        kept=[_members(table.kept[seat]) for seat in range(n_players)],
        starter=_seat(table.starter),
        ender=_seat(table.ender),
        last_turns_left=int(table.last_turns_left),
        totals=table.totals[:n_players].tolist(),
        lines_cleared=table.n_lines_cleared[:n_players].tolist(),
        hidden_at_end=table.hidden_at_end[:n_players].tolist(),
        score=table.score[:n_players].tolist() if is_over else (),
        winners=_members(table.winners),
        key=int(secret.key[0]) << 32 | int(secret.key[1]),
        game=int(secret.game),
        n_words=words_taken(game),
        round_index=int(table.round_index),
        turns=int(table.turns),
        lead=int(table.lead),
        n_reshuffles=int(table.n_reshuffles),
        is_extra=bool(table.is_extra),
        extra_rounds=int(table.extra_rounds),
        is_doubled=bool(table.is_doubled),
        is_abandoned=bool(table.is_abandoned),
        is_game_abandoned=bool(table.is_game_abandoned),
    )


def _phase(number: int) -> str:
    """Return the name of a phase; of a broken one its number."""
    return PHASE_NAMES[number] if 0 <= number < len(PHASE_NAMES) else str(number)


def _card(number: int) -> Card:
    return UNKNOWN if number == NO_CARD else int(number)


def _seat(number: int) -> int | None:
    return None if number < 0 else int(number)


def _members(bits: int) -> list[int]:
    return [member for member in range(16) if int(bits) >> member & 1]


def _pool(table: np.record) -> list[int]:
    return [card for card, copies in enumerate(table.pool.tolist(), LOWEST_CARD) for _ in range(copies)]


def _cells(game: np.record, seat: int) -> list[Cell]:
    hidden, cleared = int(game.table.hidden[seat]), int(game.table.cleared[seat])
    cells: list[Cell] = []
    for slot in range(N_SLOTS):
        card = _card(game.secret.cards[seat, slot])
        if cleared >> slot & 1:
            cells.append(CLEARED_CELL)
        elif hidden >> slot & 1:
            cells.append(UNKNOWN if card == UNKNOWN else f"?{card}")
        else:
            cells.append(int(game.table.visible[seat, slot]))
    return cells

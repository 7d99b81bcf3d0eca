"""The same games as `skyjo_sim.kernels.loop` plays, decision by decision, with the luck in them."""

from pathlib import Path

import numpy as np

from skyjo_experiments.comparison.kernels.columns import LUCK
from skyjo_experiments.comparison.kernels.deal_sums import add_rows
from skyjo_experiments.comparison.kernels.luck_terms import add_drawn, add_revealed, look
from skyjo_sim.kernels.actions import DRAW, GAME_ENDED, ILLEGAL, PLAYING
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.loop import seat_agents, start_luck
from skyjo_sim.kernels.opening import start_game, start_next_round
from skyjo_sim.kernels.play import ask_seated
from skyjo_sim.kernels.sums import write_rows
from skyjo_sim.kernels.turn import step

__all__ = ["play_adjusted"]

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def play_round_adjusted(game, rules, seating, before):  # type: ignore[no-untyped-def]
    """Play a dealt round and add its terms to ``before.luck``; return the last step's status."""
    start_luck(seating, game)
    table = game.table
    status = PLAYING
    while status == PLAYING:
        mover, phase = np.int64(table.seat), np.int64(table.phase)
        action = ask_seated(game, seating)
        seating.answer = action
        look(game, before)
        status = step(game, rules, action)
        if status == ILLEGAL:
            return status
        if action == DRAW:
            add_drawn(game, before, mover)
        else:
            add_revealed(game, before, mover, phase, action, status != PLAYING)
    return status


@_kernel
def play_adjusted(game, rules, seating, key, first, n, is_games, before, rows, sums):  # type: ignore[no-untyped-def]
    """Play units ``first .. first + n - 1`` and add them to ``sums[unit - first, seat]``, float64[n, 8, columns].

    ``rows`` has room for a round. Returns PLAYING, or ILLEGAL with `game` and ``seating.answer`` as they were.
    """
    players = np.int64(rules.n_players)
    for index in range(first, first + n):
        seat_agents(seating, players, index)
        start_game(game, rules, key, index)
        before.luck[:] = 0
        while True:
            status = play_round_adjusted(game, rules, seating, before)
            if status == ILLEGAL:
                return status
            write_rows(game.table, game.secret, seating, rows, 0, not is_games)
            add_rows(rows, players, players, first, not is_games, sums)
            if status == GAME_ENDED or not is_games:
                break
            start_next_round(game, rules)
        for seat in range(players):
            sums[index - first, seat, LUCK] = before.luck[seat]
    return PLAYING

"""Batches in which every seat is played from outside: what `SkyjoBatch` does in one call."""

import numpy as np

from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import GAME_ENDED, PLAYING, ROUND_OVER
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.compiler import apart, inlined, inner, kernel
from skyjo_sim.kernels.observing import ALL_LEGAL, write_view
from skyjo_sim.kernels.rewards import reward_of_round

is_legal = by_game(turn.is_legal)
legal = by_game(turn.legal)
start_game = by_game(opening.start_game)
start_next_round = by_game(opening.start_next_round)
step = by_game(turn.step)


@kernel
def start_tables(games, rules, key, chosen, indices):
    """Begin the game ``indices[position]`` wherever ``chosen``, bool[n], is true."""
    for position in range(games.size):
        if chosen[position]:
            start_game(games[position], rules, key, indices[position])


@kernel
def find_illegal(games, rules, actions):
    """Return the first position whose action, of int64[n], is not legal; -1 where there is none, over ones ignored."""
    for position in range(games.size):
        table = games[position].table
        if table.phase < ROUND_OVER and not is_legal(table, rules, actions[position]):
            return position
    return -1


@inner
def end_round(game, rules, is_games, reward, status, rewards):
    """Pay every seat for a round that was scored, into float32[players]; in games deal the next round."""
    apart()
    is_last = status == GAME_ENDED or not is_games
    for seat in range(np.int64(rules.n_players)):
        rewards[seat] = reward_of_round(game.table, seat, reward, is_games, is_last)
    if not is_last:
        start_next_round(game, rules)


@kernel
def step_tables(games, rules, is_games, reward, actions, rewards, is_over):
    """Carry out one decision in each game; write float32[n, players] by seat and bool[n].

    Games whose episode is over are left alone. Returns -1; or the first position whose action is not legal, and then
    nothing has changed.
    """
    refused = find_illegal(games, rules, actions)
    if refused >= 0:
        return refused
    for position in range(games.size):
        game = games[position]
        rewards[position, :] = 0.0
        if game.table.phase < ROUND_OVER:
            status = step(game, rules, actions[position])
            if status != PLAYING:
                end_round(game, rules, is_games, reward, status, rewards[position])
        is_over[position] = game.table.phase >= ROUND_OVER
    return -1


@inner
def legal_for(table, rules, seat):
    """Return the ids that a seat may choose as bits: none while another is to decide, all when the episode is over."""
    if table.phase >= ROUND_OVER:
        return np.int64(ALL_LEGAL)
    return legal(table, rules) if table.seat == seat else np.int64(0)


@by_game
@inlined
def view_game(game, rules, seat, ids, position, view):
    """Write what a seat sees of a game, and the ids that it may choose, into row `position` of a view."""
    write_view(game.table, seat, ids, position, view)


@kernel
def write_views(games, rules, seats, view):
    """Write what a seat of each game sees, and what it may do, into a view (`kernels.observing`).

    ``seats``, int64[n], has -1 for the seat to decide, which is seat 0 when the episode is over. A mask is all zeros
    for a seat that has nothing to decide, and all ones when the episode is over.
    """
    for position in range(games.size):
        table = games[position].table
        seat = seats[position]
        if seat < 0:
            seat = max(np.int64(table.seat), 0)
        view_game(games[position], rules, seat, legal_for(table, rules, seat), position, view)

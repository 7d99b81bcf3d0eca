"""Run-to-completion of Skyjo Action: whole games of compiled policies, one after the other."""

import numpy as np

from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.deal import start_game, start_next_round
from skyjo_sim.kernels.action.layout import N_MEASURES
from skyjo_sim.kernels.action.sums import add_round, write_rows
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import GAME_ENDED, ILLEGAL, PLAYING
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import kernel, merged
from skyjo_sim.kernels.loop import seat_agents, start_luck
from skyjo_sim.kernels.scoring import MAX_EXTRA_ROUNDS, MAX_ROUNDS, leaders
from skyjo_sim.kernels.sums import add_unit


@merged
def play_round(game, rules, seating):
    """Play a dealt round to its end; return ROUND_ENDED, GAME_ENDED or ILLEGAL."""
    start_luck(seating, game)
    status = PLAYING
    while status == PLAYING:
        seating.answer = ask_seated(game, seating)
        status = step(game, rules, seating.answer)
    return status


@kernel
def play_units(game, rules, seating, key, first, n, is_games, sums, rows, done):
    """Play units ``first .. first + n - 1``; arguments and result as of `skyjo_sim.kernels.loop.play_units`."""
    unit = np.zeros((N_SEATS, 2, N_MEASURES), np.int64)
    n_players = np.int64(rules.n_players)
    most_rows = n_players * (MAX_ROUNDS + MAX_EXTRA_ROUNDS if is_games else 1)
    done[0], done[1] = 0, 0
    for index in range(first, first + n):
        if rows.size > 0 and done[1] + most_rows > rows.size:
            return PLAYING
        seat_agents(seating, n_players, index)
        start_game(game, rules, key, index)
        if play_unit(game, rules, seating, is_games, unit, sums, rows, done) == ILLEGAL:
            return ILLEGAL
        winners = np.int64(game.table.winners) if is_games else leaders(game.table.score, n_players)
        add_unit(game.table, seating, unit, sums, winners)
        done[0] += 1
    return PLAYING


@merged
def play_unit(game, rules, seating, is_games, unit, sums, rows, done):
    """Play a dealt round, and in games all that follow it; return the last status."""
    while True:
        status = play_round(game, rules, seating)
        if status == ILLEGAL:
            return status
        add_round(game.table, seating, unit, sums)
        if rows.size > 0:
            done[1] = write_rows(game.table, game.secret, seating, rows, done[1], not is_games)
        if status == GAME_ENDED or not is_games:
            return status
        start_next_round(game, rules)

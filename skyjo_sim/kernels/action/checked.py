"""The debug mode of the loop of Skyjo Action: every position examined, policies watched, in the manner of the classic one."""

import numpy as np

from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.deal import start_game, start_next_round
from skyjo_sim.kernels.action.layout import N_MEASURES
from skyjo_sim.kernels.action.problems import problems
from skyjo_sim.kernels.action.sums import add_round, write_rows
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import BROKEN, GAME_ENDED, ILLEGAL, PLAYING, TOUCHED
from skyjo_sim.kernels.checked import is_same
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.loop import seat_agents, start_luck
from skyjo_sim.kernels.scoring import leaders
from skyjo_sim.kernels.sums import add_unit


@kernel
def play_round_checked(games, before, views, rules, seating, found):
    """Play a dealt round; arguments and result as of `skyjo_sim.kernels.checked.play_round_checked`."""
    game = games[0]
    start_luck(seating, game)
    status = PLAYING
    while status == PLAYING:
        found[0] = problems(game, rules)
        if found[0]:
            return BROKEN
        views[1][:] = views[0]  # bytes, padding included, which uncompiled a record assignment leaves out
        seating.answer = ask_seated(game, seating)
        if not is_same(views[0], views[1]):
            games[0] = before[0]
            return TOUCHED
        status = step(game, rules, seating.answer)
    found[0] = problems(game, rules)
    return BROKEN if found[0] and status != ILLEGAL else status


@kernel
def play_unit_checked(games, before, views, rules, seating, key, index, is_games, sums, rows, found):
    """Play unit `index`; return the rows written, or a negative status."""
    unit = np.zeros((rules.n_players, 2, N_MEASURES), np.int64)
    game = games[0]
    table = game.table
    n_players = np.int64(rules.n_players)
    seat_agents(seating, n_players, index)
    start_game(game, rules, key, index)
    n_rows = 0
    while True:
        status = play_round_checked(games, before, views, rules, seating, found)
        if status < 0:
            return status
        add_round(table, seating, unit, sums)
        if rows.size > 0:
            n_rows = write_rows(table, game.secret, seating, rows, n_rows, not is_games)
        if status == GAME_ENDED or not is_games:
            break
        start_next_round(game, rules)
    add_unit(table, seating, unit, sums, np.int64(table.winners) if is_games else leaders(table.score, n_players))
    return n_rows

"""The debug mode of the loop: every decision through `step`, every position examined, policies watched."""

import numpy as np

from skyjo_sim.kernels import opening, play, turn
from skyjo_sim.kernels import problems as invariants
from skyjo_sim.kernels import sums as measures
from skyjo_sim.kernels.actions import BROKEN, GAME_ENDED, ILLEGAL, PLAYING, TOUCHED
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.loop import seat_agents, start_luck
from skyjo_sim.kernels.scoring import leaders
from skyjo_sim.kernels.sums import add_unit

add_round = by_game(measures.add_round)
ask_seated = by_game(play.ask_seated)
problems = by_game(invariants.problems)
start_game = by_game(opening.start_game)
start_next_round = by_game(opening.start_next_round)
step = by_game(turn.step)
write_rows = by_game(measures.write_rows)


@kernel
def is_same(first, second):
    """Tell whether two arrays of bytes are equal."""
    for position in range(first.size):  # noqa: SIM110 (numba has no generators)
        if first[position] != second[position]:
            return False
    return True


@kernel
def play_round_checked(games, before, views, rules, seating, found):
    """Play a dealt round; stop with BROKEN at a broken invariant, with TOUCHED at a policy that changed the table.

    `games` and `before` are arrays of one game, ``views`` uint8[2, game size] over their bytes; ``found`` is int64[1]
    and gets the flags of broken invariants.
    """
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
    unit = np.zeros((rules.n_players, 2, sums.moments.shape[2]), np.int64)
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

"""Run-to-completion: whole games of compiled policies, one after the other, of either game."""

import numpy as np

from skyjo_sim.kernels import opening, streams
from skyjo_sim.kernels import sums as measures
from skyjo_sim.kernels.actions import GAME_ENDED, ILLEGAL, OPENING, PLAYING
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import inlined, kernel, merged
from skyjo_sim.kernels.play import ask_seated, play_turns
from skyjo_sim.kernels.scoring import MAX_EXTRA_ROUNDS, MAX_ROUNDS, leaders
from skyjo_sim.kernels.sums import add_unit
from skyjo_sim.kernels.turn import step

add_round = by_game(measures.add_round)
start_game = by_game(opening.start_game)
start_next_round = by_game(opening.start_next_round)
write_rows = by_game(measures.write_rows)


@merged
def seat_agents(seating, n_players, index):
    """Seat the agents for game `index`: agent j, repeated cyclically, at seat (j + i) mod players."""
    shift = index % n_players if seating.is_rotating else 0
    for seat in range(n_players):
        seating.agents[seat] = (seat - shift) % n_players % seating.n_agents


@merged
def start_luck(seating, game):
    """Set each seat's stream to the beginning of the current round."""
    table, secret = game.table, game.secret
    for seat in range(np.int64(table.n_players)):
        streams.start(seating.luck[seat], seating.keys[seat], streams.AGENT, secret.game, table.round_index, 0)


@merged
def play_opening(game, rules, seating):
    """Let every seat choose its opening flips."""
    table = game.table
    while table.phase == OPENING:
        seating.answer = ask_seated(game, seating)
        if step(game, rules, seating.answer) == ILLEGAL:
            return ILLEGAL
    return PLAYING


@by_game
@inlined
def play_round(game, rules, seating):
    """Play a dealt round to its end; return ROUND_ENDED, GAME_ENDED or ILLEGAL."""
    start_luck(seating, game)
    if play_opening(game, rules, seating) == ILLEGAL:
        return ILLEGAL
    return play_turns(game, rules, seating)


@kernel
def play_units(game, rules, seating, key, first, n, is_games, sums, rows, done):
    """Play units ``first .. first + n - 1``: games, or rounds that are each the first of their game.

    Adds to `sums` and, unless `rows` is empty, writes rows; stops early when another unit might not fit. ``done`` is
    int64[2]: units played, rows written. Returns PLAYING, or ILLEGAL with `game` and ``seating.answer`` as they were.
    """
    unit = np.zeros((N_SEATS, 2, sums.moments.shape[2]), np.int64)
    n_players = np.int64(rules.n_players)
    most_rows = n_players * (MAX_ROUNDS + MAX_EXTRA_ROUNDS if is_games else 1)
    table = game.table
    done[0], done[1] = 0, 0
    for index in range(first, first + n):
        if rows.size > 0 and done[1] + most_rows > rows.size:
            return PLAYING
        seat_agents(seating, n_players, index)
        start_game(game, rules, key, index)
        if play_unit(game, rules, seating, is_games, unit, sums, rows, done) == ILLEGAL:
            return ILLEGAL
        winners = np.int64(table.winners) if is_games else leaders(table.score, n_players)
        add_unit(table, seating, unit, sums, winners)
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

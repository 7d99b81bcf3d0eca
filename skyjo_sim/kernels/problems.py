"""Which invariants of a game are broken, as bit flags."""

import numpy as np

from skyjo_sim.kernels.actions import GAME_OVER, OPENING, ROUND_OVER
from skyjo_sim.kernels.cards import N_CARDS, N_SEATS, N_VALUES
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.problem_flags import BAD_CARD, ENDER, PHASE, PILE_SIZE, PLAYERS, SEAT, STARTER
from skyjo_sim.kernels.problems_cards import card_problems, slot_problems
from skyjo_sim.kernels.problems_piles import luck_problems, pile_problems, pool_problems, seen_problems
from skyjo_sim.kernels.problems_score import game_end_problems, score_problems, statistics_problems
from skyjo_sim.kernels.problems_turn import (
    choice_problems,
    decision_problems,
    ender_problems,
    line_problems,
    turn_problems,
)


@kernel
def problems(game, rules):
    """Return the flags of all broken invariants; of ranges alone if an index or a size is out of range."""
    table = game.table
    flags = range_problems(game, rules)
    if flags:
        return flags
    counts = np.zeros(N_VALUES + 1, np.int64)
    flags = card_problems(game, counts) | slot_problems(game, rules) | luck_problems(game)
    is_view = counts[N_VALUES] > 0
    if not flags & BAD_CARD:
        flags |= seen_problems(game) | pool_problems(game) | pile_problems(game)
    flags |= decision_problems(game, rules) | choice_problems(game, rules, is_view)
    flags |= turn_problems(table, rules) | ender_problems(table, rules) | line_problems(table, rules)
    flags |= statistics_problems(table, rules) | score_problems(table, rules)
    return flags | game_end_problems(table, rules)


@kernel
def range_problems(game, rules):
    """Check what the other checks use as an index or a size."""
    table, secret = game.table, game.secret
    n_players = np.int64(table.n_players)
    if n_players != rules.n_players or n_players < 2 or n_players > N_SEATS:
        return PLAYERS
    flags = 0
    for size in (np.int64(table.n_pile), np.int64(table.n_discard), np.int64(secret.n_next_order)):
        if size < 0 or size > N_CARDS:
            flags |= PILE_SIZE
    if table.n_reshuffles < 0:
        flags |= PILE_SIZE
    return flags | seat_problems(table, n_players)


@kernel
def seat_problems(table, n_players):
    """Check the phase, and that the seats that are named are at the table."""
    flags = 0
    if table.phase < OPENING or table.phase > GAME_OVER:
        flags |= PHASE
    if table.seat < -1 or table.seat >= n_players or (table.seat == -1) != (table.phase >= ROUND_OVER):
        flags |= SEAT
    if table.ender < -1 or table.ender >= n_players:
        flags |= ENDER
    if table.starter < -1 or table.starter >= n_players or (table.starter == -1 and table.phase != OPENING):
        flags |= STARTER
    return flags

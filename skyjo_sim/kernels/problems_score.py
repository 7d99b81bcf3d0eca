"""Invariants of results: statistics, raw scores, scores, winners, the end of the game."""

import numpy as np

from skyjo_sim.kernels.actions import GAME_OVER, ROUND_OVER
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import LOWEST_CARD, N_ROWS, N_SLOTS
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.lines import OFF
from skyjo_sim.kernels.problem_flags import GAME_END, RAW, SCORE, STATISTICS, WINNERS
from skyjo_sim.kernels.scoring import (
    MAX_EXTRA_ROUNDS,
    MAX_ROUNDS,
    is_penalised,
    is_target_reached,
    leaders,
    lowest_other,
)


@kernel
def statistics_problems(table, rules):
    """Check the numbers of cleared lines, and of cards that were hidden before the final reveal."""
    n_players = np.int64(table.n_players)
    for seat in range(n_players):
        n_lines, n_cleared = np.int64(table.n_lines_cleared[seat]), count(np.int64(table.cleared[seat]))
        if rules.row_rule == OFF and n_lines * N_ROWS != n_cleared:
            return STATISTICS
        if table.hidden_at_end[seat] > N_SLOTS or (table.hidden_at_end[seat] and not is_revealed(table, rules, seat)):
            return STATISTICS
    return 0


@kernel
def is_revealed(table, rules, seat):
    """Tell whether a seat's hidden cards have been turned up for scoring."""
    if table.phase >= ROUND_OVER:
        return True
    if table.ender < 0 or not rules.early_reveal:
        return False
    ender, n_players = np.int64(table.ender), np.int64(table.n_players)
    return (seat - ender) % n_players < (np.int64(table.seat) - ender) % n_players


@kernel
def face_up_points(table, seat):
    """Return the sum of a seat's face-up cards."""
    points = 0
    for slot in range(N_SLOTS):
        if table.visible[seat, slot] >= LOWEST_CARD:
            points += np.int64(table.visible[seat, slot])
    return points


@kernel
def score_problems(table, rules):
    """Check raw scores against the grids, and scores against the rule of doubling."""
    flags = 0
    if table.phase >= ROUND_OVER:
        for seat in range(np.int64(table.n_players)):
            if table.raw[seat] != face_up_points(table, seat):
                flags |= RAW
    return flags | doubling_problems(table, rules)


@kernel
def doubling_problems(table, rules):
    """Check scores against raw scores and the rule of doubling."""
    ender, n_players = np.int64(table.ender), np.int64(table.n_players)
    if table.phase < ROUND_OVER:
        return SCORE if table.is_doubled else 0
    flags = 0
    is_doubled = False
    if ender >= 0:
        is_doubled = is_penalised(rules, np.int64(table.raw[ender]), lowest_other(table.raw, n_players, ender))
    if (table.is_doubled != 0) != is_doubled:
        flags |= SCORE
    for seat in range(n_players):
        expected = np.int64(table.raw[seat])
        if is_doubled and seat == ender:
            expected = expected * rules.double_factor + rules.flat_penalty
        if table.score[seat] != expected:
            flags |= SCORE
    return flags


@kernel
def game_end_problems(table, rules):
    """Check that a game that goes on has no reason to stop, and that one that is over has its winners."""
    is_extra, is_over = table.is_extra != 0, table.phase == GAME_OVER
    flags = 0
    winners = np.int64(0)
    if is_over and not table.is_game_abandoned:
        winners = leaders(table.totals, np.int64(table.n_players))
    if table.winners != winners:
        flags |= WINNERS
    if (
        table.round_index < 0
        or table.round_index >= MAX_ROUNDS + MAX_EXTRA_ROUNDS
        or (table.is_game_abandoned and not is_over)
    ):
        flags |= GAME_END
    if table.extra_rounds < 0 or table.extra_rounds > (MAX_EXTRA_ROUNDS if is_extra else 0):
        flags |= GAME_END
    if is_extra and not rules.extra_round:
        flags |= GAME_END
    is_decided = is_extra or is_target_reached(table, rules)
    if is_over and is_decided == (table.is_game_abandoned != 0):
        flags |= GAME_END
    if not is_over and not is_extra and is_decided:
        flags |= GAME_END
    return flags

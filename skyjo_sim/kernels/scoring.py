"""Final reveal, raw scores, the ender's penalty, totals, the end of the game (RULES.md 4 to 7 and 8b)."""

import numpy as np

from skyjo_sim.kernels.actions import GAME_ENDED, GAME_OVER, ROUND_ENDED, ROUND_OVER
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, N_COLUMNS, N_SLOTS
from skyjo_sim.kernels.compiler import apart, inner, kernel
from skyjo_sim.kernels.grid import turn_up
from skyjo_sim.kernels.lines import MANDATORY, OPTIONAL, cheapest_columns, clear_all, clear_column

MAX_ROUNDS = 200
"""A game that has not reached the target after so many rounds stops as abandoned (RULES.md 8b)."""
MAX_EXTRA_ROUNDS = 10
ALL_COLUMNS = 0b1111


@kernel
def reveal(game, rules, seat):
    """Turn a seat's hidden cards up and clear its lines."""
    apart()
    table = game.table
    hidden = np.int64(table.hidden[seat])
    table.hidden_at_end[seat] = count(hidden)
    while hidden:
        turn_up(game, seat, lowest(hidden))
        hidden &= hidden - 1
    if rules.checks_all_lines:
        clear_by_rules(game, rules, seat)
    else:
        for column in range(N_COLUMNS):
            clear_column(game, seat, column)


@kernel
def clear_by_rules(game, rules, seat):
    """Clear a grid that is wholly face up, under any line rules; optional columns go where that costs fewer points."""
    allowed = 0
    if rules.column_rule == MANDATORY:
        allowed = ALL_COLUMNS
    elif rules.column_rule == OPTIONAL:
        cleared = np.int64(game.table.cleared[seat])
        allowed = cheapest_columns(game.table.visible[seat], cleared, rules.row_rule == MANDATORY)
    clear_all(game, rules, seat, allowed)


@kernel
def points_shown(table, seat):
    """Return the sum of a seat's face-up cards: its raw score when nothing is hidden any more."""
    points = 0
    for slot in range(N_SLOTS):
        card = np.int64(table.visible[seat, slot])
        points += card if card >= LOWEST_CARD else 0
    return points


@kernel
def lowest_other(raw, n_players, seat):
    """Return the lowest raw score among the other seats."""
    fewest = np.int64(1 << 30)
    for other in range(n_players):
        if other != seat:
            fewest = min(fewest, np.int64(raw[other]))
    return fewest


@inner
def is_penalised(rules, own, fewest):
    """Tell whether an ender with `own` raw points is penalised when the best other player has `fewest`."""
    if own <= 0 and not rules.double_any:
        return False
    return fewest <= own if rules.double_on_tie else fewest < own


@inner
def score_raw(table, rules):
    """Turn the table's raw scores into scores and add them to the totals."""
    n_players = np.int64(table.n_players)
    ender = np.int64(table.ender)
    table.is_doubled = 0
    for seat in range(n_players):
        table.score[seat] = table.raw[seat]
    if ender >= 0 and is_penalised(rules, np.int64(table.raw[ender]), lowest_other(table.raw, n_players, ender)):
        table.is_doubled = 1
        table.score[ender] = table.raw[ender] * rules.double_factor + rules.flat_penalty
    for seat in range(n_players):
        table.totals[seat] += table.score[seat]


@kernel
def leaders(points, n_players):
    """Return the set of seats with the fewest points."""
    fewest = np.int64(points[0])
    for seat in range(1, n_players):
        fewest = min(fewest, np.int64(points[seat]))
    seats = 0
    for seat in range(n_players):
        seats |= np.int64(points[seat] == fewest) << seat
    return seats


@kernel
def is_target_reached(table, rules):
    """Tell whether some total ends the game."""
    most = np.int64(table.totals[0])
    for seat in range(1, np.int64(table.n_players)):
        most = max(most, np.int64(table.totals[seat]))
    return most > rules.target if rules.target_exceeded else most >= rules.target


@kernel
def end_round(table, rules):
    """Score the round from its raw scores and decide whether the game is over; return ROUND_ENDED or GAME_ENDED."""
    score_raw(table, rules)
    table.seat = -1
    table.last_turns_left = 0
    table.phase = ROUND_OVER
    table.extra_rounds += table.is_extra
    if not table.is_extra and not is_target_reached(table, rules):
        if table.round_index + 1 < MAX_ROUNDS:
            return ROUND_ENDED
        table.is_game_abandoned = 1
    else:
        winners = leaders(table.totals, np.int64(table.n_players))
        if rules.extra_round and count(winners) > 1 and table.extra_rounds < MAX_EXTRA_ROUNDS:
            table.is_extra = 1
            return ROUND_ENDED
        table.winners = winners
    table.phase = GAME_OVER
    return GAME_ENDED


@kernel
def finish_round(game, rules):
    """Reveal what is still hidden, count and score; return ROUND_ENDED or GAME_ENDED."""
    apart()
    table = game.table
    is_early = rules.early_reveal and not table.is_abandoned
    for seat in range(np.int64(table.n_players)):
        if not is_early or seat == table.ender or table.hidden[seat] != 0:
            reveal(game, rules, seat)
        table.raw[seat] = points_shown(table, seat)
    return end_round(table, rules)

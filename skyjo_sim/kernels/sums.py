"""What a simulation measures, per agent: numerators and denominators over units, and their moments.

A unit is what an interval counts: a round, or in games a game. An agent in several seats is first added up within the
unit. With x and y summed over units, x / y is the mean, and the moments give its interval by the delta method.
"""

import numpy as np

from skyjo_sim.kernels.actions import GAME_OVER
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged
from skyjo_sim.kernels.layout import LEAD_LOW, SCORE_LOW
from skyjo_sim.kernels.scoring import leaders, lowest_other

SCORE = 0
RAW = 1
ENDED = 2
DOUBLED = 3
LINES = 4
ROUND_WINS = 5
WINS = 6
SEATS = 7
"""Measures. Denominators: rounds times seats; for DOUBLED the rounds ended; for WINS (and SEATS) units times seats."""

WIN = 840
"""Wins are counted in 840ths, so that a win shared by up to eight is a whole number."""


@kernel
def add_round(table, seating, unit, sums):
    """Add a scored round to the unit's numerators ``unit[agent, 0]`` and denominators ``unit[agent, 1]``."""
    apart()
    add_shared(table, seating, unit, sums, SCORE_LOW, LEAD_LOW)


@merged
def add_shared(table, seating, unit, sums, score_low, lead_low):
    """Add what is measured in both games; the distributions begin at `score_low` and `lead_low`."""
    sums.n_rounds += 1
    sums.n_turns += table.turns
    sums.n_reshuffles += table.n_reshuffles
    sums.n_abandoned += table.is_abandoned
    n_players = np.int64(table.n_players)
    best = leaders(table.score, n_players)
    share = WIN // count(best)
    for seat in range(n_players):
        agent = np.int64(seating.agents[seat])
        score = np.int64(table.score[seat])
        numerators, denominators = unit[agent, 0], unit[agent, 1]
        numerators[SCORE] += score
        numerators[RAW] += table.raw[seat]
        numerators[LINES] += table.n_lines_cleared[seat]
        numerators[ROUND_WINS] += share * (best >> seat & 1)
        for measure in range(WINS):
            denominators[measure] += measure != DOUBLED
        sums.squares[agent] += score * score
        sums.scores[agent, min(max(score - score_low, 0), sums.scores.shape[1] - 1)] += 1
    if table.ender >= 0:
        add_ending(table, seating, unit, sums, lead_low)


@inner
def add_ending(table, seating, unit, sums, lead_low):
    """Add who ended the round, with what lead, and whether it was doubled."""
    agent = np.int64(seating.agents[np.int64(table.ender)])
    is_doubled = np.int64(table.is_doubled)
    unit[agent, 0, ENDED] += 1
    unit[agent, 0, DOUBLED] += is_doubled
    unit[agent, 1, DOUBLED] += 1
    lead = min(max(np.int64(table.lead) - lead_low, 0), sums.leads.shape[1] - 1)
    sums.leads[agent, lead] += 1
    sums.doubled_leads[agent, lead] += is_doubled


@kernel
def add_unit(table, seating, unit, sums, winners):
    """Add who has won, then the unit's moments, and empty the unit."""
    apart()
    sums.n_units += 1
    sums.n_abandoned_games += table.is_game_abandoned
    share = WIN // max(count(winners), 1)
    for seat in range(np.int64(table.n_players)):
        agent = np.int64(seating.agents[seat])
        unit[agent, 0, WINS] += share * (winners >> seat & 1)
        unit[agent, 1, WINS] += 1
        unit[agent, 0, SEATS] += 1
        unit[agent, 1, SEATS] += 1
    for agent in range(seating.n_agents):
        moments = sums.moments[agent]
        for measure in range(moments.shape[1]):
            x, y = unit[agent, 0, measure], unit[agent, 1, measure]
            moments[0, measure] += x
            moments[1, measure] += y
            moments[2, measure] += x * x
            moments[3, measure] += x * y
            moments[4, measure] += y * y
            unit[agent, 0, measure] = 0
            unit[agent, 1, measure] = 0


@kernel
def write_rows(table, secret, seating, rows, first, is_single):
    """Write a scored round as rows ``first .. first + players - 1``; return the next free row."""
    n_players = np.int64(table.n_players)
    winners = np.int64(table.winners) if table.phase == GAME_OVER else 0
    if is_single:
        winners = leaders(table.score, n_players)
    for seat in range(n_players):
        row = rows[first + seat]
        row.game = secret.game
        row.round = table.round_index
        row.seat = seat
        row.agent = seating.agents[seat]
        row.raw = table.raw[seat]
        row.score = table.score[seat]
        row.total = table.totals[seat]
        row.lines_cleared = table.n_lines_cleared[seat]
        row.cards_cleared = count(np.int64(table.cleared[seat]))
        row.hidden_at_end = table.hidden_at_end[seat]
        row.is_ender = table.ender == seat
        row.is_doubled = table.is_doubled if table.ender == seat else 0
        row.lowest_other = lowest_other(table.raw, n_players, seat)
        row.lead = table.lead
        row.turns = table.turns
        row.starter = table.starter
        row.reshuffles = table.n_reshuffles
        row.is_abandoned = table.is_abandoned
        row.win_share = (winners >> seat & 1) / max(count(winners), 1)
    return first + n_players


assert all(WIN % n_winners == 0 for n_winners in range(1, N_SEATS + 1))

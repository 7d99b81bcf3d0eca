"""What a simulation of Skyjo Action measures besides what `skyjo_sim.kernels.sums` does."""

import numpy as np

from skyjo_sim.kernels import sums as shared
from skyjo_sim.kernels.action.cards import (
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    METEOR,
    N_KINDS,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from skyjo_sim.kernels.action.layout import LEAD_LOW, N_MEASURES, SCORE_LOW
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged

TAKEN = 8
HELD = 9
STARS = 10
BONUS = 11
COLUMNS = 12
ROWS = 13
STAR_LINES = 14
BY_OTHER = 15
PLAYED = 16
THROWN = 17
BLOCKED = 18
EXTRA_TURNS = 19
FOR_STARS = 20
STOLEN = 21
REACTIVATED = 22
"""Measures. Denominators: rounds times seats; for BY_OTHER the rounds ended."""


@kernel
def add_round(table, seating, unit, sums):
    """Add a scored round to the unit's numerators ``unit[agent, 0]`` and denominators ``unit[agent, 1]``."""
    apart()
    shared.add_shared(table, seating, unit, sums, SCORE_LOW, LEAD_LOW)
    for seat in range(np.int64(table.n_players)):
        agent = np.int64(seating.agents[seat])
        numerators, denominators = unit[agent, 0], unit[agent, 1]
        add_counts(table, seat, numerators)
        add_kinds(table, seat, agent, numerators, sums)
        for measure in range(TAKEN, N_MEASURES):
            denominators[measure] += measure != BY_OTHER
    if table.ender >= 0:
        agent = np.int64(seating.agents[np.int64(table.ender)])
        unit[agent, 0, BY_OTHER] += table.ended_by_other
        unit[agent, 1, BY_OTHER] += 1


@merged
def add_counts(table, seat, numerators):
    """Add what a seat took, held and cleared."""
    numerators[TAKEN] += table.n_taken[seat]
    numerators[HELD] += table.n_held_at_end[seat]
    numerators[STARS] += table.n_stars[seat]
    numerators[BONUS] += table.star_bonus[seat]
    numerators[COLUMNS] += table.n_columns[seat]
    numerators[ROWS] += table.n_rows[seat]
    numerators[STAR_LINES] += table.n_star_lines[seat]
    numerators[EXTRA_TURNS] += table.n_extra_turns[seat]
    numerators[FOR_STARS] += table.n_for_stars[seat]
    numerators[STOLEN] += table.n_stolen[seat]
    numerators[REACTIVATED] += table.n_reactivated[seat]


@merged
def add_kinds(table, seat, agent, numerators, sums):
    """Add the cards that a seat played and threw away, and its attacks that were blocked, by kind."""
    for kind in range(N_KINDS):
        played, thrown = np.int64(table.played[seat, kind]), np.int64(table.thrown[seat, kind])
        blocked = np.int64(table.blocked[seat, kind])
        numerators[PLAYED] += played
        numerators[THROWN] += thrown
        numerators[BLOCKED] += blocked
        sums.kinds[agent, 0, kind] += played
        sums.kinds[agent, 1, kind] += thrown
        sums.kinds[agent, 2, kind] += blocked


@kernel
def write_rows(table, secret, seating, rows, first, is_single):
    """Write a scored round as rows ``first .. first + players - 1``; return the next free row."""
    following = shared.write_rows(table, secret, seating, rows, first, is_single)
    for seat in range(np.int64(table.n_players)):
        row = rows[first + seat]
        row.actions_taken = table.n_taken[seat]
        row.actions_for_stars = table.n_for_stars[seat]
        row.actions_stolen = table.n_stolen[seat]
        row.actions_thrown = total(table.thrown[seat], N_KINDS)
        row.actions_reactivated = table.n_reactivated[seat]
        row.actions_held = table.n_held_at_end[seat]
        write_played(table.played[seat], row)
        row.attacks_blocked = total(table.blocked[seat], N_KINDS)
        row.extra_turns = table.n_extra_turns[seat]
        row.stars = table.n_stars[seat]
        row.star_bonus = table.star_bonus[seat]
        row.columns_cleared = table.n_columns[seat]
        row.rows_cleared = table.n_rows[seat]
        row.star_lines_cleared = table.n_star_lines[seat]
        row.is_ended_by_other = table.ended_by_other if table.ender == seat else 0
    return following


@merged
def write_played(played, row):
    """Write how often a seat played each kind of card."""
    row.played_swap_own = played[SWAP_OWN]
    row.played_double_turn = played[DOUBLE_TURN]
    row.played_draw_three = played[DRAW_THREE]
    row.played_reveal = played[REVEAL]
    row.played_reactivate = played[REACTIVATE]
    row.played_defense = played[DEFENSE]
    row.played_swap_players = played[SWAP_PLAYERS]
    row.played_steal = played[STEAL]
    row.played_meteor = played[METEOR]


@inner
def total(counts, n):
    """Return the sum of the first `n` counts."""
    result = np.int64(0)
    for kind in range(n):
        result += np.int64(counts[kind])
    return result


assert REACTIVATED == N_MEASURES - 1

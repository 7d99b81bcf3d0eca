"""Invariants of lines, statistics and raw scores in Skyjo Action."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE
from skyjo_sim.kernels.action.cards import N_KINDS
from skyjo_sim.kernels.action.lines import bonus_of_stars, lines_that_go, points_of, stars_of
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.lines import OPTIONAL
from skyjo_sim.kernels.problem_flags import KEPT, LINE_LEFT, RAW, STATISTICS
from skyjo_sim.kernels.problems_score import statistics_problems as classic_statistics_problems
from skyjo_sim.kernels.problems_turn import had_turn
from skyjo_sim.kernels.scoring import ALL_COLUMNS


@inner
def line_problems(game, rules):
    """Check that no number line stands that its owner had to clear, and that columns are kept only where that is allowed.

    With action cards another player may complete a line, which then waits for its owner (RULES.md 9.7).
    """
    table = game.table
    flags = 0
    for seat in range(np.int64(table.n_players)):
        if np.int64(table.kept[seat]) & (~ALL_COLUMNS if rules.column_rule == OPTIONAL else -1):
            flags |= KEPT
        is_over = table.phase >= ROUND_OVER
        is_own = rules.n_action_cards == 0 and table.phase != CHOICE and had_turn(table, rules, seat)
        if is_over or is_own:
            hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
            must, _ = lines_that_go(game.secret.cards[seat], cleared, hidden, np.int64(0), rules)
            flags |= LINE_LEFT if must else 0
    return flags


@inner
def statistics_problems(game, rules):
    """Check the counts of lines, of action cards taken and given away, of extra turns, and what is set at the end."""
    table = game.table
    flags = classic_statistics_problems(table, rules)
    n_held_now, n_extra = np.int64(0), np.int64(0)
    for seat in range(np.int64(table.n_players)):
        n_held_now += np.int64(table.n_held[seat]) - n_gained(table, seat)
        n_extra += np.int64(table.n_extra_turns[seat])
        if not are_counts_sound(table, seat) or not is_end_noted(game, rules, seat):
            flags |= STATISTICS
    if n_held_now != 0 or n_extra < 0 or n_extra > table.turns:
        flags |= STATISTICS
    return flags


@inner
def n_gained(table, seat):
    """Return the action cards that a seat has taken, less those that it has played, thrown away and made others spend."""
    n = np.int64(table.n_taken[seat])
    for kind in range(N_KINDS):
        n -= np.int64(table.played[seat, kind]) + np.int64(table.thrown[seat, kind])
        n -= np.int64(table.blocked[seat, kind])
    return n


@inner
def are_counts_sound(table, seat):
    """Tell whether a seat's counts of lines and cards fit each other."""
    n_lines = np.int64(table.n_columns[seat]) + np.int64(table.n_rows[seat])
    if n_lines != table.n_lines_cleared[seat] or table.n_star_lines[seat] > n_lines:
        return False
    if (n_lines > 0) != (table.cleared[seat] != 0):
        return False
    return table.n_for_stars[seat] >= 0 and table.n_for_stars[seat] <= table.n_taken[seat]


@inner
def is_end_noted(game, rules, seat):
    """Tell whether what is counted when the round is scored is there then, and not before."""
    table = game.table
    held, stars, bonus = np.int64(0), np.int64(0), np.int64(0)
    if table.phase >= ROUND_OVER:
        cards = game.secret.cards[seat]
        held, stars = np.int64(table.n_held[seat]), np.int64(count(stars_of(cards)))
        bonus = bonus_of_stars(cards, np.int64(table.cleared[seat]), rules)
    return table.n_held_at_end[seat] == held and table.n_stars[seat] == stars and table.star_bonus[seat] == bonus


@inner
def raw_problems(game, rules):
    """Check raw scores: the numbers, the action cards that were not used, less the bonus for stars."""
    table = game.table
    if table.phase < ROUND_OVER:
        return 0
    for seat in range(np.int64(table.n_players)):
        cards, cleared = game.secret.cards[seat], np.int64(table.cleared[seat])
        points = points_of(cards, cleared) - bonus_of_stars(cards, cleared, rules)
        if table.raw[seat] != points + rules.unused_penalty * np.int64(table.n_held[seat]):
            return RAW
    return 0

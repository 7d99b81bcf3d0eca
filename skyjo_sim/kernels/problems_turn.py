"""Invariants of decisions and turns: what a phase asks for, whose turn it is, who ended, what lines stand."""

import numpy as np

from skyjo_sim.kernels.actions import CLEAR, OPENING, PLACE, ROUND_OVER
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import ALL_SLOTS, N_COLUMNS, NO_CARD
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.lines import MANDATORY, MIN_LINE, OFF, OPTIONAL, complete_columns, complete_rows
from skyjo_sim.kernels.problem_flags import (
    ASKED,
    CHOSEN,
    DRAWN,
    ENDER,
    HIDDEN_LEFT,
    KEPT,
    LAST_TURNS,
    LINE_LEFT,
    NO_HIDDEN_CARD,
    TURN_LIMIT,
    TURN_ORDER,
)
from skyjo_sim.kernels.scoring import ALL_COLUMNS


@kernel
def decision_problems(game, rules):
    """Check the drawn card, and the column that is asked about."""
    table, to_clear = game.table, np.int64(game.secret.to_clear)
    flags = 0
    if table.drawn != NO_CARD and table.phase != PLACE:
        flags |= DRAWN
    if table.phase != CLEAR:
        return flags | (ASKED if table.asked != -1 or to_clear else 0)
    asked = np.int64(table.asked)
    if rules.column_rule != OPTIONAL or asked < 0 or asked >= N_COLUMNS:
        return flags | ASKED
    complete = complete_columns(table.visible[np.int64(table.seat)])
    kept = np.int64(table.kept[np.int64(table.seat)])
    if not (complete & ~kept & ~to_clear) >> asked & 1 or to_clear & ~(complete & ~kept):
        flags |= ASKED
    return flags


@kernel
def choice_problems(game, rules, is_view):
    """Check the opening choices: all made by the seats before the current one, none by those behind it."""
    table = game.table
    is_opening = table.phase == OPENING
    current, n_flips = np.int64(table.chosen), np.int64(rules.initial_flips)
    if current & ~ALL_SLOTS or (current and not is_opening) or (is_opening and count(current) >= n_flips):
        return CHOSEN
    for seat in range(np.int64(table.n_players)):
        chosen = np.int64(game.secret.chosen[seat])
        n_expected = n_flips if is_opening and seat < table.seat else 0
        is_unknown = is_view and chosen == 0
        if chosen & ~ALL_SLOTS or (count(chosen) != n_expected and not is_unknown):
            return CHOSEN
        if is_opening and table.hidden[seat] != ALL_SLOTS:
            return CHOSEN
    return 0


@kernel
def turn_problems(table, rules):
    """Check the count of turns: against the limit, and against whose turn it is."""
    flags = limit_problems(table, rules)
    is_running = OPENING < table.phase < ROUND_OVER and table.turns >= 0
    if is_running and table.seat != (np.int64(table.starter) + np.int64(table.turns)) % np.int64(table.n_players):
        flags |= TURN_ORDER
    return flags


@kernel
def limit_problems(table, rules):
    """Check the count of turns against the limit, and whether the round was stopped there."""
    turns = np.int64(table.turns)
    if turns < 0 or (table.phase == OPENING and (turns > 0 or table.is_abandoned)):
        return TURN_LIMIT
    if table.phase >= ROUND_OVER:
        is_stopped = table.ender < 0 and turns >= rules.turn_limit
        return TURN_LIMIT if is_stopped != (table.is_abandoned != 0) else 0
    return TURN_LIMIT if table.is_abandoned or (table.ender < 0 and turns >= rules.turn_limit) else 0


@kernel
def ender_problems(table, rules):
    """Check who ended the round, and how many last turns are left."""
    ender, left = np.int64(table.ender), np.int64(table.last_turns_left)
    if table.phase >= ROUND_OVER:
        flags = LAST_TURNS if left else 0
        if ender < 0 and not table.is_abandoned:
            flags |= ENDER
        for seat in range(np.int64(table.n_players)):
            if table.hidden[seat]:
                flags |= HIDDEN_LEFT
        return flags
    if ender < 0:
        return (LAST_TURNS if left else 0) | hidden_problems(table, -1, 0)
    distance = (np.int64(table.seat) - ender) % np.int64(table.n_players)
    flags = hidden_problems(table, ender, distance)
    if table.hidden[ender] or rules.no_last_turns or table.phase == OPENING:
        flags |= ENDER
    if distance == 0 or left != np.int64(table.n_players) - distance:
        flags |= LAST_TURNS
    return flags


@kernel
def hidden_problems(table, ender, distance):
    """Check that seats with turns to come have a hidden card; `distance` seats from the ender on are done."""
    n_players = np.int64(table.n_players)
    for seat in range(n_players):
        is_done = ender >= 0 and (seat - ender) % n_players < distance
        is_asked = table.phase == CLEAR and seat == table.seat
        if table.hidden[seat] == 0 and not is_done and not is_asked:
            return NO_HIDDEN_CARD
    return 0


@kernel
def line_problems(table, rules):
    """Check that no complete line was left standing, and that columns are kept only where that is allowed."""
    flags = 0
    for seat in range(np.int64(table.n_players)):
        if np.int64(table.kept[seat]) & (~ALL_COLUMNS if rules.column_rule == OPTIONAL else -1):
            flags |= KEPT
        if had_turn(table, rules, seat) and standing_lines(table, rules, seat):
            flags |= LINE_LEFT
    return flags


@kernel
def had_turn(table, rules, seat):
    """Tell whether a seat had a turn, so that its lines were looked at; or flips alone complete none."""
    if table.phase == OPENING or (table.phase == CLEAR and seat == table.seat):
        return False
    if table.phase >= ROUND_OVER or rules.initial_flips < MIN_LINE:
        return True
    return np.int64(table.turns) > (seat - np.int64(table.starter)) % np.int64(table.n_players)


@kernel
def standing_lines(table, rules, seat):
    """Tell whether a grid has a complete line that its owner had to clear, or was not asked about."""
    columns = complete_columns(table.visible[seat])
    if rules.row_rule != OFF and complete_rows(table.visible[seat], np.int64(table.cleared[seat])):
        return True
    if rules.column_rule == MANDATORY:
        return columns != 0
    is_running = table.phase < ROUND_OVER and table.ender < 0
    return rules.column_rule == OPTIONAL and is_running and columns & ~np.int64(table.kept[seat]) != 0

"""Invariants of turns in Skyjo Action: whose turn it is, extra turns, star rights, who ended."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE, OPENING, PLACE, SOURCE, STAR_RIGHT
from skyjo_sim.kernels.action.problem_flags import PENDING, STAR_RIGHTS
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.problem_flags import ENDER, HIDDEN_LEFT, LAST_TURNS, NO_HIDDEN_CARD, TURN_ORDER


@inner
def order_problems(table):
    """Check whose turn it is: it passes to the left but for extra turns; rights of the opening go round before."""
    if table.phase == OPENING or table.phase >= ROUND_OVER:
        return 0
    n_players = np.int64(table.n_players)
    passed = np.int64(table.turns) + (n_players - np.int64(table.setup_left)) % n_players
    for seat in range(n_players):
        passed -= np.int64(table.n_extra_turns[seat])
    return TURN_ORDER if table.seat != (np.int64(table.starter) + passed) % n_players else 0


@inner
def pending_problems(table):
    """Check the extra turns to come: none before the first turn, none when the round was ended."""
    pending = np.int64(table.pending_turns)
    is_none = table.phase == OPENING or table.phase >= ROUND_OVER or table.setup_left > 0 or table.ender >= 0
    return PENDING if pending < 0 or (pending > 0 and is_none) else 0


@inner
def star_right_problems(table, rules):
    """Check the rights that stars give: used in a choice, before lines are cleared; those of the opening by house rule."""
    rights, setup = np.int64(table.star_rights), np.int64(table.setup_left)
    is_asked = table.phase == CHOICE and table.choice == STAR_RIGHT
    if rights < 0 or setup < 0 or setup > table.n_players or (is_asked and rights == 0):
        return STAR_RIGHTS
    if rights > 0 and not is_asked and table.n_in_play == 0:
        return STAR_RIGHTS
    if setup > 0 and not (is_asked and rules.star_at_setup and table.turns == 0):
        return STAR_RIGHTS
    return STAR_RIGHTS if rights > 0 and rules.n_action_cards == 0 else 0


@inner
def ender_problems(table, rules):
    """Check who ended the round, and how many last turns are left."""
    ender, left = np.int64(table.ender), np.int64(table.last_turns_left)
    n_open, is_any_hidden = 0, False
    for seat in range(np.int64(table.n_players)):
        n_open += table.hidden[seat] == 0
        is_any_hidden |= table.hidden[seat] != 0
    if table.phase >= ROUND_OVER:
        flags = LAST_TURNS if left else 0
        if ender < 0 and not table.is_abandoned:
            flags |= ENDER
        return flags | (HIDDEN_LEFT if is_any_hidden else 0)
    if ender < 0:
        is_between = table.phase == SOURCE or table.phase == PLACE
        flags = NO_HIDDEN_CARD if n_open and is_between else 0
        flags |= ENDER if table.ended_by_other else 0
        return flags | (LAST_TURNS if left else 0)
    return last_turn_problems(table, rules, n_open)


@inner
def last_turn_problems(table, rules, n_open):
    """Check the last turns: somebody has no hidden card, the ender or, if it has some, another seat."""
    ender, left, n_players = np.int64(table.ender), np.int64(table.last_turns_left), np.int64(table.n_players)
    flags = 0
    if n_open == 0 or rules.no_last_turns or table.phase == OPENING:
        flags |= ENDER
    if (table.ended_by_other != 0) != (table.hidden[ender] != 0):
        flags |= ENDER
    distance = (np.int64(table.seat) - ender) % n_players
    if distance == 0 or left != n_players - distance:
        flags |= LAST_TURNS
    return flags

"""Which invariants of a game of Skyjo Action are broken, as bit flags."""

import numpy as np

from skyjo_sim.kernels.action.actions import N_CHOICES
from skyjo_sim.kernels.action.cards import N_FACES, N_MARKET
from skyjo_sim.kernels.action.layout import MAX_ACTION_PILE, MAX_IN_PLAY
from skyjo_sim.kernels.action.problem_flags import CHOICE_STATE
from skyjo_sim.kernels.action.problems_cards import (
    card_problems,
    hand_problems,
    kind_problems,
    market_problems,
)
from skyjo_sim.kernels.action.problems_choice import choice_state_problems, legal_problems, three_problems
from skyjo_sim.kernels.action.problems_knowledge import knowledge_problems, known_problems
from skyjo_sim.kernels.action.problems_piles import action_luck_problems, pool_problems, seen_problems
from skyjo_sim.kernels.action.problems_score import line_problems, raw_problems, statistics_problems
from skyjo_sim.kernels.action.problems_turn import (
    ender_problems,
    order_problems,
    pending_problems,
    star_right_problems,
)
from skyjo_sim.kernels.compiler import inner, kernel
from skyjo_sim.kernels.problem_flags import BAD_CARD, MISSING_CARD, PILE_SIZE
from skyjo_sim.kernels.problems import range_problems
from skyjo_sim.kernels.problems_cards import slot_problems
from skyjo_sim.kernels.problems_piles import luck_problems, pile_problems
from skyjo_sim.kernels.problems_score import doubling_problems, game_end_problems
from skyjo_sim.kernels.problems_turn import choice_problems, limit_problems


@kernel
def problems(game, rules):
    """Return the flags of all broken invariants; of ranges alone if an index or a size is out of range."""
    flags = range_problems(game, rules) | action_range_problems(game.table)
    if flags:
        return flags
    counts = np.zeros(N_FACES + 1, np.int64)
    flags = kind_problems(game, rules)
    flags |= market_problems(game.table, rules, not flags & MISSING_CARD) | card_problems(game, rules, counts)
    is_view = counts[N_FACES] > 0
    flags |= slot_problems(game, rules) | luck_problems(game) | action_luck_problems(game)
    if not flags & BAD_CARD:
        flags |= seen_problems(game) | pool_problems(game) | pile_problems(game)
        flags |= legal_problems(game, rules)
    flags |= choice_problems(game, rules, is_view)
    return flags | table_problems(game, rules)


@inner
def table_problems(game, rules):
    """Check what is on the table: knowledge, hands, choices, turns, results."""
    table = game.table
    flags = knowledge_problems(table) | known_problems(game)
    flags |= hand_problems(table)
    flags |= choice_state_problems(game, rules) | three_problems(table)
    flags |= star_right_problems(table, rules) | pending_problems(table)
    flags |= limit_problems(table, rules) | order_problems(table) | ender_problems(table, rules)
    flags |= line_problems(game, rules) | statistics_problems(game, rules)
    flags |= raw_problems(game, rules) | doubling_problems(table, rules)
    return flags | game_end_problems(table, rules)


@inner
def action_range_problems(table):
    """Check what the other checks use as an index or a size."""
    flags = 0
    if table.n_action_pile < 0 or table.n_action_pile > MAX_ACTION_PILE or table.n_action_reshuffles < 0:
        flags |= PILE_SIZE
    if table.n_action_discard < 0 or table.n_action_discard > MAX_ACTION_PILE:
        flags |= PILE_SIZE
    if table.n_market < 0 or table.n_market > N_MARKET:
        flags |= PILE_SIZE
    if table.choice < 0 or table.choice >= N_CHOICES or table.n_in_play < 0 or table.n_in_play > MAX_IN_PLAY:
        flags |= CHOICE_STATE
    if table.n_chosen < 0 or table.n_chosen > 2 or table.target < -1 or table.target >= table.n_players:
        flags |= CHOICE_STATE
    return flags

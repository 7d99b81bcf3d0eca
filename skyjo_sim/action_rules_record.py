"""The record of plain numbers that the kernels of Skyjo Action read, made from rules."""

import numpy as np

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.action_switches import (
    ActionKind,
    ActionReshuffle,
    ClearedStarOrder,
    DiscardWithoutHidden,
    DrawThreeReplaced,
    LineGeometry,
    MeteorTargets,
    ReactivateChoice,
    SimultaneousLines,
    StarBonusSource,
    SwapPlayersPairs,
    Zeros,
)
from skyjo_sim.kernels.action import actions
from skyjo_sim.kernels.action.cards import (
    BLANK,
    BY_OWNER,
    BY_POSITION,
    COPIES,
    COPIES_OF_KIND,
    COPIES_WITH_15_ZEROS,
    KIND_NAMES,
    KINDS_WIDTH,
    STARS_FIRST,
)
from skyjo_sim.kernels.action.layout import RULES
from skyjo_sim.rules_numbers import shared_numbers

_COPIES = {Zeros.ELEVEN: COPIES, Zeros.FIFTEEN: COPIES_WITH_15_ZEROS}
_STAR_ORDERS = {
    ClearedStarOrder.STARS_FIRST: STARS_FIRST,
    ClearedStarOrder.POSITION: BY_POSITION,
    ClearedStarOrder.OWNER_CHOICE: BY_OWNER,
}


def copies_of_faces(rules: ActionRules) -> list[int]:
    """Return how many of each playing card there are, by ``card - LOWEST_CARD``; the stars are behind the numbers."""
    *numbers, n_stars = _COPIES[Zeros(rules.zeros)].tolist()
    return [*numbers, n_stars if rules.use_stars else 0]


def copies_of_kinds(rules: ActionRules) -> list[int]:
    """Return how many of each action card there are, by kind, the blank ones last."""
    copies = [0] * KINDS_WIDTH
    if rules.use_actions:
        for kind in ActionKind:
            copies[KIND_NAMES.index(kind)] = 0 if kind in rules.excluded_actions else COPIES_OF_KIND
        copies[BLANK] = rules.blank_action_cards
    return copies


def action_rules_record(rules: ActionRules) -> np.record:
    """Return a new record of the type `skyjo_sim.kernels.action.layout.RULES` for the kernels.

    Without action cards no star gives a right: there would be nothing to take.
    """
    faces, kinds = copies_of_faces(rules), copies_of_kinds(rules)
    record: np.record = np.zeros(1, RULES)[0]
    record["copies"][:] = faces
    record["action_copies"][:] = kinds
    decks = {"n_cards": sum(faces), "n_action_cards": sum(kinds)}
    numbers = shared_numbers(rules) | {"checks_all_lines": 1} | decks | _star_numbers(rules) | _effect_numbers(rules)
    for name, number in numbers.items():
        record[name] = number
    return record


def _star_numbers(rules: ActionRules) -> dict[str, int]:
    """Return the fields that say what stars give, and how lines with them are cleared and scored."""
    gives = rules.use_actions
    return {
        "star_revealed": gives and rules.star_bonus_reveal,
        "star_from_discard": gives and rules.star_bonus_from_discard,
        "star_from_draw": gives and rules.star_bonus_from_draw,
        "star_market_only": rules.star_bonus_source == StarBonusSource.MARKET_ONLY,
        "star_at_setup": gives and rules.star_bonus_at_setup,
        "fixed_geometry": rules.line_geometry == LineGeometry.FIXED,
        "columns_first": rules.simultaneous_lines == SimultaneousLines.COLUMNS_FIRST,
        "star_order": _STAR_ORDERS[ClearedStarOrder(rules.cleared_star_order)],
        "star_three": rules.star_bonus_three,
        "star_four": rules.star_bonus_four,
    }


def _effect_numbers(rules: ActionRules) -> dict[str, int]:
    """Return the fields that say what action cards do."""
    return {
        "seed_action_discard": rules.seed_action_discard,
        "face_choice": rules.swap_face_choice,
        "swap_self_only": rules.swap_players_pairs == SwapPlayersPairs.SELF_AND_OPPONENT,
        "n_swaps": rules.swap_players_count,
        "meteor_opponents": rules.meteor_targets == MeteorTargets.OPPONENTS,
        "steal_at_once": rules.steal_playable_at_once,
        "steal_blocked_extra": rules.steal_blocked_extra_turn,
        "reactivate_top": rules.reactivate_choice == ReactivateChoice.TOP,
        "replaced_free": rules.draw_three_replaced == DrawThreeReplaced.FREE,
        "no_action_reshuffle": rules.action_reshuffle == ActionReshuffle.NONE,
        "must_swap": rules.discard_without_hidden == DiscardWithoutHidden.FORBID,
        "unused_penalty": rules.unused_action_penalty,
    }


def n_ids_of_action(rules: ActionRules) -> int:
    """Return the number of action ids under these rules: the largest that can be legal, plus 1."""
    if rules.cleared_star_order == ClearedStarOrder.OWNER_CHOICE and rules.use_stars:
        return actions.N_ACTIONS
    if rules.discard_take_then_flip:
        return actions.STARS_UNDER
    return actions.N_OFFICIAL_ACTIONS

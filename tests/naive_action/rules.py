"""The switches that the oracle knows (RULES.md 8 and 8b)."""

from tests import naive
from tests.naive_action.cards import KINDS

OFFICIAL = {
    **naive.OFFICIAL,
    "row_rule": "mandatory",
    "zeros": "eleven",
    "use_stars": True,
    "use_actions": True,
    "excluded_actions": (),
    "blank_action_cards": 0,
    "seed_action_discard": True,
    "star_bonus_reveal": True,
    "star_bonus_from_discard": True,
    "star_bonus_from_draw": True,
    "star_bonus_source": "market_or_pile",
    "star_bonus_at_setup": False,
    "line_geometry": "shrink",
    "simultaneous_lines": "union",
    "cleared_star_order": "stars_first",
    "swap_face_choice": True,
    "swap_players_pairs": "any_two",
    "swap_players_count": 1,
    "meteor_targets": "all",
    "steal_playable_at_once": False,
    "steal_blocked_extra_turn": False,
    "reactivate_choice": "any",
    "draw_three_replaced": "last",
    "action_reshuffle": "reshuffle",
    "discard_without_hidden": "allow",
    "unused_action_penalty": 10,
    "star_bonus_three": 10,
    "star_bonus_four": 15,
}

_BOTH = (False, True)
ALLOWED = {
    **naive.ALLOWED,
    "zeros": ("eleven", "fifteen"),
    "use_stars": _BOTH,
    "use_actions": _BOTH,
    "blank_action_cards": range(4),
    "seed_action_discard": _BOTH,
    "star_bonus_reveal": _BOTH,
    "star_bonus_from_discard": _BOTH,
    "star_bonus_from_draw": _BOTH,
    "star_bonus_source": ("market_or_pile", "market_only"),
    "star_bonus_at_setup": _BOTH,
    "line_geometry": ("shrink", "fixed"),
    "simultaneous_lines": ("union", "columns_first"),
    "cleared_star_order": ("stars_first", "position", "owner_choice"),
    "swap_face_choice": _BOTH,
    "swap_players_pairs": ("any_two", "self_and_opponent"),
    "swap_players_count": (1, 2),
    "meteor_targets": ("all", "opponents"),
    "steal_playable_at_once": _BOTH,
    "steal_blocked_extra_turn": _BOTH,
    "reactivate_choice": ("any", "top"),
    "draw_three_replaced": ("last", "free"),
    "action_reshuffle": ("reshuffle", "none"),
    "discard_without_hidden": ("allow", "forbid"),
}


def check_rules(rules):
    """Raise ValueError for a missing or unknown key, or a value outside its choices."""
    expected = {"players", *OFFICIAL}
    if set(rules) != expected:
        raise ValueError(f"rules must have the keys {sorted(expected)}, differs in {sorted(set(rules) ^ expected)}")
    for key, choices in ALLOWED.items():
        if rules[key] not in choices:
            raise ValueError(f"{key} must be in {choices}, got {rules[key]!r}")
    unknown = set(rules["excluded_actions"]) - set(KINDS[:-1])
    if unknown:
        raise ValueError(f"excluded_actions must be among {KINDS[:-1]}, got {sorted(unknown)}")
    if not rules["use_stars"] and not rules["use_actions"] and rules["players"] > 4:
        raise ValueError(f"players must be in 2..4 without stars and action cards, got {rules['players']}")

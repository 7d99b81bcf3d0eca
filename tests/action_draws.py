"""Rules, players and printed cards by lot, for the comparison of the two engines of Skyjo Action."""

import random

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.action.baselines import random_policy
from tests import action_adversaries
from tests.differential import CHOICES
from tests.naive_action.cards import playing_deck

PLAYERS = [2] * 40 + [3] * 8 + [4, 4, 4, 5, 5, 6, 7, 8]
SHORT, LONG = (1, 1, 2, 2, 3, 4, 6), (20, 40)
KINDS = ("swap_own", "double_turn", "draw_three", "reveal", "reactivate", "defense", "swap_players", "steal", "meteor")
BOTH = (False, True)
ACTION_CHOICES = {
    **CHOICES,
    "initial_flips": (0, 0, 0, 1, 2, 2, 2, 3, 6, 11),
    "row_rule": ("mandatory", "mandatory", "off"),
    "zeros": ("eleven", "fifteen"),
    "use_stars": (True,) * 7 + (False,),
    "use_actions": (True,) * 9 + (False,),
    "blank_action_cards": (0, 0, 0, 1, 3),
    "seed_action_discard": (True, True, False),
    "star_bonus_reveal": (True, True, False),
    "star_bonus_from_discard": (True, True, False),
    "star_bonus_from_draw": (True, True, False),
    "star_bonus_source": ("market_or_pile", "market_or_pile", "market_only"),
    "star_bonus_at_setup": (False, True),
    "line_geometry": ("shrink", "shrink", "fixed"),
    "simultaneous_lines": ("union", "union", "columns_first"),
    "cleared_star_order": ("stars_first", "position", "owner_choice"),
    "swap_face_choice": (True, True, False),
    "swap_players_pairs": ("any_two", "any_two", "self_and_opponent"),
    "swap_players_count": (1, 1, 2),
    "meteor_targets": ("all", "all", "opponents"),
    "steal_playable_at_once": BOTH,
    "steal_blocked_extra_turn": BOTH,
    "reactivate_choice": ("any", "any", "top"),
    "draw_three_replaced": ("last", "free"),
    "action_reshuffle": ("reshuffle", "reshuffle", "none"),
    "discard_without_hidden": ("allow", "forbid"),
    "unused_action_penalty": (10, 10, 0, 3),
    "star_bonus_three": (10, 10, 0, 30),
    "star_bonus_four": (15, 15, 0, 40),
}
FOCUS = (
    ("reactivate", "swap_own"),
    ("steal", "defense"),
    ("swap_players", "meteor", "defense"),
    ("draw_three", "reveal"),
)
OFFICIAL_SHARE = 0.06

STAR = 13
LABELS = (
    range(-2, 14),
    (-2, -1, 0, 4) + 11 * (7,) + (STAR,),
    [*(card % 3 for card in range(15)), STAR],
    (-2, -2, 0, 3, 3, 3, 3, 3, 9, 9, 9, 9, 12, 12, 12, STAR),
    (0, 0, 0) + 12 * (1,) + (1,),
    (-2, -1, -2) + 12 * (-1,) + (STAR,),
)
"""What is printed on the cards -2..12 and on the stars: with few values lines are completed all the time."""
STARRY = ((5,) * 9 + (STAR,) * 7, (-1, 3, 5) + (5, STAR) * 6 + (STAR,))
ACTION_LABELS = (
    range(10),
    (0, 0, 2, 3, 4, 5, 6, 0, 8, 9),
    (7, 7, 7, 5, 1, 7, 6, 7, 8, 9),
    (0, 0, 6, 6, 6, 3, 6, 3, 8, 9),
    (2, 2, 2, 3, 2, 1, 8, 8, 8, 0),
    (1, 1, 2, 3, 4, 5, 1, 1, 8, 9),
)
"""What is printed on the action cards; three Reactivations at most, for which the engine has room."""


def draw_rules(lot: random.Random) -> ActionRules:
    """Return rules with every switch drawn by lot; sometimes official ones, but for the players."""
    players = lot.choice(PLAYERS)
    if lot.random() < OFFICIAL_SHARE:
        return ActionRules(players=players, target=lot.choice((30, 100)), turn_limit=lot.choice((3, 6, 30)))
    changes = {name: lot.choice(values) for name, values in ACTION_CHOICES.items()}
    if changes["last_turns"] != "none":
        changes["final_reveal_timing"] = lot.choice(("after_all_last_turns", "after_own_last_turn"))
    if not changes["use_stars"] and not changes["use_actions"]:
        players = min(players, 4)
    if changes["use_actions"] and lot.random() < 0.5:
        some = lot.choice(FOCUS) if lot.random() < 0.5 else lot.sample(KINDS, lot.randint(1, 8))
        changes["excluded_actions"] = tuple(kind for kind in KINDS if kind not in some)
    limits = LONG if lot.random() < 0.01 else SHORT
    return ActionRules(players=players, turn_limit=lot.choice(limits), **changes)


EVEN = dict.fromkeys(action_adversaries.WEIGHTS, 1.0) | {"collect": 0.0}
STYLES = {
    "playing": {"take_action": 2, "play": 20, "reactivate": 20, "draw": 4},
    "chaining": {"take_action": 8, "play": 3, "reactivate": 200, "throw": 6, "draw": 4},
    "collecting": {"draw": 6, "collect": 3, "line": 2, "play": 4},
    "hoarding": {"take_action": 6, "play": 0.1, "throw": 0.1, "pass": 0.1, "draw": 6, "collect": 1},
    "keeping": {"draw": 6, "collect": 3, "line": 0.3, "pass": 4, "cover": 3},
    "hiding": {"take_action": 4, "play": 30, "hide": 6, "cover": 2, "flip": 3, "draw": 12},
    "stalling": {"cover": 0.05, "flip": 0.02, "take_action": 3, "play": 10, "draw": 8, "pass": 2},
    "rushing": {"draw": 40, "flip": 8, "cover": 8, "put": 0.3, "take": 0.3, "play": 4, "pass": 6},
    "attacking": {"take_action": 8, "play": 20, "attack": 8, "throw": 0.1, "draw": 3},
}


def draw_seats(rules: ActionRules, lot: random.Random) -> list:
    """Return a policy, its parameters and its kind for each seat."""
    styles = ["stalling", "chaining"] if rules.turn_limit in LONG and lot.random() < 0.6 else list(STYLES)
    if lot.random() < 0.3:
        styles = [lot.choice(styles)]
    return [_draw_seat(styles, lot) for _ in range(rules.players)]


def _draw_seat(styles: list, lot: random.Random) -> tuple:
    if lot.random() < 0.15:
        return random_policy, (), baselines.RANDOM
    weights = EVEN | STYLES[lot.choice(styles)]
    return action_adversaries.adversary, list(weights.values()), baselines.OTHER


def draw_labels(lot: random.Random) -> tuple:
    """Return what is printed on the playing cards and on the action cards."""
    luck = lot.random()
    labels = LABELS[0] if luck < 0.55 else lot.choice(STARRY if luck < 0.65 else LABELS[1:])
    kinds = ACTION_LABELS[0] if lot.random() < 0.6 else lot.choice(ACTION_LABELS[1:])
    return labels, kinds


def draw_left_out(rules: dict, lot: random.Random) -> list:
    """Return the cards that are not in the deck: mostly none, else all but a few that are not dealt."""
    if lot.random() < 0.85:
        return []
    cards = playing_deck(rules)
    return lot.sample(cards, len(cards) - 12 * rules["players"] - lot.randint(1, 9))

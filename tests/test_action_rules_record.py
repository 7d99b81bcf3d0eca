import numpy as np
import pytest
from hypothesis import given, settings

from skyjo_sim import ActionRules, Rules
from skyjo_sim.action_rules_record import copies_of_faces, copies_of_kinds
from skyjo_sim.action_switches import ActionKind
from skyjo_sim.kernels import lines, opening
from skyjo_sim.kernels.action import actions
from skyjo_sim.kernels.action.cards import (
    BLANK,
    BY_OWNER,
    BY_POSITION,
    KIND_NAMES,
    KINDS_WIDTH,
    METEOR,
    STAR,
    STARS_FIRST,
    STEAL,
)
from skyjo_sim.kernels.action.layout import RULES
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.layout import RULES as CLASSIC_RULES
from skyjo_sim.rules_record import n_actions, rules_record
from tests.naive_action.cards import action_deck, playing_deck
from tests.naive_action.rules import OFFICIAL
from tests.rules_samples import neighbors

ARRAYS = ("copies", "action_copies")


def numbers_of(record):
    return {name: np.array(record[name]).tolist() for name in record.dtype.names}


def test_the_record_of_official_rules():
    record = rules_record(ActionRules())
    assert isinstance(record, np.record)
    assert record.dtype == RULES
    expected = dict.fromkeys(RULES.names, 0)
    expected |= {
        "n_players": 2,
        "initial_flips": 2,
        "double_on_tie": 1,
        "double_factor": 2,
        "target": 100,
        "turn_limit": 1000,
        "checks_all_lines": 1,
        "copies": [3, 7, 11, *[7] * 12, 15],
        "action_copies": [*[3] * 9, *[0] * 7],
        "n_cards": 120,
        "n_action_cards": 27,
        "seed_action_discard": 1,
        "star_revealed": 1,
        "star_from_discard": 1,
        "star_from_draw": 1,
        "face_choice": 1,
        "n_swaps": 1,
        "unused_penalty": 10,
        "star_three": 10,
        "star_four": 15,
    }
    assert numbers_of(record) == expected


NO_STARS = {"copies": [3, 7, 11, *[7] * 12, 0], "n_cards": 105}
NO_RIGHTS = {"star_revealed": 0, "star_from_discard": 0, "star_from_draw": 0, "star_at_setup": 0}
NO_ACTIONS = {"action_copies": [0] * KINDS_WIDTH, "n_action_cards": 0, **NO_RIGHTS}


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"zeros": "fifteen"}, {"copies": [3, 3, 15, *[7] * 12, 15]}),
        ({"use_stars": False}, NO_STARS),
        ({"use_actions": False}, NO_ACTIONS),
        ({"use_actions": False, "blank_action_cards": 3}, NO_ACTIONS),
        ({"use_actions": False, "star_bonus_at_setup": True}, NO_ACTIONS),
        ({"use_stars": False, "use_actions": False}, {**NO_STARS, **NO_ACTIONS, "row_rule": lines.OFF}),
        (
            {"excluded_actions": ["steal", "meteor"]},
            {"action_copies": [*[3] * 7, *[0] * 9], "n_action_cards": 21},
        ),
        ({"blank_action_cards": 2}, {"action_copies": [*[3] * 9, 2, *[0] * 6], "n_action_cards": 29}),
        ({"seed_action_discard": False}, {"seed_action_discard": 0}),
        ({"star_bonus_reveal": False}, {"star_revealed": 0}),
        ({"star_bonus_from_discard": False}, {"star_from_discard": 0}),
        ({"star_bonus_from_draw": False}, {"star_from_draw": 0}),
        ({"star_bonus_source": "market_only"}, {"star_market_only": 1}),
        ({"star_bonus_at_setup": True}, {"star_at_setup": 1}),
        ({"line_geometry": "fixed"}, {"fixed_geometry": 1}),
        ({"simultaneous_lines": "columns_first"}, {"columns_first": 1}),
        ({"cleared_star_order": "stars_first"}, {"star_order": STARS_FIRST}),
        ({"cleared_star_order": "position"}, {"star_order": BY_POSITION}),
        ({"cleared_star_order": "owner_choice"}, {"star_order": BY_OWNER}),
        ({"swap_face_choice": False}, {"face_choice": 0}),
        ({"swap_players_pairs": "self_and_opponent"}, {"swap_self_only": 1}),
        ({"swap_players_count": 2}, {"n_swaps": 2}),
        ({"meteor_targets": "opponents"}, {"meteor_opponents": 1}),
        ({"steal_playable_at_once": True}, {"steal_at_once": 1}),
        ({"steal_blocked_extra_turn": True}, {"steal_blocked_extra": 1}),
        ({"reactivate_choice": "top"}, {"reactivate_top": 1}),
        ({"draw_three_replaced": "free"}, {"replaced_free": 1}),
        ({"action_reshuffle": "none"}, {"no_action_reshuffle": 1}),
        ({"discard_without_hidden": "forbid"}, {"must_swap": 1}),
        ({"unused_action_penalty": 5}, {"unused_penalty": 5}),
        ({"star_bonus_three": 12}, {"star_three": 12}),
        ({"star_bonus_four": 20}, {"star_four": 20}),
        ({"row_rule": "off"}, {"row_rule": lines.OFF}),
        ({"column_rule": "optional"}, {"column_rule": lines.OPTIONAL}),
        ({"first_round_starter": "lowest_sum"}, {"first_starter": opening.LOWEST_SUM}),
        ({"players": 8}, {"n_players": 8, "turn_limit": 4000}),
    ],
)
def test_each_switch_reaches_its_field_of_the_record_alone(changes, fields):
    official, numbers = numbers_of(rules_record(ActionRules())), numbers_of(rules_record(ActionRules(**changes)))
    assert numbers == official | fields


@settings(deadline=None, max_examples=60)
@given(neighbors(ActionRules))
def test_switches_of_both_games_have_the_numbers_of_the_classic_game(pair):
    shared = [name for name in CLASSIC_RULES.names if name != "checks_all_lines"]
    for rules in pair:
        values = {name: value for name, value in rules.values().items() if name in Rules().values()}
        classic = rules_record(Rules(**values))
        assert [rules_record(rules)[name] for name in shared] == [classic[name] for name in shared]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"zeros": "fifteen", "use_stars": False},
        {"use_actions": False},
        {"excluded_actions": ("steal", "meteor"), "blank_action_cards": 3},
    ],
    ids=["official", "zeros", "stars", "kinds"],
)
def test_the_decks_are_those_of_the_oracle(changes):
    rules, plain = ActionRules(**changes), {**OFFICIAL, "players": 2, **changes}
    faces, kinds = copies_of_faces(rules), copies_of_kinds(rules)
    assert [LOWEST_CARD + k for k, n in enumerate(faces) for _ in range(n)] == sorted(playing_deck(plain))
    assert [k for k, n in enumerate(kinds) for _ in range(n)] == sorted(action_deck(plain))
    assert (faces[STAR - LOWEST_CARD], kinds[BLANK]) == (15 * rules.use_stars, rules.blank_action_cards)


@pytest.mark.parametrize("kind", ActionKind)
def test_an_excluded_kind_has_no_copies(kind):
    kinds = copies_of_kinds(ActionRules(excluded_actions=[kind]))
    assert kinds[KIND_NAMES.index(kind)] == 0
    assert sum(kinds) == 24


@pytest.mark.parametrize("zeros", ["eleven", "fifteen"])
def test_there_are_105_number_cards_which_are_enough_for_eight_players(zeros):
    # 96 in the grids and one to begin the discard pile; the numbers-only variant is for four.
    record = rules_record(ActionRules(zeros=zeros, use_stars=False, players=8))
    assert record["n_cards"] == sum(record["copies"]) == 105


def test_the_first_game_leaves_21_action_cards():
    record = rules_record(Rules.load("action-first-game"))
    assert record["n_action_cards"] == 21
    assert record["action_copies"][STEAL] == record["action_copies"][METEOR] == 0


def test_records_are_fresh_and_writable():
    rules = ActionRules()
    record = rules_record(rules)
    record["copies"][0] = 9
    assert rules_record(rules)["copies"][0] == 3


@pytest.mark.parametrize(
    ("changes", "n"),
    [
        ({}, 104),
        ({"flip_after_discard": "optional", "column_rule": "optional", "blank_action_cards": 3}, 104),
        ({"discard_take_then_flip": True}, 116),
        ({"cleared_star_order": "owner_choice"}, 118),
        ({"cleared_star_order": "owner_choice", "discard_take_then_flip": True}, 118),
        ({"cleared_star_order": "owner_choice", "use_stars": False}, 104),
        ({"use_stars": False, "use_actions": False}, 104),
    ],
)
def test_the_number_of_actions_is_the_largest_legal_id_plus_one(changes, n):
    assert n_actions(ActionRules(**changes)) == n
    assert n <= actions.N_ACTIONS

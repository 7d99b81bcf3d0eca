"""The published examples of both games, through the package. SKYJO_VECTORS names another file of examples."""

import copy
import json
import os
from pathlib import Path

import pytest

from tests import action_vector_mapping
from tests.vector_mapping import UnknownNameError, differences, read_rules, read_threshold, run_vector

FILE = Path(os.environ.get("SKYJO_VECTORS") or Path(__file__).with_name("vectors.json"))
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]
OWN = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]


def test_no_example_is_left_out():
    assert VECTORS
    assert {vector["game"] for vector in VECTORS} <= {"classic", "action"}
    assert len(OWN) == len({vector["id"] for vector in OWN}) == 99
    assert sum(vector["game"] == "action" for vector in OWN) == 64


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_example(vector):
    if vector["game"] == "action":
        result = action_vector_mapping.run_vector(vector)
        assert action_vector_mapping.differences(vector["expect"], result) == []
    else:
        assert differences(vector["expect"], run_vector(vector)) == []


# --- the mapping itself ---


def example(name, **changes):
    """Return an example of the file beside this one, some of its parts extended."""
    (found,) = [copy.deepcopy(vector) for vector in OWN if vector["id"] == name]
    for part, fields in changes.items():
        found[part] = {**found.get(part, {}), **fields}
    return found


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("T03", {"given": {"market": ["steal"]}}),
        ("T03", {"given": {"hands": [["steal"], []]}}),
        ("T03", {"action": {"star_picks": []}}),
        ("T03", {"action": {"type": "meteor"}}),
        ("T03", {"options": {"star_bonus_at_setup": True}}),
        ("T03", {"options": {"rows": 4}}),
        ("T03", {"expect": {"market": []}}),
        ("P02", {"given": {"draw_pile": []}}),
        ("P01", {"expect": {"bonus": 0}}),
        ("C03", {"given": {"grid": []}}),
    ],
)
def test_a_name_that_is_not_known_fails(name, changes):
    vector = example(name, **changes)
    with pytest.raises(UnknownNameError):
        differences(vector["expect"], run_vector(vector))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("T03", {"expect": {"current": 1}}),
        ("T03", {"expect": {"draw_pile": [4, 4]}}),
        ("T03", {"expect": {"grids": {"0": []}}}),
        ("K01", {"expect": {"ender": 0}}),
        ("T05", {"expect": {"legal": True}}),
        ("T04", {"expect": {"legal": False}}),
        ("R06", {"expect": {"phase": "last_turns"}}),
        ("P05", {"expect": {"winners": [0]}}),
        ("P12", {"expect": {"doubled": False}}),
        ("G01", {"expect": {"game_over": 0}}),
        ("C01", {"expect": {"counts": {"13": 1}}}),
    ],
)
def test_a_wrong_expectation_fails(name, changes):
    vector = example(name, **changes)
    assert len(differences(vector["expect"], run_vector(vector))) == 1


def passes(vector):
    return not differences(vector["expect"], run_vector(vector))


def test_optional_columns_are_kept_unless_the_action_says_otherwise():
    assert passes(example("K07"))
    for wish in (True, [0]):
        vector = example("K07", action={"clear": wish})
        vector["expect"] = example("K03")["expect"]
        assert passes(vector)
    assert passes(example("K07", action={"clear": [1]}))


def test_a_rejected_action_leaves_everything_as_it_was():
    given = example("T05")["given"]
    expect = {name: given[name] for name in ("grids", "discard", "draw_pile", "current")}
    assert passes(example("T05", expect=expect))


@pytest.mark.parametrize("pos", [None, [3, 0], [0, 4], [-1, 0]])
def test_a_place_outside_the_grid_is_rejected(pos):
    for kind in ("take_discard", "draw_swap", "draw_discard_flip"):
        vector = example("T05", action={"type": kind, "pos": pos})
        assert passes(vector)


def test_nothing_is_flipped_where_that_is_allowed():
    vector = example("T04", action={"pos": None}, options={"flip_after_discard": "optional"})
    vector["expect"]["grids"] = {"0": vector["given"]["grids"][0]}
    assert passes(vector)
    vector["options"] = {}
    vector["expect"] = {"legal": False}
    assert passes(vector)


@pytest.mark.parametrize(
    "action", [{"type": "take_discard_flip", "pos": [0, 1]}, {"type": "take_discard", "flip": [0, 1]}]
)
def test_a_card_is_flipped_instead_of_taking(action):
    vector = example("T04", options={"discard_take_then_flip": True})
    vector["action"] = action
    vector["expect"] |= {"draw_pile": [11, 4], "discard": [2, 5]}
    assert passes(vector)
    vector["options"], vector["expect"] = {}, {"legal": False}
    assert passes(vector)


@pytest.mark.parametrize("order", [[9, 6, 2], [5, 9, 6, 2]])
def test_all_discards_are_reshuffled(order):
    vector = example("T07", given={"reshuffled": order}, options={"reshuffle": "take_all_and_turn_new_top"})
    assert passes(vector)


def test_a_round_at_scoring_may_show_its_grids_before_or_after_the_final_reveal():
    before = {"0": [["?9", "?1", "?4", "?7"], ["?2", "?3", "?8", "?6"], ["?0", "?5", "?11", "?10"]]}
    before["0"][0][0] = 9
    after = {"0": [[9, 1, 4, 7], [2, 3, 8, 6], [0, 5, 11, 10]]}
    for grids, is_right in ((before, True), (after, True), ({"0": []}, False)):
        assert passes(example("R06", expect={"grids": grids, "discard": [5, 12]})) == is_right
    without = example("R01", options={"last_turns": "none"}, expect={"phase": "scoring", "current": None})
    without["expect"]["last_turns_left"] = 0
    assert passes(without)
    limited = example("T04", options={"max_turns_per_round": 1}, expect={"phase": "scoring", "current": None})
    assert passes(limited)
    assert passes(example("T04", options={"max_turns_per_round": 2}))


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [
        (100, (100, "at_least")),
        ("100", (100, "at_least")),
        (">= 80", (80, "at_least")),
        ("at least 80", (80, "at_least")),
        ("> 100", (100, "more_than")),
        (">100", (100, "more_than")),
        ("more than 100", (100, "more_than")),
        (["> ".strip(), 50], (50, "more_than")),
        ({"value": 50, "comparison": "more_than"}, (50, "more_than")),
        ({"value": 50}, (50, "at_least")),
    ],
)
def test_thresholds_are_read(threshold, expected):
    assert read_threshold(threshold) == expected
    rules, _ = read_rules({"end_threshold": threshold}, 3)
    assert (rules.target, rules.target_comparison) == expected


def test_more_players_than_a_table_has_cannot_be_dealt():
    vector = example("C03", given={"players": 9})
    vector["expect"] = {"legal": False}
    assert passes(vector)


@pytest.mark.parametrize(
    ("positions", "expect"),
    [
        ([[0, 0], [2, 3]], {"legal": True, "visible_sum": 19}),
        ([[0, 0]], {"legal": False}),
        ([[0, 0], [0, 0]], {"legal": False}),
        ([[0, 0], [1, 0], [2, 0]], {"legal": False}),
    ],
)
def test_two_different_cards_are_turned_in_the_opening(positions, expect):
    vector = example("T03", options={})
    vector["given"] = {"players": 3, "grid": vector["given"]["grids"][0]}
    vector["action"] = {"type": "initial_reveal", "positions": positions}
    vector["expect"] = expect
    assert passes(vector)


@pytest.mark.parametrize(
    ("options", "candidates"),
    [
        ({}, [1]),
        ({"start_tiebreak": "random"}, [0, 1]),
        ({"start_tiebreak": "lowest_seat"}, [0]),
        ({"first_round_starter": "lowest_sum"}, [2]),
        ({"first_round_starter": "random", "start_tiebreak": "lowest_seat"}, [0, 1, 2]),
    ],
)
def test_the_start_by_every_option(options, candidates):
    vector = example("S02", options=options)
    vector["expect"]["candidates"] = candidates
    assert passes(vector)


def test_scoring_by_options():
    options = {"double_scope": "any", "double_factor": 3, "flat_penalty": 5, "end_threshold": "> 20"}
    vector = example("P05", options=options)
    vector["expect"] = {"round_scores": [-1, 9, -4], "totals": [27, 62, 46], "game_over": True, "winners": [0]}
    assert passes(vector)
    vector = example("G03", options={"victory_tie": "extra_round"})
    vector["expect"] |= {"game_over": False, "winners": None, "next_starter": 1}
    assert passes(vector)
    vector = example("P05", given={"ender": None, "starter": 2})
    vector["expect"] |= {"next_starter": 2}
    assert passes(vector)

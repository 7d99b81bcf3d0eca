"""How an example of Skyjo Action is read: what it does not name, and what it names in vain, fails."""

import copy
import json
from pathlib import Path

import pytest

from tests.action_vector_mapping import differences, run_vector
from tests.vector_mapping import UnknownNameError

OWN = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]


def example(name, **changes):
    """Return an example of the file beside this one, some of its parts extended."""
    (found,) = [copy.deepcopy(vector) for vector in OWN if vector["id"] == name]
    for part, fields in changes.items():
        found[part] = {**found.get(part, {}), **fields}
    return found


def passes(vector):
    return not differences(vector["expect"], run_vector(vector))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("A02", {"given": {"blanks": []}}),
        ("A02", {"action": {"star_pick": []}}),
        ("A02", {"action": {"type": "pass"}}),
        ("A02", {"options": {"swap_rule": True}}),
        ("A28", {"options": {"star_bonus_triggers": ["flip"]}}),
        ("A02", {"expect": {"hand": []}}),
        ("A40", {"given": {"hands": []}}),
        ("C09", {"given": {"players": 2}}),
    ],
)
def test_a_name_that_is_not_known_fails(name, changes):
    vector = example(name, **changes)
    with pytest.raises(UnknownNameError):
        differences(vector["expect"], run_vector(vector))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("A02", {"expect": {"market": []}}),
        ("A02", {"expect": {"hands": [[{"card": "meteor", "locked": "this_turn"}], []]}}),
        ("A04", {"expect": {"legal": True}}),
        ("B05", {"expect": {"pending_turns": 2}}),
        ("B12", {"expect": {"seen": [-2]}}),
        ("B18", {"expect": {"hands": [[], ["reveal"]]}}),
        ("B22", {"expect": {"action_discard": ["draw_three", "meteor", "defense"]}}),
        ("A40", {"expect": {"score": 28}}),
        ("C10", {"expect": {"action_total": 30}}),
    ],
)
def test_a_wrong_expectation_fails(name, changes):
    vector = example(name, **changes)
    assert len(differences(vector["expect"], run_vector(vector))) == 1


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("A25", {"star_picks": [{"from": "market", "index": 3}, {"from": "deck"}]}),
        ("A02", {"star_picks": [{"from": "deck"}]}),
        ("A21", {"star_lines": [[{"line": "row", "index": 0}]]}),
        ("A20", {"star_lines": [[{"line": "col", "index": 0}], [{"line": "col", "index": 1}]]}),
        ("B20", {"targets": {"0": [0, 0]}}),
        ("B01", {"b": [0, 0]}),
        ("B01", {"face_at_b": None}),
        ("B12", {"player": 2}),
        ("B12", {"index": 4}),
        ("A08", {"index": 4}),
    ],
)
def test_more_or_less_than_the_rules_allow_is_rejected(name, action):
    vector = example(name, action=action)
    vector["expect"] = {"legal": False}
    assert passes(vector)


def test_a_card_is_reactivated_with_its_own_answers():
    vector = example("B01", given={"hands": [["reactivate"], []], "action_discard": ["draw_three", "swap_own"]})
    inner = vector["action"]
    vector["action"] = {**inner, "card": "reactivate", "choose": "swap_own", "then": inner}
    vector["expect"]["action_discard"] = ["draw_three", "swap_own", "reactivate"]
    assert passes(vector)


def test_a_rejected_action_leaves_everything_as_it_was():
    given = example("A28")["given"]
    expect = {name: given[name] for name in ("grids", "discard", "draw_pile", "hands", "market")}
    assert passes(example("A28", expect=expect))


def test_stars_lie_on_top_where_the_owner_says_so():
    vector = example("A20", action={"stars_on_top": True}, options={"cleared_star_order": "owner_choice"})
    vector["expect"]["discard"] = [2, 11, 8, 8, "*"]
    assert passes(vector)
    assert passes(example("A20", options={"cleared_star_order": "owner_choice"}))

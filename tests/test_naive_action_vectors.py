"""The oracle of Skyjo Action against the published examples."""

import json
from pathlib import Path

import pytest

from tests import naive
from tests.naive import IllegalAction
from tests.naive_action import examples, notation
from tests.naive_action.cards import KINDS, STAR, action_deck, playing_deck
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import FixedLuck, SeededLuck

VECTORS = [
    vector
    for vector in json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]
    if vector["game"] == "action"
]
KNOWN = {"build_deck", "deal", "initial_reveal", "score_grid", "final_scoring"}


def of_type(*types):
    found = [vector for vector in VECTORS if vector["action"]["type"] in types]
    return pytest.mark.parametrize("vector", found, ids=lambda vector: vector["id"])


def check(result, expect):
    for key, wanted in expect.items():
        if isinstance(wanted, dict):
            assert {name: result[key][name] for name in wanted} == wanted
        else:
            assert result[key] == wanted, key


TURNS = [vector for vector in VECTORS if vector["action"]["type"] not in KNOWN]


@pytest.mark.parametrize("vector", TURNS, ids=lambda vector: vector["id"])
def test_a_turn(vector):
    expect = dict(vector["expect"])
    if expect == {"legal": False}:
        with pytest.raises(IllegalAction):
            examples.play_turn(vector)
        return
    game = examples.play_turn(vector)
    seen = expect.pop("seen", None)
    check(examples.describe(game), expect)
    if seen is not None:
        mover, owner = vector["given"]["current"], vector["action"]["player"]
        known = [slot for slot in range(12) if mover in game.table.knowers[owner][slot]]
        assert [notation.write_card(game.table.grids[owner][slot][1]) for slot in known] == seen
        assert {viewer for viewers in game.table.knowers[owner] for viewer in viewers} == {mover}


@of_type("build_deck")
def test_the_box(vector):
    rules = examples.rules_of(vector, 2)
    cards, kinds = playing_deck(rules), action_deck(rules)
    result = {
        "counts": {**{str(v): cards.count(v) for v in range(-2, 13)}, "*": cards.count(STAR)},
        "sum_of_values": sum(card for card in cards if card != STAR),
        "action_counts": {KINDS[kind]: kinds.count(kind) for kind in sorted(set(kinds))},
        "action_total": len(kinds),
    }
    check(result, vector["expect"])
    assert cards == sorted(cards)


@of_type("deal")
def test_the_deal(vector):
    rules = examples.rules_of(vector, vector["given"]["players"])
    if vector["expect"] == {"legal": False}:
        with pytest.raises(ValueError, match="players must be"):
            NaiveActionGame(rules, SeededLuck(rules, 1))
        return
    state = NaiveActionGame(rules, SeededLuck(rules, 1)).state()
    sizes = {
        name: len(state[key])
        for name, key in {
            "draw_pile": "pile",
            "discard": "discard",
            "market": "market",
            "action_deck": "action_pile",
            "action_discard": "action_discard",
        }.items()
    }
    total = sizes["market"] + sizes["action_deck"] + sizes["action_discard"]
    check({**sizes, "grid_cards_each": len(state["grids"][0]), "action_total": total}, vector["expect"])


@of_type("initial_reveal")
def test_the_opening(vector):
    rules = examples.rules_of(vector, 2)
    cards = [entry[1] for entry in notation.read_grid(vector["given"]["grid"])]
    game = NaiveActionGame(rules, FixedLuck(cards=[5] * 12 + cards + [4, 4]))
    chosen = [naive.FLIP + notation.slot_at(pos) for pos in vector["action"]["positions"]]
    for answer in [naive.FLIP, naive.FLIP + 1, *chosen]:
        game.step(answer)
    up = [0 if card == STAR else card for card in naive.visible_cards(game.table.grids[1])]
    hand = notation.write_hand(game.table.hands[1])
    check({"grid": notation.write_grid(game.table.grids[1]), "visible_sum": sum(up), "hand": hand}, vector["expect"])


@of_type("score_grid")
def test_the_score_of_a_grid(vector):
    rules = examples.rules_of(vector, 2)
    grid = examples.final_grid(notation.read_grid(vector["given"]["grid"]), rules)
    hand = notation.read_hand(vector["given"]["hand"])
    score = examples.raw_score([grid, grid], [hand, []], rules)[0]
    check({"score": score, "final_grid": notation.write_grid(grid)}, vector["expect"])


@of_type("final_scoring")
def test_the_scoring_of_a_round(vector):
    given = vector["given"]
    rules = examples.rules_of(vector, len(given["grids"]))
    grids = [examples.final_grid(notation.read_grid(rows), rules) for rows in given["grids"]]
    raw = examples.raw_score(grids, [notation.read_hand(hand) for hand in given["hands"]], rules)
    scores, doubled = naive.score_round(raw, given["ender"], rules)
    final_grids = [notation.write_grid(grid) for grid in grids]
    result = {"final_grids": final_grids, "raw_scores": raw, "doubled": doubled, "round_scores": scores}
    assert {key: result[key] for key in vector["expect"]} == vector["expect"]

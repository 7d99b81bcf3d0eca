"""The table of action ids, held against what the oracles of both games allow in play."""

import json
import random
from collections import defaultdict

import pytest

from skyjo_sim import ActionRules, Rules
from skyjo_sim.ids.meaning import Meaning, numbered
from skyjo_sim.ids.table import meanings_of
from skyjo_sim.kernels import actions as classic
from skyjo_sim.kernels.action import actions
from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.rules_record import n_actions
from tests.commands import call
from tests.naive import NaiveGame, deck
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import SeededLuck
from tests.rules_samples import another_value, is_playable

N_ROUNDS = 3


class ClassicLuck(SeededLuck):
    def deck(self, _round):
        return self.random.sample(deck(), len(deck()))


def oracle_of(rules, seed):
    plain = {name: value for name, value in rules.values().items() if name != "game"}
    if rules.game == "action":
        return NaiveActionGame(plain, SeededLuck(plain, seed))
    return NaiveGame(plain, ClassicLuck(plain, seed))


def where(game):
    """Return the phase, or what is asked in the phase choice."""
    state = game.state()
    return state.get("choice") or state["phase"]


def asked_in_play(rules, seed):
    """Play rounds at random; return the legal ids met, by where they were asked for."""
    lot, game = random.Random(seed), oracle_of(rules, seed)
    met = defaultdict(set)
    for _ in range(N_ROUNDS):
        while game.legal():
            met[where(game)] |= set(game.legal())
            game.step(lot.choice(game.legal()))
        if where(game) == "game_over":
            break
        game.start_next_round()
    return met


def asked_by_table(rules):
    met = defaultdict(set)
    for meaning in meanings_of(rules):
        for place in meaning.asked_in:
            assert not met[place] & set(meaning.things), "one meaning for an id in a phase"
            met[place] |= set(meaning.things)
    return met


def random_rules(game, seed):
    """Return rules with every switch official or not, by lot."""
    lot = random.Random(seed)
    values = {
        name: another_value(game, name) if lot.random() < 0.4 else default for name, default in game.defaults().items()
    }
    values |= {"players": lot.choice((2, 3, 4)), "turn_limit": 40}
    if not is_playable(values):
        values["last_turns"] = "all_others_once"
    return game(**values)


@pytest.mark.parametrize("game", [Rules, ActionRules])
def test_what_is_legal_in_play_stands_in_the_table(game):
    for seed in range(25):
        rules = random_rules(game, seed)
        table = asked_by_table(rules)
        for place, ids in asked_in_play(rules, seed).items():
            assert ids <= table[place], (str(rules), place)


OWNERS_LUCK = {"cleared_star_order": "owner_choice", "discard_take_then_flip": True, "flip_after_discard": "optional"}


@pytest.mark.parametrize(
    "rules",
    [
        Rules(players=3),
        Rules(flip_after_discard="optional", discard_take_then_flip=True, column_rule="optional", initial_flips=0),
        ActionRules(players=3),
        ActionRules(players=4, blank_action_cards=3, excluded_actions=["reveal"], **OWNERS_LUCK),
        ActionRules.load("action-numbers-only"),
    ],
    ids=["classic", "classic-house", "action", "action-house", "numbers"],
)
def test_what_stands_in_the_table_is_legal_in_play(rules):
    met, table = defaultdict(set), asked_by_table(rules)
    if rules == ActionRules(players=3):  # a mover without hidden cards: too rare in play at random
        met["place"].add(actions.PASS)
    for seed in range(60):
        for place, ids in asked_in_play(rules, seed).items():
            met[place] |= ids
        if met == table:
            return
    missing = {place: sorted(table[place] - met[place]) for place in table if table[place] - met[place]}
    assert not missing


@pytest.mark.parametrize("game", [Rules, ActionRules])
def test_no_id_reaches_the_number_of_actions(game):
    for seed in range(100):
        rules = random_rules(game, seed)
        assert all(set(meaning.things) <= set(range(n_actions(rules))) for meaning in meanings_of(rules))


def test_every_id_has_a_meaning_under_some_rules():
    house = ActionRules(players=8, blank_action_cards=3, **OWNERS_LUCK)
    assert set().union(*(meaning.things for meaning in meanings_of(house))) == set(range(actions.N_ACTIONS))
    house = Rules(column_rule="optional", flip_after_discard="optional", discard_take_then_flip=True)
    assert set().union(*(meaning.things for meaning in meanings_of(house))) == set(range(classic.N_ACTIONS))


def meaning_of(rules, action, place):
    (meaning,) = [found for found in meanings_of(rules) if action in found.things and place in found.asked_in]
    return meaning.of(action)


@pytest.mark.parametrize(
    ("action", "place", "text"),
    [
        (actions.DRAW, "source", "draw the top card of the draw pile"),
        (actions.TAKE + 11, "source", "take the top discard and put it at slot 11"),
        (actions.PUT + 3, "place", "put the drawn card at slot 3"),
        (actions.FLIP + 3, "place", "throw the drawn card away and flip slot 3"),
        (actions.FLIP + 3, "opening", "choose slot 3 to be flipped"),
        (actions.PASS, "star_right", "take no action card for a star"),
        (actions.TAKE_MARKET + 2, "star_right", "take the action card at place 2 of the market"),
        (actions.CHOOSE_SLOT + 5, "slot", "choose slot 5 of the grid in question"),
        (actions.CHOOSE_PLAYER + 1, "player", "choose the player 1 places to the left, 0 being yourself"),
        (actions.CHOOSE_COLUMN + 3, "line", "look at column 3"),
        (actions.CHOOSE_COLUMN + 3, "lines", "clear column 3"),
        (actions.CHOOSE_ROW + 1, "lines", "clear row 1"),
        (actions.CHOOSE_DRAWN + 2, "keep", "keep card 2 of the three"),
        (actions.FACE_DOWN, "face", "lay the card face down"),
    ],
)
def test_meanings_are_those_of_the_constants(action, place, text):
    assert meaning_of(ActionRules(), action, place) == text


@pytest.mark.parametrize("kind", range(len(KIND_NAMES) - 1))
def test_action_cards_have_their_names(kind):
    rules, name = ActionRules(), KIND_NAMES[kind]
    assert meaning_of(rules, actions.PLAY + kind, "source") == f"play {name}"
    assert meaning_of(rules, actions.THROW + kind, "source") == f"throw {name} away without effect"
    assert meaning_of(rules, actions.CHOOSE_KIND + kind, "kind") == f"choose {name}"


def test_ids_are_counted_from_the_first():
    meaning = Meaning.many(13, "put it at {}", ["place"], numbered("slot", 2))
    assert meaning.things == {13: "slot 0", 14: "slot 1"}
    assert [meaning.of(action) for action in meaning.things] == ["put it at slot 0", "put it at slot 1"]


# The command


def test_the_command_prints_every_id():
    code, out, err = call("actions", "--game", "action")
    assert (code, err) == (0, "")
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines() if line.startswith("│")]
    assert ["0", "draw the top card of the draw pile", "source"] in rows
    assert ["38-41", "take the action card at place 0 to 3 of the market", "source, star_right"] in rows
    assert ["74-75", "choose the player 0 to 1 places to the left, 0 being yourself", "player"] in rows
    assert ["51", "play meteor", "source"] in rows
    assert out.splitlines()[-1].startswith("official rules of Skyjo Action, 2 players: ids 0 to 103; ")


def test_the_classic_game_has_no_action_cards():
    code, out, _ = call("actions")
    assert code == 0
    assert "market" not in out
    assert out.splitlines()[-1].startswith("official rules, 2 players: ids 0 to 36; ")


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ((), Rules()),
        (("--game", "classic", "--set", "column_rule=optional"), Rules(column_rule="optional")),
        (("--game", "action"), ActionRules()),
        (
            ("--rules", "action-first-game", "--set", "players=3"),
            ActionRules(players=3, excluded_actions=["steal", "meteor"]),
        ),
    ],
    ids=["default", "classic", "action", "table"],
)
def test_json_has_an_object_for_each_id_and_meaning(words, rules):
    code, out, _ = call("actions", *words, "--json")
    assert code == 0
    entries = json.loads(out)
    assert [entry["id"] for entry in entries] == [action for meaning in meanings_of(rules) for action in meaning.things]
    for entry in entries:
        assert set(entry) == {"id", "meaning", "asked_in"}
        assert all(meaning_of(rules, entry["id"], place) == entry["meaning"] for place in entry["asked_in"])

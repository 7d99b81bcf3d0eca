"""Random play of the oracle of Skyjo Action under all switches: what must hold after every decision."""

import random
from collections import Counter
from pathlib import Path

import pytest

from tests import naive, naive_action
from tests.naive import CLEARED, IllegalAction
from tests.naive_action.cards import STAR, action_deck, playing_deck
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import SeededLuck
from tests.naive_action.rules import ALLOWED, OFFICIAL

MORE = {
    "initial_flips": (2, 0, 5, 11),
    "target": (1, 30, 100),
    "turn_limit": (1, 4, 12),
    "double_factor": (2, 3),
    "flat_penalty": (0, 10),
    "unused_action_penalty": (10, 0),
    "star_bonus_three": (10, 0, 30),
    "star_bonus_four": (15, 0),
    "excluded_actions": ((), ("steal", "meteor"), ("reveal", "defense", "double_turn", "draw_three")),
}


def draw_rules(lot):
    """Return rules with every switch drawn by lot."""
    rules = {name: lot.choice(list(MORE.get(name) or ALLOWED[name])) for name in ["players", *OFFICIAL]}
    if rules["last_turns"] == "none":
        rules["final_reveal_timing"] = "after_all_last_turns"
    if not rules["use_stars"] and not rules["use_actions"]:
        rules["players"] = min(rules["players"], 4)
    return rules


def all_cards(state):
    """Return all playing cards and all action cards, wherever they are."""
    cards = [entry[1] for grid in state["grids"] for entry in grid if entry != CLEARED]
    cards += state["discard"] + state["pile"] + [card for card in [state["drawn"], *state["three"]] if card is not None]
    kinds = state["market"] + state["action_pile"] + state["action_discard"] + state["in_play"]
    kinds += [kind for hand in state["held"] for kind, n in enumerate(hand) for _ in range(n)]
    return sorted(cards), sorted(kinds)


def check_laws(state, rules):
    """Check what must hold in every position of a round."""
    assert all_cards(state) == (playing_deck(rules), action_deck(rules))
    for owner, grid in enumerate(state["grids"]):
        hidden = [slot for slot in range(12) if grid[slot][0] == "hidden"]
        assert set(state["public"][owner]) <= set(hidden)
        everybody = frozenset(range(rules["players"]))
        assert all(state["knowers"][owner][slot] == everybody for slot in state["public"][owner])
        assert all(slot in hidden or not state["knowers"][owner][slot] for slot in range(12))
    for held, locked, stolen in zip(state["held"], state["locked"], state["stolen"], strict=True):
        assert all(n >= a + b for n, a, b in zip(held, locked, stolen, strict=True))
    seen, deck = state["seen"], Counter(playing_deck(rules))
    assert all(seen[card + 2] <= deck[card] for card in range(-2, STAR + 1))
    if state["phase"] == "source":
        assert (state["in_play"], state["three"]) == ([], [None] * 3)
        assert (state["star_rights"], state["swaps_left"], state["seats_chosen"]) == (0, 0, [])
        assert not any(map(any, state["locked"]))


def play_game(rules, seed, n_rounds):
    """Play rounds at random; return the ids used."""
    lot = random.Random(seed)
    game = NaiveActionGame(rules, SeededLuck(rules, seed))
    used = Counter()
    for _ in range(n_rounds):
        while game.legal():
            check_laws(game.state(), rules)
            answer = lot.choice(game.legal())
            used[answer] += 1
            game.step(answer)
        check_laws(game.state(), rules)
        if game.table.phase == "game_over":
            break
        game.start_next_round()
    return used


@pytest.mark.parametrize("first", range(0, 200, 40))
def test_random_play_under_all_switches(first):
    for seed in range(first, first + 40):
        play_game(draw_rules(random.Random(seed)), seed, n_rounds=3)


def test_every_id_is_used():
    used = Counter()
    for seed in range(60):
        rules = draw_rules(random.Random(f"ids {seed}"))
        rules |= {"use_actions": True, "use_stars": True, "turn_limit": 40, "discard_take_then_flip": True}
        rules |= {"cleared_star_order": "owner_choice", "blank_action_cards": 3, "excluded_actions": ()}
        rules["players"] = 2 + seed % 7
        used += play_game(rules, seed, n_rounds=4)
    assert set(used) == set(range(118))


def test_an_illegal_decision_changes_nothing():
    rules = {**OFFICIAL, "players": 3}
    game = NaiveActionGame(rules, SeededLuck(rules, 5))
    before = game.state()
    for action in (-1, 0, 24, 37, 118):
        with pytest.raises(IllegalAction, match="action must be in"):
            game.step(action)
    assert game.state() == before


def test_what_was_reported_stays_as_it_was():
    rules = {**OFFICIAL, "players": 2}
    game = NaiveActionGame(rules, SeededLuck(rules, 5))
    lot = random.Random(5)
    states, copies = [], []
    while game.legal():
        states.append(game.state())
        copies.append(repr(states[-1]))
        game.step(lot.choice(game.legal()))
    assert [repr(state) for state in states] == copies


def test_the_oracle_imports_nothing_of_the_package():
    sources = [Path(naive.__file__), *Path(naive_action.__file__).parent.glob("*.py")]
    assert len(sources) > 15
    assert [path.name for path in sources if "skyjo_" in path.read_text(encoding="utf-8")] == []

"""Turns, star rights and the end of a round in the oracle of Skyjo Action (RULES.md 9.3, 9.6 to 9.9)."""

import pytest

from tests import naive
from tests.naive import CLEARED
from tests.naive_action import ids
from tests.naive_action.cards import DEFENSE, DOUBLE_TURN, REVEAL, STAR, STEAL, SWAP_OWN
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import FixedLuck
from tests.naive_action.notation import read_grid, write_grid
from tests.naive_action.positions import HIDDEN, kinds, play, position
from tests.naive_action.rules import OFFICIAL, check_rules

STARS = [["?*", "?1", "?4", "?7"], ["?*", "?3", "?8", "?6"], ["?0", "?5", "?11", "?10"]]


def dealt(cards, actions=None, **options):
    rules = {**OFFICIAL, "players": 2, **options}
    return NaiveActionGame(rules, FixedLuck(cards=cards, actions=actions))


# --- the opening ---


def test_section_9_2_a_star_counts_0_for_the_start():
    cards = [STAR, STAR] + [1] * 10 + [1, 0] + [1] * 10 + [5] * 10
    game = dealt(cards)
    assert play(game, ids.FLIP, ids.FLIP + 1, ids.FLIP, ids.FLIP + 1)["starter"] == 1
    game = dealt([STAR, 3] + [1] * 10 + [2, 1] + [1] * 10 + [5] * 10)
    assert play(game, ids.FLIP, ids.FLIP + 1, ids.FLIP, ids.FLIP + 1)["starter"] == 0


def test_section_9_2_the_first_action_discard():
    state = dealt([5] * 30, actions=[3, 1, 4, 1, 5, 9, 2]).state()
    assert (state["market"], state["action_discard"], state["action_pile"]) == ([3, 1, 4, 1], [5], [9, 2])
    state = dealt([5] * 30, actions=[3, 1, 4, 1, 5, 9, 2], seed_action_discard=False).state()
    assert (state["action_discard"], state["action_pile"]) == ([], [5, 9, 2])
    assert dealt([5] * 30, actions=[3, 1, 4]).state()["market"] == [3, 1, 4]


def test_section_8_star_rights_at_the_setup_go_round_from_the_starter():
    cards = [STAR, STAR] + [1] * 10 + [STAR, 9] + [1] * 10 + [5] * 10
    game = dealt(cards, actions=[3, 1, 4, 1, 5], star_bonus_at_setup=True)
    state = play(game, ids.FLIP, ids.FLIP + 1, ids.FLIP, ids.FLIP + 1)
    assert [state[name] for name in ("starter", "seat", "choice", "star_rights", "setup_left")] == [
        1,
        1,
        "star_right",
        1,
        2,
    ]
    state = play(game, ids.TAKE_MARKET + 2)
    assert [state[name] for name in ("seat", "star_rights", "setup_left", "market")] == [0, 2, 1, [3, 1, 5, 1]]
    state = play(game, ids.PASS)
    assert [state[name] for name in ("seat", "phase", "star_rights", "setup_left")] == [1, "source", 0, 0]
    assert (state["held"][1][4], state["locked"][1][4], state["for_stars"]) == (1, 0, [0, 1])


# --- star rights ---


def test_section_9_6_two_stars_of_a_swap_give_two_rights():
    game = position([[SWAP_OWN], []], [STARS, HIDDEN], market=[REVEAL, STEAL])
    play(game, ids.PLAY + SWAP_OWN, ids.SLOT, ids.SLOT + 1, ids.FACE_UP, ids.FACE_UP)
    assert (game.table.star_rights, game.legal()) == (2, [ids.PASS, 38, 39, ids.TAKE_PILE])
    assert game.table.action_discard == [SWAP_OWN]
    state = play(game, ids.TAKE_PILE)  # the card just played, reshuffled
    assert (state["star_rights"], kinds(state)[0], state["locked"][0][SWAP_OWN]) == (1, [SWAP_OWN], 1)
    state = play(game, ids.TAKE_MARKET)
    assert (state["seat"], state["locked"][0], state["market"]) == (1, [0] * 10, [STEAL])


def test_section_9_6_a_visible_star_that_moves_gives_no_right():
    grid = [["*", "?1", "?4", "?7"], *HIDDEN[1:]]
    game = position([[SWAP_OWN], []], [grid, HIDDEN])
    assert play(game, ids.PLAY + SWAP_OWN, ids.SLOT, ids.SLOT + 3, ids.FACE_UP, ids.FACE_UP)["seat"] == 1


@pytest.mark.parametrize(
    ("options", "legal"),
    [({}, [ids.PASS, 38, 42]), ({"star_bonus_source": "market_only"}, [ids.PASS, 38])],
    ids=["official", "market_only"],
)
def test_section_8_where_a_right_takes_from(options, legal):
    game = position([[], []], [STARS, HIDDEN], options, action_pile=[DEFENSE])
    play(game, ids.DRAW, ids.FLIP)
    assert game.legal() == legal


def test_rights_that_nothing_can_be_taken_for_are_not_asked():
    game = position([[], []], [STARS, HIDDEN], {"action_reshuffle": "none"}, market=[], action_discard=[REVEAL])
    state = play(game, ids.DRAW, ids.FLIP)
    assert (state["seat"], state["star_rights"]) == (1, 0)


def test_without_action_cards_stars_give_nothing():
    game = dealt([STAR] * 12 + [1] * 12 + [5] * 10, use_actions=False)
    play(game, ids.FLIP, ids.FLIP + 1, ids.FLIP, ids.FLIP + 1)
    assert game.table.seat == 1
    state = play(game, ids.DRAW, ids.FLIP + 2, ids.DRAW, ids.FLIP + 2)
    assert (state["choice"], state["seat"], state["market"], state["star_rights"]) == (None, 1, [], 0)


# --- the end of a turn and of a round ---


def test_section_9_8_locks_end():
    game = position([[(STEAL, "stolen")], [(REVEAL, "stolen")]])
    state = play(game, ids.DRAW, ids.FLIP)
    assert (state["stolen"][0][STEAL], state["stolen"][1][REVEAL]) == (1, 0)
    state = play(game, ids.DRAW, ids.FLIP)
    assert state["stolen"][0][STEAL] == 0


def test_section_8b_extra_turns_count_for_the_turn_limit():
    game = position([[DOUBLE_TURN], []], options={"turn_limit": 1})
    state = play(game, ids.PLAY + DOUBLE_TURN, ids.DRAW, ids.FLIP)
    assert (state["abandoned"], state["turns"], state["pending_turns"], state["ender"]) == (True, 2, 0, None)


def test_section_9_9_in_the_last_turns_cards_are_only_taken():
    grid = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 1, 2]]
    game = position([[STEAL], [REVEAL]], [HIDDEN, grid], ender=1, last_turns_left=1)
    assert [action for action in game.legal() if action > ids.PASS] == [ids.TAKE_MARKET]
    state = play(game, ids.TAKE_MARKET)
    assert (state["raw"], state["held_at_end"], state["hidden_at_end"]) == ([66 + 20, 39 + 10], [2, 1], [12, 0])


def test_section_8_early_reveal_discards_by_slot():
    done = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 1, 2]]
    grid = [["?4", "?4", "?4", "?4"], ["?1", "?2", "?3", "?5"], ["?6", "?7", "?8", "?9"]]
    options = {"final_reveal_timing": "after_own_last_turn"}
    game = position([[], [], []], [grid, HIDDEN, done], options, ender=2, last_turns_left=2)
    state = play(game, ids.TAKE_MARKET)
    assert (state["seat"], state["discard"], write_grid(state["grids"][0])[0]) == (1, [5, 4, 4, 4, 4], [1, 2, 3, 5])


def test_section_8_must_swap_without_a_hidden_card():
    grid = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 1, 2]]
    end = {"ender": 1, "last_turns_left": 1}
    forbidding = {"discard_without_hidden": "forbid"}
    for options, may_pass in (({}, True), (forbidding, False), (forbidding | {"flip_after_discard": "optional"}, True)):
        game = position([[], []], [grid, HIDDEN], options, **end)
        play(game, ids.DRAW)
        assert (ids.PASS in game.legal()) == may_pass


def test_a_mover_who_can_do_nothing_passes():
    game = position([[], []], [[], HIDDEN], {"use_actions": False}, pile=[], discard=[5], market=[])
    assert game.legal() == [ids.PASS]
    assert play(game, ids.PASS)["ender"] == 0


def test_the_lead_is_what_everybody_sees():
    grid = [[1, 2, 3, 4], [5, 6, 7, 8], [0, "*", 1, "?2"]]
    game = position([[STEAL], [REVEAL, DEFENSE]], [grid, [["?9", 8], ["?2", "*"]]])
    state = play(game, ids.DRAW, ids.FLIP + 11)
    assert (state["ender"], state["ended_by_other"]) == (0, False)
    assert state["lead"] == (5 + 8 + 5 + 20) - (39 + 10)


def test_rules_are_checked():
    good = {**OFFICIAL, "players": 2}
    check_rules(good)
    for change, message in (
        ({"zeros": "twelve"}, "zeros must be in"),
        ({"excluded_actions": ("blank",)}, "excluded_actions must be among"),
        ({"players": 5, "use_stars": False, "use_actions": False}, "players must be in 2..4"),
        ({"speed": 3}, "rules must have the keys"),
    ):
        with pytest.raises(ValueError, match=message):
            check_rules(good | change)
    with pytest.raises(ValueError, match="no field colour"):
        position([[], []], colour=3)
    with pytest.raises(naive.IllegalAction, match="phase must be round_over"):
        position([[], []]).start_next_round()
    assert read_grid([]) == [CLEARED] * 12

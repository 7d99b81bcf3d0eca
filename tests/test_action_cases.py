"""More examples of Skyjo Action, in the form of the vectors: rights of stars, faces, Defences, and rulings of our own."""

import copy

import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels.action.actions import CHOOSE_SLOT, DRAW, FACE_UP, FLIP, PASS, PLAY, STAR_RIGHT, TAKE_MARKET
from skyjo_sim.kernels.action.cards import KIND_NAMES, STAR
from skyjo_sim.position import ActionPosition, make_game
from skyjo_sim.stepping import step
from tests.action_vector_mapping import differences, run_vector

PLAIN = [["?9", "?1", "?4", "?7"], ["?2", "?3", "?8", "?6"], ["?0", "?5", "?11", "?10"]]
STARS = [["?*", "?1", "?4", "?*"], ["*", "?3", "?8", "?6"], ["?0", "?5", "?11", 10]]
PICK = {"star_picks": [{"from": "market", "index": 0}]}
SWAP_OWN = {"type": "play_action_card", "card": "swap_own", "face_at_a": True, "face_at_b": True}
SWAP_PLAYERS = {"type": "play_action_card", "card": "swap_players", "face1": True, "face2": True}


def case(action, expect, *, grids=(STARS, PLAIN), hands=None, options=None, **given):
    """Return an example: seat 0 to move, the usual piles."""
    return {
        "id": "own",
        "game": "action",
        "rule": "own",
        "title": "",
        "status": "ruling",
        "source": [],
        "options": options or {},
        "given": {
            "current": 0,
            "grids": copy.deepcopy(list(grids)),
            "draw_pile": [3, 8, 1],
            "discard": [5],
            "market": ["reveal", "double_turn", "steal", "defense"],
            "action_deck": ["meteor", "swap_own"],
            "action_discard": ["draw_three"],
            "hands": hands or [["swap_own", "swap_players"]] + [[] for _ in grids[1:]],
            **given,
        },
        "action": action,
        "expect": expect,
    }


def check(vector):
    assert differences(vector["expect"], run_vector(vector)) == differences({}, {})


TWO_STARS = {**SWAP_OWN, "a": [0, 0], "b": [0, 3]}
ONE_STAR = {**SWAP_OWN, "a": [0, 0], "b": [2, 0]}


def test_a_hidden_star_laid_face_up_gives_a_right():
    check(case({**ONE_STAR, **PICK}, {"hands": [["swap_players", "reveal"], []], "current": 1}))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_star_gives_one_right(number):
    picks = [{"from": "deck"}] * number
    hand = ["swap_players", "meteor", "swap_own"][: 1 + number]
    check(case({**TWO_STARS, "star_picks": picks}, {"hands": [hand, []], "current": 1}))
    check(case({**TWO_STARS, "star_picks": [{"from": "deck"}] * 3}, {"legal": False}))


def test_who_declines_a_right_declines_all():
    rules = ActionRules()
    position = ActionPosition(
        grids=[STARS, PLAIN], hands=[["swap_own"], []], market=["steal"], discard=[5], pile=[1, 2]
    )
    game = make_game(position, rules)
    for action in (PLAY + KIND_NAMES.index("swap_own"), CHOOSE_SLOT, CHOOSE_SLOT + 9, FACE_UP, FACE_UP):
        step(game, action, rules)
    assert (int(game.table.choice), int(game.table.star_rights)) == (STAR_RIGHT, 2)
    step(game, PASS, rules)
    assert (int(game.table.seat), int(game.table.star_rights)) == (1, 0)


def test_a_card_taken_for_a_star_is_locked_until_the_end_of_the_turn():
    rules = ActionRules()
    position = ActionPosition(
        grids=[STARS, PLAIN], hands=[["swap_own"], []], market=["steal"], discard=[5], pile=[1, 2]
    )
    game = make_game(position, rules)
    kind = KIND_NAMES.index("steal")
    for action in (PLAY + KIND_NAMES.index("swap_own"), CHOOSE_SLOT, CHOOSE_SLOT + 9, FACE_UP, FACE_UP, TAKE_MARKET):
        step(game, action, rules)
    assert (int(game.table.held[0, kind]), int(game.table.locked[0, kind])) == (1, 1)
    step(game, PASS, rules)
    assert (int(game.table.held[0, kind]), int(game.table.locked[0, kind])) == (1, 0)


def test_a_right_is_lost_where_there_is_nothing_to_take():
    game = make_game(ActionPosition(grids=[STARS, PLAIN], discard=[5], pile=[1, 2]), ActionRules())
    for action in (DRAW, FLIP):
        step(game, action, ActionRules())
    assert game.table.visible[0, 0] == STAR
    assert (int(game.table.seat), int(game.table.star_rights)) == (1, 0)


def test_crossing_lines_of_three_go_together():
    """RULES.md Q18: without the column, the row would be one of two cards."""
    grid = [[9, 5, 5], [5, "?3", "?8"], [5, "?1", "?11"]]
    expect = {"grids": {"0": [["?3", "?8"], ["?1", "?11"]]}, "discard": [2, 9, 5, 5, 5, 5, 5], "current": 1}
    check(case({"type": "take_discard", "pos": [0, 0]}, expect, grids=(grid, PLAIN), discard=[2, 5]))


def test_a_visible_star_that_moves_gives_no_right():
    action = {**SWAP_OWN, "a": [1, 0], "b": [2, 0], **PICK}
    check(case(action, {"legal": False}))
    check(case({**action, "star_picks": []}, {"current": 1}))


def test_a_star_laid_face_up_in_anothers_grid_gives_no_right():
    action = {**SWAP_PLAYERS, "p1": 0, "pos1": [0, 0], "p2": 1, "pos2": [0, 0]}
    check(case({**action, **PICK}, {"legal": False}))
    hidden_there = [PLAIN, [["?*", *PLAIN[0][1:]], *PLAIN[1:]], PLAIN]
    between = {**action, "p1": 1, "p2": 2}
    check(case({**between, **PICK}, {"legal": False}, grids=hidden_there, hands=[["swap_players"], [], []]))


def test_a_star_that_comes_from_an_opponent_gives_a_right():
    theirs = [["?*", *PLAIN[0][1:]], *PLAIN[1:]]
    action = {**SWAP_PLAYERS, "p1": 0, "pos1": [0, 0], "p2": 1, "pos2": [0, 0], **PICK}
    expect = {"hands": [["reveal"], []], "current": 1}
    check(case(action, expect, grids=(PLAIN, theirs), hands=[["swap_players"], []]))


def test_with_the_market_only_no_star_takes_from_the_pile():
    options = {"star_bonus_source": "market_only"}
    check(case({**ONE_STAR, "star_picks": [{"from": "deck"}]}, {"legal": False}, options=options))
    check(case({**ONE_STAR, **PICK}, {"current": 1}, options=options))


def test_cards_keep_their_faces_where_faces_cannot_be_chosen():
    action = {"type": "play_action_card", "card": "swap_own", "a": [0, 0], "b": [2, 3]}
    grid = [[10, "?1", "?4", "?*"], ["*", "?3", "?8", "?6"], ["?0", "?5", "?11", "?*"]]
    check(case(action, {"grids": {"0": grid}, "current": 1}, options={"swap_face_choice": False}))


def test_one_of_two_defences_is_spent():
    hands = [["steal"], ["defense", "defense", "reveal"]]
    action = {"type": "play_action_card", "card": "steal", "target": 1, "card_stolen": "reveal"}
    expect = {"hands": [[], ["defense", "reveal"]], "action_discard": ["draw_three", "defense", "steal"], "current": 1}
    check(case(action, expect, hands=hands))


def test_a_blocked_steal_gives_the_turn_by_the_house_rule():
    hands = [["steal"], ["defense", "reveal"]]
    action = {"type": "play_action_card", "card": "steal", "target": 1, "card_stolen": "reveal"}
    expect = {"hands": [[], ["reveal"]], "current": 0, "pending_turns": 0}
    check(case(action, expect, hands=hands, options={"steal_blocked_extra_turn": True}))


def test_a_stolen_card_is_free_at_once_by_the_house_rule():
    hands = [["steal"], ["reveal"]]
    action = {"type": "play_action_card", "card": "steal", "target": 1, "card_stolen": "reveal"}
    locked = {"card": "reveal", "locked": "until_other_turn"}
    check(case(action, {"hands": [[locked], []], "current": 0}, hands=hands))
    check(
        case(action, {"hands": [["reveal"], []], "current": 0}, hands=hands, options={"steal_playable_at_once": True})
    )


def test_ones_own_defence_does_not_react_to_ones_own_swap():
    action = {**SWAP_PLAYERS, "p1": 0, "pos1": [0, 1], "p2": 1, "pos2": [0, 0]}
    expect = {"hands": [["defense"], []], "action_discard": ["draw_three", "swap_players"], "current": 1}
    check(case(action, expect, grids=(PLAIN, PLAIN), hands=[["swap_players", "defense"], []]))


def test_the_card_that_draw_three_replaces_can_be_ordered_with_the_others_by_the_house_rule():
    action = {"type": "play_action_card", "card": "draw_three", "keep": 0, "pos": [0, 1], "discard_order": [0, 2, 1]}
    vector = case(action, {"discard": [5, 1, 1, 8], "current": 1}, options={"draw_three_replaced": "free"})
    vector["given"]["hands"] = [["draw_three"], []]
    check(vector)


def test_the_turns_that_the_ender_still_had_are_lost():
    open_but_one = [[12, 1, 4, 7], [2, 3, 8, 6], [0, 5, 11, "?10"]]
    action = {**SWAP_OWN, "a": [0, 0], "b": [2, 3]}
    expect = {"ender": 0, "phase": "last_turns", "last_turns_left": 1, "current": 1, "pending_turns": 0}
    check(case(action, expect, grids=(open_but_one, PLAIN), pending_turns=2))

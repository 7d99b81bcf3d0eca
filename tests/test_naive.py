"""Test the oracle against the published examples and the rules, section by section."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.naive import (
    ALLOWED,
    CLEAR,
    CLEARED,
    DRAW,
    FLIP,
    KEEP,
    LEAVE,
    OFFICIAL,
    PLACE,
    TAKE,
    THROW,
    IllegalAction,
    NaiveGame,
    count_cards,
    deck,
    game_end,
    next_starter,
    raw_score,
    score_round,
    starter_candidates,
    treat_finally,
)

VECTORS = [
    vector
    for vector in json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]
    if vector["game"] == "classic"
]


class SeededLuck:
    """Draw everything from one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def deck(self, _round):
        return self.random.sample(deck(), 150)

    def choose(self, _round, candidates):
        return self.random.choice(candidates)

    def reshuffle(self, _round, _number, cards):
        return self.random.sample(cards, len(cards))


class FixedLuck:
    """Deal a given deck, choose the last candidate, reshuffle into a given order; remember what was asked."""

    def __init__(self, cards=None, order=None):
        self.cards, self.order = cards or deck(), order
        self.asked = []

    def deck(self, _round):
        return self.cards

    def choose(self, round_, candidates):
        self.asked.append((round_, candidates))
        return candidates[-1]

    def reshuffle(self, _round, number, cards):
        self.asked.append((number, cards))
        return self.order or cards


def rules_for(players, **options):
    return {**OFFICIAL, "players": players, **options}


# --- the notation of the vectors ---


def read_cell(cell):
    if isinstance(cell, str):
        return ("hidden", int(cell[1:]))
    return ("up", cell)


def write_cell(entry):
    return f"?{entry[1]}" if entry[0] == "hidden" else entry[1]


def read_grid(rows):
    """Return the 12 entries of a grid written as rows; columns that are gone stand at the right, cleared."""
    width = len(rows[0]) if rows else 0
    columns = [[read_cell(rows[row][column]) for row in range(3)] for column in range(width)]
    return [entry for column in columns for entry in column] + [CLEARED] * (12 - 3 * width)


def write_grid(grid):
    """Return the rows of a grid that has lost no row."""
    columns = [grid[3 * column : 3 * column + 3] for column in range(4) if grid[3 * column] != CLEARED]
    written = [[write_cell(entry) for entry in column] for column in columns]
    return [list(row) for row in zip(*written, strict=True)]


def cells(*written):
    """Return grid entries, by slot, from the notation of cells; None is a cleared slot."""
    return [CLEARED if cell is None else read_cell(cell) for cell in written]


def position(grids, *, pile=(3, 4, 5), discard=(5,), luck=None, options=None, **arguments):
    rules = rules_for(len(grids), **(options or {}))
    arguments = {"seat": 0, **arguments}
    luck = luck or FixedLuck()
    return NaiveGame.from_position(rules, luck, grids=grids, discard=discard, pile=pile, **arguments)


HIDDEN_GRID = cells(*["?1", "?2", "?3"] * 4)


# --- vectors ---


def check_starting_player(vector):
    sums, candidates = starter_candidates(vector["given"]["revealed"], "highest_sum", "high_card_then_random")
    assert {"sums": sums, "candidates": candidates} == vector["expect"]


def check_score_round(vector):
    situation, expect = vector["given"], vector["expect"]
    rules = rules_for(len(situation["raw_scores"]), **vector.get("options", {}))
    scores, doubled = score_round(situation["raw_scores"], situation["ender"], rules)
    totals = [total + score for total, score in zip(situation["totals"], scores, strict=True)]
    over, winners = game_end(totals, rules, 0)
    starter = None if over else next_starter(rules, scores, situation["ender"], 0)
    result = {
        "round_scores": scores,
        "doubled": doubled,
        "totals": totals,
        "game_over": over,
        "winners": winners,
        "next_starter": starter,
    }
    assert {key: result[key] for key in expect} == expect


def check_score_grid(vector):
    grid = read_grid(vector["given"]["grid"])
    treat_finally(grid, rules_for(2))
    assert {"score": raw_score(grid), "final_grid": write_grid(grid)} == vector["expect"]


def check_final_scoring(vector):
    grids = [read_grid(rows) for rows in vector["given"]["grids"]]
    for grid in grids:
        treat_finally(grid, rules_for(2))
    raw = [raw_score(grid) for grid in grids]
    scores, doubled = score_round(raw, vector["given"]["ender"], rules_for(2))
    final_grids = [write_grid(grid) for grid in grids]
    result = {"final_grids": final_grids, "raw_scores": raw, "doubled": doubled, "round_scores": scores}
    assert result == vector["expect"]


def vector_position(vector):
    situation = vector["given"]
    return position(
        [read_grid(rows) for rows in situation["grids"]],
        seat=situation["current"],
        discard=situation["discard"],
        pile=situation["draw_pile"],
        ender=situation.get("ender"),
        last_turns_left=situation.get("last_turns_left", 0),
        options=vector.get("options"),
        luck=FixedLuck(order=situation.get("reshuffled")),
    )


def check_turn(vector):
    game = vector_position(vector)
    action, expect = vector["action"], vector["expect"]
    row, column = action["pos"]
    slot = 3 * column + row
    first_id = {"take_discard": TAKE, "draw_swap": PLACE, "draw_discard_flip": FLIP}[action["type"]]
    if first_id != TAKE:
        game.step(DRAW)
    if expect == {"legal": False}:
        with pytest.raises(IllegalAction):
            game.step(first_id + slot)
        return
    game.step(first_id + slot)
    if game.phase == "clear":  # the one vector of this kind keeps its column
        game.step(KEEP)
    state = game.state()
    is_over = state["phase"] in ("round_over", "game_over")
    result = {
        "current": state["seat"],
        "ender": state["ender"],
        "last_turns_left": state["last_turns_left"],
        "discard": state["discard"],
        "discard_top": state["discard"][-1],
        "draw_pile": state["pile"],
        "phase": "scoring" if is_over else "main" if state["ender"] is None else "last_turns",
        "grids": {seat: write_grid(state["grids"][int(seat)]) for seat in expect.get("grids", {})},
    }
    assert {key: result[key] for key in expect} == expect


CHECKS = {
    "starting_player": check_starting_player,
    "score_round": check_score_round,
    "score_grid": check_score_grid,
    "final_scoring": check_final_scoring,
    "take_discard": check_turn,
    "draw_swap": check_turn,
    "draw_discard_flip": check_turn,
}
NAMED_BELOW = ("build_deck", "deal")


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if v["action"]["type"] not in NAMED_BELOW], ids=lambda vector: vector["id"]
)
def test_vector(vector):
    CHECKS[vector["action"]["type"]](vector)


# --- sections 1 and 2: components and setup ---


def test_section_1_1_deck():
    (expect,) = [vector["expect"] for vector in VECTORS if vector["action"]["type"] == "build_deck"]
    cards = deck()
    assert cards == sorted(cards)
    assert {str(value): cards.count(value) for value in range(-2, 13)} == expect["counts"]
    assert (len(cards), sum(cards)) == (expect["total"], expect["sum_of_values"])


def test_section_2_1_deal_of_eight():
    state = NaiveGame(rules_for(8), FixedLuck()).state()
    assert (len(state["pile"]), len(state["discard"])) == (53, 1)
    dealt = [entry[1] for grid in state["grids"] for entry in grid]
    assert dealt + state["discard"] + state["pile"] == deck()


def test_section_2_4_nothing_is_turned_before_all_have_chosen():
    game = NaiveGame(rules_for(2), FixedLuck(random.Random(1).sample(deck(), 150)))
    for slot in (11, 0, 5):
        game.step(FLIP + slot)
    state = game.state()
    assert (state["seat"], state["starter"], state["chosen"]) == (1, None, [[0, 11], [5]])
    assert all(entry[0] == "hidden" for grid in state["grids"] for entry in grid)
    assert game.legal() == [FLIP + slot for slot in range(12) if slot != 5]
    game.step(FLIP + 6)
    state = game.state()
    assert (state["phase"], state["chosen"]) == ("source", [[], []])
    assert [slot for slot, entry in enumerate(state["grids"][1]) if entry[0] == "up"] == [5, 6]


@pytest.mark.parametrize(
    ("first_rule", "tiebreak", "expect"),
    [
        ("highest_sum", "high_card_then_random", [2, 3]),
        ("highest_sum", "random", [0, 2, 3]),
        ("highest_sum", "lowest_seat", [0]),
        ("lowest_sum", "high_card_then_random", [4]),
        ("random", "lowest_seat", [0, 1, 2, 3, 4]),
    ],
)
def test_section_2_5_starter(first_rule, tiebreak, expect):
    flipped = [[5, 5], [2, 2], [9, 1], [1, 9], [1, 3]]
    assert starter_candidates(flipped, first_rule, tiebreak) == ([10, 4, 10, 10, 4], expect)


def test_section_2_5_luck_is_asked_only_for_a_tie():
    luck = FixedLuck()  # sorted: seat 1 is dealt higher cards
    game = NaiveGame(rules_for(2), luck)
    for slot in (0, 1, 0, 1):
        game.step(FLIP + slot)
    assert (game.state()["starter"], luck.asked) == (1, [])


def test_section_8b_without_opening_flips_all_tie():
    luck = FixedLuck()
    state = NaiveGame(rules_for(3, initial_flips=0), luck).state()
    assert (state["phase"], state["seat"], state["starter"]) == ("source", 2, 2)
    assert luck.asked == [(0, [0, 1, 2])]


def test_section_8b_opening_flips_never_clear():
    game = NaiveGame(rules_for(2, initial_flips=3), FixedLuck(deck()[::-1]))
    for slot in (0, 1, 2, 0, 4, 8):
        game.step(FLIP + slot)
    before = game.state()
    assert (before["starter"], before["grids"][0][:3]) == (0, [("up", 12)] * 3)
    game.step(TAKE + 9)
    assert game.state()["grids"][0][:3] == [CLEARED] * 3


# --- section 3: a turn ---


def test_section_3_actions_of_a_turn():
    grid = cells(1, "?2", 3, None, None, None, "?7", 8, 9, 10, 11, 12)
    game = position([grid, HIDDEN_GRID])
    current = [0, 1, 2, 6, 7, 8, 9, 10, 11]
    assert game.legal() == [DRAW, *[TAKE + slot for slot in current]]
    game.step(DRAW)
    assert game.state()["drawn"] == 3
    assert game.legal() == [PLACE + slot for slot in current] + [FLIP + 1, FLIP + 6]


def test_section_3_an_illegal_action_changes_nothing():
    game = position([HIDDEN_GRID, HIDDEN_GRID])
    before = game.state()
    for action in (PLACE, FLIP, THROW, LEAVE, CLEAR, KEEP, -1, 52):
        with pytest.raises(IllegalAction):
            game.step(action)
    assert game.state() == before


def test_section_3_throwing_without_a_hidden_card():
    game = position([cells(*range(12)), HIDDEN_GRID], ender=1, last_turns_left=1)
    game.step(DRAW)
    assert game.legal()[-1] == THROW


def test_section_8_flip_after_discard_optional():
    game = position([HIDDEN_GRID, HIDDEN_GRID], options={"flip_after_discard": "optional"})
    game.step(DRAW)
    game.step(THROW)
    state = game.state()
    assert (state["discard"], state["grids"][0], state["seat"]) == ([5, 3], HIDDEN_GRID, 1)


def test_section_8_discard_take_then_flip():
    game = position([HIDDEN_GRID, HIDDEN_GRID], options={"discard_take_then_flip": True})
    assert game.legal()[-1] == LEAVE + 11
    game.step(LEAVE + 11)
    state = game.state()
    assert (state["discard"], state["grids"][0][11], state["seat"]) == ([5], ("up", 3), 1)


@pytest.mark.parametrize(
    ("option", "cards", "discard", "pile"),
    [("keep_top", [6, 2], [5], [2]), ("take_all_and_turn_new_top", [6, 2, 5], [6], [5])],
)
def test_section_8_reshuffle(option, cards, discard, pile):
    luck = FixedLuck()
    game = position([HIDDEN_GRID] * 2, pile=[], discard=[6, 2, 5], luck=luck, options={"reshuffle": option})
    assert game.state()["pool"] is None
    game.step(DRAW)
    state = game.state()
    assert luck.asked == [(0, cards)]
    assert (state["discard"], state["pile"], state["reshuffles"]) == (discard, pile, 1)
    assert state["pool"] == count_cards([*pile, state["drawn"]])  # a card just drawn still counts
    assert state["seen"] == count_cards([6, 2, 5])
    game.step(PLACE)
    state = game.state()
    assert (state["pool"], state["seen"]) == (count_cards(pile), count_cards([6, 2, 5, 1]))


def test_section_3_reshuffles_are_numbered():
    luck = FixedLuck()
    game = position([HIDDEN_GRID] * 2, pile=[], discard=[6, 5], luck=luck)
    for action in (DRAW, PLACE, DRAW):
        game.step(action)
    assert luck.asked == [(0, [6]), (1, [5])]
    assert game.state()["discard"] == [1]


def test_section_3_nothing_to_draw_or_take():
    game = position([HIDDEN_GRID, HIDDEN_GRID], pile=[], discard=[4])
    assert game.legal() == [TAKE + slot for slot in range(12)]
    game = position([HIDDEN_GRID, HIDDEN_GRID], pile=[4], discard=[])
    assert game.legal() == [DRAW]


# --- sections 4 and 9.7: clearing ---

OPTIONAL = {"column_rule": "optional"}
ROWS_TOO = {"row_rule": "mandatory"}


def test_section_4_two_optional_columns_are_asked_before_anything_goes():
    grid = cells(9, 7, 7, 4, 4, 4, "?1", 2, 3, 6, 6, "?6")
    game = position([grid, HIDDEN_GRID], discard=[5, 7], options=OPTIONAL)
    game.step(TAKE)
    assert (game.state()["asked"], game.legal()) == (0, [CLEAR, KEEP])
    game.step(CLEAR)
    assert (game.state()["asked"], game.state()["grids"][0][0]) == (1, ("up", 7))
    game.step(KEEP)
    state = game.state()
    assert (state["kept"], state["asked"], state["seat"]) == ([[1], []], None, 1)
    assert (state["discard"], state["lines_cleared"]) == ([5, 9, 7, 7, 7], [1, 0])


def test_section_8b_a_kept_column_is_asked_again_only_when_a_card_is_replaced():
    grid = cells(4, 4, 9, "?1", "?2", "?3", "?1", "?2", "?3", "?1", "?2", "?3")
    game = position([grid, HIDDEN_GRID], discard=[4], pile=[4] * 5, options=OPTIONAL)
    game.step(TAKE + 2)
    game.step(KEEP)
    for action in (DRAW, PLACE, DRAW, FLIP + 3):
        game.step(action)
    assert (game.phase, game.state()["kept"]) == ("source", [[0], []])
    for action in (DRAW, PLACE + 1, DRAW, PLACE):
        game.step(action)
    assert (game.phase, game.state()["asked"], game.state()["kept"]) == ("clear", 0, [[], []])


def test_section_4_column_rule_off():
    game = position([cells(7, 7, 9, *["?1"] * 9), HIDDEN_GRID], discard=[7], options={"column_rule": "off"})
    game.step(TAKE + 2)
    assert game.state()["grids"][0][:3] == [("up", 7)] * 3


def test_section_9_7_row_and_column_together_discard_the_shared_card_once():
    grid = cells(9, 7, 7, 7, "?1", 2, 7, 3, 4, 7, 5, 6)
    game = position([grid, HIDDEN_GRID], discard=[7], options=ROWS_TOO)
    game.step(TAKE)
    state = game.state()
    assert state["discard"] == [9] + [7] * 6
    assert state["lines_cleared"] == [2, 0]
    assert [slot for slot, entry in enumerate(state["grids"][0]) if entry != CLEARED] == [4, 5, 7, 8, 10, 11]


def test_section_9_7_cascade_a_row_of_three_once_a_column_has_gone():
    grid = cells(9, 5, 5, 3, "?1", 2, 3, 6, 4, 3, 8, 1)
    game = position([grid, HIDDEN_GRID], discard=[5], options=ROWS_TOO)
    game.step(TAKE)
    state = game.state()
    assert state["discard"] == [9, 5, 5, 5, 3, 3, 3]
    assert state["lines_cleared"] == [2, 0]


def test_section_9_7_a_row_of_two_is_no_line():
    grid = cells(9, 5, 5, 3, "?1", 2, 3, 6, 4, None, None, None)
    game = position([grid, HIDDEN_GRID], discard=[5], options=ROWS_TOO)
    game.step(TAKE)
    assert game.state()["discard"] == [9, 5, 5, 5]


def test_section_9_7_a_column_that_lost_a_row_is_no_line():
    grid = cells(None, 5, 9, None, "?1", 2, None, 6, 4, None, 8, 1)
    game = position([grid, HIDDEN_GRID], discard=[5], options=ROWS_TOO)
    game.step(TAKE + 2)
    assert game.state()["discard"] == [9]


def brute_force_lowest(grid, rules):
    """Return the lowest raw score over all answers about the columns, asked in the owner's turn.

    The turn replaces the card of slot 0 by an equal one. The other seat's last turn is still to come.
    """
    scores, open_answers = [], [[]]
    while open_answers:
        answers = open_answers.pop()
        game = position([grid, HIDDEN_GRID], options=rules, discard=[grid[0][1]])
        for action in [TAKE, *answers]:
            game.step(action)
        if game.phase == "clear":
            open_answers += [[*answers, CLEAR], [*answers, KEEP]]
        else:
            scores.append(raw_score(game.state()["grids"][0]))
    return min(scores)


COLUMN_CARDS = st.lists(st.sampled_from([-2, 0, 3]), min_size=4, max_size=4)


@given(values=COLUMN_CARDS, order=st.permutations(range(12)), n_other=st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_section_8b_final_reveal_takes_the_lowest_score(values, order, n_other):
    cards = [values[slot // 3] for slot in range(12)]
    for slot in order[:n_other]:
        cards[slot] = 3
    for row_rule in ("off", "mandatory"):
        options = {**OPTIONAL, "row_rule": row_rule}
        grid = cells(*[f"?{card}" for card in cards])
        treat_finally(grid, rules_for(2, **options))
        assert raw_score(grid) == brute_force_lowest(cells(*cards), options)


def test_section_8b_final_reveal_keeps_minus_two_and_clears_zeros():
    grid = cells("?-2", -2, -2, 0, 0, "?0", 5, "?5", 5, 1, 2, 3)
    cards, n_lines = treat_finally(grid, rules_for(2, **OPTIONAL))
    assert (cards, n_lines, raw_score(grid)) == ([0, 0, 0, 5, 5, 5], 2, 0)
    assert grid[:3] == [("up", -2)] * 3


def test_section_8b_final_reveal_keeps_a_column_for_the_sake_of_a_row():
    # Clearing the column of ones would complete a row of three -2, which costs more.
    grid = cells(1, 1, 1, -2, 5, 6, -2, 7, 8, -2, 9, 10)
    treat_finally(grid, rules_for(2, **OPTIONAL, **ROWS_TOO))
    assert raw_score(grid) == 3 - 6 + 45


# --- section 5: end of the round ---

UP_GRID = cells(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2)
LAST_HIDDEN = [*UP_GRID[:11], ("hidden", -2)]
OWN_TURN = {"final_reveal_timing": "after_own_last_turn"}


def test_section_5_2_everybody_else_has_one_last_turn():
    game = position([HIDDEN_GRID, LAST_HIDDEN, HIDDEN_GRID], seat=1, pile=[1] * 9)
    for action in (DRAW, FLIP + 11):
        game.step(action)
    turns = []
    while game.phase == "source":
        turns.append((game.state()["seat"], game.state()["last_turns_left"]))
        for action in (DRAW, FLIP):
            game.step(action)
    assert turns == [(2, 2), (0, 1)]
    state = game.state()
    assert (state["phase"], state["seat"]) == ("round_over", None)
    assert (state["ender"], state["last_turns_left"]) == (1, 0)
    assert (state["turns"], state["hidden_at_end"]) == (3, [11, 0, 11])


def test_section_8_last_turns_none():
    game = position([LAST_HIDDEN, HIDDEN_GRID], pile=[1] * 9, options={"last_turns": "none"})
    for action in (DRAW, FLIP + 11):
        game.step(action)
    state = game.state()
    assert (state["phase"], state["ender"], state["turns"]) == ("round_over", 0, 1)
    assert state["hidden_at_end"] == [0, 12]


def test_section_8_final_reveal_after_own_last_turn():
    triple = cells("?7", "?7", "?7", "?1", "?2", "?3", "?1", "?2", "?3", "?1", "?2", "?3")
    game = position([LAST_HIDDEN, triple, HIDDEN_GRID], pile=[1] * 9, options=OWN_TURN)
    for action in (DRAW, FLIP + 11, DRAW, PLACE + 11):
        game.step(action)
    state = game.state()
    assert (state["phase"], state["seat"], state["last_turns_left"]) == ("source", 2, 1)
    assert state["discard"] == [5, 1, 3, 7, 7, 7]
    assert (state["hidden_at_end"], state["lines_cleared"]) == ([0, 11, 0], [0, 1, 0])
    assert all(entry[0] != "hidden" for entry in state["grids"][1])
    game.step(TAKE)
    assert (game.state()["phase"], game.state()["hidden_at_end"]) == ("round_over", [0, 11, 11])


def test_section_5_4_all_grids_are_treated_from_seat_0_on():
    triples = [cells(*[f"?{card}"] * 3, *["?1", "?2", "?3"] * 3) for card in (7, 8)]
    game = position([*triples, UP_GRID], seat=1, ender=2, last_turns_left=1, discard=[5], pile=[6])
    for action in (DRAW, FLIP + 3):
        game.step(action)
    assert game.state()["discard"] == [5, 6, 7, 7, 7, 8, 8, 8]


def test_section_8b_turn_limit_abandons_the_round():
    options = {"turn_limit": 1, "double_scope": "any"}
    game = position([HIDDEN_GRID, HIDDEN_GRID], seat=1, starter=1, turns=0, pile=[1] * 9, options=options)
    for action in (DRAW, FLIP, DRAW, FLIP):
        game.step(action)
    state = game.state()
    assert (state["phase"], state["abandoned"]) == ("round_over", True)
    assert (state["ender"], state["doubled"]) == (None, False)
    assert (state["raw"], state["hidden_at_end"], state["turns"]) == ([24, 24], [11, 11], 2)
    game.start_next_round()
    state = game.state()
    assert (state["starter"], state["round"], state["turns"]) == (1, 1, 0)


def test_section_8b_an_ender_at_the_turn_limit_counts():
    game = position([LAST_HIDDEN, HIDDEN_GRID], turns=1, pile=[1] * 9, options={"turn_limit": 1})
    for action in (DRAW, FLIP + 11):
        game.step(action)
    assert (game.state()["ender"], game.state()["abandoned"]) == (0, False)


# --- sections 6 and 7: scoring and the end of the game ---


@pytest.mark.parametrize(
    ("raw", "options", "expect"),
    [
        ([5, 5], {}, 10),
        ([0, 0], {}, 0),
        ([-3, -4], {"double_scope": "any"}, -6),
        ([5, 5], {"double_on_tie": False}, 5),
        ([6, 5], {"double_on_tie": False, "double_factor": 3, "flat_penalty": 4}, 22),
        ([6, 5], {"double_factor": 1, "flat_penalty": 10}, 16),
        ([-3, -4], {"flat_penalty": 10}, -3),
    ],
)
def test_section_6_2_penalty(raw, options, expect):
    scores, doubled = score_round(raw, 0, rules_for(2, **options))
    assert scores == [expect, raw[1]]
    assert doubled == (scores != raw)


def test_section_6_2_nobody_is_penalised_without_an_ender():
    assert score_round([9, 1], None, rules_for(2)) == ([9, 1], False)


def test_section_7_more_than():
    rules = rules_for(2, target_comparison="more_than")
    assert game_end([100, 5], rules, 0) == (False, None)
    assert game_end([101, 5], rules, 0) == (True, [1])


def test_section_8b_extra_rounds():
    rules = rules_for(3, victory_tie="extra_round")
    assert game_end([100, 5, 5], rules, 0) == (False, None)
    assert game_end([90, 5, 5], rules, 1) == (False, None)
    assert game_end([90, 5, 6], rules, 1) == (True, [1])
    assert game_end([100, 5, 5], rules, 10) == (True, [1, 2])


def end_round_with(totals, **options):
    """End a round of two players, by seat 1, with raw scores 42 and 42; nobody is penalised."""
    options = {"double_on_tie": False, **options}
    grids = [UP_GRID, UP_GRID]
    game = position(grids, ender=1, last_turns_left=1, discard=[0], totals=totals, options=options)
    game.step(TAKE)
    return game


def test_section_8b_an_extra_round_is_played_while_the_lowest_total_is_tied():
    game = end_round_with([64, 64], victory_tie="extra_round")
    assert (game.phase, game.state()["totals"], game.state()["extra_rounds"]) == ("round_over", [106, 106], 0)
    game.start_next_round()
    play_round(game, random.Random(3))
    assert game.state()["extra_rounds"] == 1
    shared = end_round_with([64, 64])
    assert (shared.phase, shared.state()["winners"]) == ("game_over", [0, 1])


def test_section_7_totals_and_winner():
    state = end_round_with([54, 64]).state()
    assert (state["raw"], state["score"], state["totals"]) == ([42, 42], [42, 42], [96, 106])
    assert (state["phase"], state["winners"], state["game_abandoned"]) == ("game_over", [0], False)


@pytest.mark.parametrize(
    ("option", "ender", "expect"),
    [
        ("round_ender", 1, 1),
        ("round_ender", None, 0),
        ("round_winner", 1, 2),
        ("round_winner", 3, 3),
        ("round_winner", None, 0),
        ("highest_sum_every_round", 1, None),
        ("highest_sum_every_round", None, None),
    ],
)
def test_section_8b_next_round_starter(option, ender, expect):
    rules = rules_for(4, next_round_starter=option)
    assert next_starter(rules, [4, 9, 4, 4], ender, 0) == expect


def test_section_2_6_first_round_rule_concerns_only_the_first_round():
    options = {"first_round_starter": "random", "next_round_starter": "highest_sum_every_round"}
    luck = FixedLuck()
    game = NaiveGame(rules_for(2, **options, target=10_000), luck)
    play_round(game, random.Random(1))
    assert luck.asked[0] == (0, [0, 1])
    game.start_next_round()
    assert game.state()["starter"] is None
    for slot in (0, 1, 0, 1):
        game.step(FLIP + slot)
    assert game.state()["starter"] == 1  # the sorted deck deals seat 1 the higher cards


def test_section_8b_a_game_stops_after_200_rounds():
    rules = rules_for(2, turn_limit=1, target=10_000_000)
    game = NaiveGame(rules, SeededLuck(0))
    n_rounds = 1
    play_round(game, random.Random(0))
    while game.phase == "round_over":
        game.start_next_round()
        play_round(game, random.Random(n_rounds))
        n_rounds += 1
    state = game.state()
    assert (n_rounds, state["phase"]) == (200, "game_over")
    assert (state["winners"], state["game_abandoned"]) == (None, True)


def test_section_8_rules_are_checked():
    with pytest.raises(ValueError, match="players must be in"):
        NaiveGame(rules_for(9), FixedLuck())
    with pytest.raises(ValueError, match="colum_rule"):
        NaiveGame(rules_for(2, colum_rule="off"), FixedLuck())


# --- laws, on random play under any rules ---

RULES = st.fixed_dictionaries(
    {key: st.sampled_from(list(choices)) for key, choices in ALLOWED.items()}
    | {"target": st.sampled_from([30, 100]), "turn_limit": st.sampled_from([3, 500])}
).map(lambda options: {**OFFICIAL, **options})


def play_round(game, choice, watch=lambda game: None):
    while game.legal():
        game.step(choice.choice(game.legal()))
        watch(game)


def check_cards_are_conserved(game):
    state = game.state()
    cards = [entry[1] for grid in state["grids"] for entry in grid if entry != CLEARED]
    cards += state["discard"] + state["pile"] + ([] if state["drawn"] is None else [state["drawn"]])
    assert sorted(cards) == deck()


def check_seen_is_true(game):
    """What is unseen lies in hidden slots, in an unshuffled pile or in the mover's fingers."""
    state = game.state()
    unseen = [entry[1] for grid in state["grids"] for entry in grid if entry[0] == "hidden"]
    if not state["reshuffles"]:
        unseen += state["pile"] + ([] if state["drawn"] is None else [state["drawn"]])
    whole = count_cards(deck())
    assert [n_all - n_seen for n_all, n_seen in zip(whole, state["seen"], strict=True)] == count_cards(unseen)


@given(rules=RULES, seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_law_cards_are_conserved_and_what_is_seen_is_true(rules, seed):
    def watch(game):
        check_cards_are_conserved(game)
        check_seen_is_true(game)

    game = NaiveGame(rules, SeededLuck(seed))
    choice = random.Random(seed)
    play_round(game, choice, watch)
    while game.phase == "round_over" and game.round < 2:
        game.start_next_round()
        play_round(game, choice, watch)
    state = game.state()
    assert all(entry[0] != "hidden" for grid in state["grids"] for entry in grid)
    assert state["raw"] == [raw_score(grid) for grid in state["grids"]]
    assert (state["ender"] is None) == state["abandoned"]


@given(rules=RULES, seed=st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_law_every_turn_leaves_no_compulsory_line(rules, seed):
    def watch(game):
        if game.phase == "source" and rules["column_rule"] == "mandatory" and game.turns:
            mover = game.grids[(game.seat - 1) % game.n_players]
            for column in range(4):
                entries = mover[3 * column : 3 * column + 3]
                assert not (entries[0][0] == "up" and entries.count(entries[0]) == 3)

    play_round(NaiveGame(rules, SeededLuck(seed)), random.Random(seed), watch)

"""Single grids as they count at the end of a round, and what a raw score can be."""

import numpy as np
import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.errors import InputError
from skyjo_sim.grid_scores import score_grid
from skyjo_sim.rules import Rules
from skyjo_sim.scoring import raw_bounds, score_round

COLUMN = [[5, "?5", 1], [5, 3, 4], [5, 0, 2]]


def test_complete_columns_go_and_the_rest_counts():
    score = score_grid(COLUMN)
    assert (score.points, score.rows, score.n_lines_cleared, score.star_bonus) == (15, [[5, 1], [3, 4], [0, 2]], 1, 0)
    assert score_grid(COLUMN, rules=Rules(column_rule="off")).points == 30


def test_an_array_is_a_grid_too():
    cells = np.array([[6, 6, 1], [5, 3, 4], [5, 0, 2]])
    assert score_grid(cells).points == score_grid(cells.tolist()).points == 32


def test_lines_that_went_before_are_not_counted_again():
    score = score_grid([".", ".", ".", 5, 5, 5, 1, 2, 3, 4, 6, 7])
    assert (score.points, score.n_lines_cleared) == (23, 1)


def test_action_cards_and_stars_count_by_the_rules():
    grid = [["*", 6, 3, 1], ["*", 2, 4, 0], ["*", 1, 2, -1]]
    assert score_grid(grid, ["steal", "steal"], ActionRules()).points == 28
    rules = ActionRules(unused_action_penalty=3, star_bonus_three=1)
    assert (score_grid(grid, ["steal"], rules).points, score_grid(grid, [], rules).star_bonus) == (20, 1)


def test_stars_are_used_only_where_that_lowers_the_points():
    used = score_grid([[12, 5, 1, 3], ["?12", 2, 0, 4], ["?*", 1, 6, 7]], rules=ActionRules())
    assert (used.points, used.rows) == (29, [[5, 1, 3], [2, 0, 4], [1, 6, 7]])
    kept = score_grid([[-2, 5, 1, 3], ["?-2", 2, 0, 4], ["?*", 1, 6, 7]], rules=ActionRules())
    assert (kept.points, kept.n_lines_cleared) == (25, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([["?", 2]],), r"every card of the grid must be known, got '\?'"),
        (([["*", 2]],), "a card in grids must be in -2..12, got *"),
        (([[1, 2]], ["steal"]), r"hand must be empty in the classic game, got \['steal'\]"),
        (([[1, 2]], ["thief"], ActionRules()), "a card in hands must be one of swap_own, .*, got 'thief'"),
        ((None,), "grid must be 12 cells by slot, or rows of cells, got None"),
        (("1 2 / 3 4",), "grid must be 12 cells by slot, or rows of cells, got '1 2 / 3 4'"),
        (({1: 2}, [], ActionRules()), "grid must be 12 cells by slot, or rows of cells, got {1: 2}"),
        (([[1, 2]], None, ActionRules()), "hand must be names of action cards, got None"),
        (([[1, 2]], 0), "hand must be names of action cards, got 0"),
        (([[1, 2]], "steal", ActionRules()), "hand must be names of action cards, got 'steal'"),
        (([[1, 2]], [None], ActionRules()), r"hand must be names of action cards, got \[None\]"),
        (([[1, 2]], [], "action-official"), "rules must be Rules or ActionRules, got 'action-official'"),
        (([[-2] * 4], [], ActionRules()), "the deck has 3 cards of value -2, got 4"),
        (([[1, 2]], ["steal"] * 4, ActionRules()), "there are 3 action cards steal, got 4 in all"),
    ],
)
def test_an_impossible_grid_or_hand_is_refused(arguments, message):
    with pytest.raises(InputError, match=message.replace("got *", r"got \*")):
        score_grid(*arguments)


@pytest.mark.parametrize(
    ("rules", "bounds"),
    [
        (Rules(), (-17, 140)),
        (ActionRules(), (-45, 7 * 12 + 5 * 11 + 270)),
        (ActionRules(use_actions=False), (-45, 139)),
        (ActionRules(use_stars=False), (-13, 139 + 270)),
        (ActionRules(use_stars=False, use_actions=False), (-13, 139)),
        (ActionRules(star_bonus_four=0, use_actions=False), (-40, 139)),
        (ActionRules(star_bonus_three=0, star_bonus_four=0), (-13, 409)),
    ],
    ids=lambda part: None if isinstance(part, tuple) else part.game + str(len(part.changes())),
)
def test_raw_scores_have_bounds(rules, bounds):
    assert raw_bounds(rules) == bounds


def test_a_round_of_skyjo_action_is_scored_as_any_other():
    rules = ActionRules(players=3)
    result = score_round([60, -20, 150], 2, [10, 20, 30], rules)
    assert (result.scores, result.totals, result.winners) == ((60, -20, 300), (70, 0, 330), (1,))
    with pytest.raises(InputError, match=r"in -45\.\.409, got -46"):
        score_round([60, -46, 150], 2, [10, 20, 30], rules)

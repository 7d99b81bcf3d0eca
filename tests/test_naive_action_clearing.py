"""The clearing step in the oracle of Skyjo Action: what the owner is asked (RULES.md 8 and 9.7)."""

from tests.naive import CLEARED
from tests.naive_action import ids
from tests.naive_action.cards import STAR
from tests.naive_action.notation import write_grid
from tests.naive_action.positions import HIDDEN, play, position


def test_section_9_7_chosen_lines_exclude_others():
    grid = [["?0", 5, 5, 5], [7, 1, 2, 3], [7, 4, 6, 8]]
    game = position([[], []], [grid, HIDDEN], discard=[5, STAR], market=[])
    play(game, ids.TAKE)
    assert game.legal() == [ids.PASS, ids.COLUMN, ids.ROW]
    state = play(game, ids.ROW)
    assert (write_grid(state["grids"][0]), state["discard"][-4:]) == ([[7, 1, 2, 3], [7, 4, 6, 8]], [STAR, 5, 5, 5])


def test_section_8_the_owner_orders_stars_before_anything_is_discarded():
    grid = [["?0", 1, 2, 3], [7, "*", 9, "?4"], [7, "*", 6, "?8"]]
    options = {"cleared_star_order": "owner_choice"}
    game = position([[], []], [grid, HIDDEN], options, discard=[5, STAR], market=[])
    play(game, ids.TAKE, ids.COLUMN, ids.COLUMN + 1)
    assert (game.table.asked, game.legal(), game.table.discard) == (("column", 0), [116, 117], [5, 0])
    play(game, ids.STARS_ON_TOP)
    assert (game.table.asked, game.table.stars_on_top) == (("column", 1), [("column", 0)])
    assert play(game, ids.STARS_UNDER)["discard"] == [5, 0, 7, 7, STAR, STAR, STAR, 1]


def test_section_8_stars_by_position():
    grid = [[7, 1, 2, 3], ["?0", 4, 9, "?4"], [7, 5, 6, "?8"]]
    options = {"cleared_star_order": "position"}
    game = position([[], []], [grid, HIDDEN], options, discard=[5, STAR], market=[])
    assert play(game, ids.TAKE + 1, ids.COLUMN)["discard"] == [5, 0, 7, STAR, 7]


def test_section_8_a_kept_column_is_asked_again_when_one_of_its_cards_changes():
    grid = [[7, 1, 2, 3], [7, 4, 9, "?4"], ["?0", 5, 6, "?8"]]
    options = {"column_rule": "optional"}
    game = position([[], []], [grid, HIDDEN], options, discard=[5, 7], pile=[1, 7, 1, 1])
    assert play(game, ids.TAKE + 2, ids.PASS)["kept"] == [[0], []]
    play(game, ids.DRAW, ids.FLIP, ids.DRAW, ids.PUT)
    assert (game.table.choice, game.table.kept) == ("lines", [[], []])
    assert play(game, ids.COLUMN)["grids"][0][:3] == [CLEARED] * 3


def test_section_8_columns_first_asks_about_rows_after_no_column():
    grid = [["?0", 5, 5, 5], [5, 1, 2, 3], [5, 4, 6, 8]]
    options = {"simultaneous_lines": "columns_first"}
    game = position([[], []], [grid, HIDDEN], options, discard=[9, STAR], market=[])
    play(game, ids.TAKE)
    assert game.legal() == [ids.PASS, ids.COLUMN]
    play(game, ids.PASS)
    assert (game.legal(), game.table.rows_only) == ([ids.PASS, ids.ROW], True)
    assert write_grid(play(game, ids.ROW)["grids"][0]) == [[5, 1, 2, 3], [5, 4, 6, 8]]

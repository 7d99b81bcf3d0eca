"""Lines in the oracle of Skyjo Action: what goes or may go, what a star means, the cheapest end (RULES.md 9.6 to 9.10)."""

import pytest

from tests.naive import CLEARED
from tests.naive_action.final import SWITCHES, best_passes, endings, star_bonus
from tests.naive_action.lines import SLOTS, readings, sort_lines, subsets
from tests.naive_action.notation import read_grid, write_grid
from tests.naive_action.rules import OFFICIAL

LEFT, MIDDLE, RIGHT, LAST = (("column", column) for column in range(4))
TOP, CENTRE, BOTTOM = (("row", row) for row in range(3))


def rules(**options):
    return {**OFFICIAL, "players": 2, **options}


def test_section_9_7_numbers_must_go_and_stars_may():
    grid = read_grid([[5, "*", 1, 2], [5, 7, 3, 4], [5, 7, 0, 6]])
    assert sort_lines(grid, rules(), ()) == ([LEFT], [MIDDLE])
    assert sort_lines(grid, rules(column_rule="optional"), ()) == ([], [LEFT, MIDDLE])
    assert sort_lines(grid, rules(column_rule="optional"), kept=[0]) == ([], [MIDDLE])
    assert sort_lines(grid, rules(column_rule="off"), ()) == ([], [])


def test_section_9_7_a_hidden_card_keeps_a_line():
    grid = read_grid([[5, 5, 5, "?5"], [5, 1, 2, "?*"], ["?5", 3, 4, 5]])
    assert sort_lines(grid, rules(), ()) == ([], [])


@pytest.mark.parametrize(
    ("rows", "option", "expect"),
    [
        ([[5, 5, 5], [1, 2, 3], [4, 6, 7]], "shrink", [TOP]),
        ([[5, 5, 5], [1, 2, 3], [4, 6, 7]], "fixed", []),
        ([[5, 5], [1, 2], [4, 6]], "shrink", []),
        ([[5, 5, 5, 5]], "shrink", [TOP]),
        ([[5, 5, 5, 5]], "fixed", [TOP]),
        ([[5, 1, 2, 3], [5, 4, 6, 7]], "shrink", []),
        ([[5, 5, 5]], "shrink", [TOP]),
    ],
)
def test_section_9_7_a_line_has_three_cards(rows, option, expect):
    assert sort_lines(read_grid(rows), rules(line_geometry=option), ())[0] == expect


def test_section_9_6_a_star_reads_a_number_of_its_row_or_column():
    grid = read_grid([["*", "*", "*", 9], [9, 9, 4, 1], [2, 3, "?9", 5]])
    assert readings(grid, TOP) == [{0: 9, 3: 9, 6: 9}]
    assert readings(grid, LEFT) == []  # 9 and 2
    hidden_nine = read_grid([["*", "*", "*", "*"], [9, 9, 4, 9], [2, 3, "?9", 5]])
    assert readings(hidden_nine, TOP) == []


def test_section_9_7_a_line_of_stars_goes_by_its_crossing_lines():
    grid = read_grid([["*", 9, 4], ["*", 4, 9], ["*", 9, 4]])
    assert readings(grid, LEFT) == [dict.fromkeys((0, 1, 2), value) for value in (4, 9)]
    assert sort_lines(grid, rules(), ()) == ([], [LEFT])
    assert sort_lines(read_grid([["*", 9, 4], ["*", 5, 9], ["*", 3, 4]]), rules(), ()) == ([], [])


def test_section_9_7_no_star_takes_two_values():
    grid = read_grid([["*", 5, 5, 5], [7, 1, 2, 3], [7, 4, 6, 8]])
    assert subsets(grid, [LEFT, TOP]) == [[], [LEFT], [TOP]]
    same = read_grid([["*", 7, 7, 7], [7, 1, 2, 3], [7, 4, 6, 8]])
    assert subsets(same, [LEFT, TOP]) == [[], [LEFT], [TOP], [LEFT, TOP]]


def best_grid(rows, **options):
    grid = read_grid(rows)
    for going in best_passes(grid, rules(**options)):
        gone = {slot for line in going for slot in SLOTS[line]}
        grid = [CLEARED if slot in gone else entry for slot, entry in enumerate(grid)]
    return write_grid(grid)


def test_section_9_7_the_final_choice_looks_ahead():
    # The star may go with the 12s or with the zeros. After the zeros the 12s are three, and go too.
    assert best_grid([["*", 12, 12, 12], [0, 1, 2, 3], [0, 4, 5, 6]]) == [[1, 2, 3], [4, 5, 6]]
    assert best_grid([["*", 12, 12, 11], [0, 1, 2, 3], [0, 4, 5, 6]]) == [[12, 12, 11], [1, 2, 3], [4, 5, 6]]


def test_section_9_7_a_star_line_of_negative_cards_stays_unless_it_frees_more():
    assert best_grid([[-2, 1, 3, 4], [-2, 5, 6, 7], ["*", 8, 9, 10]])[0] == [-2, 1, 3, 4]
    assert best_grid([[-1, 9, 9, 9], [-1, 5, 6, 7], ["*", 8, 10, 12]]) == [[5, 6, 7], [8, 10, 12]]


def test_section_9_7_compulsory_lines_go_even_if_they_cost():
    assert best_grid([[-2, -1, 0, 1], [-2, 2, 3, 4], [-2, 5, 6, 7]]) == [[-1, 0, 1], [2, 3, 4], [5, 6, 7]]
    kept = best_grid([[-2, -1, 0, 1], [-2, 2, 3, 4], [-2, 5, 6, 7]], column_rule="optional")
    assert kept == [[-2, -1, 0, 1], [-2, 2, 3, 4], [-2, 5, 6, 7]]


def test_section_8_columns_first_lets_rows_wait():
    rows = [[3, 3, 3, 3], [3, 1, 2, 4], [3, 5, 6, 7]]
    grid = tuple(read_grid(rows))
    official, columns_first = (
        tuple({**rules(), "simultaneous_lines": choice}[name] for name in SWITCHES)
        for choice in ("union", "columns_first")
    )
    assert [passes for _, passes in endings(grid, official).values()] == [((LEFT, TOP),)]
    assert [passes for _, passes in endings(grid, columns_first).values()] == [((LEFT,), (TOP,))]


@pytest.mark.parametrize(
    ("rows", "expect"),
    [
        ([["*", "*", "*", "*"]], 15),
        ([["*", "*", "*"]], 10),
        ([["*", "*", "*", 1]], 0),
        ([["*", 1], ["*", 2], ["*", 3]], 10),
        ([["*", 1], ["*", 2]], 0),
        ([["*", "*", "*"], ["*", "*", "*"], ["*", "*", "*"]], 30),
        ([["*", "*", "*", "*"], ["*", 4, 7, 1], ["*", 9, 0, 3]], 15),
        ([["*", "*", "*", "*"], ["*", "*", "*", "*"], ["*", "*", "*", "*"]], 45),
    ],
)
def test_section_9_10_star_bonus(rows, expect):
    assert star_bonus(read_grid(rows), rules()) == expect


def test_section_9_10_columns_may_be_worth_more_than_rows():
    grid = read_grid([["*"] * 4] * 3)
    assert star_bonus(grid, rules(star_bonus_three=12)) == 48
    assert star_bonus(read_grid([["*", "*", "*"]]), rules(line_geometry="fixed")) == 0

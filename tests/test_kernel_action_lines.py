"""Lines of Skyjo Action on arbitrary grids: what must and may go, what goes together, the cheapest end, stars' bonus."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels.action import final, lines
from skyjo_sim.kernels.cards import CLEARED, GRID_WIDTH
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.rules_record import rules_record
from tests import naive
from tests.naive_action import final as naive_final
from tests.naive_action.cards import STAR
from tests.naive_action.lines import ALL_LINES, sort_lines, subsets
from tests.naive_action.rules import OFFICIAL

EXAMPLES = 300 if IS_COMPILED else 60
PALETTES = ((5,), (5, STAR), (3, 5, STAR), (3, 5, STAR, STAR), (-2, 0, 4, STAR, STAR, STAR), (*range(-2, 13), STAR))
OPTIONS = {
    "column_rule": ("mandatory", "mandatory", "optional", "off"),
    "row_rule": ("mandatory", "mandatory", "off"),
    "line_geometry": ("shrink", "shrink", "fixed"),
    "simultaneous_lines": ("union", "columns_first"),
    "star_bonus_four": (15, 40),
}
lots = st.integers(0, 2**32 - 1).map(random.Random)


def draw_grid(lot, hidden_share):
    """Return a grid, some of its lines cleared, some of its cards hidden."""
    palette = lot.choice(PALETTES)
    grid = [("hidden" if lot.random() < hidden_share else "up", lot.choice(palette)) for _ in range(12)]
    gone = {line for line in naive.COLUMNS + naive.ROWS for line in [tuple(line)] if lot.random() < 0.12}
    for slot in {slot for line in gone for slot in line}:
        grid[slot] = naive.CLEARED
    return grid


def draw_rules(lot):
    """Return the rules' record and the same rules for the oracle."""
    options = {name: lot.choice(values) for name, values in OPTIONS.items()}
    return rules_record(ActionRules(**options)), {**OFFICIAL, "players": 2, **options}


def arrays(grid):
    """Return the cards as int8[16], and the cleared and the hidden slots as bits."""
    cards = np.full(GRID_WIDTH, CLEARED, np.int8)
    cards[:12] = [CLEARED if entry == naive.CLEARED else entry[1] for entry in grid]
    cleared = sum(1 << slot for slot, entry in enumerate(grid) if entry == naive.CLEARED)
    hidden = sum(1 << slot for slot, entry in enumerate(grid) if entry[0] == "hidden")
    return cards, np.int64(cleared), np.int64(hidden)


def names(line_set):
    """Return a set of lines as the oracle names them."""
    return [line for number, line in enumerate(ALL_LINES) if int(line_set) >> number & 1]


def bits(some):
    """Return the oracle's lines as a set of bits."""
    return np.int64(sum(1 << ALL_LINES.index(line) for line in some))


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_lines_that_must_and_may_go(lot):
    grid = draw_grid(lot, 0.1)
    record, rules = draw_rules(lot)
    kept = {column for column in range(4) if lot.random() < 0.2}
    must, may = lines.lines_that_go(*arrays(grid), np.int64(sum(1 << column for column in kept)), record)
    assert (names(must), names(may)) == sort_lines(grid, rules, kept)


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_lines_go_together_where_every_star_has_one_value(lot):
    """All sets of lines against the oracle, which tries every value for every star (RULES.md 9.7)."""
    grid = draw_grid(lot, 0.05)
    _, rules = draw_rules(lot)
    _, may = sort_lines(grid, rules, ())
    allowed = [set(some) for some in subsets(grid, may)]
    for chosen in allowed:
        addable = lines.lines_to_add(*arrays(grid), bits(may), bits(chosen))
        expected = [line for line in may if line not in chosen and chosen | {line} in allowed]
        assert names(addable) == expected


def test_a_line_of_stars_between_two_numbers_takes_either_value_but_one_with_a_column():
    grid = [("up", card) for card in (STAR, 3, 5, STAR, 3, 5, STAR, 3, 5, STAR, 3, 5)]
    top, left = lines.COLUMN_LINES + 1, 1
    cards, cleared, hidden = arrays(grid)
    assert lines.go_together(cards, cleared, hidden, np.int64(top))
    mixed = [("up", card) for card in (STAR, 3, 3, STAR, 5, 5, STAR, 7, 7, STAR, 7, 7)]
    cards, cleared, hidden = arrays(mixed)
    assert lines.go_together(cards, cleared, hidden, np.int64(0b1111))
    assert not lines.go_together(cards, cleared, hidden, np.int64(top | left))


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_the_cheapest_end_of_a_grid(lot):
    grid = draw_grid(lot, 0)
    record, rules = draw_rules(lot)
    cards, cleared, _ = arrays(grid)
    found, n_star_lines = final.cheapest_lines(cards, cleared, record)
    passes = naive_final.best_passes(grid, rules)
    assert sorted(names(found)) == sorted(line for going in passes for line in going)
    expected = 0
    for going in passes:
        expected += sum(("up", STAR) in [grid[slot] for slot in naive_final.SLOTS[line]] for line in going)
        for line in going:
            for slot in naive_final.SLOTS[line]:
                grid[slot] = naive.CLEARED
    assert n_star_lines == expected


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_the_bonus_of_stars_counts_each_star_once(lot):
    grid = draw_grid(lot, 0)
    for slot in range(12):
        if grid[slot] != naive.CLEARED and lot.random() < 0.6:
            grid[slot] = ("up", STAR)
    record, rules = draw_rules(lot)
    cards, cleared, _ = arrays(grid)
    assert lines.bonus_of_stars(cards, cleared, record) == naive_final.star_bonus(grid, rules)


@pytest.mark.parametrize("value", range(-2, 13))
def test_stars_are_worth_nothing_and_numbers_their_value(value):
    cards, cleared, _ = arrays([("up", STAR)] * 11 + [("up", value)])
    assert lines.points_of(cards, cleared) == value

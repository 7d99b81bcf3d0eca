"""Complete lines and their clearing on arbitrary grids, against the oracle."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import lines
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.positions.record import record_of
from skyjo_sim.positions.value import Position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import naive
from tests.naive import CLEARED, OFFICIAL
from tests.positions import VALUES, as_cell, draw_grid, treated

EXAMPLES = 400 if IS_COMPILED else 60
lots = st.integers(0, 2**32 - 1).map(random.Random)
grids = lots.map(lambda lot: draw_grid(lot, lot.choice(VALUES)))


def rules_pair(**options):
    return rules_record(Rules(**options)), {**OFFICIAL, "players": 2, **options}


def game_with(grid):
    cells = [[as_cell(entry) for entry in one] for one in (treated([("up", 1)] * 12), grid)]
    return record_of(Position(grids=cells, lines_cleared=[0, 0]))


def members(mask):
    return [bit for bit in range(12) if int(mask) >> bit & 1]


@settings(deadline=None, max_examples=EXAMPLES)
@given(grids)
def test_complete_lines_are_found(grid):
    table = game_with(grid).table
    assert members(lines.complete_columns(table.visible[1])) == naive.complete_columns(grid)
    assert members(lines.complete_rows(table.visible[1], int(table.cleared[1]))) == naive.complete_rows(grid)


def test_padding_is_no_complete_column():
    table = game_with([("up", 1)] * 12).table
    assert not lines.is_complete_column(table.visible[1], 4)


@pytest.mark.parametrize("card", range(-2, 13))
def test_a_column_of_any_value_is_cleared(card):
    game = game_with([("up", 1), ("up", 2), ("up", 3), *[("up", card)] * 3, *[("hidden", card)] * 6])
    for column in range(4):
        lines.clear_column(game, 1, column)
    assert members(game.table.cleared[1]) == [3, 4, 5]
    assert game.secret.discard[: int(game.table.n_discard)].tolist() == [card] * 3


def test_a_row_that_an_optional_column_completes_is_cleared_too():
    """RULES.md Q17: without the column the row is one of three equal cards."""
    record, _ = rules_pair(column_rule="optional", row_rule="mandatory")
    others = [("up", 7), ("up", 1), ("hidden", 2)], [("up", 7), ("up", 2), ("up", 3)], [("up", 7), ("up", 4), ("up", 5)]
    game = game_with([("up", 5)] * 3 + [entry for column in others for entry in column])
    assert lines.clear_until_asked(game, record, 1) == 0
    game.secret.to_clear = 0b0001
    assert lines.clear_until_asked(game, record, 1) == -1
    assert members(game.table.cleared[1]) == [0, 1, 2, 3, 6, 9]
    assert game.table.n_lines_cleared[1] == 2


@settings(deadline=None, max_examples=EXAMPLES)
@given(grids, st.sampled_from(["off", "mandatory"]), st.sampled_from(["off", "mandatory"]))
def test_lines_are_cleared_pass_by_pass(grid, column_rule, row_rule):
    record, rules = rules_pair(column_rule=column_rule, row_rule=row_rule)
    game = game_with(grid)
    lines.clear_all(game, record, 1, 0b1111 if column_rule == "mandatory" else 0)
    cards, n_lines = naive.clear_in_passes(grid, rules, [])
    check_cleared(game, grid, cards, n_lines)


@settings(deadline=None, max_examples=EXAMPLES)
@given(grids, st.integers(0, 15), st.sampled_from(["off", "mandatory"]))
def test_chosen_columns_are_cleared_with_the_rows(grid, chosen, row_rule):
    record, rules = rules_pair(column_rule="optional", row_rule=row_rule)
    game = game_with(grid)
    columns = [column for column in naive.complete_columns(grid) if chosen >> column & 1]
    lines.clear_all(game, record, 1, chosen)
    cards, n_lines = naive.clear_in_passes(grid, rules, columns)
    check_cleared(game, grid, cards, n_lines)


def check_cleared(game, grid, cards, n_lines):
    table = game.table
    assert game.secret.discard[: int(table.n_discard)].tolist() == cards
    assert table.n_lines_cleared[:2].tolist() == [0, n_lines]
    assert members(table.cleared[1]) == [slot for slot, entry in enumerate(grid) if entry == CLEARED]
    assert game.tobytes() == same_but_luck(game, grid, cards)


def same_but_luck(game, grid, cards):
    """Return the bytes of a record made anew from the oracle's grid, with what is not the lines' business."""
    expected = game_with(grid)
    n_cards = len(cards)
    expected.secret.discard[:n_cards] = cards
    expected.table.n_discard = n_cards
    expected.table.discard_top = cards[-1] if cards else expected.table.discard_top
    expected.table.seen[:] = game.table.seen  # shown cards stay counted; checked in play
    expected.table.n_lines_cleared[:] = game.table.n_lines_cleared
    return expected.tobytes()


@pytest.mark.parametrize("row_rule", ["off", "mandatory"])
@settings(deadline=None, max_examples=EXAMPLES)
@given(grids)
def test_the_cheapest_columns_are_those_of_all_subsets_with_the_fewest_points(row_rule, grid):
    grid = [("up", entry[1]) if entry != CLEARED else CLEARED for entry in grid]
    _, rules = rules_pair(column_rule="optional", row_rule=row_rule)
    table = game_with(grid).table
    columns = lines.cheapest_columns(table.visible[1], int(table.cleared[1]), row_rule == "mandatory")
    assert members(columns) == naive.best_optional_columns(grid, rules)


@settings(deadline=None, max_examples=EXAMPLES)
@given(grids, st.integers(0, 15))
def test_points_without_columns(grid, chosen):
    grid = [("up", entry[1]) if entry != CLEARED else CLEARED for entry in grid]
    columns = [column for column in naive.complete_columns(grid) if chosen >> column & 1]
    table = game_with(grid).table
    for row_rule in ("off", "mandatory"):
        _, rules = rules_pair(column_rule="optional", row_rule=row_rule)
        trial = list(grid)
        naive.clear_in_passes(trial, rules, columns)
        mask = sum(1 << column for column in columns)
        points = lines.raw_without(table.visible[1], int(table.cleared[1]), mask, row_rule == "mandatory")
        assert points == naive.raw_score(trial)


@settings(deadline=None, max_examples=EXAMPLES)
@given(grids, lots)
def test_every_undecided_column_is_asked_about_once_from_the_left(grid, lot):
    record, rules = rules_pair(column_rule="optional", row_rule="mandatory")
    game = game_with(grid)
    chosen, asked = [], []
    while (column := int(lines.clear_until_asked(game, record, 1))) >= 0:
        asked.append(column)
        assert len(asked) <= 4, "a column was asked about twice"
        if lot.random() < 0.5:
            chosen.append(column)
            game.secret.to_clear |= 1 << column
        else:
            game.table.kept[1] |= 1 << column
    assert asked == naive.complete_columns(grid)
    cards, n_lines = naive.clear_in_passes(grid, rules, chosen)
    assert game.secret.to_clear == 0
    game.table.kept[1] = 0
    check_cleared(game, grid, cards, n_lines)

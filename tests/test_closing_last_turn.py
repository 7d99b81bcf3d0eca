"""The best last turn against enumeration: decisions and totals, both objectives, all kinds of piles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_agents.closing.beating import plan_to_beat
from skyjo_agents.closing.last_turn import TAKE_TO, last_turn_totals, plan_turn
from skyjo_agents.closing.ways import N_TOTALS
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.closing_cases import (
    CASES,
    FEW_VALUES,
    cells_of,
    chances_of,
    drawn_grids,
    drawn_pools,
    grid_of,
    new_ways,
    piles_of,
)
from tests.naive_closing import plan

pytestmark = pytest.mark.small

POOL = [-2, -1, 0, 0, 5, 5, 5, 12]


def compiled(grid, piles, most):
    """Return the compiled plan and totals."""
    made, out = np.zeros(16, np.int64), np.zeros(N_TOTALS)
    if most is None:
        plan_turn(cells_of(grid), piles, made)
    else:
        plan_to_beat(cells_of(grid), piles, most, made)
    last_turn_totals(cells_of(grid), piles, made, new_ways(), out)
    return made, chances_of(out)


def assert_equal(grid, top, pool, pile=None, most=None, n_pile=None, under=()):
    piles = piles_of(pool, pile, top, n_pile, under)
    made, chances = compiled(grid, piles, most)
    source = sorted(under) if n_pile == 0 else pile
    (kind, slots), expected = plan(grid, top, pool, source, most)
    assert chances == pytest.approx({total: float(chance) for total, chance in expected.items()}, abs=1e-12)
    if kind == "take":
        assert made[TAKE_TO] == slots
    else:
        assert made[TAKE_TO] == -1
        assert {card: made[card + 2] for card in slots} == {
            card: -1 if slot is None else slot for card, slot in slots.items()
        }


@pytest.mark.parametrize("most", [None, 4])
@pytest.mark.parametrize("name", CASES)
def test_special_columns(name, most):
    grid = grid_of(CASES[name])
    if grid.count("?") <= 4:
        assert_equal(grid, 5, POOL, most=most)


@pytest.mark.parametrize("most", [None, 4])
def test_after_a_reshuffle_the_draw_pile_is_a_pool_of_its_own(most):
    assert_equal(grid_of("5 5 ? / 8 ? 2"), 6, POOL, pile=[-1, 5, 7], most=most)


@pytest.mark.parametrize("pile", [None, []])
def test_an_empty_draw_pile_is_made_of_the_discards_below_the_top(pile):
    assert_equal(grid_of("5 5 ? / 8 ? 2"), 9, [5, 5, 0], pile=pile, n_pile=0, under=[5, -2, 12])


def test_without_discards_a_card_must_be_drawn():
    assert_equal(grid_of("5 5 ? / 8 ? 2"), None, POOL)


def test_the_discard_that_completes_a_column_is_taken():
    made, chances = compiled(grid_of("9 9 ? / 1 1 0"), piles_of(POOL, top=9), None)
    assert made[TAKE_TO] == 2
    assert chances == {2: 1.0}


def test_a_column_of_minus_two_is_not_completed():
    made, _ = compiled(grid_of("-2 -2 ? / 1 1 0"), piles_of([5, 5, 6, 7], top=-2), None)
    assert made[TAKE_TO] not in (0, 1, 2)


@settings(max_examples=60 if IS_COMPILED else 4, deadline=None)
@given(
    grid=drawn_grids(3),
    top=st.none() | FEW_VALUES,
    pool=drawn_pools(4),
    pile=st.none() | drawn_pools(1),
    most=st.none() | st.integers(-3, 30),
)
def test_any_grid(grid, top, pool, pile, most):
    assert_equal(grid, top, pool, pile, most)


@settings(max_examples=30 if IS_COMPILED else 2, deadline=None)
@given(grid=drawn_grids(3), pool=drawn_pools(4), order=st.permutations(range(4)), most=st.none() | st.integers(0, 30))
def test_the_order_of_columns_changes_no_expectation(grid, pool, order, most):
    moved = [grid[3 * column + row] for column in order for row in range(3)]
    (_, one), (_, other) = (compiled(each, piles_of(pool, top=5), most) for each in (grid, moved))
    for limit in (most,) if most is not None else ():
        low = [sum(chance for total, chance in each.items() if total <= limit) for each in (one, other)]
        assert low[0] == pytest.approx(low[1], abs=1e-9)
    means = [sum(total * chance for total, chance in each.items()) for each in (one, other)]
    assert means[0] == pytest.approx(means[1], abs=1e-7)

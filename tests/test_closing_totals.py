"""Distributions of a grid's total against enumeration, on any pool."""

import numpy as np
import pytest
from hypothesis import given, settings

from skyjo_agents.closing.totals import add_totals
from skyjo_agents.closing.ways import N_TOTALS, count_ways, remove_card
from skyjo_sim.kernels.cards import COPIES
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.closing_cases import CASES, cells_of, chances_of, counts_of, drawn_grids, drawn_pools, grid_of, new_ways
from tests.naive_closing import HIDDEN, totals

pytestmark = pytest.mark.small

POOL = [-2, -2, -2, -1, 0, 0, 5, 5, 5, 5, 12]


def distribution(grid, counts):
    """Return the compiled distribution."""
    ways, out, before = new_ways(), np.zeros(N_TOTALS), counts.copy()
    count_ways(counts, grid.count(HIDDEN), ways[0])
    add_totals(cells_of(grid), counts, 1.0, ways, 0, out)
    assert (counts == before).all()
    return out


def assert_equal(grid, pool):
    expected = {total: float(chance) for total, chance in totals(grid, pool).items()}
    assert chances_of(distribution(grid, counts_of(pool))) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_special_columns(name):
    assert_equal(grid_of(CASES[name]), POOL)


def test_the_whole_pool_is_hidden():
    assert_equal(grid_of("? ? ? / 5 ? ?"), [-2, 5, 5, 5, 12])


@settings(max_examples=60 if IS_COMPILED else 4, deadline=None)
@given(grid=drawn_grids(), pool=drawn_pools(4))
def test_any_grid(grid, pool):
    assert_equal(grid, pool)


def test_twelve_hidden_cards_of_the_deck():
    out = distribution([HIDDEN] * 12, COPIES.astype(np.float64))
    pairs = COPIES.astype(float)
    n, values = 150, np.arange(-2, 13)
    triple = (values * 3 * pairs * (pairs - 1) * (pairs - 2)).sum() / (n * (n - 1) * (n - 2))
    assert out.sum() == pytest.approx(1, abs=1e-9)
    assert out.min() > -1e-12
    assert out @ (np.arange(N_TOTALS) - 24) == pytest.approx(12 * 760 / 150 - 4 * triple)


def test_a_removed_card_is_as_if_never_there():
    counts = counts_of(POOL)
    ways, fewer = new_ways(), new_ways()
    count_ways(counts, 5, ways[0])
    for value in np.flatnonzero(counts):
        remove_card(ways[0], value, 5, ways[1])
        counts[value] -= 1
        count_ways(counts, 5, fewer[0])
        counts[value] += 1
        for j in range(6):
            np.testing.assert_allclose(ways[1, j, : 14 * j + 1], fewer[0, j, : 14 * j + 1], atol=1e-9)

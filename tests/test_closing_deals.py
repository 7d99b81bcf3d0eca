"""Several seats' last turns by dealing, and the fast approximation, against enumeration on small decks."""

import numpy as np
import pytest

from skyjo_agents.closing.deals import deal_last_turns
from skyjo_agents.closing.doubling import chance_nobody_low
from skyjo_agents.closing.ways import N_TOTALS
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.closing_cases import cells_of, grid_of, piles_of
from tests.naive_closing import Table, lowest_totals

pytestmark = pytest.mark.small

N = 40_000 if IS_COMPILED else 400
TOLERANCE = 0.012 if IS_COMPILED else 0.12

GRIDS = ["4 4 ? / 9 1 2", "5 ? 7 / 3 3 0", "0 0 ? / 6 6 1"]
SITUATIONS = {
    "one pool": {"pool": [-2, 0, 4, 4, 5, 9, 12], "pile": None, "n_pile": 4},
    "two pools": {"pool": [-1, 0, 4], "pile": [2, 5, 11], "n_pile": 3},
    "the pile runs out": {"pool": [-1, 0, 4, 12], "pile": None, "n_pile": 1},
    "an empty pile": {"pool": [-1, 4, 12], "pile": None, "n_pile": 0},
}
UNDER = [3, 7, 12]
TOP = 5


def arrays(name, texts):
    """Return what the kernels read of a situation, and what the oracle reads."""
    situation = SITUATIONS[name]
    pool, pile, n_pile = situation["pool"], situation["pile"], situation["n_pile"]
    grids = np.full((8, 16), -101, np.int64)
    for seat, text in enumerate(texts):
        grids[seat] = cells_of(grid_of(text))
    table = Table(list(pool), list(pool), pile, n_pile, [*UNDER, TOP])
    return grids, piles_of(pool, pile, TOP, n_pile, UNDER), table


def dealt(grids, order, piles, n_turns_done=0, most=0):
    """Return the share of each lowest total, and the mean over rounds through the deck of P(lowest <= most)."""
    counts, lowest = np.zeros((8, N_TOTALS), np.int64), np.zeros(N_TOTALS, np.int64)
    plans = np.zeros((8, 16, 16), np.int64)
    n, moment, _ = deal_last_turns(grids, np.array(order), n_turns_done, piles, plans, False, most, N, counts, lowest)
    assert (counts[order].sum(axis=1) == lowest.sum()).all()
    return lowest / lowest.sum(), moment / n


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_lowest_total_of_several_seats(name):
    grids, piles, table = arrays(name, GRIDS)
    expected = lowest_totals([grid_of(text) for text in GRIDS], table)
    assert sum(expected.values()) == 1
    shares, p_low = dealt(grids, [0, 1, 2], piles, most=5)
    for total in range(-24, 145):
        assert shares[total + 24] == pytest.approx(float(expected[total]), abs=TOLERANCE)
    assert p_low == pytest.approx(shares[: 5 + 25].sum(), abs=1e-9)


def test_the_same_input_has_the_same_result():
    grids, piles, _ = arrays("one pool", GRIDS)
    one, other = dealt(grids, [0, 1, 2], piles), dealt(grids, [0, 1, 2], piles)
    assert (one[0] == other[0]).all()


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_fast_way_is_exact_for_one_seat(name):
    grids, piles, table = arrays(name, GRIDS[:1])
    expected = lowest_totals([grid_of(GRIDS[0])], table)
    for most in range(0, 20, 3):
        over = float(sum(chance for total, chance in expected.items() if total > most))
        assert chance_nobody_low(grids, np.array([0]), 0, piles, most) == pytest.approx(over, abs=1e-12)


def test_a_seat_that_had_its_turn_is_only_turned_up():
    grids, piles, _ = arrays("one pool", ["4 4 ? / 9 1 2", "1 2 3"])
    over = chance_nobody_low(grids, np.array([0]), 1, piles, 12)
    assert over == pytest.approx(5 / 7)  # a 4 clears the column, -2 and 0 make 18 and 20
    assert dealt(grids, [0], piles, 1, most=12)[1] == pytest.approx(2 / 7, abs=TOLERANCE)

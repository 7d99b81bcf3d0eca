"""The vector operations of the flat observation against their Python twins, and how far they write."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import lanes
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIDDEN, N_VALUES
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled

pytestmark = pytest.mark.small

N_NUMBERS = 36
"""What a grid is spread over: cards, whether face down, whether cleared."""

cells = st.sampled_from([HIDDEN, CLEARED, *range(-2, 13)])
seen_cards = st.tuples(*[st.integers(0, int(copies)) for copies in COPIES])


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def grid_of(row, out):
    return lanes.spread_grid(row, out)


@_compiled
def chances_of(seen, held, hidden, drawn):
    return lanes.spread_chances(seen, held, hidden, drawn)


def unwritten(n):
    """Return float32[n] in which every number is still to be written."""
    return np.full(n, np.nan, np.float32)


def spread(row):
    """Return what both forms write for a grid, with a number behind, and what they return."""
    outs = unwritten(N_NUMBERS + 1), unwritten(N_NUMBERS + 1)
    return outs, (int(grid_of(row, outs[0])), int(lanes.spread_grid_python(row, outs[1])))


def chances(seen, held):
    """Return what both forms write as chances, each float32[2, 18], and the means that they return."""
    outs = [unwritten(36).reshape(2, 18) for _ in range(2)]
    means = [form(seen, held, *out) for form, out in zip((chances_of, lanes.spread_chances_python), outs, strict=True)]
    return outs, [np.float32(mean) for mean in means]


@settings(deadline=None, max_examples=300)
@given(st.lists(cells, min_size=12, max_size=12))
def test_grids_are_spread_alike(grid):
    row = np.array([*grid, *[CLEARED] * 4], np.int8)
    (found, twin), keys = spread(row)
    shown = [card if card >= -2 else 0 for card in grid]
    assert found.tobytes() == twin.tobytes()
    assert found[:12] == pytest.approx([card / 12 for card in shown])
    assert found[12:24].tolist() == [card == HIDDEN for card in grid]
    assert found[24:36].tolist() == [card == CLEARED for card in grid]
    assert keys[0] == keys[1] == sum(shown) * 256 + grid.count(HIDDEN)


@settings(deadline=None, max_examples=300)
@given(seen_cards, st.sampled_from([*range(N_VALUES), lanes.NO_LANE]), st.integers(0, 255))
def test_chances_are_spread_alike(seen, held, padding):
    (found, twin), means = chances(np.array([*seen, padding], np.uint8), held)
    left = np.array(COPIES, float) - seen - (np.arange(N_VALUES) == held)
    assert found.tobytes() == twin.tobytes()
    assert means[0] == means[1]
    assert (found[0, :N_VALUES] == found[1, :N_VALUES]).all()
    if left.min() >= 0:
        whole = max(left.sum(), 1)
        assert found[0, :N_VALUES] == pytest.approx(left / whole, abs=1e-6)
        assert means[0] == pytest.approx(left @ np.arange(-2, 13) / whole, abs=1e-5)


def test_where_no_card_is_left_chances_and_mean_are_zero():
    (found, _), means = chances(np.array([*COPIES, 0], np.uint8), lanes.NO_LANE)
    assert not found[:, :N_VALUES].any()
    assert means == [0, 0]


def test_a_grid_is_written_in_36_numbers():
    for out in spread(np.full(16, CLEARED, np.int8))[0]:
        assert np.isnan(out).tolist() == [False] * N_NUMBERS + [True]


def test_chances_write_one_number_more_than_there_are_values():
    for out in chances(np.zeros(16, np.uint8), 3)[0]:
        assert np.isnan(out[0]).tolist() == np.isnan(out[1]).tolist() == [False] * 16 + [True] * 2
        assert out[:, N_VALUES].tolist() == [0, 0]  # what is written later must overwrite it

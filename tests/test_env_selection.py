"""Which rows of a batch are meant: masks, indices, one number for all; everything else is refused by name."""

import numpy as np
import pytest

from skyjo_sim.envs.selection import as_integers, as_rows
from skyjo_sim.errors import InputError


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (4, [4, 4, 4]),
        (np.uint8(200), [200, 200, 200]),
        ([1, 2, 3], [1, 2, 3]),
        (np.array([-1, 0, 5], np.int16), [-1, 0, 5]),
    ],
)
def test_integers_are_one_a_row_or_one_for_all(values, expected):
    found = as_integers("seats", values, 3)
    assert (found.dtype, found.tolist()) == (np.int64, expected)


def test_integers_are_a_copy():
    given = np.array([1, 2, 3])
    as_integers("seats", given, 3)[:] = 0
    assert given.tolist() == [1, 2, 3]


@pytest.mark.parametrize("values", [1.0, True, "1", [1, 2], [[1, 2, 3]], [True, False, True], None, [1.0, 2.0, 3.0]])
def test_what_are_no_integers_is_refused(values):
    with pytest.raises(InputError, match=r"seats must be integers of shape \(3,\), got "):
        as_integers("seats", values, 3)


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ([True, False, True], [0, 2]),
        (np.zeros(3, np.bool_), []),
        ([2, 0], [2, 0]),
        (1, [1]),
        ([], []),
        (np.array([0, 1, 2], np.uint8), [0, 1, 2]),
    ],
)
def test_rows_are_a_mask_or_indices(where, rows):
    found = as_rows("where", where, 3)
    assert (found.dtype, found.tolist()) == (np.int64, rows)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ([True, False], r"where must be bool of shape \(3,\) or indices, got bool of shape \(2,\)"),
        ([[0, 1]], r"where must be bool of shape \(3,\) or indices, got int64 of shape \(1, 2\)"),
        ([0.0, 1.0], r"where must be bool of shape \(3,\) or indices, got float64 of shape \(2,\)"),
        ([0, 3], r"where must be in 0\.\.2, got 3"),
        ([-1], r"where must be in 0\.\.2, got -1"),
        ([1, 2, 1], r"where must be different indices, got \[1, 2, 1\]"),
        ([[1], [1, 2]], r"where must be an array, got \[\[1\], \[1, 2\]\]"),
    ],
)
def test_other_rows_are_refused(where, message):
    with pytest.raises(InputError, match=message):
        as_rows("where", where, 3)

"""Arrays that statistics cannot be made from are refused by name."""

import numpy as np
import pytest

from skyjo_experiments.statistics.arguments import (
    check_count,
    check_level,
    deal_array,
    finite_array,
    ratio_arrays,
    square_array,
)
from skyjo_sim import InputError


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: finite_array("x", "abc", 1), "x must hold numbers, got str"),
        (lambda: finite_array("x", [[1.0]], 1), "x must have 1 axes, got 2"),
        (lambda: finite_array("x", [], 1), r"x must not be empty, got the shape \(0,\)"),
        (lambda: finite_array("x", [1, np.inf], 1), "x must hold finite numbers, got inf"),
        (lambda: deal_array("x", [1.0], 1), "x must be of at least 2 deals, got 1"),
        (lambda: deal_array("x", [1.0, 2.0], 1, 3), "x must be of the same 3 deals, got 2"),
        (lambda: ratio_arrays([1, 2], [1, -1], name="_a"), "y_a must be at least 0 in every deal, got -1"),
        (lambda: ratio_arrays([1, 2], [0, 0]), "y must be above 0 in some deal, got only zeros"),
        (lambda: square_array("payoffs", np.zeros((2, 3))), r"payoffs must be square, .* got the shape \(2, 3\)"),
        (lambda: check_count("n", True, 1), "n must be an integer of at least 1, got True"),
        (lambda: check_count("n", 0, 1), "n must be an integer of at least 1, got 0"),
        (lambda: check_level("alpha", 1.0), "alpha must lie between 0 and 1, got 1.0"),
    ],
)
def test_error_names_thing_value_and_what_is_allowed(call, message):
    with pytest.raises(InputError, match=f"^{message}"):
        call()


def test_what_is_allowed_passes():
    np.testing.assert_array_equal(ratio_arrays([3, 4], None)[1], [1, 1])
    assert check_count("n", np.int64(3), 1) == 3
    assert square_array("payoffs", [[0, 1], [1, 0]]).dtype == np.float64

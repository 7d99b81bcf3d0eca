"""Calibration of chances."""

import numpy as np
import pytest

from skyjo_experiments.statistics.calibration import brier_score, calibrate
from skyjo_experiments.statistics.deals import wilson
from skyjo_sim import InputError


def test_cases_are_counted_in_bins():
    table = calibrate([0.05, 0.0, 0.1, 0.95, 1.0], [0, 1, 1, 1, 1], n_bins=10)
    assert [(row.n, row.observed) for row in table] == [(2, 0.5), (1, 1.0), (2, 1.0)]
    assert [row.predicted for row in table] == pytest.approx([0.025, 0.1, 0.975])
    assert (table[0].low, table[0].high) == wilson(0.5, 2)


def test_true_chances_lie_in_the_intervals():
    luck = np.random.default_rng(1)
    chances = luck.random(5000)
    table = calibrate(chances, luck.random(5000) < chances)
    assert sum(row.low <= row.predicted <= row.high for row in table) >= 8
    overstated = calibrate(chances, luck.random(5000) < chances**2)
    assert sum(row.low <= row.predicted <= row.high for row in overstated) <= 4


def test_brier_score_is_the_mean_square():
    assert brier_score([0.5, 0.5], [0, 1]) == 0.25
    assert brier_score([0.0, 1.0], [0, 1]) == 0
    assert brier_score([0.2, 0.6], [1, 1]) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("chances", "outcomes", "message"),
    [
        ([0.5, 1.5], [0, 1], r"chances must lie in 0\.\.1, got 1\.5"),
        ([0.5], [0, 1], "outcomes must be 1, one a row, got 2"),
        ([0.5], [0.5], r"outcomes must be 0 or 1, got 0\.5"),
    ],
)
def test_bad_input_is_refused(chances, outcomes, message):
    with pytest.raises(InputError, match=f"^{message}"):
        calibrate(chances, outcomes)

"""Bootstrap intervals over deals."""

import numpy as np
import pytest
from scipy import stats

from skyjo_experiments.statistics.bootstrap import bootstrap_deal_difference, bootstrap_deals
from skyjo_experiments.statistics.deals import estimate_deal_difference, estimate_deals
from skyjo_sim import InputError
from tests.coverage_of_intervals import assert_covered, every_coverage


def skewed(seed: int, n_deals: int = 500):
    luck = np.random.default_rng(seed)
    rounds = 1 + luck.poisson(7, n_deals)
    return luck.gamma(1.0, 3.0, n_deals) * rounds, rounds


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_interval_agrees_with_scipy(method):
    x, y = skewed(1)

    def ratio(points, rounds, axis):
        return points.sum(axis) / rounds.sum(axis)

    options = {"paired": True, "n_resamples": 4000, "method": method, "vectorized": True}
    other = stats.bootstrap((x, y), ratio, rng=np.random.default_rng(1), **options)
    mine = bootstrap_deals(x, y, method=method, n_resamples=4000)
    tolerance = 0.15 * mine.standard_error
    assert mine.standard_error == pytest.approx(other.standard_error, rel=0.05)
    assert mine.low == pytest.approx(other.confidence_interval.low, abs=tolerance)
    assert mine.high == pytest.approx(other.confidence_interval.high, abs=tolerance)


def test_error_agrees_with_the_delta_method():
    x, y = skewed(2)
    mine, other = bootstrap_deals(x, y), estimate_deals(x, y)
    assert mine.mean == pytest.approx(other.mean)
    assert mine.standard_error == pytest.approx(other.standard_error, rel=0.06)


def test_correction_moves_the_interval_to_the_long_tail():
    x, _ = skewed(3, 40)
    plain, corrected = bootstrap_deals(x, method="percentile"), bootstrap_deals(x)
    assert corrected.low > plain.low
    assert corrected.high > plain.high


def test_pairing_is_kept():
    common = np.random.default_rng(4).normal(0, 100, 400)
    own = np.random.default_rng(5).normal(0, 1, 400)
    mine, other = bootstrap_deal_difference(common + own, common), estimate_deal_difference(common + own, common)
    assert mine.mean == pytest.approx(other.mean)
    assert mine.standard_error == pytest.approx(other.standard_error, rel=0.06)


def test_the_same_seed_gives_the_same_interval():
    x, y = skewed(6)
    assert bootstrap_deals(x, y, seed=8) == bootstrap_deals(x, y, seed=8) != bootstrap_deals(x, y, seed=9)


def test_equal_deals_have_no_spread():
    assert bootstrap_deals([2, 2, 2]).ci95 == (2, 2)


def test_resamples_without_anything_to_measure_by_are_left_out():
    estimate = bootstrap_deals([0, 1, 0, 2], [0, 2, 0, 2])
    assert (estimate.low, estimate.high) == (0.5, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "basic"}, "method must be one of bca, percentile, got 'basic'"),
        ({"n_resamples": 100}, "n_resamples must be an integer of at least 200, got 100"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(InputError, match=f"^{message}"):
        bootstrap_deals([1, 2], **options)


@every_coverage
def test_bootstrap_intervals_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        estimate = bootstrap_deals(*skewed(1000 + repetition, 200), n_resamples=1000, seed=repetition)
        return estimate.low <= 3 <= estimate.high

    assert_covered(covers, repetitions, allowed)

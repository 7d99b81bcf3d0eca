"""Many comparisons at once."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit

from skyjo_experiments.statistics.many import adjust_by_holm, p_value, simultaneous_bands
from skyjo_sim import InputError
from skyjo_sim.simulation.measures import NOTHING, Estimate
from tests.coverage_of_intervals import assert_covered, every_coverage

N_POINTS = 20
TRUTH = np.linspace(5, 8, N_POINTS)


def curve(seed: int, n_deals: int = 250, n_points: int = N_POINTS) -> np.ndarray:
    """Return skewed deals of a curve; neighbouring points resemble each other."""
    luck = np.random.default_rng(seed)
    steps = luck.gamma(1.0, 2.0, (n_deals, n_points)) - 2
    return TRUTH[:n_points] + luck.gamma(1.0, 3.0, (n_deals, 1)) - 3 + np.cumsum(steps, axis=1) / 3


def test_holm_gives_the_values_worked_by_hand():
    adjusted = adjust_by_holm([0.01, 0.04, 0.03, 0.005])
    np.testing.assert_allclose(adjusted, [0.03, 0.06, 0.06, 0.02])


def test_holm_stays_at_1_and_keeps_single_values():
    np.testing.assert_array_equal(adjust_by_holm([0.9, 0.8]), [1, 1])
    np.testing.assert_array_equal(adjust_by_holm([0.03]), [0.03])


def test_holm_keeps_the_error_of_the_family():
    luck = np.random.default_rng(1)
    missed = sum(adjust_by_holm(luck.random(10)).min() <= 0.05 for _ in range(2000))
    assert 60 < missed < 140  # 2000 * 0.0488, give or take four standard errors


@pytest.mark.parametrize("p_values", [[-0.1], [0.2, 1.1], [], [math.nan]])
def test_holm_refuses_what_is_no_p_value(p_values):
    with pytest.raises(InputError, match=r"^p_values must"):
        adjust_by_holm(p_values)


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        (Estimate(0.5 + 1.959964 * 0.1, 0.1, 0, 1), 0.05),
        (Estimate(0.5 - 2.575829 * 0.1, 0.1, 0, 1), 0.01),
        (Estimate(0.5, 0.0, 0.5, 0.5), 1.0),
        (Estimate(0.6, 0.0, 0.6, 0.6), 0.0),
        (NOTHING, 1.0),
    ],
)
def test_p_value_is_two_sided(estimate, expected):
    assert p_value(estimate, 0.5) == pytest.approx(expected, rel=1e-5)


def test_band_of_one_point_is_its_interval():
    values = curve(1, 2000, 1)
    bands = simultaneous_bands(values, n_resamples=10_000)
    assert bands.critical == pytest.approx(1.96, rel=0.02)
    assert bands.mean[0] == pytest.approx(values.mean())
    assert bands.standard_error[0] == pytest.approx(values.std(ddof=1) / math.sqrt(2000))


def test_points_that_are_the_same_need_no_wider_band():
    values = np.repeat(curve(2, 500, 1), 30, axis=1)
    assert simultaneous_bands(values).critical == pytest.approx(1.96, rel=0.05)


def test_independent_points_need_that_of_sidak():
    values = np.random.default_rng(3).normal(size=(3000, 10))
    expected = stdtrit(1e6, (1 + 0.95**0.1) / 2)
    assert simultaneous_bands(values, n_resamples=5000).critical == pytest.approx(expected, rel=0.02)


def test_a_point_without_spread_has_a_band_without_width():
    values = curve(4, 100, 3)
    values[:, 1] = 7
    bands = simultaneous_bands(values)
    assert (bands.low[1], bands.high[1]) == (7, 7)
    assert bands.low[0] < bands.high[0]


def test_weights_make_ratios():
    values = curve(5, 400, 4)
    weights = 1.0 + np.random.default_rng(5).poisson(4, (400, 1)) * np.ones(4)
    bands = simultaneous_bands(values * weights, weights)
    np.testing.assert_allclose(bands.mean, (values * weights).sum(axis=0) / weights.sum(axis=0))
    tripled = simultaneous_bands(values * 3, np.full_like(values, 3))
    np.testing.assert_allclose(tripled.low, simultaneous_bands(values).low)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1.0}, "level must lie between 0 and 1, got 1.0"),
        ({"n_resamples": 10}, "n_resamples must be an integer of at least 200, got 10"),
        ({"weights": np.ones((3, 2))}, r"weights must have the shape of values, \(3, 4\), got \(3, 2\)"),
        ({"weights": np.zeros((3, 4))}, "weights must be at least 0 and not all 0 at any point"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(InputError, match=f"^{message}"):
        simultaneous_bands(np.ones((3, 4)), **options)


@every_coverage
def test_bands_cover_the_whole_curve(repetitions, allowed):
    def covers(repetition):
        bands = simultaneous_bands(curve(1000 + repetition), n_resamples=1000, seed=repetition)
        return ((bands.low <= TRUTH) & (bands.high >= TRUTH)).all()

    assert_covered(covers, repetitions, allowed)

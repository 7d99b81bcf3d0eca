"""Estimates over duplicate deals."""

import math

import numpy as np
import pytest

from skyjo_experiments.statistics.deals import (
    estimate_deal_difference,
    estimate_deal_share,
    estimate_deals,
    influences,
    wilson,
)
from skyjo_sim import InputError
from skyjo_sim.simulation.measures import estimate_ratio, estimate_share
from tests.coverage_of_intervals import assert_covered, every_coverage

N_DEALS = 300


def points_and_rounds(luck: np.random.Generator, ahead: float = 0.0):
    """Return skewed points and rounds of deals; long games have other points per round. The ratio's truth is 2.4 + ahead."""
    rounds = 2 + luck.poisson(6, N_DEALS)
    points = rounds * (2 + ahead) + 0.05 * rounds**2 + luck.gamma(1.0, 10.0, N_DEALS) - 10
    return points, rounds


TRUTH = 2 + 0.05 * (8 * 8 + 6) / 8
"""By the first two moments of the rounds: mean 8, variance 6."""


def test_mean_is_that_of_the_textbook():
    estimate = estimate_deals([1, 2, 3, 6])
    error = math.sqrt(14 / 3 / 4)
    assert estimate.mean == 3
    assert estimate.standard_error == pytest.approx(error)
    assert estimate.high == pytest.approx(3 + 3.182446305 * error)  # Student's, three degrees of freedom
    assert estimate.low == pytest.approx(3 - 3.182446305 * error)


def test_ratio_agrees_with_the_estimate_from_summed_moments():
    luck = np.random.default_rng(2)
    x, y = luck.integers(-50, 200, 1000), luck.integers(1, 20, 1000)
    moments = np.array([x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])
    mine, other = estimate_deals(x, y), estimate_ratio(moments, 1000)
    assert mine.mean == pytest.approx(other.mean)
    assert mine.standard_error == pytest.approx(other.standard_error)
    assert mine.ci95 == pytest.approx(other.ci95, rel=1e-3)


def test_share_agrees_with_the_estimate_from_summed_moments():
    luck = np.random.default_rng(3)
    x, y = luck.integers(0, 3, 1000), np.full(1000, 2)
    moments = np.array([x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])
    assert estimate_deal_share(x, y).ci95 == pytest.approx(estimate_share(moments, 1000).ci95, rel=1e-3)


def test_what_a_deal_gives_to_both_cancels():
    luck = np.random.default_rng(4)
    common, own = luck.normal(0, 100, 500), luck.normal(0, 1, 500)
    paired = estimate_deal_difference(common + 1 + own, common)
    assert paired.mean == pytest.approx(1 + own.mean())
    assert paired.standard_error == pytest.approx(own.std(ddof=1) / math.sqrt(500))


def test_difference_of_an_agent_to_itself_is_nothing():
    points, rounds = points_and_rounds(np.random.default_rng(5))
    estimate = estimate_deal_difference(points, points, rounds, rounds)
    assert (estimate.mean, estimate.standard_error) == (0, 0)


def test_exchanging_the_agents_mirrors_the_difference():
    luck = np.random.default_rng(6)
    (x_a, y_a), (x_b, y_b) = points_and_rounds(luck), points_and_rounds(luck)
    there, back = estimate_deal_difference(x_a, x_b, y_a, y_b), estimate_deal_difference(x_b, x_a, y_b, y_a)
    assert there.mean == -back.mean
    assert there.ci95 == pytest.approx((-back.high, -back.low))


def test_influences_are_what_leaving_a_deal_out_says():
    points, rounds = points_and_rounds(np.random.default_rng(7))
    left_out = (points.sum() - points[0]) / (rounds.sum() - rounds[0])
    moved = influences(points.astype(float), rounds.astype(float))
    assert moved.mean() == pytest.approx(0, abs=1e-12)
    assert (points.sum() / rounds.sum() - left_out) * N_DEALS == pytest.approx(moved[0], rel=0.05)


def test_winning_everything_has_an_interval_and_the_deal_is_its_trial():
    estimate = estimate_deal_share(np.full(1000, 8), np.full(1000, 8))
    assert estimate.mean == estimate.high == 1
    assert 1 - estimate.low == pytest.approx(1.96**2 / 1000, rel=0.02)


def test_equal_deals_have_no_spread():
    estimate = estimate_deal_share(np.full(100, 1), np.full(100, 2))
    assert estimate.ci95 == (0.5, 0.5)
    few = estimate_deal_share([1, 1, 1], [2, 2, 2])
    assert few.low < 0.3
    assert few.high > 0.7


def test_wilson_gives_the_published_interval():
    low, high = wilson(15 / 148, 148)  # Newcombe (1998), Statistics in Medicine 17, table I
    assert (round(low, 4), round(high, 4)) == (0.0624, 0.1605)


@pytest.mark.parametrize("x", [[-0.1, 1], [0.5, 1.1]])
def test_a_share_lies_in_0_to_1(x):
    with pytest.raises(InputError, match=r"^x must lie in 0\.\.y in every deal, got"):
        estimate_deal_share(x)


def test_different_deals_are_refused():
    with pytest.raises(InputError, match=r"^x_b must be of the same 3 deals, got 2"):
        estimate_deal_difference([1, 2, 3], [1, 2])


@every_coverage
def test_intervals_of_ratios_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        estimate = estimate_deals(*points_and_rounds(np.random.default_rng([1, repetition])))
        return estimate.low <= TRUTH <= estimate.high

    assert_covered(covers, repetitions, allowed)


@every_coverage
def test_intervals_of_paired_differences_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        luck = np.random.default_rng([2, repetition])
        (x_a, y_a), common = points_and_rounds(luck, 0.5), luck.gamma(1.0, 20.0, N_DEALS)
        x_b, y_b = points_and_rounds(luck)
        estimate = estimate_deal_difference(x_a + common, x_b + common, y_a, y_b)
        truth = 0.5
        return estimate.low <= truth <= estimate.high

    assert_covered(covers, repetitions, allowed)


@every_coverage
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_of_shares_cover_the_truth(share, repetitions, allowed):
    def covers(repetition):
        luck = np.random.default_rng([3, repetition])
        chances = luck.beta(3 * share, 3 * (1 - share), N_DEALS)  # games of a deal resemble each other
        estimate = estimate_deal_share(luck.binomial(4, chances), np.full(N_DEALS, 4))
        return estimate.low <= share <= estimate.high

    assert_covered(covers, repetitions, allowed)

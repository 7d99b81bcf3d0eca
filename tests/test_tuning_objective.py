"""The objective: its value, its interval, and what each game adds to it."""

import math

import numpy as np
import pytest
from scipy import stats

from skyjo_experiments.tuning.objective import Reference, objective, objective_difference, objective_estimate
from skyjo_experiments.tuning.playing import AHEAD, N_NUMBERS, ROUNDS, WON


def games(*shares, n=400, seed=0):
    """Return results of independent games, float64[n_fields, n, 4]."""
    luck = np.random.default_rng(seed)
    played = np.zeros((len(shares), n, N_NUMBERS))
    for field, share in zip(played, shares, strict=True):
        field[:, WON] = luck.random(n) < share
        field[:, ROUNDS] = luck.integers(4, 9, n)
        field[:, AHEAD] = luck.normal(2.0, 10.0, n) * field[:, ROUNDS]
    return played


def logit(share):
    return math.log(share / (1 - share))


def test_wins_are_the_mean_of_logits_of_shares():
    played = games(0.3, 0.7)
    shares = played[..., WON].mean(axis=1)
    assert objective(played, "wins") == pytest.approx((logit(shares[0]) + logit(shares[1])) / 2)


def test_points_are_the_mean_of_ratios():
    played = games(0.5, 0.5)
    ratios = [field[:, AHEAD].sum() / field[:, ROUNDS].sum() for field in played]
    assert objective(played, "points") == pytest.approx(np.mean(ratios))


def test_interval_of_wins_is_that_of_the_delta_method():
    played = games(0.3)
    share = played[0, :, WON].mean()
    estimate = objective_estimate(played, "wins")
    assert estimate.standard_error == pytest.approx(1 / math.sqrt(400 * share * (1 - share)), rel=0.01)
    half = stats.t.ppf(0.975, 399) * estimate.standard_error
    assert estimate.ci95 == pytest.approx((logit(share) - half, logit(share) + half))


def test_games_that_were_all_won_leave_half_a_game_open():
    played = games(1.0, n=100)
    estimate = objective_estimate(played, "wins")
    assert estimate.mean == pytest.approx(logit(0.995))
    assert estimate.standard_error == pytest.approx(1 / math.sqrt(100 * 0.995 * 0.005))
    better = objective_difference(played, games(0.95, n=100), "wins")
    assert better.mean > 0 > better.low


def test_difference_of_the_same_games_is_nothing_for_sure():
    for measure in ("wins", "points"):
        played = games(1.0, 0.4)
        same = objective_difference(played, played, measure)
        assert (same.mean, same.low, same.high) == (0, 0, 0)


def test_difference_uses_the_pairs():
    first = games(0.5, n=1000)
    second = first.copy()
    second[0, :20, AHEAD] += 5
    pairs = objective_difference(second, first, "points")
    assert pairs.mean == pytest.approx(100 / first[0, :, ROUNDS].sum())
    assert pairs.standard_error < objective_estimate(first, "points").standard_error / 20


@pytest.mark.parametrize("measure", ["wins", "points"])
def test_gains_are_0_for_the_reference_and_the_difference_to_first_order(measure):
    base = games(0.5, 0.25, n=2000)
    other = base.copy()
    other[0, :40, WON], other[1, :40, AHEAD] = 1, 50
    reference = Reference.of(base, measure)
    both = reference.gains(np.stack([base, other]))
    assert both.shape == (2, 2000)
    assert both[0].mean() == pytest.approx(0, abs=1e-12)
    assert both[1].mean() == pytest.approx(objective(other, measure) - objective(base, measure), rel=0.05)


@pytest.mark.slow
def test_intervals_hold_the_truth_in_95_of_100():
    n_hit = 0
    for seed in range(1000):
        n_hit += objective_estimate(games(0.3, 0.8, seed=seed), "wins").low <= (logit(0.3) + logit(0.8)) / 2
        n_hit -= objective_estimate(games(0.3, 0.8, seed=seed), "wins").high < (logit(0.3) + logit(0.8)) / 2
    assert 930 <= n_hit <= 970

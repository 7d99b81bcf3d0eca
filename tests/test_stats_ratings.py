"""Ratings and their intervals."""

import numpy as np
import pytest

from skyjo_experiments.statistics.ratings import POINTS, rate, rate_alone, rate_pairs
from skyjo_experiments.statistics.tables import Tables
from skyjo_sim import InputError
from tests.coverage_of_intervals import assert_covered, every_coverage

TRUTH = np.array([0.0, 150.0, 400.0, -80.0])
PLAYERS = 4


def pair_wins(seed: int, n_deals: int = 300) -> np.ndarray:
    """Return wins of two games a deal that resemble each other, of agents with the ratings `TRUTH`."""
    luck = np.random.default_rng(seed)
    wins = np.zeros((n_deals, 4, 4))
    for a in range(4):
        for b in range(a):
            chance = 1 / (1 + 10 ** ((TRUTH[b] - TRUTH[a]) / 400))
            wins[:, a, b] = luck.binomial(2, luck.beta(4 * chance, 4 * (1 - chance), n_deals))
            wins[:, b, a] = 2 - wins[:, a, b]
    return wins


def lone_wins(seed: int, n_deals: int = 300) -> np.ndarray:
    luck = np.random.default_rng(seed)
    strengths = 10 ** (TRUTH / 400)
    chances = strengths[:, None] / (strengths[:, None] + (PLAYERS - 1) * strengths)
    return luck.binomial(PLAYERS, np.broadcast_to(chances, (n_deals, 4, 4))).astype(float)


def test_ten_to_one_is_400_points():
    wins = np.tile([[0.0, 1.0], [10.0, 0.0]], (1000, 1, 1))
    ratings = rate_pairs(wins)
    assert ratings.points.tolist() == pytest.approx([0, 400], abs=0.5)
    assert POINTS == pytest.approx(173.7178)


def test_ties_are_half_wins():
    ratings = rate_pairs(np.full((50, 3, 3), 0.5))
    np.testing.assert_allclose(ratings.points, 0, atol=1e-6)
    assert not ratings.is_separated


def test_the_anchor_moves_all_ratings_alike():
    wins = pair_wins(1)
    first, third = rate_pairs(wins), rate_pairs(wins, anchor=2)
    np.testing.assert_allclose(first.points - first.points[2], third.points)
    assert third.points[2] == third.low[2] == third.high[2] == third.standard_error[2] == 0
    assert third.high[0] == pytest.approx(-first.low[2])


def test_neither_the_order_of_deals_nor_that_of_agents_matters():
    wins = pair_wins(2)
    points = rate_pairs(wins).points
    np.testing.assert_allclose(rate_pairs(wins[::-1]).points, points, atol=1e-6)
    order = [2, 0, 3, 1]
    turned = rate_pairs(wins[:, order][:, :, order], anchor=1).points
    np.testing.assert_allclose(turned, points[order], atol=1e-6)


def test_errors_are_those_of_the_likelihood_for_independent_games():
    wins = np.zeros((4000, 2, 2))
    wins[:, 0, 1] = np.random.default_rng(3).random(4000) < 0.3
    wins[:, 1, 0] = 1 - wins[:, 0, 1]
    share = wins[:, 1, 0].mean()
    expected = POINTS / np.sqrt(4000 * share * (1 - share))
    assert rate_pairs(wins).standard_error[1] == pytest.approx(expected, rel=0.06)


def test_lone_agents_are_rated_as_in_pairs():
    ratings = rate_alone(lone_wins(4, 3000), PLAYERS, PLAYERS)
    assert (np.abs(ratings.points - TRUTH)[1:] < 4 * ratings.standard_error[1:]).all()


def test_who_never_lost_is_ahead_by_a_finite_number_and_flagged():
    wins = np.tile([[0.0, 1, 2], [1, 0, 2], [0, 0, 0]], (200, 1, 1))
    ratings = rate_pairs(wins)
    assert ratings.is_separated
    assert ratings.points[2] == pytest.approx(-400 * np.log10(401 / 0.5 * 0.998), rel=0.05)
    wins[0, 2, 0], wins[0, 0, 2] = 1, 1
    assert not rate_pairs(wins).is_separated


def test_rankings_are_winners_of_what_is_left():
    tables = Tables.of([[1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
    chance = {0: 5 / 8, 1: 2 / 8, 2: 1 / 8}
    wins = [chance[0], chance[1], chance[2]]
    for first, pair in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1))):
        weights = np.array([chance[agent] for agent in pair])
        wins += (chance[first] * weights / weights.sum()).tolist()
    ratings = rate(np.tile(wins, (3000, 1)), tables, anchor=2)
    np.testing.assert_allclose(ratings.points, 400 * np.log10([5, 2, 1]), atol=0.5)


def test_the_same_seed_gives_the_same_intervals():
    wins = pair_wins(5, 50)
    np.testing.assert_array_equal(rate_pairs(wins, seed=2).low, rate_pairs(wins, seed=2).low)
    assert (rate_pairs(wins, seed=2).low[1:] != rate_pairs(wins, seed=3).low[1:]).all()


@pytest.mark.parametrize(
    ("wins", "options", "message"),
    [
        (np.ones((2, 3)), {}, "wins must have 4 entries, as the tables, got 3"),
        (-np.ones((2, 4)), {}, "wins must be at least 0, got -1"),
        (np.ones((2, 4)), {}, "all agents must be linked by tables, got 2 groups that never met"),
        (np.ones((2, 4)), {"anchor": 4}, r"anchor must be in 0\.\.3, got 4"),
        (np.ones((2, 4)), {"n_resamples": 100}, "n_resamples must be an integer of at least 200, got 100"),
    ],
)
def test_bad_input_is_refused(wins, options, message):
    tables = Tables.of([[1, 1, 0, 0], [0, 0, 1, 1]])
    with pytest.raises(InputError, match=f"^{message}"):
        rate(wins, tables, **options)


@every_coverage
def test_intervals_of_ratings_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        ratings = rate_pairs(pair_wins(1000 + repetition), n_resamples=400, seed=repetition)
        return ((ratings.low <= TRUTH) & (TRUTH <= ratings.high))[1:]

    assert_covered(covers, repetitions, allowed)


@every_coverage
def test_intervals_of_lone_ratings_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        ratings = rate_alone(lone_wins(1000 + repetition), PLAYERS, PLAYERS, n_resamples=400, seed=repetition)
        return ((ratings.low <= TRUTH) & (TRUTH <= ratings.high))[1:]

    assert_covered(covers, repetitions, allowed)

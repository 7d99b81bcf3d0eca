"""Match equity: equal to chances by recursion and by linear equations in plain numbers."""

from functools import cache

import numpy as np
import pytest

from skyjo_experiments.match_equity import MatchEquity, RoundScores, won_by
from skyjo_sim import InputError


def test_chances_of_pairs_of_scores():
    scores = RoundScores.of([-1, 2, 2, 2], [0, 0, 5, 5])
    assert scores.low == (-1, 0)
    assert scores.chances[0, 0] == 0.25
    assert scores.chances[3, 5] == 0.5
    assert scores.chances.sum() == 1


def test_rising_totals_are_solved_as_by_recursion():
    rounds = [(3, 7), (7, 3), (5, 1), (1, 5), (4, 4)]
    own, other = np.array(rounds).T

    @cache
    def chance(mine, yours):
        if max(mine, yours) >= 20:
            return 1.0 if mine < yours else 0.5 if mine == yours else 0.0
        return sum(chance(mine + x, yours + y) for x, y in rounds) / len(rounds)

    equity = MatchEquity.of_rounds(RoundScores.of(own, other), target=20, low=0)
    found = [[equity.at(mine, yours) for yours in range(20)] for mine in range(20)]
    np.testing.assert_allclose(found, [[chance(mine, yours) for yours in range(20)] for mine in range(20)], atol=1e-9)


def test_falling_totals_are_solved_as_by_linear_equations():
    rounds = [(-2, 1), (1, -1), (3, 0), (0, 3), (2, 2), (-1, -2)]
    low, target = -3, 4
    totals = range(low, target)
    places = {pair: number for number, pair in enumerate((mine, yours) for mine in totals for yours in totals)}
    matrix, constants = np.eye(len(places)), np.zeros(len(places))
    for (mine, yours), place in places.items():
        for x, y in rounds:
            then = (mine + x, yours + y)
            if max(then) >= target:
                constants[place] += float(won_by(*then)) / len(rounds)
            else:
                matrix[place, places[max(then[0], low), max(then[1], low)]] -= 1 / len(rounds)
    solved = np.linalg.solve(matrix, constants)
    equity = MatchEquity.of_rounds(RoundScores.of(*np.array(rounds).T), target=target, low=low)
    np.testing.assert_allclose(equity.values.ravel(), solved, atol=1e-8)
    np.testing.assert_allclose(equity.after_round(RoundScores.of(*np.array(rounds).T)).ravel(), solved, atol=1e-8)


def test_equals_have_mirrored_chances_and_fewer_points_are_better():
    scores = RoundScores.of([10, 30, -5, 12], [30, 10, 12, -5])
    equity = MatchEquity.of_rounds(scores)
    np.testing.assert_allclose(equity.values + equity.values.T, 1, atol=1e-9)
    assert equity.at(0, 0) == pytest.approx(0.5)
    assert (np.diff(equity.values, axis=0) <= 1e-12).all()
    assert equity.at(-1000, 50) == equity.at(equity.low, 50)


def test_a_game_that_is_over_is_won_by_the_lower_total():
    equity = MatchEquity.of_rounds(RoundScores.of([50], [51]))
    np.testing.assert_array_equal(equity.at([99, 100, 101, 120], [100, 99, 101, 130]), [1, 0, 0.5, 1])


def test_bad_arguments():
    with pytest.raises(InputError, match="as many own scores as others', at least one, got 2 and 1"):
        RoundScores.of([1, 2], [1])
    with pytest.raises(InputError, match="at least one, got 0 and 0"):
        RoundScores.of([], [])
    with pytest.raises(InputError, match="target must be above 5, got 5"):
        MatchEquity.of_rounds(RoundScores.of([1], [2]), target=5, low=5)

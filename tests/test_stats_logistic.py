"""Logistic regression."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from skyjo_experiments.statistics.logistic import fit_logistic
from skyjo_sim import InputError
from tests.coverage_of_intervals import assert_covered, every_coverage

TRUTH = np.array([-1.0, 0.5, -2.0])


def cases(seed: int, n: int = 400):
    luck = np.random.default_rng(seed)
    features = luck.normal(size=(n, 2))
    return features, luck.random(n) < expit(TRUTH[0] + features @ TRUTH[1:])


def test_one_feature_of_two_values_gives_the_odds():
    features = np.repeat([[0.0], [0.0], [1.0], [1.0]], [30, 10, 5, 20], axis=0)
    fit = fit_logistic(features, np.repeat([0, 1, 0, 1], [30, 10, 5, 20]))
    assert fit.coefficients == pytest.approx([np.log(1 / 3), np.log(4) - np.log(1 / 3)])
    assert fit.standard_errors == pytest.approx(
        [np.sqrt(1 / 30 + 1 / 10), np.sqrt(1 / 30 + 1 / 10 + 1 / 5 + 1 / 20)], rel=1e-6
    )
    assert fit.predict([[0.0], [1.0]]) == pytest.approx([0.25, 0.8])


def test_fit_is_the_top_of_the_likelihood():
    features, outcomes = cases(1)
    design = np.column_stack([np.ones(len(features)), features])
    top = minimize(lambda c: np.logaddexp(0, design @ c).sum() - outcomes @ design @ c, np.zeros(3), tol=1e-10)
    np.testing.assert_allclose(fit_logistic(features, outcomes).coefficients, top.x, atol=1e-4)


def test_copied_rows_do_not_narrow_errors_over_deals():
    features, outcomes = cases(2)
    deals = np.arange(400)
    once = fit_logistic(features, outcomes, deals)
    twice = fit_logistic(np.tile(features, (2, 1)), np.tile(outcomes, 2), np.tile(deals, 2))
    np.testing.assert_allclose(twice.standard_errors, once.standard_errors)
    np.testing.assert_allclose(once.standard_errors, fit_logistic(features, outcomes).standard_errors, rtol=0.15)


def test_large_features_are_fitted():
    features, outcomes = cases(3)
    fit = fit_logistic(features * [1e3, 1e-3] + [5e3, 0], outcomes)
    plain = fit_logistic(features, outcomes)
    np.testing.assert_allclose(fit.coefficients[1:], plain.coefficients[1:] * [1e-3, 1e3], rtol=1e-5)


@pytest.mark.parametrize(
    ("features", "outcomes", "deals", "message"),
    [
        ([[1.0], [2.0], [3.0]], [0, 1], None, "outcomes must be 3, one a row, got 2"),
        ([[1.0], [2.0]], [0, 2], None, "outcomes must be 0 or 1, got 2"),
        ([[1.0], [1.0], [1.0]], [0, 1, 0], None, "features must not depend on each other or be constant"),
        ([[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1], None, "outcomes must not be foretold without error"),
        ([[1.0], [2.0], [2.0], [4.0]], [0, 0, 1, 1], None, "outcomes must not be foretold without error"),
        ([[1.0], [2.0]], [1, 1], None, "outcomes must not be foretold without error"),
        ([[1.0], [2.0], [3.0]], [0, 1, 0], [1, 2], "deals must be 3, one a row, got the shape"),
        ([[1.0], [2.0], [3.0]], [0, 1, 0], [1, 1, 1], "deals must be at least 2, got 1"),
    ],
)
def test_bad_input_is_refused(features, outcomes, deals, message):
    with pytest.raises(InputError, match=f"^{message}"):
        fit_logistic(features, outcomes, deals)


def test_predictions_need_the_same_features():
    with pytest.raises(InputError, match=r"^features must be 2 columns, got 1"):
        fit_logistic(*cases(4)).predict([[1.0]])


@every_coverage
def test_intervals_of_coefficients_cover_the_truth(repetitions, allowed):
    def covers(repetition):
        fit = fit_logistic(*cases(1000 + repetition))
        return abs(fit.coefficients[2] - TRUTH[2]) <= 1.96 * fit.standard_errors[2]

    assert_covered(covers, repetitions, allowed)

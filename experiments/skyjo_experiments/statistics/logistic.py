"""Logistic regression: how a chance, such as that of being doubled, depends on features."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from skyjo_experiments.statistics.arguments import Floats, finite_array
from skyjo_sim.errors import InputError

__all__ = ["LogisticFit", "fit_logistic", "outcome_array"]

_MOST_STEPS = 50
_TOLERANCE = 1e-9
_WORTHLESS = 1000.0
"""Standard error of a logit that says that the coefficients have run away: there the likelihood is flat."""


@dataclass(frozen=True, slots=True, eq=False)
class LogisticFit:
    """A fitted logistic regression.

    Attributes
    ----------
    coefficients : ndarray, float64[n_features + 1]
        The intercept first; change of the logarithm of the odds per unit of a feature.
    standard_errors : ndarray, float64[n_features + 1]
    covariance : ndarray, float64[n_features + 1, n_features + 1]
    """

    coefficients: Floats
    standard_errors: Floats
    covariance: Floats

    def predict(self, features: ArrayLike) -> Floats:
        """Return the chances at features, float64[n, n_features].

        Raises
        ------
        InputError
            If the number of features is another.
        """
        design = _with_intercept(features)
        if design.shape[1] != self.coefficients.size:
            raise InputError(f"features must be {self.coefficients.size - 1} columns, got {design.shape[1] - 1}")
        chances: Floats = expit(design @ self.coefficients)
        return chances


def fit_logistic(features: ArrayLike, outcomes: ArrayLike, deals: ArrayLike | None = None) -> LogisticFit:
    """Fit a logistic regression by Newton's method.

    Parameters
    ----------
    features : array_like, float64[n, n_features]
        Without intercept.
    outcomes : array_like, bool[n]
        What happened: 0 or 1.
    deals : array_like, int64[n], optional
        The deal of each row. Rows of a deal are then not taken as independent: standard errors are the robust ones over
        deals.

    Raises
    ------
    InputError
        If the shapes differ, an outcome is not 0 or 1, features depend on each other, or they foretell the outcome without
        error, so that no coefficients are best.

    References
    ----------
    McCullagh and Nelder (1989), Generalized Linear Models; robust errors: Liang and Zeger (1986), Biometrika 73.
    """
    design = _with_intercept(features)
    happened = outcome_array(outcomes, len(design))
    if np.linalg.matrix_rank(design) < design.shape[1]:
        raise InputError("features must not depend on each other or be constant, got columns that do")
    coefficients, covariance = _fit(design, happened)
    if deals is not None:
        surprises = happened - expit(design @ coefficients)
        covariance = _robust(covariance, design * surprises[:, None], deals)
    return LogisticFit(coefficients, np.sqrt(np.diag(covariance)), covariance)


def outcome_array(outcomes: ArrayLike, n: int) -> Floats:
    """Return outcomes as zeros and ones, float64[n].

    Raises
    ------
    InputError
        If there are not `n`, or one is neither 0 nor 1.
    """
    happened = finite_array("outcomes", outcomes, 1)
    if happened.size != n:
        raise InputError(f"outcomes must be {n}, one a row, got {happened.size}")
    if not np.isin(happened, (0, 1)).all():
        raise InputError(f"outcomes must be 0 or 1, got {happened[~np.isin(happened, (0, 1))][0]:g}")
    return happened


def _with_intercept(features: ArrayLike) -> Floats:
    columns = finite_array("features", features, 2)
    return np.column_stack([np.ones(len(columns)), columns])


def _information(design: Floats, chances: Floats) -> Floats:
    information: Floats = design.T @ (design * (chances * (1 - chances))[:, None])
    return information


def _log_likelihood(logits: Floats, happened: Floats) -> float:
    return float(np.sum(happened * logits - np.logaddexp(0.0, logits)))


def _fit(design: Floats, happened: Floats) -> tuple[Floats, Floats]:
    """Return the best coefficients and their covariance."""
    coefficients = np.zeros(design.shape[1])
    reached = _log_likelihood(design @ coefficients, happened)
    for _ in range(_MOST_STEPS):
        chances = expit(design @ coefficients)
        try:
            covariance: Floats = np.asarray(np.linalg.inv(_information(design, chances)), dtype=np.float64)
        except np.linalg.LinAlgError:
            break
        if not np.sum(design @ covariance * design, axis=1).max() < _WORTHLESS**2:
            break
        step = covariance @ (design.T @ (happened - chances))
        while (gained := _log_likelihood(design @ (coefficients + step), happened)) < reached - 1e-9 * abs(reached):
            step /= 2
        coefficients, reached = coefficients + step, gained
        if np.abs(design @ step).max() < _TOLERANCE:
            return coefficients, covariance
    raise InputError("outcomes must not be foretold without error by the features, got outcomes that are")


def _robust(inverse: Floats, slopes: Floats, deals: ArrayLike) -> Floats:
    labels = np.asarray(deals)
    if labels.shape != (len(slopes),):
        raise InputError(f"deals must be {len(slopes)}, one a row, got the shape {labels.shape}")
    kinds, place = np.unique(labels, return_inverse=True)
    if kinds.size < 2:
        raise InputError(f"deals must be at least 2, got {kinds.size}")
    sums = np.zeros((kinds.size, slopes.shape[1]))
    np.add.at(sums, place, slopes)
    covariance: Floats = inverse @ (sums.T @ sums) @ inverse * kinds.size / (kinds.size - 1)
    return covariance

"""Calibration: whether what was said to happen with a chance of 30 % happens in 30 of 100 cases."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from skyjo_experiments.statistics.arguments import Floats, check_count, finite_array
from skyjo_experiments.statistics.deals import wilson
from skyjo_experiments.statistics.logistic import outcome_array
from skyjo_sim.errors import InputError

__all__ = ["CalibrationBin", "brier_score", "calibrate"]


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Cases of similar chance.

    Attributes
    ----------
    predicted : float
        Mean chance.
    observed, low, high : float
        Share in which it happened, with Wilson's 95 % interval.
    n : int
        Cases.
    """

    predicted: float
    observed: float
    low: float
    high: float
    n: int


def calibrate(chances: ArrayLike, outcomes: ArrayLike, n_bins: int = 10) -> list[CalibrationBin]:
    """Compare chances with what happened, in bins of equal width; empty bins are left out.

    Parameters
    ----------
    chances : array_like, float64[n]
    outcomes : array_like, bool[n]
        Independent cases.
    n_bins : int

    Raises
    ------
    InputError
        If the lengths differ, a chance is outside 0..1 or an outcome is not 0 or 1.
    """
    predicted, happened = _cases(chances, outcomes)
    check_count("n_bins", n_bins, 1)
    place = np.minimum((predicted * n_bins).astype(np.int64), n_bins - 1)
    table = []
    for number in np.unique(place):
        chosen = place == number
        n, share = int(np.count_nonzero(chosen)), float(happened[chosen].mean())
        table.append(CalibrationBin(float(predicted[chosen].mean()), share, *wilson(share, n), n))
    return table


def brier_score(chances: ArrayLike, outcomes: ArrayLike) -> float:
    """Return the mean squared distance between chances and outcomes: 0 is clairvoyance, 0.25 is saying 50 % always.

    Raises
    ------
    InputError
        As `calibrate`.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.
    """
    predicted, happened = _cases(chances, outcomes)
    return float(np.mean((predicted - happened) ** 2))


def _cases(chances: ArrayLike, outcomes: ArrayLike) -> tuple[Floats, Floats]:
    predicted = finite_array("chances", chances, 1)
    if predicted.min() < 0 or predicted.max() > 1:
        raise InputError(f"chances must lie in 0..1, got {predicted[(predicted < 0) | (predicted > 1)][0]:g}")
    return predicted, outcome_array(outcomes, predicted.size)

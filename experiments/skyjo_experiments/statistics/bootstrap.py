"""Bootstrap intervals over deals: no formula for the error is needed, and skewed measures get skewed intervals."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri

from skyjo_experiments.statistics.arguments import Floats, check_count, ratio_arrays
from skyjo_experiments.statistics.deals import influences
from skyjo_experiments.statistics.resampling import DEFAULT_RESAMPLES, resampled_sums
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import Estimate

__all__ = ["FEWEST_RESAMPLES", "bootstrap_deal_difference", "bootstrap_deals"]

FEWEST_RESAMPLES = 200
"""With fewer, the ends of a 95 % interval are single resamples."""

_TAILS = np.array([0.025, 0.975])
_METHODS = ("bca", "percentile")


def bootstrap_deals(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    method: str = "bca",
    n_resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Estimate the ratio of means ``sum(x) / sum(y)`` with a 95 % bootstrap interval over deals.

    Parameters
    ----------
    x : array_like, float64[n_deals]
        The deal's sum of what is measured, such as points.
    y : array_like, float64[n_deals], optional
        The deal's sum of what it is measured by, such as rounds; 1 per deal by default.
    method : {"bca", "percentile"}
        ``"bca"`` corrects the percentiles for bias and skewness.
    n_resamples : int
        At least 200.
    seed : int
        Of the resampling.

    Raises
    ------
    InputError
        If there are fewer than two deals, the lengths differ, a number is not finite, y is negative or all 0, or an option
        is not allowed.

    References
    ----------
    Efron (1987), Better bootstrap confidence intervals, JASA 82.
    """
    tops, bottoms = ratio_arrays(x, y)

    def ratio(sums: Floats) -> Floats:
        return _ratio(sums[:, 0], sums[:, 1])

    return _bootstrap(np.stack([tops, bottoms], axis=1), ratio, influences(tops, bottoms), method, n_resamples, seed)


def bootstrap_deal_difference(
    x_a: ArrayLike,
    x_b: ArrayLike,
    y_a: ArrayLike | None = None,
    y_b: ArrayLike | None = None,
    *,
    method: str = "bca",
    n_resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Estimate ``sum(x_a) / sum(y_a) - sum(x_b) / sum(y_b)`` of the same deals with a 95 % bootstrap interval.

    Parameters and errors are those of `bootstrap_deals`; the numbers of deals must agree.

    Raises
    ------
    InputError
        As `bootstrap_deals`.
    """
    first = ratio_arrays(x_a, y_a, name="_a")
    second = ratio_arrays(x_b, y_b, len(first[0]), name="_b")

    def difference(sums: Floats) -> Floats:
        return _ratio(sums[:, 0], sums[:, 1]) - _ratio(sums[:, 2], sums[:, 3])

    moved = influences(*first) - influences(*second)
    return _bootstrap(np.stack([*first, *second], axis=1), difference, moved, method, n_resamples, seed)


def _ratio(tops: Floats, bottoms: Floats) -> Floats:
    """Return the ratios; NaN where a resample holds nothing to measure by."""
    return np.divide(tops, bottoms, out=np.full_like(tops, np.nan), where=bottoms > 0)


def _bootstrap(
    columns: Floats, statistic: Callable[[Floats], Floats], moved: Floats, method: str, n_resamples: int, seed: int
) -> Estimate:
    if method not in _METHODS:
        raise InputError(f"method must be one of {', '.join(_METHODS)}, got {method!r}")
    check_count("n_resamples", n_resamples, FEWEST_RESAMPLES)
    mean = float(statistic(columns.sum(axis=0)[None, :])[0])
    resampled = statistic(resampled_sums(columns, n_resamples, seed=seed))
    resampled = resampled[~np.isnan(resampled)]
    if resampled.min() == resampled.max():
        return Estimate(mean, 0.0, mean, mean)
    tails = _TAILS if method == "percentile" else _corrected_tails(mean, resampled, moved)
    low, high = np.quantile(resampled, tails)
    return Estimate(mean, float(resampled.std(ddof=1)), float(low), float(high))


def _corrected_tails(mean: float, resampled: Floats, moved: Floats) -> Floats:
    """Return the percentiles that BCa takes; the acceleration is that of the deals' influences."""
    below = (np.count_nonzero(resampled < mean) + np.count_nonzero(resampled == mean) / 2) / resampled.size
    bias = ndtri(min(max(below, 0.5 / resampled.size), 1 - 0.5 / resampled.size))
    squares = float(moved @ moved)
    acceleration = float(np.sum(moved**3)) / (6 * squares**1.5) if squares > 0 else 0.0
    shifted = bias + ndtri(_TAILS)
    tails: Floats = ndtr(bias + shifted / (1 - acceleration * shifted))
    return tails

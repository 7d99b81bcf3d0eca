"""Estimates over duplicate deals.

The unit is the deal: it is played from every seat, or by two agents in turn, and its games are not independent. So a measure
comes as sums by deal, x and y, and is the ratio of their means: points per round, wins per game.
"""

import math

from numpy.typing import ArrayLike
from scipy.special import stdtrit

from skyjo_experiments.statistics.arguments import Floats, ratio_arrays
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import Estimate

__all__ = ["estimate_deal_difference", "estimate_deal_share", "estimate_deals", "influences", "wilson"]

_ENOUGH_DEALS = 30


def estimate_deals(x: ArrayLike, y: ArrayLike | None = None) -> Estimate:
    """Estimate the ratio of means ``sum(x) / sum(y)`` with a 95 % interval over deals.

    Parameters
    ----------
    x : array_like, float64[n_deals]
        The deal's sum of what is measured, such as points.
    y : array_like, float64[n_deals], optional
        The deal's sum of what it is measured by, such as rounds; 1 per deal by default.

    Returns
    -------
    Estimate
        Standard error of the delta method, Student's interval.

    Raises
    ------
    InputError
        If there are fewer than two deals, the lengths differ, a number is not finite, or y is negative or all 0.

    References
    ----------
    Cochran (1977), Sampling Techniques, chapter 6 (ratio estimates).
    """
    tops, bottoms = ratio_arrays(x, y)
    return _estimate(float(tops.sum() / bottoms.sum()), influences(tops, bottoms))


def estimate_deal_difference(
    x_a: ArrayLike, x_b: ArrayLike, y_a: ArrayLike | None = None, y_b: ArrayLike | None = None
) -> Estimate:
    """Estimate ``sum(x_a) / sum(y_a) - sum(x_b) / sum(y_b)`` of two agents that met the same deals.

    What a deal gives to both cancels: the interval is that of the differences by deal.

    Parameters
    ----------
    x_a, x_b : array_like, float64[n_deals]
        Sums of what is measured, in the same order of deals.
    y_a, y_b : array_like, float64[n_deals], optional
        Sums of what it is measured by; 1 per deal by default.

    Raises
    ------
    InputError
        As `estimate_deals`, and if the numbers of deals differ.
    """
    first = ratio_arrays(x_a, y_a, name="_a")
    second = ratio_arrays(x_b, y_b, len(first[0]), name="_b")
    means = [float(tops.sum() / bottoms.sum()) for tops, bottoms in (first, second)]
    return _estimate(means[0] - means[1], influences(*first) - influences(*second))


def estimate_deal_share(x: ArrayLike, y: ArrayLike | None = None) -> Estimate:
    """Estimate a share in 0..1, such as games won, with Wilson's 95 % interval over deals.

    Wilson's interval is given as many trials as would have the standard error over deals. It stays inside 0..1 and has a
    width where every game was won.

    Parameters
    ----------
    x : array_like, float64[n_deals]
        The deal's wins, ties split; 0 to y.
    y : array_like, float64[n_deals], optional
        The deal's games; 1 by default.

    Raises
    ------
    InputError
        As `estimate_deals`, and if some x is outside 0..y.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22; effective trials: Korn and
    Graubard (1998), Survey Methodology 24.
    """
    tops, bottoms = ratio_arrays(x, y)
    outside = (tops < 0) | (tops > bottoms * (1 + 1e-9))
    if outside.any():
        raise InputError(f"x must lie in 0..y in every deal, got {tops[outside][0]:g} of {bottoms[outside][0]:g}")
    plain, n_deals = estimate_deals(tops, bottoms), tops.size
    share, error = min(max(plain.mean, 0.0), 1.0), plain.standard_error
    if error == 0 and 0 < share < 1 and n_deals >= _ENOUGH_DEALS:
        return plain  # the same in every deal, as when one agent holds all seats
    n_trials = share * (1 - share) / error**2 if error > 0 and 0 < share < 1 else float(n_deals)
    low, high = wilson(share, n_trials, _student(n_deals))
    return Estimate(share, error, low, high)


def wilson(share: float, n_trials: float, quantile: float = 1.959963984540054) -> tuple[float, float]:
    """Return Wilson's interval of a share of `n_trials` independent trials, at 95 % by default.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22.
    """
    inflation = quantile * quantile / n_trials
    center = (share + inflation / 2) / (1 + inflation)
    half = quantile * math.sqrt(share * (1 - share) / n_trials + inflation / (4 * n_trials)) / (1 + inflation)
    return min(max(center - half, 0.0), share), max(min(center + half, 1.0), share)


def influences(tops: Floats, bottoms: Floats) -> Floats:
    """Return how much each deal moves the ratio, times the number of deals: their mean is 0, their spread the ratio's."""
    residuals: Floats = (tops - tops.sum() / bottoms.sum() * bottoms) / bottoms.mean()
    return residuals


def _estimate(mean: float, moved: Floats) -> Estimate:
    n_deals = moved.size
    error = math.sqrt(float(moved @ moved) / (n_deals - 1) / n_deals)
    half = _student(n_deals) * error
    return Estimate(mean, error, mean - half, mean + half)


def _student(n_deals: int) -> float:
    return float(stdtrit(n_deals - 1, 0.975))

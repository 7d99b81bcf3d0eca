"""Break-even points: where a gain that rises or falls along one measure passes zero, with an interval.

Near the crossing a parabola is fitted by least squares, points weighted less the further they are from it (tricube weights,
nothing beyond the window). The crossing is first sought in a monotone fit of the whole curve. The interval is the
percentile interval of a bootstrap over rounds, which are drawn in groups where there are many.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.statistics.resampling import resampled_sums
from skyjo_sim.simulation.measures import NOTHING, Estimate

__all__ = ["CARD_WINDOW", "WINDOW", "break_even"]

WINDOW = 9.0
"""Points on each side of the crossing that the fit looks at, by default."""

CARD_WINDOW = 6.0
"""The same where x is a card: gains bend more over the fifteen values than over points."""

_RESAMPLES = 1000
_LOST = 0.02
"""Share of resamples without a crossing from which on no interval is given."""
_RECENTRINGS = 4
_FEWEST_UNITS = 20
_MOST_GROUPS = 2000
"""Rounds beyond that are drawn in groups: as many suffice for an interval, and time does not grow."""

_TAILS = (0.025, 0.975)
_POWERS = np.arange(5)
Floats = NDArray[np.float64]


def break_even(
    x: ArrayLike,
    gain: ArrayLike,
    units: ArrayLike,
    *,
    is_rising: bool,
    window: float = WINDOW,
    n_resamples: int = _RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Estimate the value of x at which the mean gain passes zero.

    Parameters
    ----------
    x, gain : float64[n]
    units : int64[n]
        What is independent: the round of each point.
    is_rising : bool
        Whether the gain rises with x, or falls.
    window : float
        How far from the crossing the fit looks, on each side.
    n_resamples, seed : int

    Returns
    -------
    Estimate
        NaN where the gain passes zero nowhere, or too few points are near; NaN ends where resamples lose the crossing.
    """
    places, gains, rounds = np.asarray(x, np.float64), np.asarray(gain, np.float64), np.asarray(units)
    center = _monotone_crossing(places, gains if is_rising else -gains)
    if math.isnan(center):
        return NOTHING
    sums = np.zeros((0, 8))
    for _ in range(_RECENTRINGS):
        sums = _sums_by_unit((places - center) / window, gains, rounds)
        if len(sums) < _FEWEST_UNITS:
            return NOTHING
        step = float(_crossings(sums.sum(axis=0)[None, :], is_rising)[0])
        if math.isnan(step) or abs(step) > 1:
            return NOTHING
        center += window * step
    sums = _sums_by_unit((places - center) / window, gains, rounds)
    steps = _crossings(resampled_sums(sums, n_resamples, seed=seed), is_rising)
    mean = center + window * float(_crossings(sums.sum(axis=0)[None, :], is_rising)[0])
    found = steps[~np.isnan(steps)]
    if found.size < (1 - _LOST) * steps.size:
        return Estimate(mean, math.nan, math.nan, math.nan)
    low, high = center + window * np.quantile(found, _TAILS)
    return Estimate(mean, window * float(found.std(ddof=1)), float(low), float(high))


def _monotone_crossing(x: Floats, rising: Floats) -> float:
    """Return where the best rising step function passes zero, NaN if nowhere."""
    from scipy.optimize import isotonic_regression

    if x.size == 0:
        return math.nan
    values, places, counts = np.unique(np.round(x), return_inverse=True, return_counts=True)
    fitted = isotonic_regression(np.bincount(places, rising) / counts, weights=counts.astype(np.float64)).x
    above = np.flatnonzero(fitted > 0)
    if above.size == 0 or above[0] == 0:
        return math.nan
    return float((values[above[0] - 1] + values[above[0]]) / 2)


def _sums_by_unit(distance: Floats, gain: Floats, units: NDArray[np.int64]) -> Floats:
    """Return the sums that a weighted parabola needs, float64[units, 8]: of powers 0..4, and of powers 0..2 times gain."""
    near = np.abs(distance) < 1
    distance, gain = distance[near], gain[near]
    weights = (1 - np.abs(distance) ** 3) ** 3
    powers = weights[:, None] * distance[:, None] ** _POWERS
    columns = np.concatenate([powers, powers[:, :3] * gain[:, None]], axis=1)
    _, places = np.unique(units[near] % _MOST_GROUPS, return_inverse=True)
    return np.stack([np.bincount(places, column) for column in columns.T], axis=1)


def _crossings(sums: Floats, is_rising: bool) -> Floats:
    """Return where parabolas pass zero in the right direction, in windows from the centre; NaN where they do not."""
    normal = sums[:, _POWERS[:3, None] + _POWERS[None, :3]]
    try:
        a, b, c = np.linalg.solve(normal, sums[:, 5:, None])[:, :, 0].T
    except np.linalg.LinAlgError:
        return np.full(len(sums), math.nan)
    sign = 1.0 if is_rising else -1.0
    a, b, c = sign * a, sign * b, sign * c
    root = np.sqrt(
        np.maximum(b * b - 4 * a * c, 0)
    )  # the slope at the crossing; where the parabola has none, its vertex
    is_found = b + root > 0
    steps: Floats = np.where(is_found, -2 * a / np.where(is_found, b + root, 1.0), math.nan)
    return np.where(np.abs(steps) <= 2, steps, math.nan)

"""Where a gain that falls with a card crosses zero: a curve through the cards nearby, with a bootstrap over rounds."""

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.statistics.resampling import resampled_sums
from skyjo_sim.simulation.measures import NOTHING, Estimate

__all__ = ["break_even"]

_REACHES = (8.0, 5.0)
_LEAST_UNITS = 20
_N_RESAMPLES = 1000
_RIDGE = 1e-9
"""Keeps equations solvable where there are fewer than three cards."""


def break_even(
    cards: NDArray[np.int64], gains: NDArray[np.float64], units: NDArray[np.int64], seed: int = 0
) -> Estimate:
    """Return the card at which the mean gain is 0, with its 95 % interval.

    A line is fitted to all cards; then, twice, a parabola with weights that fall evenly from 1, at the crossing found before,
    to 0 at 8 and at 5 points from it: gains are seldom straight. The interval is that of the bootstrap over units, of all
    steps.

    Parameters
    ----------
    cards, gains, units : int64[n], float64[n], int64[n]
        By position; a unit is the round that it comes from.
    seed : int
        Of the bootstrap.

    Returns
    -------
    Estimate
        `NOTHING` where no gain falls through zero among the cards, or the interval leaves them.
    """
    values, places = np.unique(cards, return_inverse=True)
    _, numbers = np.unique(units, return_inverse=True)
    n_units = int(numbers.max()) + 1 if numbers.size else 0
    if n_units < _LEAST_UNITS:
        return NOTHING
    cells = numbers.reshape(-1) * values.size + places.reshape(-1)
    counts, sums = (np.bincount(cells, by, n_units * values.size).reshape(n_units, -1) for by in (None, gains))
    by_unit = np.concatenate([counts, sums], axis=1).astype(np.float64)
    found = float(_near_crossing(by_unit.sum(axis=0), values)[()])
    resampled = _near_crossing(resampled_sums(by_unit, _N_RESAMPLES, seed=seed), values)
    low, high = np.quantile(np.where(np.isnan(resampled), np.inf, resampled), (0.025, 0.975), method="nearest")
    if not values[0] <= low <= found <= high <= values[-1]:
        return NOTHING
    return Estimate(found, float(np.nanstd(resampled)), float(low), float(high))


def _near_crossing(summed: NDArray[np.float64], values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return where the curve near its crossing falls through zero, of float64[..., 2 cards]: counts and sums by card."""
    counts, sums = np.split(summed, 2, axis=-1)
    crossing = _line_crossing(counts, sums, values)
    for reach in _REACHES:
        crossing = _curve_crossing(counts, sums, values - crossing[..., None], reach) + crossing
    return crossing


def _curve_crossing(
    counts: NDArray[np.float64], sums: NDArray[np.float64], distances: NDArray[np.float64], reach: float
) -> NDArray[np.float64]:
    """Return at what distance the parabola through the cards within reach falls through zero; NaN if it does not."""
    z = np.nan_to_num(distances, nan=reach)
    weights = np.maximum(1.0 - np.abs(z) / reach, 0.0)
    powers = np.stack([np.ones_like(z), z, z * z], axis=-1)
    matrix = np.einsum("...v,...vi,...vj->...ij", counts * weights, powers, powers) + _RIDGE * np.eye(3)
    vector = np.einsum("...v,...vi->...i", sums * weights, powers)
    c, b, a = np.moveaxis(np.linalg.solve(matrix, vector[..., None])[..., 0], -1, 0)
    inside = b * b - 4 * a * c
    below = np.sqrt(np.maximum(inside, 0.0)) - b
    is_falling = (inside >= 0) & (below > 0)
    distance: NDArray[np.float64] = np.divide(2 * c, below, out=np.full_like(below, np.nan), where=is_falling)
    return distance


def _line_crossing(
    counts: NDArray[np.float64], sums: NDArray[np.float64], values: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return where the least-squares line through counts and sums by card falls through zero; NaN if it does not fall."""
    x = values.astype(np.float64)
    n, total_x, total_y = counts.sum(axis=-1), counts @ x, sums.sum(axis=-1)
    spread, covariance = n * (counts @ (x * x)) - total_x * total_x, n * (sums @ x) - total_x * total_y
    is_falling = (spread > 0) & (covariance < 0)
    nowhere = np.full_like(spread, np.nan)
    slope = np.divide(covariance, spread, out=nowhere.copy(), where=is_falling)
    crossing: NDArray[np.float64] = np.divide(total_x - total_y / slope, n, out=nowhere, where=is_falling)
    return crossing

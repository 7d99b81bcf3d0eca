"""Means and their intervals from summed moments.

A measure is a ratio of sums over units, ``X / Y``: points per round, rounds ended per round, doubled per ended. Units are
independent, so the ratio has the standard error of the delta method; for a plain mean (y constant) that is the usual one.
Shares get Wilson's interval with as many trials as would give this standard error.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

from numpy.typing import NDArray

_LEVEL = 0.95
_MANY_UNITS = 200
_ENOUGH_UNITS = 30


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error and 95 % interval; NaN where there is nothing to measure."""

    mean: float
    standard_error: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} [{self.low:.4g}, {self.high:.4g}]"

    @property
    def ci95(self) -> tuple[float, float]:
        """Return the ends of the 95 % interval."""
        return self.low, self.high


NOTHING = Estimate(math.nan, math.nan, math.nan, math.nan)


def estimate_ratio(moments: NDArray, n_units: int, scale: float = 1.0) -> Estimate:  # type: ignore[type-arg]
    """Return the estimate of ``X / Y`` from int64[5] sums of x, y, xx, xy, yy over `n_units` units, divided by `scale`."""
    x, y, xx, xy, yy = (int(moment) for moment in moments)
    if y == 0:
        return NOTHING
    mean = x / y
    error = math.nan
    if n_units > 1:
        # Exact integers up to here: the residuals' squares, sum (x - mean y)^2, lose nothing to rounding.
        residuals = (xx * y * y - 2 * x * y * xy + x * x * yy) / (y * y)
        error = math.sqrt(max(residuals, 0.0) * n_units / (n_units - 1)) / y
    half = _quantile(n_units) * error
    return Estimate(mean / scale, error / scale, (mean - half) / scale, (mean + half) / scale)


def estimate_share(moments: NDArray, n_units: int, scale: float = 1.0) -> Estimate:  # type: ignore[type-arg]
    """Return `estimate_ratio` of a share in 0..1 with Wilson's interval."""
    plain = estimate_ratio(moments, n_units, scale)
    if math.isnan(plain.mean):
        return NOTHING
    share, error = min(max(plain.mean, 0.0), 1.0), plain.standard_error
    if error == 0 and 0 < share < 1 and n_units >= _ENOUGH_UNITS:
        return plain  # the same in every unit, as when one agent holds all seats
    trials = share * (1 - share) / error**2 if error > 0 else float(moments[1])
    z = _quantile(n_units) if n_units > 1 else NormalDist().inv_cdf(0.5 + _LEVEL / 2)
    center = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2) / (1 + z * z / trials)
    return Estimate(share, error, min(max(center - half, 0.0), share), max(min(center + half, 1.0), share))


def _quantile(n_units: int) -> float:
    """Return the two-sided 95 % quantile: Student's for few units, else the normal one."""
    if n_units >= _MANY_UNITS:
        return NormalDist().inv_cdf(0.5 + _LEVEL / 2)
    if n_units < 2:
        return math.nan
    from scipy.special import stdtrit

    return float(stdtrit(n_units - 1, 0.5 + _LEVEL / 2))

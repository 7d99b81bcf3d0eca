"""Confidence sequences: intervals that may be looked at after every batch of deals."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from skyjo_experiments.statistics.arguments import check_count, check_level, finite_array
from skyjo_sim.errors import InputError

__all__ = ["ConfidenceSequence"]

_NOTHING_LEFT = 1e-12
"""Part of the sum of squares below which a variance is rounding."""


@dataclass(slots=True, kw_only=True)
class ConfidenceSequence:
    """An asymptotic confidence sequence for the mean of independent deals.

    All intervals of the sequence together cover the mean with probability ``1 - alpha``: one may look after every batch,
    and stop when one pleases. That is guaranteed as the first look moves to later deals, for any distribution with a little
    more than two moments; for fewer deals it is an approximation, as with every interval that rests on the central limit
    theorem. So nothing is said before `n_first` deals, nor while all deals were alike. With the defaults and a look after
    every 50 of 20,000 deals, 45 of 1,000 sequences or fewer missed the mean of Skyjo's scores and their differences, and of
    a lognormal distribution (skewness 6); 221 where 2 % of the deals made all the difference (skewness 15): rare effects
    need a later first look. An ordinary interval at one fixed number of deals is 35 % narrower at `n_best`.

    Parameters
    ----------
    alpha : float
        Probability that some interval misses the mean.
    n_best : int
        Number of deals at which the interval is as narrow as it can be; the size that one expects to need.
    n_first : int
        Deals before the first look.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas (2024), Time-uniform central limit theory and asymptotic confidence
    sequences, Annals of Statistics 52: the two-sided normal mixture, theorem 2.2, and its tuning.
    """

    alpha: float = 0.05
    n_best: int = 5000
    n_first: int = 200
    n: int = field(default=0, init=False)
    _moments: list[float] = field(default_factory=lambda: [0.0] * 5, init=False, repr=False)

    def __post_init__(self) -> None:
        check_level("alpha", self.alpha)
        check_count("n_best", self.n_best, 1)
        check_count("n_first", self.n_first, 2)

    def update(self, n: int, total: float, squares: float) -> None:
        """Add a batch of `n` new deals, with the sum of their values and the sum of the values' squares.

        Raises
        ------
        InputError
            If a sum is not finite or the squares are impossible.
        """
        self.update_ratio(n, (total, n, squares, total, n))

    def update_ratio(self, n: int, moments: ArrayLike) -> None:
        """Add a batch of `n` new deals of a ratio of means: the sums of x, y, xx, xy, yy over its deals, float64[5].

        Raises
        ------
        InputError
            If a sum is not finite or the squares are impossible.
        """
        check_count("n", n, 1)
        sums = finite_array("moments", moments, 1)
        if sums.shape != (5,):
            raise InputError(f"moments must be the sums of x, y, xx, xy and yy, got {sums.size} numbers")
        x, y, xx, _, yy = sums.tolist()
        for name, total, squares in (("x", x, xx), ("y", y, yy)):
            if squares * n < total * total * (1 - 1e-9):
                raise InputError(f"squares of {name} must be at least {total * total / n:g}, got {squares:g}")
        self.n += int(n)
        self._moments = [before + new for before, new in zip(self._moments, sums.tolist(), strict=True)]

    @property
    def mean(self) -> float:
        """The mean of the deals so far, or the ratio of means; NaN where there is nothing to measure."""
        x, y = self._moments[:2]
        return x / y if y else math.nan

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a deal; of a ratio, of what a deal moves it by, times the number of deals."""
        _, y, xx, xy, yy = self._moments
        if self.n < 2 or not y:
            return math.nan
        left = xx - 2 * self.mean * xy + self.mean**2 * yy
        if left <= _NOTHING_LEFT * xx:
            return 0.0
        return math.sqrt(left / (self.n - 1)) * self.n / abs(y)

    @property
    def half_width(self) -> float:
        """Half the width of the interval; infinite before the first look and while all deals were alike."""
        spread = self.standard_deviation
        if self.n < self.n_first or not spread > 0:
            return math.inf
        scaled = self.n * self._rho_squared
        return spread * math.sqrt(2 * (scaled + 1) / (self.n * scaled) * math.log(math.sqrt(scaled + 1) / self.alpha))

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval at the deals so far."""
        half = self.half_width
        return (-math.inf, math.inf) if math.isinf(half) else (self.mean - half, self.mean + half)

    def excludes(self, value: float) -> bool:
        """Return whether the interval leaves `value` out: the mean is decided to lie on one side of it."""
        low, high = self.interval
        return not low <= value <= high

    @property
    def _rho_squared(self) -> float:
        """The mixture's variance that makes the interval at `n_best` nearly the narrowest."""
        doubled = -2 * math.log(self.alpha)
        return (doubled + float(np.log1p(doubled))) / self.n_best

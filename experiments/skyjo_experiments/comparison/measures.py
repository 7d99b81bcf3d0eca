"""What a contest is measured by: shares and means of both sides, and their difference, over deals."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.luck_share import luck_shares
from skyjo_experiments.comparison.seatings import FIRST, SECOND
from skyjo_experiments.statistics.deals import (
    estimate_deal_difference,
    estimate_deal_share,
    estimate_deals,
    influences,
)
from skyjo_experiments.statistics.sequences import ConfidenceSequence
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.simulation.measures import NOTHING, Estimate

__all__ = ["MEASURES", "Measure", "Measured", "measure_difference", "measure_sides"]

_FEWEST_DEALS = 2


@dataclass(frozen=True, slots=True)
class Measure:
    """A ratio of sums by deal.

    Attributes
    ----------
    name : str
        In frames.
    label : str
        In tables; ``{unit}`` stands for game or round.
    top, bottom : int
        Columns of the sums.
    scale : float
        What the numerator is divided by.
    is_share : bool
        A share in 0..1, else points, or turns.
    sign : int
        1 where more is better, -1 where less is, 0 where neither.
    """

    name: str
    label: str
    top: int
    bottom: int
    scale: float = 1.0
    is_share: bool = True
    sign: int = 0

    def sums(self, values: NDArray[np.float64], side: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return a side's numerators and denominators, float64[n_deals] each."""
        tops = values[:, side, self.top]
        if self.name == "adjusted_score":
            tops = tops - luck_shares(values) * values[:, side, columns.LUCK]
        return tops / self.scale, values[:, side, self.bottom]


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("win_share", "{unit}s won", columns.WINS, columns.UNITS, WIN, sign=1),
        Measure("round_win_share", "rounds won", columns.ROUND_WINS, columns.ROUNDS, WIN, sign=1),
        Measure("mean_score", "score per round", columns.SCORE, columns.ROUNDS, is_share=False, sign=-1),
        Measure("adjusted_score", "score less luck", columns.SCORE, columns.ROUNDS, is_share=False, sign=-1),
        Measure("p_ended", "rounds ended", columns.ENDED, columns.ROUNDS),
        Measure("p_doubled_given_ended", "doubled if ended", columns.DOUBLED, columns.ENDED),
        Measure("turns", "turns per round", columns.TURNS, columns.ROUNDS, is_share=False),
    )
}
"""The measures by name, per seat: an agent in several seats counts once for each."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of both sides, and the first side's less the second's."""

    measure: Measure
    a: Estimate
    b: Estimate
    difference: Estimate


def measure_sides(values: NDArray[np.float64], measure: Measure, sequence: dict[str, Any] | None = None) -> Measured:
    """Estimate a measure of both sides with 95 % intervals over deals.

    Parameters
    ----------
    values : ndarray, float64[n_deals, 2, columns]
    measure : Measure
    sequence : dict, optional
        Settings of `ConfidenceSequence`, whose intervals are taken; ordinary ones without.
    """
    a, b = (_estimate(*measure.sums(values, side), measure.is_share, sequence) for side in (FIRST, SECOND))
    difference = measure_difference(values, measure, sequence)
    if measure.is_share and a.standard_error == b.standard_error == difference.standard_error == 0:
        # All deals alike, such as all games won: the shares' own intervals know that there are but so many deals.
        difference = Estimate(difference.mean, 0.0, a.low - b.high, a.high - b.low)
    return Measured(measure, a, b, difference)


def measure_difference(
    values: NDArray[np.float64], measure: Measure, sequence: dict[str, Any] | None = None
) -> Estimate:
    """Return the first side's measure less the second's; the parameters are those of `measure_sides`."""
    first, second = measure.sums(values, FIRST), measure.sums(values, SECOND)
    if not first[1].any() or not second[1].any():
        return NOTHING
    if sequence is None and len(values) >= _FEWEST_DEALS:
        return estimate_deal_difference(first[0], second[0], first[1], second[1])
    mean = _ratio(*first) - _ratio(*second)
    return _sequence(mean, influences(*first) - influences(*second), sequence)


def _ratio(tops: NDArray[np.float64], bottoms: NDArray[np.float64]) -> float:
    return float(tops.sum() / bottoms.sum())


def _estimate(
    tops: NDArray[np.float64], bottoms: NDArray[np.float64], is_share: bool, sequence: dict[str, Any] | None
) -> Estimate:
    if not bottoms.any():
        return NOTHING
    if sequence is None and len(tops) >= _FEWEST_DEALS:
        return estimate_deal_share(tops, bottoms) if is_share else estimate_deals(tops, bottoms)
    estimate = _sequence(_ratio(tops, bottoms), influences(tops, bottoms), sequence)
    if not is_share or not math.isfinite(estimate.high):
        return estimate
    return Estimate(estimate.mean, estimate.standard_error, max(estimate.low, 0.0), min(estimate.high, 1.0))


def _sequence(mean: float, moved: NDArray[np.float64], sequence: dict[str, Any] | None) -> Estimate:
    """Return a mean with the interval of a confidence sequence; `moved` is what each deal moves it by, mean 0."""
    n = moved.size
    if sequence is None or n < _FEWEST_DEALS:
        return Estimate(mean, math.nan, math.nan, math.nan)
    looks = ConfidenceSequence(**sequence)
    by_deal = moved + mean
    looks.update(n, float(by_deal.sum()), float(by_deal @ by_deal))
    return Estimate(mean, looks.standard_deviation / math.sqrt(n), mean - looks.half_width, mean + looks.half_width)

"""Stopping a comparison early, by intervals that may be looked at again and again."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.measures import MEASURES, measure_difference, measure_sides
from skyjo_experiments.statistics.arguments import check_count
from skyjo_sim.errors import InputError

__all__ = ["STOP_MEASURES", "StopRule", "as_stop_rule", "next_look"]

STOP_MEASURES = ("win_share", "mean_score")
_LEAST_STEP = 100
_STEP_PART = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRule:
    """When a comparison is stopped: when it is known who is better, or how good somebody is.

    All its intervals are those of confidence sequences (`skyjo_experiments.statistics.sequences`): the probability that
    one ever misses the truth, at any look, is 5 %. They are wider than ordinary ones.

    Parameters
    ----------
    measure : {"win_share", "mean_score"}, optional
        What is watched; by default the share of games won, or, where rounds are independent, the score.
    precision : float, optional
        Stop when half the interval is at most this: of the first agent's share of wins (0.005 is half a per cent), of
        the difference of scores in points. Without it, stop when the sign of the difference is decided.
    n_best : int
        Deals at which the intervals are narrowest: about as many as will be needed.
    n_first : int
        Deals before the first look.

    Raises
    ------
    InputError
        If something is out of range.
    """

    measure: str | None = None
    precision: float | None = None
    n_best: int = 5000
    n_first: int = 200

    def __post_init__(self) -> None:
        if self.measure is not None and self.measure not in STOP_MEASURES:
            raise InputError(
                f"measure of the stop rule must be one of {', '.join(STOP_MEASURES)}, got {self.measure!r}"
            )
        precision = self.precision
        if precision is not None and (
            isinstance(precision, bool)
            or not isinstance(precision, int | float | np.number)
            or not (math.isfinite(precision) and precision > 0)
        ):
            raise InputError(f"precision must be a number above 0, got {precision!r}")
        check_count("n_best", self.n_best, 1)
        check_count("n_first", self.n_first, 2)

    @property
    def sequence(self) -> dict[str, Any]:
        """Return the settings of the confidence sequences."""
        return {"n_best": self.n_best, "n_first": self.n_first}

    def watched(self, unit: str) -> str:
        """Return the measure that is watched."""
        return self.measure or ("win_share" if unit == "game" else "mean_score")

    def is_met(self, values: NDArray[np.float64], unit: str, has_field: bool) -> bool:
        """Tell whether the deals so far, float64[n_deals, 2, columns], are enough."""
        measure = MEASURES[self.watched(unit)]
        estimate = measure_difference(values, measure, self.sequence)
        if self.precision is None:
            return estimate.low > 0 or estimate.high < 0
        if measure.is_share and not has_field:
            estimate = measure_sides(values, measure, self.sequence).a
        return math.isfinite(estimate.high) and (estimate.high - estimate.low) / 2 <= self.precision


def as_stop_rule(stop: "StopRule | str | float | None") -> StopRule | None:
    """Return a stop rule: ``"decided"`` and a precision stand for one.

    Raises
    ------
    InputError
        If it is something else.
    """
    if stop is None or isinstance(stop, StopRule):
        return stop
    if stop == "decided":
        return StopRule()
    if isinstance(stop, str):
        raise InputError(f"stop must be 'decided', a precision or a StopRule, got {stop!r}")
    return StopRule(precision=stop)


def next_look(n: int, stop: StopRule) -> int:
    """Return the deals at which the intervals are looked at next: every hundred, later every tenth more."""
    return stop.n_first if n < stop.n_first else n + max(_LEAST_STEP, n // _STEP_PART)

"""Many comparisons at once: adjusted p-values for planned contrasts, simultaneous bands for curves."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from skyjo_experiments.statistics.arguments import Floats, check_count, check_level, deal_array, finite_array
from skyjo_experiments.statistics.bootstrap import FEWEST_RESAMPLES
from skyjo_experiments.statistics.resampling import DEFAULT_RESAMPLES, resampled_sums
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import Estimate

__all__ = ["SIGNIFICANT", "Bands", "adjust_by_holm", "p_value", "simultaneous_bands"]

SIGNIFICANT = 0.05
"""Below this an adjusted p-value counts as a difference."""


def p_value(estimate: Estimate, neutral: float = 0.0) -> float:
    """Return the two-sided p-value of an estimate against `neutral`, by the normal distribution.

    Without a standard error there is no evidence: 1. With a standard error of 0, 0 or 1.
    """
    distance = abs(estimate.mean - neutral)
    if math.isnan(distance) or math.isnan(estimate.standard_error) or distance == 0:
        return 1.0
    return float(2 * ndtr(-distance / estimate.standard_error)) if estimate.standard_error > 0 else 0.0


def adjust_by_holm(p_values: ArrayLike) -> Floats:
    """Adjust p-values so that with probability 95 % no true null hypothesis among them is at 0.05 or below.

    Whatever depends on what: the step-down method needs no independence.

    Parameters
    ----------
    p_values : array_like, float64[n_contrasts]

    Returns
    -------
    ndarray, float64[n_contrasts]
        In the same order, at most 1.

    Raises
    ------
    InputError
        If there is none, or one is outside 0..1.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.
    """
    plain = finite_array("p_values", p_values, 1)
    if plain.min() < 0 or plain.max() > 1:
        raise InputError(f"p_values must lie in 0..1, got {plain[(plain < 0) | (plain > 1)][0]:g}")
    order = np.argsort(plain, kind="stable")
    stepped = np.maximum.accumulate(plain[order] * np.arange(plain.size, 0, -1))
    adjusted = np.empty_like(plain)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


@dataclass(frozen=True, slots=True, eq=False)
class Bands:
    """A curve with bands that cover all of its points together.

    Attributes
    ----------
    mean, standard_error, low, high : ndarray, float64[n_points]
    critical : float
        Standard errors from the curve to a band; 1.96 would cover each point by itself.
    """

    mean: Floats
    standard_error: Floats
    low: Floats
    high: Floats
    critical: float


def simultaneous_bands(
    values: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    level: float = 0.95,
    n_resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
) -> Bands:
    """Return bands that cover the whole curve with probability `level`, by the largest t over the points.

    The points are of the same deals and depend on each other; the bootstrap over deals takes that into account.

    Parameters
    ----------
    values : array_like, float64[n_deals, n_points]
        What each deal measured at each point; with `weights` its sum.
    weights : array_like, float64[n_deals, n_points], optional
        The deal's sum of what `values` are measured by: the curve is the ratio of means.
    level : float
    n_resamples : int
        At least 200.
    seed : int
        Of the resampling.

    Raises
    ------
    InputError
        If the shapes differ, there are fewer than two deals, a number is not finite, a weight is negative, a point's weights
        are all 0, or an option is not allowed.

    References
    ----------
    Romano and Wolf (2005), Exact and approximate stepdown methods for multiple hypothesis testing, JASA 100; Montiel Olea and
    Plagborg-Moller (2019), Simultaneous confidence bands, Journal of Applied Econometrics 34.
    """
    check_level("level", level)
    check_count("n_resamples", n_resamples, FEWEST_RESAMPLES)
    tops = deal_array("values", values, 2)
    bottoms = _weights_like(tops, weights)
    mean = tops.sum(axis=0) / bottoms.sum(axis=0)
    moved = (tops - mean * bottoms) / bottoms.mean(axis=0)
    n_deals = len(tops)
    spread = np.sqrt(np.mean(moved * moved, axis=0) / n_deals)
    scaled = np.divide(moved, spread, out=np.zeros_like(moved), where=spread > 0)
    largest = np.abs(resampled_sums(scaled, n_resamples, seed=seed) / n_deals).max(axis=1)
    critical = float(np.quantile(largest, level))
    error = spread * math.sqrt(n_deals / (n_deals - 1))
    return Bands(mean, error, mean - critical * error, mean + critical * error, critical)


def _weights_like(tops: Floats, weights: ArrayLike | None) -> Floats:
    if weights is None:
        return np.ones_like(tops)
    bottoms = finite_array("weights", weights, 2)
    if bottoms.shape != tops.shape:
        raise InputError(f"weights must have the shape of values, {tops.shape}, got {bottoms.shape}")
    if bottoms.min() < 0 or not bottoms.any(axis=0).all():
        raise InputError("weights must be at least 0 and not all 0 at any point")
    return bottoms

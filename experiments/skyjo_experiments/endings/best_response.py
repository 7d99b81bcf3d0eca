"""Best thresholds: the top of a smooth surface fitted to payoffs, and the threshold that is the best answer to itself.

Payoffs of all thresholds come from the same deals, and intervals from a bootstrap over them: each resample is fitted anew,
its tops and its fixed point found again.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.statistics.resampling import resampled_sums
from skyjo_sim.simulation.measures import Estimate

__all__ = ["ThresholdSurface", "best_threshold"]

_DEGREE = 3
"""In the own threshold; in that of the others it is one less."""

_STEPS = 400
_RESAMPLES = 1000
_TAILS = (0.025, 0.975)
Floats = NDArray[np.float64]


def best_threshold(thresholds: Floats, payoffs: Floats, *, n_resamples: int = _RESAMPLES, seed: int = 0) -> Estimate:
    """Estimate the threshold with the highest payoff in one field, by a curve of third degree.

    Parameters
    ----------
    thresholds : float64[k]
        At least four.
    payoffs : float64[n_deals, k]
    n_resamples, seed : int
        Of the bootstrap over deals.
    """
    fine = _fine(thresholds)
    scaled = (thresholds - thresholds[0]) / np.ptp(thresholds)
    fit = np.linalg.pinv(_powers(scaled, _DEGREE))
    curve = _powers((fine - thresholds[0]) / np.ptp(thresholds), _DEGREE) @ fit
    means = _means(payoffs, n_resamples, seed)
    tops = fine[(means @ curve.T).argmax(axis=1)]
    return _estimate(tops)


@dataclass(frozen=True)
class ThresholdSurface:
    """Payoffs of a threshold among others that all have another, as a smooth surface, and resamples of it.

    Attributes
    ----------
    thresholds : float64[k]
        At least four, own and others' alike.
    coefficients : float64[1 + resamples, terms]
        Of powers of both thresholds, scaled to 0..1; the sample itself first.
    """

    thresholds: Floats
    coefficients: Floats

    @classmethod
    def fit(
        cls, thresholds: Floats, payoffs: Floats, *, n_resamples: int = _RESAMPLES, seed: int = 0
    ) -> "ThresholdSurface":
        """Fit to payoffs, float64[n_deals, own, others]."""
        scaled = (thresholds - thresholds[0]) / np.ptp(thresholds)
        own, others = (axis.ravel() for axis in np.meshgrid(scaled, scaled, indexing="ij"))
        means = _means(payoffs.reshape(len(payoffs), -1), n_resamples, seed)
        return cls(thresholds, means @ np.linalg.pinv(_terms(own, others)).T)

    def responses(self) -> tuple[list[Estimate], float]:
        """Return the best answer to each threshold of the others, and the critical value of a band over all of them.

        The intervals of the estimates are simultaneous: the curve lies in all of them with a probability of 95 %.
        """
        fine = _fine(self.thresholds)
        tops = np.stack(
            [fine[self._payoffs(fine, np.full_like(fine, other)).argmax(axis=1)] for other in self.thresholds], axis=1
        )
        errors = np.maximum(tops[1:].std(axis=0, ddof=1), np.ptp(fine) / _STEPS)
        critical = float(np.quantile((np.abs(tops[1:] - tops[0]) / errors).max(axis=1), 0.95))
        low, high = (np.clip(tops[0] + sign * critical * errors, fine[0], fine[-1]) for sign in (-1, 1))
        found = [Estimate(*map(float, ends)) for ends in zip(tops[0], errors, low, high, strict=True)]
        return found, critical

    def equilibrium(self) -> Estimate:
        """Return the threshold that is the best answer to itself: there the payoff stops rising with the own one."""
        fine = _fine(self.thresholds)
        step = np.ptp(fine) / _STEPS
        slopes = self._payoffs(fine + step, fine) - self._payoffs(fine - step, fine)
        falls = (slopes[:, :-1] > 0) & (slopes[:, 1:] <= 0)
        first = np.where(falls.any(axis=1), falls.argmax(axis=1) + 1, np.where(slopes[:, 0] <= 0, 0, fine.size - 1))
        return _estimate(fine[first])

    def _payoffs(self, own: Floats, others: Floats) -> Floats:
        """Return payoffs of pairs of thresholds, float64[1 + resamples, pairs]."""
        low, width = self.thresholds[0], np.ptp(self.thresholds)
        payoffs: Floats = self.coefficients @ _terms((own - low) / width, (others - low) / width).T
        return payoffs


def _fine(thresholds: Floats) -> Floats:
    return np.linspace(thresholds[0], thresholds[-1], _STEPS + 1)


def _powers(x: Floats, degree: int) -> Floats:
    powers: Floats = x[:, None] ** np.arange(degree + 1)
    return powers


def _terms(own: Floats, others: Floats) -> Floats:
    """Return the products of powers of both thresholds, float64[n, terms]."""
    first, second = _powers(own, _DEGREE), _powers(others, _DEGREE - 1)
    return (first[:, :, None] * second[:, None, :]).reshape(len(own), -1)


def _means(payoffs: Floats, n_resamples: int, seed: int) -> Floats:
    """Return the means over deals, of the sample and of resamples, float64[1 + resamples, columns]."""
    sums = resampled_sums(payoffs, n_resamples, seed=seed)
    return np.concatenate([payoffs.mean(axis=0)[None, :], sums / len(payoffs)])


def _estimate(found: Floats) -> Estimate:
    """Return the first of the values found, with the percentile interval of the others."""
    low, high = np.quantile(found[1:], _TAILS)
    return Estimate(float(found[0]), float(found[1:].std(ddof=1)), float(low), float(high))

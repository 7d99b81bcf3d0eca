"""Match equity: the chance to win a game of two from its totals, out of the scores of rounds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.errors import InputError

__all__ = ["MatchEquity", "RoundScores"]

Floats = NDArray[np.float64]

_LOWEST_TOTAL = -40
_MOST_STEPS = 1000
_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class RoundScores:
    """The joint distribution of the scores of one round.

    Attributes
    ----------
    low : tuple of int
        The lowest own score and the lowest other score.
    chances : float64[n_own, n_other]
        Of the scores from there on.
    """

    low: tuple[int, int]
    chances: Floats

    @classmethod
    def of(cls, own: ArrayLike, other: ArrayLike) -> "RoundScores":
        """Count pairs of scores, int64[n] each.

        Raises
        ------
        InputError
            If there is none, or the lengths differ.
        """
        pairs = [np.asarray(scores, np.int64).ravel() for scores in (own, other)]
        if not pairs[0].size or pairs[0].size != pairs[1].size:
            raise InputError(
                f"there must be as many own scores as others', at least one, got {pairs[0].size} and {pairs[1].size}"
            )
        low = (int(pairs[0].min()), int(pairs[1].min()))
        counts = np.zeros((int(pairs[0].max()) - low[0] + 1, int(pairs[1].max()) - low[1] + 1))
        np.add.at(counts, (pairs[0] - low[0], pairs[1] - low[1]), 1.0)
        return cls(low, counts / counts.sum())


@dataclass(frozen=True, slots=True, eq=False)
class MatchEquity:
    """The chance to win, by totals before a round.

    Attributes
    ----------
    target : int
        The game ends when a total reaches it; the lowest total wins, a tie counts half.
    low : int
        The lowest total of the table; totals below it count as this one.
    values : float64[n, n]
        By the own total and the other's, from `low` to ``target - 1``.
    """

    target: int
    low: int
    values: Floats

    @classmethod
    def of_rounds(cls, scores: RoundScores, target: int = 100, low: int = _LOWEST_TOTAL) -> "MatchEquity":
        """Solve for games whose rounds all have the same scores, whatever the totals.

        Totals can fall, so that the chances are iterated until they stand still.

        Parameters
        ----------
        scores : RoundScores
        target, low : int

        Raises
        ------
        InputError
            If the target is not above `low`.
        """
        if target <= low:
            raise InputError(f"target must be above {low}, got {target}")
        totals = np.arange(low, target)
        equity = cls(target, low, won_by(totals[:, None], totals[None, :]))
        for _ in range(_MOST_STEPS):
            values = equity.after_round(scores)
            change = float(np.abs(values - equity.values).max())
            equity = cls(target, low, values)
            if change < _TOLERANCE:
                break
        return equity

    def at(self, own: ArrayLike, other: ArrayLike) -> Floats:
        """Return the chance to win from totals, at or above the target too: the game is over then."""
        totals = [np.asarray(total, np.int64) for total in (own, other)]
        is_over = np.maximum(*totals) >= self.target
        inside = [np.clip(total, self.low, self.target - 1) - self.low for total in totals]
        chances: Floats = np.where(is_over, won_by(*totals), self.values[inside[0], inside[1]])
        return chances

    def after_round(self, scores: RoundScores) -> Floats:
        """Return the chance to win, float64[n, n] by totals, if the next round has these scores and the rest is as before."""
        n = self.target - self.low
        n_own, n_other = scores.chances.shape
        own = np.arange(self.low + scores.low[0], self.low + scores.low[0] + n + n_own - 1)
        other = np.arange(self.low + scores.low[1], self.low + scores.low[1] + n + n_other - 1)
        beyond = self.at(own[:, None], other[None, :])
        spectrum = np.fft.rfft2(beyond) * np.conj(np.fft.rfft2(scores.chances, beyond.shape))
        mean: Floats = np.fft.irfft2(spectrum, beyond.shape)[:n, :n]
        return np.clip(mean, 0.0, 1.0)


def won_by(own: ArrayLike, other: ArrayLike) -> Floats:
    """Return 1 where the own total is the lower, 0.5 where both are equal, else 0."""
    difference = np.asarray(other, np.float64) - np.asarray(own, np.float64)
    shares: Floats = (np.sign(difference) + 1) / 2
    return shares

"""What candidates are compared by: one number over all fields, its interval, and what each game adds to it."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.tuning.playing import AHEAD, ROUNDS, WON, Games
from skyjo_sim.simulation.measures import Estimate

__all__ = ["MEASURES", "Reference", "objective", "objective_difference", "objective_estimate"]

Floats = NDArray[np.float64]

MEASURES = ("wins", "points")
"""The mean over fields of the logit of games won, or of points per round ahead of the mean of the others."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A candidate's results in each field, around which the objective is taken as linear.

    Attributes
    ----------
    ratios : ndarray, float64[n_fields]
        Share of games won, at least half a game from 0 and 1; or points per round ahead.
    bottoms : ndarray, float64[n_fields]
        Games, or rounds, per game.
    slopes : ndarray, float64[n_fields]
        Of the objective.
    measure : str
    """

    ratios: Floats
    bottoms: Floats
    slopes: Floats
    measure: str

    @classmethod
    def of(cls, games: Games, measure: str) -> "Reference":
        """Return the reference that results make, float64[n_fields, n_games, 4]."""
        tops, bottoms = _parts(games, measure)
        ratios = tops.sum(axis=-1) / bottoms.sum(axis=-1)
        slopes = np.ones_like(ratios)
        if measure == "wins":
            half = 0.5 / games.shape[-2]
            ratios = np.clip(ratios, half, 1 - half)
            slopes = 1 / (ratios * (1 - ratios))
        return cls(ratios, bottoms.mean(axis=-1), slopes, measure)

    @property
    def level(self) -> float:
        """Return the objective."""
        return float(np.mean(np.log(self.ratios / (1 - self.ratios)) if self.measure == "wins" else self.ratios))

    def gains(self, games: Games) -> Floats:
        """Return what each game adds to the objective over the reference's, to first order.

        Parameters
        ----------
        games : ndarray, float64[..., n_fields, n_games, 4]

        Returns
        -------
        ndarray, float64[..., n_games]
        """
        tops, bottoms = _parts(games, self.measure)
        scale: Floats = (self.slopes / self.bottoms)[:, None]
        moved: Floats = (scale * (tops - self.ratios[:, None] * bottoms)).mean(axis=-2)
        return moved

    def blind_variance(self, games: Games) -> float:
        """Return the variance that the objective of `games` has where these do not show it: all won, or all lost.

        The reference must be of these games; each such field counts as one with half a game that went otherwise.
        """
        if self.measure != "wins":
            return 0.0
        is_blind: NDArray[np.bool_] = np.ptp(games[..., WON], axis=-1) == 0
        total = float((self.slopes * is_blind).sum())
        n_fields, n_games = is_blind.size, games[..., WON].size // is_blind.size
        return total / (n_games * n_fields * n_fields)


def objective(games: Games, measure: str) -> float:
    """Return the objective of results in all fields, float64[n_fields, n_games, 4]."""
    return Reference.of(games, measure).level


def objective_estimate(games: Games, measure: str) -> Estimate:
    """Return the objective with its 95 % interval over deals, by the delta method."""
    reference = Reference.of(games, measure)
    return _estimate(reference.level, reference.gains(games), reference.blind_variance(games))


def objective_difference(games: Games, others: Games, measure: str) -> Estimate:
    """Return the objective of results less that of `others` on the same deals, with the interval of the pairs."""
    first, second = Reference.of(games, measure), Reference.of(others, measure)
    blind = 0.0 if np.array_equal(games, others) else first.blind_variance(games) + second.blind_variance(others)
    return _estimate(first.level - second.level, first.gains(games) - second.gains(others), blind)


def _estimate(level: float, moved: Floats, blind_variance: float) -> Estimate:
    """Return a level with the interval that its moves by deal make, widened by a variance that they do not show."""
    seen = estimate_deals(level + moved - moved.mean())
    error = math.hypot(seen.standard_error, math.sqrt(blind_variance))
    half = float(stdtrit(moved.size - 1, 0.975)) * error
    return Estimate(level, error, level - half, level + half)


def _parts(games: Games, measure: str) -> tuple[Floats, Floats]:
    """Return numerators and denominators by game."""
    if measure == "wins":
        return games[..., WON], np.ones(games.shape[:-1])
    return games[..., AHEAD], games[..., ROUNDS]

"""What a tournament measured: pay-offs, ratings, populations; frames, tables, JSON and figures."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.measures import MEASURES, Measured, measure_sides
from skyjo_experiments.statistics.many import adjust_by_holm, p_value
from skyjo_experiments.statistics.populations import alpha_rank, cycles, replicate
from skyjo_experiments.statistics.ratings import Ratings, rate_alone, rate_pairs
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Payoffs", "Tournament"]

_SURE = 0.05


class Payoffs(NamedTuple):
    """Matrices float64[n_agents, n_agents]: what the agent of the row gets against that of the column."""

    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Tournament:
    """What a tournament measured; the unit of all intervals is the deal, played from every seat by every pair.

    Attributes
    ----------
    agents : tuple of Agent
    rules : Rules
    unit : {"game", "round"}
    seed : int
    pairs : tuple of (int, int)
        Who met: the agent that is counted alone, and its opponent.
    n_planned : int
        Deals planned.
    sums : ndarray, float64[n_pairs, n_deals, 2, columns]
        By pair, deal and side (`skyjo_experiments.comparison.kernels.columns`).
    is_interrupted : bool
    """

    agents: tuple[Agent | Seer, ...]
    rules: Rules
    unit: str
    seed: int
    pairs: tuple[tuple[int, int], ...]
    n_planned: int
    sums: NDArray[np.float64]
    is_interrupted: bool = False

    @property
    def names(self) -> list[str]:
        """Names of the agents."""
        return [agent.name for agent in self.agents]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.rules.players

    @property
    def n_deals(self) -> int:
        """Deals that every pair has played from every seat."""
        return int(self.sums.shape[1])

    @property
    def games_per_pair(self) -> int:
        """Games, or independent rounds, of each pair."""
        return self.n_deals * self.players

    @property
    def n_games(self) -> int:
        """Games, or independent rounds, of all pairs."""
        return self.games_per_pair * len(self.pairs)

    @property
    def neutral(self) -> float:
        """Share of wins of equals."""
        return 1 / self.players

    def abandoned_of(self, chosen: NDArray[np.bool_] | slice) -> float:
        """Return the share of rounds of some pairs that the turn limit stopped."""
        rounds = self.sums[chosen][..., columns.ROUNDS].sum()
        return float(self.sums[chosen][..., columns.ABANDONED].sum() / rounds) if rounds else math.nan

    @property
    def abandoned(self) -> float:
        """Share of rounds that the turn limit stopped."""
        return self.abandoned_of(slice(None))

    @cached_property
    def measured(self) -> dict[str, list[Measured]]:
        """Shares of wins and scores of each pair."""
        return {
            name: [measure_sides(sums, MEASURES[name]) for sums in self.sums] for name in ("win_share", "mean_score")
        }

    @cached_property
    def p_values(self) -> NDArray[np.float64]:
        """By pair, Holm's adjusted p-values that it is even: in games won, or, of independent rounds, in points."""
        if self.unit == "game":
            plain = [p_value(measured.a, self.neutral) for measured in self.measured["win_share"]]
        else:
            plain = [p_value(measured.difference) for measured in self.measured["mean_score"]]
        return adjust_by_holm(plain)

    def _matrix(self, estimates: list[tuple[Estimate, Estimate]], diagonal: float) -> Payoffs:
        """Return matrices of estimates of the pair and of its reverse, which is read where two players are mirrored."""
        n = len(self.agents)
        matrices = Payoffs(*(np.full((n, n), diagonal) for _ in range(3)))
        for (i, j), (own, reverse) in zip(self.pairs, estimates, strict=True):
            for row, column, estimate in [(i, j, own), (j, i, reverse)][: 2 if self.players == 2 else 1]:
                for matrix, value in zip(matrices, (estimate.mean, estimate.low, estimate.high), strict=True):
                    matrix[row, column] = value
        return matrices

    @cached_property
    def wins(self) -> Payoffs:
        """Shares of games won; on the diagonal what equals win."""
        return self._matrix([(measured.a, measured.b) for measured in self.measured["win_share"]], self.neutral)

    @cached_property
    def differences(self) -> Payoffs:
        """Points per round of the row's agent less those of the column's: less is better."""
        estimates = [measured.difference for measured in self.measured["mean_score"]]
        turned = [Estimate(-e.mean, e.standard_error, -e.high, -e.low) for e in estimates]
        return self._matrix(list(zip(estimates, turned, strict=True)), 0.0)

    @cached_property
    def ratings(self) -> Ratings:
        """Rating points of all agents, all results at once, with bootstrap intervals over deals."""
        n = len(self.agents)
        won = np.zeros((self.n_deals, n, n))
        for (i, j), sums in zip(self.pairs, self.sums, strict=True):
            won[:, i, j] = sums[:, 0, columns.WINS] / WIN
            if self.players == 2:
                won[:, j, i] = sums[:, 1, columns.WINS] / WIN
        if self.players == 2:
            return rate_pairs(won, seed=self.seed)
        return rate_alone(won, self.players, self.players, seed=self.seed)

    @cached_property
    def alpha_rank(self) -> NDArray[np.float64]:
        """Share of each agent in a population in which better answers spread; differences within the error are none."""
        return alpha_rank(self.wins.mean, (self.wins.high - self.wins.low) / 2)

    @cached_property
    def replicator(self) -> NDArray[np.float64]:
        """Share of each agent, in the end, of a population that grows by what it wins."""
        path = replicate(self.wins.mean)
        shares: NDArray[np.float64] = path[len(path) // 2 :].mean(axis=0)  # the mean, should it run in circles
        return shares

    @cached_property
    def cycles(self) -> list[tuple[str, str, str]]:
        """Triples of which each beats the next, and the last the first, by the adjusted p-values."""
        beats = np.zeros((len(self.agents),) * 2)
        means = self.wins.mean - self.neutral if self.unit == "game" else -self.differences.mean
        for (i, j), p in zip(self.pairs, self.p_values, strict=True):
            if p < _SURE:
                beats[i, j] = np.sign(means[i, j])
                if self.players == 2:
                    beats[j, i] = -beats[i, j]
        return [tuple(self.names[index] for index in triple) for triple in cycles(beats)]  # type: ignore[misc]

    @cached_property
    def pairs_frame(self) -> "pd.DataFrame":
        """A row per pair, with the columns `skyjo_experiments.comparison.tournament_frames.PAIR_COLUMNS`."""
        from skyjo_experiments.comparison.tournament_frames import pairs_frame

        return pairs_frame(self)

    @cached_property
    def frame(self) -> "pd.DataFrame":
        """A row per agent, with the columns `skyjo_experiments.comparison.tournament_frames.RATING_COLUMNS`."""
        from skyjo_experiments.comparison.tournament_frames import agents_frame

        return agents_frame(self)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON; what cannot be measured is None."""
        from skyjo_experiments.comparison.tournament_frames import records
        from skyjo_experiments.comparison.tournament_text import sentence

        has_ratings = self.n_deals > 1
        return {
            "agents": records(self.frame) if has_ratings else [{"agent": name} for name in self.names],
            "pairs": records(self.pairs_frame) if has_ratings else [],
            "cycles": [list(triple) for triple in self.cycles] if has_ratings else [],
            "is_separated": self.ratings.is_separated if has_ratings else None,
            "players": self.players,
            "unit": self.unit,
            "seed": self.seed,
            "rules": self.rules.text(),
            "rules_digest": self.rules.digest(),
            "n_deals": self.n_deals,
            "n_games": self.n_games,
            "is_interrupted": self.is_interrupted,
            "sentence": sentence(self),
        }

    def __repr__(self) -> str:
        from skyjo_experiments.comparison.tournament_text import text

        return text(self)

    def _repr_html_(self) -> str:
        from skyjo_experiments.comparison.tournament_text import html

        return html(self)

    def plot_matrix(self, measure: str = "win_share") -> "Figure":
        """Draw the pay-offs as a heat map with numbers: ``win_share``, or ``difference`` of points per round."""
        from skyjo_experiments.comparison.tournament_figures import plot_matrix

        return plot_matrix(self, measure)

    def plot_ratings(self) -> "Figure":
        """Draw the ratings with their intervals, the highest on top."""
        from skyjo_experiments.comparison.tournament_figures import plot_ratings

        return plot_ratings(self)

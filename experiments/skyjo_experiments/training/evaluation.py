"""How strong an agent is: games against opponents, every deal from every seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.entry import simulate
from skyjo_sim.simulation.measures import Estimate, estimate_ratio, estimate_share

__all__ = ["CLOSING_SEED", "EVALUATION_SEED", "Score", "evaluate"]

EVALUATION_SEED = 2**62
"""Seed of the games that are played on the way; training seeds are smaller, so no game of theirs is among them."""

CLOSING_SEED = EVALUATION_SEED + 1
"""Seed of the closing games: ``best.npz`` was chosen for its luck in the others."""


@dataclass(frozen=True, slots=True)
class Score:
    """What an agent reached against one opponent; the unit of both intervals is the deal, played from every seat.

    Attributes
    ----------
    players : int
        Seats at the table.
    opponent : str
        Who sat in all other seats.
    n_games : int
    win_share : Estimate
        Share of games won, ties split.
    points_ahead : Estimate
        Points per round by which the agent's score was below the mean of the others.
    abandoned : float
        Share of rounds that the turn limit stopped.
    """

    players: int
    opponent: str
    n_games: int
    win_share: Estimate
    points_ahead: Estimate
    abandoned: float


def evaluate(
    agent: Agent, opponents: Sequence[Agent], rules: Rules, n_games: int, *, seed: int, workers: int = 1
) -> list[Score]:
    """Play an agent against a table full of each opponent.

    Parameters
    ----------
    agent : Agent
    opponents : sequence of Agent
    rules : Rules
    n_games : int
        Against each opponent: ``n_games // players`` deals, each from every seat.
    seed : int
        Of the deals, the same against every opponent.
    workers : int

    Raises
    ------
    KeyboardInterrupt
        If games are interrupted.
    """
    return [_score(agent, opponent, rules, n_games // rules.players, seed, workers) for opponent in opponents]


def _score(agent: Agent, opponent: Agent, rules: Rules, n_deals: int, seed: int, workers: int) -> Score:
    tallies = [_play_from(seat, agent, opponent, rules, n_deals, seed, workers) for seat in range(rules.players)]
    wins, points, rounds, abandoned = (np.sum(parts, axis=0) for parts in zip(*tallies, strict=True))
    games = np.full(n_deals, rules.players)
    return Score(
        rules.players,
        opponent.name,
        n_deals * rules.players,
        estimate_share(_moments(wins, games), n_deals, WIN),
        estimate_ratio(_moments(points, rounds * (rules.players - 1)), n_deals),
        float(abandoned.sum() / rounds.sum()),
    )


def _play_from(
    seat: int, agent: Agent, opponent: Agent, rules: Rules, n_deals: int, seed: int, workers: int
) -> tuple[NDArray[np.int64], ...]:
    """Play all deals from one seat; return by deal wins (times WIN), points ahead, rounds and abandoned rounds."""
    seated = [opponent] * rules.players
    seated[seat] = agent
    result = simulate(seated, n_games=n_deals, rules=rules, seed=seed, rotate=False, rows=True, workers=workers)
    if not result.is_complete:
        raise KeyboardInterrupt
    rows = np.concatenate(list(result.row_parts()))
    own = rows[rows["seat"] == seat]

    def by_deal(chosen: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.int64]:
        return np.rint(np.bincount(chosen["game"], weights, n_deals)).astype(np.int64)

    points = by_deal(rows, rows["score"]) - rules.players * by_deal(own, own["score"])
    rounds = by_deal(own, np.ones(own.size))
    return by_deal(own, own["win_share"] * WIN), points, rounds, by_deal(own, own["is_abandoned"])


def _moments(x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of x, y, xx, xy and yy."""
    return np.array([x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])

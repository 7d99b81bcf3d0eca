"""How strong an agent is: games against opponents, every deal from every seat."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.playing import play_contest
from skyjo_experiments.comparison.seatings import Contest, one_against
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.rules import Rules
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
    contest = Contest(seatings=one_against(agent, opponent, rules.players), rules=rules, seed=seed)
    sums, is_complete = play_contest(contest, n_deals, workers=workers)
    if not is_complete:
        raise KeyboardInterrupt
    own, others = np.rint(sums).astype(np.int64).transpose(1, 2, 0)
    points = others[columns.SCORE] - (rules.players - 1) * own[columns.SCORE]
    rounds = own[columns.ROUNDS]
    return Score(
        rules.players,
        opponent.name,
        n_deals * rules.players,
        estimate_share(_moments(own[columns.WINS], own[columns.UNITS]), n_deals, WIN),
        estimate_ratio(_moments(points, rounds * (rules.players - 1)), n_deals),
        float(own[columns.ABANDONED].sum() / rounds.sum()),
    )


def _moments(x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of x, y, xx, xy and yy."""
    return np.array([x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])

"""Contests of a question: one player alone among others on common deals, from every seat."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.seatings import FIRST, SECOND
from skyjo_experiments.questions._comparing import compare_whole
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.simulation.schedule import Progress

__all__ = ["Contested", "play_alone_among"]


@dataclass(frozen=True, slots=True, eq=False)
class Contested:
    """What a player measured alone among others, by deal; all of it is 0 on average for one who plays like the others.

    Attributes
    ----------
    ahead : float64[n_deals]
        Points per round by which its score is below the mean of the others.
    won : float64[n_deals]
        Share of rounds won, less 1 / players.
    abandoned : float
        Share of rounds that the turn limit stopped.
    """

    ahead: NDArray[np.float64]
    won: NDArray[np.float64]
    abandoned: float


def play_alone_among(
    agent: str | Agent,
    others: str | Agent,
    *,
    players: int,
    n_rounds: int,
    seed: int,
    workers: int | None,
    on_progress: Callable[[Progress], None] | None,
) -> Contested:
    """Play an agent alone among copies of another, every deal from every seat: ``n_rounds // players`` deals, 2 at least.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    InputError, PolicyError
        If an argument does not fit, or an agent fails.
    """
    n_deals = max(n_rounds // players, 2)
    comparison = compare_whole(
        agent,
        others,
        players=players,
        n_deals=n_deals,
        unit="round",
        seed=seed,
        workers=workers,
        on_progress=on_progress,
    )
    sums = comparison.sums
    scores = sums[:, :, columns.SCORE] / sums[:, :, columns.ROUNDS]
    won = sums[:, FIRST, columns.WINS] / WIN / sums[:, FIRST, columns.UNITS]
    return Contested(scores[:, SECOND] - scores[:, FIRST], won - 1 / players, comparison.abandoned)

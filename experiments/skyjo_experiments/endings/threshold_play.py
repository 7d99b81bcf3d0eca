"""Playing a threshold among others: one seat against a field, on the same deals whatever the threshold."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import Rows
from skyjo_sim import simulate
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.schedule import Progress

__all__ = ["closer", "play_games", "play_rounds"]


def closer(base: str, points: float) -> str:
    """Return the name of an agent that ends with at most so many points."""
    return f"end_below({base}, {points:g})"


def play_rounds(
    own: str,
    others: str,
    players: int,
    n_rounds: int,
    seed: int,
    workers: int | None,
    update: Callable[[Progress], None],
) -> tuple[NDArray[np.float64], float]:
    """Return the points by which the own seat was ahead of the mean of the others, by deal, and the share abandoned.

    The own seat moves on by one from deal to deal.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    """
    result = Rows.whole(
        simulate(
            [own, *[others] * (players - 1)],
            n_rounds=n_rounds,
            players=players,
            seed=seed,
            rows=True,
            workers=workers,
            on_progress=update,
        )
    )
    rows: NDArray[Any] = np.concatenate(list(result.row_parts())).reshape(-1, players)
    rows = rows[np.argsort(rows["game"][:, 0])]
    scores = rows["score"].astype(np.float64)
    mine = scores[rows["agent"] == 0]
    ahead: NDArray[np.float64] = (scores.sum(axis=1) - mine) / (players - 1) - mine
    return ahead, float(rows["is_abandoned"][:, 0].mean())


def play_games(
    own: str,
    others: str,
    players: int,
    n_games: int,
    seed: int,
    workers: int | None,
    update: Callable[[Progress], None],
) -> tuple[Estimate, float]:
    """Return the share of games that the own seat wins, ties split, and the share of rounds abandoned.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    """
    result = Rows.whole(
        simulate(
            [own, *[others] * (players - 1)],
            n_games=n_games,
            players=players,
            seed=seed,
            workers=workers,
            on_progress=update,
        )
    )
    return result.summaries[0].estimates["win_share"], result.n_abandoned / max(result.n_rounds, 1)

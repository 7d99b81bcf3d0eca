"""Collecting positions and playing them on, at a table of one agent, for questions that do both in stages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import Rows, Stages
from skyjo_experiments.forks import Fork, ForkResult, Positions, collect_positions, play_forks
from skyjo_experiments.forks.choosing import Range

__all__ = ["CARD_GROUPS", "ForkTable", "bin_name", "bins_of", "group_cards"]

CARD_GROUPS = {
    "-2, -1": (-2, -1),
    "0": (0, 0),
    "1 to 3": (1, 3),
    "4 to 6": (4, 6),
    "7 to 9": (7, 9),
    "10 to 12": (10, 12),
}
"""Cards whose columns are worth about the same; a column of the first costs points."""


@dataclass(frozen=True, slots=True)
class ForkTable:
    """A table at which one agent holds all seats, with the seed, the threads and the stages of an experiment."""

    agent: str
    players: int
    seed: int
    workers: int | None
    stages: Stages

    def collect(self, where: Mapping[str, Range], by: Mapping[str, int], limit: int, n_rounds: int) -> Positions:
        """Begin a stage and collect positions as `skyjo_experiments.forks.collect_positions` does."""
        update = self.stages.begin(f"{self.agent}, {self.players} players: looking for positions")
        return Rows.whole(
            collect_positions(
                self.agent,
                where,
                by=by,
                limit=limit,
                n_rounds=n_rounds,
                players=self.players,
                seed=self.seed,
                workers=self.workers,
                on_progress=update,
            )
        )

    def play(self, positions: Positions, forks: Sequence[Fork], n_deals: int, seed: int | None = None) -> ForkResult:
        """Begin a stage and play positions on as `skyjo_experiments.forks.play_forks` does."""
        update = self.stages.begin(f"{self.agent}, {self.players} players: playing {len(positions):,} positions on")
        return Rows.whole(
            play_forks(
                positions,
                forks,
                n_deals=n_deals,
                seed=self.seed if seed is None else seed,
                workers=self.workers,
                on_progress=update,
            )
        )


def bins_of(values: NDArray[np.int64], first: int, width: int, last: int) -> NDArray[np.int64]:
    """Return the lowest value of each value's bin, int64[n]; what is above `last` is in the last bin."""
    return (np.minimum(values, last) - first) // width * width + first


def bin_name(low: int, width: int) -> str:
    """Return the name of a bin, such as ``4 to 6``."""
    return str(low) if width == 1 else f"{low} to {low + width - 1}"


def group_cards(cards: NDArray[np.int64]) -> dict[str, NDArray[np.bool_]]:
    """Return the positions, bool[n], of each of the `CARD_GROUPS`."""
    return {name: (cards >= low) & (cards <= high) for name, (low, high) in CARD_GROUPS.items()}

"""`BatchState`: the games of a batch at one moment."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.rules import Rules

__all__ = ["BatchState"]


@dataclass(frozen=True, eq=False)
class BatchState:
    """The games of a `SkyjoBatch` at one moment, hidden cards and luck included; for `SkyjoBatch.restore`."""

    games: NDArray[Any]
    indices: NDArray[np.int64]
    rules: Rules
    episode: str

    def __len__(self) -> int:
        """Return the number of games."""
        return self.games.size

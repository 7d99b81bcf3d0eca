"""How seats stand: the others' estimated totals, a hidden card counted as the mean of the unseen ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.kernels.cards import COPIES, HIDDEN, LOWEST_CARD, N_SLOTS, N_VALUES

__all__ = ["best_other", "estimate_totals"]

_NOBODY = 1e9


def estimate_totals(games: NDArray[Any], players: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the estimated totals of all seats, float64[n, players], and their hidden cards, int64[n, players].

    Parameters
    ----------
    games : GAME[n]
        Only what everybody sees is read.
    players : int
    """
    table = games["table"]
    unseen = np.array(COPIES[:N_VALUES]) - table["seen"][:, :N_VALUES].astype(np.float64)
    mean = unseen @ np.arange(LOWEST_CARD, LOWEST_CARD + N_VALUES) / np.maximum(unseen.sum(axis=1), 1)
    grids = table["visible"][:, :players, :N_SLOTS].astype(np.int64)
    hidden = (grids == HIDDEN).sum(axis=2)
    shown = np.where(grids >= LOWEST_CARD, grids, 0).sum(axis=2)
    return shown + hidden * mean[:, None], hidden


def best_other(
    games: NDArray[Any], players: int, seats: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the lowest estimated total of another seat, float64[n], and the hidden cards of that seat, int64[n]."""
    totals, hidden = estimate_totals(games, players)
    rows = np.arange(len(games))
    totals[rows, seats] = _NOBODY
    best = totals.argmin(axis=1)
    return totals[rows, best], hidden[rows, best]

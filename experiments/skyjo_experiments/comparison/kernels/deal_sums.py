"""Rows of rounds, added up by deal and seat."""

from pathlib import Path

import numpy as np

from skyjo_experiments.comparison.kernels.columns import (
    ABANDONED,
    DOUBLED,
    ENDED,
    ROUND_WINS,
    ROUNDS,
    SCORE,
    TURNS,
    UNITS,
    WINS,
)
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.sums import WIN

__all__ = ["add_rows"]

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def add_rows(rows, n_rows, players, first, is_single, sums):  # type: ignore[no-untyped-def]
    """Add rows of whole rounds, sorted by game, round and seat, to ``sums[game - first, seat]``, float64[n, 8, columns].

    ``is_single`` tells that rounds are independent.
    """
    for position in range(0, n_rows, players):
        fewest, n_fewest, n_winners = np.int64(1 << 30), 0, np.int64(0)
        for row in rows[position : position + players]:
            if row.score < fewest:
                fewest, n_fewest = np.int64(row.score), 0
            n_fewest += row.score == fewest
            n_winners += row.win_share > 0
        for row in rows[position : position + players]:
            own = sums[row.game - first, row.seat]
            own[ROUNDS] += 1
            own[SCORE] += row.score
            own[ENDED] += row.is_ender
            own[DOUBLED] += row.is_doubled
            own[TURNS] += row.turns
            own[ABANDONED] += row.is_abandoned
            own[UNITS] += is_single or row["round"] == 0
            if row.score == fewest:
                own[ROUND_WINS] += WIN // n_fewest
            if row.win_share > 0:
                own[WINS] += WIN // n_winners

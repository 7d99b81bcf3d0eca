"""What is measured of a scored round of Skyjo Action."""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.scoring import leaders

__all__ = ["ABANDONED", "AHEAD", "DOUBLED", "ENDED", "N_MEASURES", "PLAYED", "SCORE", "TURNS", "WON", "add_measures"]

SCORE = 0
"""Points after doubling."""
AHEAD = 1
"""Points by which the score is below the mean of the others."""
WON = 2
"""Share of the round won, ties split."""
ENDED = 3
DOUBLED = 4
TURNS = 5
"""Turns of the round, all seats together."""
ABANDONED = 6
PLAYED = 7
"""Cards of the kind in question that were played."""
N_MEASURES = 8

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def add_measures(table, seat, kind, weight, values):  # type: ignore[no-untyped-def]
    """Add a seat's measures, times a weight, to ``values``, float64[measures]."""
    n_players = np.int64(table.n_players)
    total = np.int64(0)
    for other in range(n_players):
        total += np.int64(table.score[other])
    own = np.int64(table.score[seat])
    best = leaders(table.score, n_players)
    has_ended = table.ender == seat
    values[SCORE] += weight * own
    values[AHEAD] += weight * ((total - own) / (n_players - 1) - own)
    values[WON] += weight * (best >> seat & 1) / count(best)
    values[ENDED] += weight * has_ended
    values[DOUBLED] += weight * (has_ended and table.is_doubled != 0)
    values[TURNS] += weight * table.turns
    values[ABANDONED] += weight * table.is_abandoned
    if kind >= 0:
        values[PLAYED] += weight * table.played[seat, kind]

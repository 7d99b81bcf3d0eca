"""The points that ending now leaves, and those that the others have to expect."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.ending import own_points
from skyjo_agents.one_ply.sheet import N_ROWS, UNSEEN, WIDTH
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import LOWEST_CARD, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.scoring import points_shown

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def best_rival(table, seat):  # type: ignore[no-untyped-def]
    """Return the fewest points that another seat has to expect: those that show, and the mean unseen for hidden cards."""
    mean, _ = write_chances(table, np.empty((N_ROWS, WIDTH)))
    fewest = 1e9
    for other in range(np.int64(table.n_players)):
        if other != seat:
            fewest = min(fewest, points_shown(table, other) + mean * count(np.int64(table.hidden[other])))
    return fewest


@_kernel
def points_by_flip(table, seat, slot):  # type: ignore[no-untyped-def]
    """Return the points that the own grid may be expected to have when its last hidden card is turned up."""
    sheet, points = np.empty((N_ROWS, WIDTH)), 0.0
    write_chances(table, sheet)
    for value in range(N_VALUES):
        points += sheet[UNSEEN, value] * own_points(table, seat, slot, value + LOWEST_CARD)
    return points

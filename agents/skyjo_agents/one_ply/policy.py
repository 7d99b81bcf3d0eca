"""The one-ply policy: fill the work sheet, choose."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.aside import answer_aside
from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.choosing import choose_place, choose_source
from skyjo_agents.one_ply.denying import charge_discards, write_fed
from skyjo_agents.one_ply.ending import write_endings
from skyjo_agents.one_ply.potentials import write_costs, write_grid, write_last_costs
from skyjo_agents.one_ply.sheet import FED, N_ROWS, WIDTH
from skyjo_agents.one_ply.weights import DENIAL, HASTE, SPREAD_OPENING
from skyjo_sim.agent import policy
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["one_ply_policy"]

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def fill_sheet(table, seat, weights, moments, sheet):  # type: ignore[no-untyped-def]
    """Fill a work sheet that has the chances; ``moments`` are the mean and the variance of a hidden card."""
    mean, variance = moments
    if table.ender >= 0:
        write_grid(table, seat, write_last_costs(mean, sheet), sheet)
    else:
        worth = write_grid(table, seat, write_costs(table, seat, weights, mean, sheet), sheet)
        if count(np.int64(table.hidden[seat])) == 1:
            write_endings(table, seat, mean, variance, worth, weights, sheet)
    if weights[DENIAL] > 0:
        write_fed(table, seat, mean, weights, sheet)
        charge_discards(table, seat, sheet)
    else:
        sheet[FED, :] = 0.0


@_kernel
def answer_turn(table, seat, weights, moments, sheet):  # type: ignore[no-untyped-def]
    """Answer in phase SOURCE or PLACE, from a sheet that has the chances."""
    fill_sheet(table, seat, weights, moments, sheet)
    haste = weights[HASTE] if table.ender < 0 else 0.0
    if table.phase == SOURCE:
        return choose_source(table, seat, haste, sheet)
    return choose_place(table, seat, haste, sheet)


@policy
def one_ply_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer with what leaves the own grid worth the fewest points, by the weights in ``params.values``."""
    weights = params.values
    if table.phase not in (SOURCE, PLACE):
        return answer_aside(table, seat, weights[SPREAD_OPENING] > 0)
    sheet = np.empty((N_ROWS, WIDTH))
    return answer_turn(table, seat, weights, write_chances(table, sheet), sheet)

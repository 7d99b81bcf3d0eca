"""The one-ply policy: fill the work sheet, choose."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.choosing import choose_place, choose_source
from skyjo_agents.one_ply.denying import charge_discards, write_fed
from skyjo_agents.one_ply.ending import write_endings
from skyjo_agents.one_ply.potentials import write_costs, write_grid, write_last_costs
from skyjo_agents.one_ply.sheet import FED, N_ROWS, WIDTH
from skyjo_agents.one_ply.weights import DENIAL, HASTE, SPREAD_OPENING
from skyjo_sim.agent import policy
from skyjo_sim.kernels.actions import CLEAR, CLEAR_LINE, FLIP, KEEP_LINE, OPENING, SOURCE
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, ROW
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["one_ply_policy"]

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def opening_flip(table, seat, is_spread):  # type: ignore[no-untyped-def]
    """Choose an opening flip: the next column's top card where cards are spread, else the next card of the column."""
    left = np.int64(table.hidden[seat]) & ~np.int64(table.chosen)
    top = left & ROW & ALL_SLOTS
    return FLIP + lowest(top if is_spread and top else left)


@_kernel
def fill_sheet(table, seat, weights, sheet):  # type: ignore[no-untyped-def]
    """Fill the work sheet for a decision between placements and flips."""
    mean, variance = write_chances(table, sheet)
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


@policy
def one_ply_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer with what leaves the own grid worth the fewest points, by the weights in ``params.values``."""
    weights, phase = params.values, table.phase
    if phase == OPENING:
        return opening_flip(table, seat, weights[SPREAD_OPENING] > 0)
    if phase == CLEAR:
        card = np.int64(table.visible[seat, 3 * np.int64(table.asked)])
        return np.int64(CLEAR_LINE if card > 0 else KEEP_LINE)
    sheet = np.empty((N_ROWS, WIDTH))
    fill_sheet(table, seat, weights, sheet)
    haste = weights[HASTE] if table.ender < 0 else 0.0
    if phase == SOURCE:
        return choose_source(table, seat, haste, sheet)
    return choose_place(table, seat, haste, sheet)

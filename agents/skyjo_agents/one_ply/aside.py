"""Answers in the phases beside turns: which opening cards to turn, and whether to clear a column where that is free."""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels.actions import CLEAR, CLEAR_LINE, FLIP, KEEP_LINE
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import ROW
from skyjo_sim.kernels.compiler import kernel_of

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def answer_aside(table, seat, is_spread):  # type: ignore[no-untyped-def]
    """Clear columns above 0; turn opening cards in a row where they are spread, else in a column."""
    if table.phase == CLEAR:
        card = np.int64(table.visible[seat, 3 * np.int64(table.asked)])
        return np.int64(CLEAR_LINE if card > 0 else KEEP_LINE)
    left = np.int64(table.hidden[seat]) & ~np.int64(table.chosen)
    tops = left & ROW
    return FLIP + lowest(tops if is_spread and tops else left)

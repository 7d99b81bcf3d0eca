"""Views of Skyjo Action: what a seat sees and may do, as one row of the arrays that environments return."""

import numpy as np

from skyjo_sim.kernels.action.flat import write_flat
from skyjo_sim.kernels.action.knowledge import show_known
from skyjo_sim.kernels.action.planes import write_planes
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.compiler import kernel, merged
from skyjo_sim.kernels.observing import ALL_LEGAL

IN_TABLE = 1
"""What `legal` returns: the legal ids stand in ``table.legal``, which has two words."""


@kernel
def write_mask(table, ids, mask):
    """Write the legal ids as ones: those in the table, or all (`ALL_LEGAL`), or none (0)."""
    for action in range(mask.size):
        is_legal = np.int64(table.legal[action >> 6] >> np.uint64(action & 63)) & 1
        mask[action] = is_legal if ids == IN_TABLE else np.int64(ids == ALL_LEGAL)


@merged
def write_view(game, rules, seat, ids, position, view):
    """Write what `seat` sees, and the ids that it may choose, into row `position` of a view (`kernels.observing`).

    What the seat to decide knows of hidden cards gives place to what the viewer knows, and is put back.
    """
    table = game.table
    flat, planes, masks = view
    is_another = table.has_knowledge and table.phase < ROUND_OVER and table.seat != seat
    if is_another:
        show_known(game, seat)
    if flat.shape[1] > 0:
        write_flat(table, rules, seat, flat[position])
    if planes.size > 0:
        write_planes(table, rules, seat, planes[position])
    if is_another:
        show_known(game, np.int64(table.seat))
    write_mask(table, ids, masks[position])

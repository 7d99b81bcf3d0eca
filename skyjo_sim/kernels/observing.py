"""Views: what a seat sees and may do, as one row of the arrays that environments return.

Merged, not called: a tuple of arrays that is passed on has its references counted at each level, a tenth of a step.
"""

from skyjo_sim.kernels.compiler import merged
from skyjo_sim.kernels.flat import write_flat
from skyjo_sim.kernels.planes import write_planes

ALL_LEGAL = -1
"""The ids, as bits, of an episode that is over: a mask of all ones, which no softmax trips over."""


@merged
def write_view(table, seat, ids, position, view):
    """Write what `seat` sees, and the ids that it may choose, given as bits, into row `position` of a view.

    ``view`` is (float32[n, numbers], PLANES[n], int8[n, n_actions]); the first two are empty where that form is not
    wanted.
    """
    flat, planes, masks = view
    if flat.shape[1] > 0:
        write_flat(table, seat, flat[position])
    if planes.size > 0:
        write_planes(table, seat, planes[position])
    for action in range(masks.shape[1]):
        masks[position, action] = ids >> action & 1

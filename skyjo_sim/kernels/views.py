"""What policies ask of a table again and again."""

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from skyjo_sim.kernels.cards import GRID_WIDTH, LOWEST_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED, inlined

_SLOT_BITS = 4
_NO_SLOT = -9


def highest_key_python(visible):
    """Return the maximum of ``visible[slot] << 4 | 15 - slot`` over a grid row of 16."""
    return max((int(visible[slot]) << _SLOT_BITS) | (15 - slot) for slot in range(GRID_WIDTH))


@intrinsic
def _highest_key_compiled(typing_context, visible):
    """One vector maximum; numba does not vectorise the loop."""

    def codegen(context, builder, signature, arguments):
        bytes_type = ir.VectorType(ir.IntType(8), GRID_WIDTH)
        words_type = ir.VectorType(ir.IntType(16), GRID_WIDTH)
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        row = builder.load(builder.bitcast(array.data, bytes_type.as_pointer()), align=1)
        shifted = builder.shl(builder.sext(row, words_type), ir.Constant(words_type, [_SLOT_BITS] * GRID_WIDTH))
        keys = builder.or_(shifted, ir.Constant(words_type, [15 - slot for slot in range(GRID_WIDTH)]))
        reduce_type = ir.FunctionType(ir.IntType(16), [words_type])
        name = f"llvm.vector.reduce.smax.v{GRID_WIDTH}i16"
        reduce = cgutils.get_or_insert_function(builder.module, reduce_type, name)
        return builder.sext(builder.call(reduce, [keys]), ir.IntType(64))

    return types.int64(visible), codegen


highest_key = _highest_key_compiled if IS_COMPILED else highest_key_python


@inlined
def highest_visible(table, seat):
    """Return the highest face-up card of a seat and its slot (the first of several).

    Without a face-up card the card is below every card, -9, and the slot is -1.
    """
    key = highest_key(table.visible[seat])
    card = key >> _SLOT_BITS
    if card < LOWEST_CARD:
        return np.int64(_NO_SLOT), np.int64(-1)
    return card, 15 - (key & 15)

"""Looking through 16 bytes at a time: at which places of a grid or a hand is a value? With a Python twin."""

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from skyjo_sim.kernels.action.cards import KINDS_WIDTH
from skyjo_sim.kernels.cards import GRID_WIDTH
from skyjo_sim.kernels.compiler import IS_COMPILED

_I8, _I16, _I32 = ir.IntType(8), ir.IntType(16), ir.IntType(32)
_BYTES = ir.VectorType(_I8, GRID_WIDTH)


def places_of_python(row, value):
    """Return where int8[16] or uint8[16] has a value: bit k for place k, as int64."""
    places = 0
    for place in range(GRID_WIDTH):
        places |= int(row[place] == value) << place
    return np.int64(places)


@intrinsic
def _places_of_compiled(typing_context, row, value):
    def codegen(context, builder, signature, arguments):
        array = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        cells = builder.load(builder.bitcast(array.data, _BYTES.as_pointer()), align=1)
        wanted = builder.trunc(context.cast(builder, arguments[1], value, types.int64), _I8)
        first = builder.insert_element(ir.Constant(_BYTES, ir.Undefined), wanted, ir.Constant(_I32, 0))
        zeros = ir.Constant(ir.VectorType(_I32, GRID_WIDTH), [0] * GRID_WIDTH)
        lanes = builder.shuffle_vector(first, ir.Constant(_BYTES, ir.Undefined), zeros)
        bits = builder.bitcast(builder.icmp_signed("==", cells, lanes), _I16)
        return builder.zext(bits, ir.IntType(64))

    return types.int64(row, value), codegen


places_of = _places_of_compiled if IS_COMPILED else places_of_python

assert GRID_WIDTH == KINDS_WIDTH == 16

"""An agent's many numbers, such as a network's weights: an array that a policy reaches through its parameters.

The record `PARAMS` holds the array's address and its length, so that a policy keeps its published signature and no array
is copied. Uncompiled, an "address" is the array's id, looked up among the arrays that are alive.
"""

from typing import Any
from weakref import WeakValueDictionary

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from skyjo_sim.kernels.compiler import IS_COMPILED, inlined

_ARRAYS: "WeakValueDictionary[int, NDArray[np.float32]]" = WeakValueDictionary()


def weights_address(weights: NDArray[np.float32]) -> int:
    """Return what stands for a contiguous float32 array in `PARAMS`. The caller keeps the array alive."""
    if not IS_COMPILED:
        _ARRAYS[id(weights)] = weights
        return id(weights)
    return int(weights.ctypes.data)


@intrinsic
def _as_pointer(typing_context, address):
    def codegen(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float32)(types.uint64), codegen


@inlined
def _weights_compiled(params):
    """Return the agent's numbers, float32[n_weights], to be read only."""
    return numba.carray(_as_pointer(params.weights), (params.n_weights,))


def weights_python(params: Any) -> NDArray[np.float32]:
    """Return the agent's numbers, float32[n_weights]."""
    address = int(params.weights)
    return _ARRAYS[address] if address else np.zeros(0, np.float32)


weights_of = _weights_compiled if IS_COMPILED else weights_python

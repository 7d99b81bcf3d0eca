"""Agents on top of another: the policy asks its base, with the base's own parameters.

The record `PARAMS` holds the address of the base's policy and of its parameters, so that any agent can be wrapped and the
wrapped agent is one like any other. Uncompiled, the "address" of parameters is the record's id.
"""

from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from skyjo_sim.kernels.calls import PARAMS_TYPE, call_policy
from skyjo_sim.kernels.compiler import IS_COMPILED, kernel

_RECORDS: "WeakValueDictionary[int, NDArray[np.void]]" = WeakValueDictionary()


def params_address(params: NDArray[np.void]) -> int:
    """Return what stands for an array of one `PARAMS` in another. The caller keeps the array alive."""
    if not IS_COMPILED:
        _RECORDS[id(params)] = params
        return id(params)
    return int(params.ctypes.data)


@intrinsic
def _base_params_compiled(typing_context, address):
    def codegen(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(PARAMS_TYPE))

    return PARAMS_TYPE(types.uint64), codegen


def base_params_python(address: int) -> Any:
    """Return the parameters that an address stands for."""
    return _RECORDS[int(address)][0]


_base_params = _base_params_compiled if IS_COMPILED else base_params_python


@kernel
def ask_base(table, seat, params, stream):
    """Ask the base of the agent with these parameters; -1, which is never legal, where it has none."""
    if params.base_policy == 0:
        return np.int64(-1)
    return call_policy(params.base_policy, table, seat, _base_params(params.base_params), stream)

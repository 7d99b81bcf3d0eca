"""Calling a policy by its address, so that the play loop is compiled once for all agents.

A policy has one signature, `POLICY_SIGNATURE`; that of a seer, `SEER_SIGNATURE`, takes the game, hidden cards included.
Kernels get the addresses of the compiled policies in an array; an exception that a policy raises reaches the caller.
Uncompiled, a "call" looks the Python function up by its id.
"""

from collections.abc import Callable
from operator import index
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME, PARAMS, STREAM, TABLE

GAME_TYPE = numba.from_dtype(GAME)
TABLE_TYPE = numba.from_dtype(TABLE)
PARAMS_TYPE = numba.from_dtype(PARAMS)
STREAM_TYPE = numba.from_dtype(STREAM)
POLICY_ARGUMENTS = (TABLE_TYPE, types.int64, PARAMS_TYPE, STREAM_TYPE)
POLICY_SIGNATURE = types.int64(*POLICY_ARGUMENTS)
"""``policy(table, seat, params, stream) -> action id``."""
SEER_ARGUMENTS = (GAME_TYPE, types.int64, PARAMS_TYPE, STREAM_TYPE)
SEER_SIGNATURE = types.int64(*SEER_ARGUMENTS)
"""``policy(game, seat, params, stream) -> action id``: of one that sees hidden cards."""

_FUNCTIONS: dict[int, Callable[..., Any]] = {}


def policy_address(policy: Any, signature: Any = POLICY_SIGNATURE) -> int:
    """Return the address of a compiled policy, compiling it where needed. The caller keeps `policy` alive."""
    if not IS_COMPILED:
        _FUNCTIONS[id(policy)] = policy
        return id(policy)
    result = policy.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def _call_python(address, seen, seat, params, stream):
    return index(_FUNCTIONS[int(address)](seen, seat, params, stream))


def caller_of(wanted_types):
    """Return what calls functions of these arguments by address, in kernels."""
    if not IS_COMPILED:
        return _call_python

    def typed(typing_context, address, seen, seat, params, stream):
        def codegen(context, builder, signature, arguments):
            convention = context.call_conv
            function_type = convention.get_function_type(types.int64, wanted_types)
            pointer = builder.inttoptr(arguments[0], ir.PointerType(function_type))
            values = [
                context.cast(builder, value, given, wanted)
                for value, given, wanted in zip(arguments[1:], signature.args[1:], wanted_types, strict=True)
            ]
            status, action = convention.call_function(builder, pointer, types.int64, wanted_types, values)
            with builder.if_then(status.is_error, likely=False):
                convention.return_status_propagate(builder, status)
            return action

        return types.int64(address, seen, seat, params, stream), codegen

    return intrinsic(typed)


call_policy = caller_of(POLICY_ARGUMENTS)
call_seer = caller_of(SEER_ARGUMENTS)

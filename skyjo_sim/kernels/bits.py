"""Bit sets over slots: counting, first and n-th member. Intrinsics, each with its Python twin for the uncompiled run."""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from skyjo_sim.kernels.cards import ALL_SLOTS, N_SLOTS
from skyjo_sim.kernels.compiler import IS_COMPILED, inlined


def _packed_members() -> np.ndarray:
    """For each set of slots its members in ascending order, four bits each."""
    table = np.zeros(ALL_SLOTS + 1, np.uint64)
    for members in range(ALL_SLOTS + 1):
        slots = [slot for slot in range(N_SLOTS) if members >> slot & 1]
        table[members] = sum(slot << 4 * rank for rank, slot in enumerate(slots))
    return table


_MEMBERS = _packed_members()


def count_python(mask: int) -> int:
    """Return the number of set bits of a non-negative `mask`."""
    return int(mask).bit_count()


def lowest_python(mask: int) -> int:
    """Return the index of the lowest set bit; 64 for an empty `mask`."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1 if mask else 64


def _int64_to_int64(emit):
    """Make an intrinsic from a function that emits its one instruction."""

    def typed(typing_context, mask):
        def codegen(context, builder, signature, arguments):
            return emit(builder, context.cast(builder, arguments[0], mask, types.int64))

        return types.int64(mask), codegen

    return intrinsic(typed)


if IS_COMPILED:
    count = _int64_to_int64(lambda builder, mask: builder.ctpop(mask))
    lowest = _int64_to_int64(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 0)))
else:
    count, lowest = count_python, lowest_python


@inlined
def nth(mask, n):
    """Return the `n`-th lowest member (from 0) of a set of slots with more than `n` members."""
    return np.int64((_MEMBERS[np.uint64(mask)] >> np.uint64(4 * n)) & np.uint64(15))

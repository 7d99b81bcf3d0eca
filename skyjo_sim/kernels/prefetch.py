"""Asking for the memory of a game before its turn comes: a batch of a thousand is larger than the fast caches."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import SECRET, STREAM, TABLE
from skyjo_sim.kernels.layout_episodes import EPISODE

_LINE = 64


def _offset(kind, name):
    fields = kind.fields
    assert fields is not None
    return fields[name][1]


_SECRET, _LUCK = TABLE.itemsize, _offset(EPISODE, "luck")
_FIRST_BYTES = [_offset(TABLE, name) // _LINE * _LINE for name in ("visible", "hidden", "turns", "n_reshuffles")]
_FIRST_BYTES += range(_SECRET, _SECRET + _offset(SECRET, "chosen"), _LINE)  # luck, cards, piles
_FIRST_BYTES += range(_LUCK, _LUCK + 2 * STREAM.itemsize, _LINE)
_FIRST_BYTES += [_offset(EPISODE, "agents")]
"""Of the cache lines that a turn at two players touches."""


def prefetch_python(episode):
    """Do nothing: uncompiled, nothing would be gained."""


@intrinsic
def _prefetch_compiled(typing_context, episode):
    def codegen(context, builder, signature, arguments):
        start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [start.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for first in _FIRST_BYTES:
            place = builder.gep(start, [ir.Constant(ir.IntType(64), first)])
            builder.call(function, [place, number(1), number(3), number(1)])  # for writing, to keep, data
        return context.get_dummy_value()

    return types.void(episode), codegen


prefetch = _prefetch_compiled if IS_COMPILED else prefetch_python

"""Asking for the memory of a game before its turn comes: a batch of a thousand is larger than the fast caches."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM

_LINE = 64


def _offset(kind, name):
    fields = kind.fields
    assert fields is not None
    return fields[name][1]


def first_bytes(episode):
    """Return the first bytes of the cache lines that a turn at two players touches, by the type of an episode."""
    table, secret = episode["game"]["table"], episode["game"]["secret"]
    after, luck = table.itemsize, _offset(episode, "luck")
    places = [_offset(table, name) // _LINE * _LINE for name in ("visible", "hidden", "turns", "n_reshuffles")]
    places += range(after, after + _offset(secret, "chosen"), _LINE)  # luck, cards, piles
    places += range(luck, luck + 2 * STREAM.itemsize, _LINE)
    return [*places, _offset(episode, "agents")]


def prefetch_python(episode):
    """Do nothing: uncompiled, nothing would be gained."""


@intrinsic
def _prefetch_compiled(typing_context, episode):
    def codegen(context, builder, signature, arguments):
        start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [start.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for first in first_bytes(signature.args[0].dtype):
            place = builder.gep(start, [ir.Constant(ir.IntType(64), first)])
            builder.call(function, [place, number(1), number(3), number(1)])  # for writing, to keep, data
        return context.get_dummy_value()

    return types.void(episode), codegen


prefetch = _prefetch_compiled if IS_COMPILED else prefetch_python

"""The two inner loops of the flat observation as vector operations: numba does not vectorise them well.

Each intrinsic has its Python twin for the uncompiled run.
"""

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from skyjo_sim.kernels.cards import (
    CLEARED,
    COPIES,
    GRID_WIDTH,
    HIDDEN,
    LOWEST_CARD,
    N_SLOTS,
    N_VALUES,
)
from skyjo_sim.kernels.compiler import IS_COMPILED

CARD_UNIT = np.float32(1 / 12)
"""A card of 12 is 1."""

NO_LANE = N_VALUES
"""The lane behind the values, which counts nothing."""

_BITS = 8
_I8, _I32, _I64, _FLOAT = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.FloatType()
_BYTES, _WORDS = ir.VectorType(_I8, GRID_WIDTH), ir.VectorType(_I32, GRID_WIDTH)
_FLOATS, _MASK = ir.VectorType(_FLOAT, GRID_WIDTH), ir.VectorType(_I32, N_SLOTS)
_COPIES = [*COPIES.tolist(), 0]
_VALUES = [LOWEST_CARD + position for position in range(N_VALUES)] + [0]


def spread_grid_python(row, out):
    """Write int8[16] of a grid as float32[36]: cards, whether face down, whether cleared, 12 each.

    Returns
    -------
    int64
        ``points of the face-up cards << 8 | number of hidden cards``.
    """
    points, n_hidden = 0, 0
    for slot in range(N_SLOTS):
        card = int(row[slot])
        shown = card if card >= LOWEST_CARD else 0
        points += shown
        n_hidden += card == HIDDEN
        out[slot] = np.float32(shown) * CARD_UNIT
        out[N_SLOTS + slot] = np.float32(card == HIDDEN)
        out[2 * N_SLOTS + slot] = np.float32(card == CLEARED)
    return points << _BITS | n_hidden


def spread_chances_python(seen, held, hidden, drawn):
    """Write the chances of an unseen card's value to two places, each float32[16], the last 0; return its mean.

    ``seen`` is uint8[16], the cards of each value that are seen; ``held`` the position of a value of which one more is,
    or `NO_LANE`.
    """
    counts = [_COPIES[position] - int(seen[position]) - (position == held) for position in range(N_VALUES)]
    scale = np.float32(1) / np.float32(max(sum(counts), 1))
    for out in (hidden, drawn):
        for position in range(N_VALUES):
            out[position] = np.float32(counts[position]) * scale
        out[N_VALUES] = 0
    return np.float32(sum(n * value for n, value in zip(counts, _VALUES, strict=False))) * scale


def _constant(kind, number):
    return ir.Constant(kind, [number] * kind.count)


def _pointer(context, builder, array_type, array, kind):
    """Return a pointer of `kind` to the first element of an array."""
    return builder.bitcast(context.make_array(array_type)(context, builder, array).data, kind.as_pointer())


def _sum(builder, words):
    """Return the sum of all lanes."""
    kind = ir.FunctionType(_I32, [words.type])
    name = f"llvm.vector.reduce.add.v{words.type.count}i32"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [words])


def _splat(builder, scalar, kind):
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), scalar, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), _constant(ir.VectorType(_I32, kind.count), 0))


def _store_slots(builder, floats, pointer, part):
    """Store the 12 lanes of the slots as part 0, 1 or 2 of a seat."""
    slots = builder.shuffle_vector(floats, floats, ir.Constant(_MASK, list(range(N_SLOTS))))
    place = builder.gep(pointer, [ir.Constant(_I64, N_SLOTS * part)])
    builder.store(slots, builder.bitcast(place, slots.type.as_pointer()), align=4)


@intrinsic
def _spread_grid_compiled(typing_context, row, out):
    def codegen(context, builder, signature, arguments):
        cells = builder.load(_pointer(context, builder, signature.args[0], arguments[0], _BYTES), align=1)
        pointer = _pointer(context, builder, signature.args[1], arguments[1], _FLOAT)
        is_up = builder.icmp_signed(">=", cells, _constant(_BYTES, LOWEST_CARD))
        shown = builder.sext(builder.select(is_up, cells, _constant(_BYTES, 0)), _WORDS)
        is_hidden = builder.zext(builder.icmp_signed("==", cells, _constant(_BYTES, HIDDEN)), _WORDS)
        is_cleared = builder.zext(builder.icmp_signed("==", cells, _constant(_BYTES, CLEARED)), _WORDS)
        unit = _constant(_FLOATS, float(CARD_UNIT))
        _store_slots(builder, builder.fmul(builder.sitofp(shown, _FLOATS), unit), pointer, 0)
        _store_slots(builder, builder.sitofp(is_hidden, _FLOATS), pointer, 1)
        _store_slots(builder, builder.sitofp(is_cleared, _FLOATS), pointer, 2)
        keys = builder.or_(builder.shl(shown, _constant(_WORDS, _BITS)), is_hidden)
        return builder.sext(_sum(builder, keys), _I64)

    return types.int64(row, out), codegen


@intrinsic
def _spread_chances_compiled(typing_context, seen, held, hidden, drawn):
    def codegen(context, builder, signature, arguments):
        counted = builder.load(_pointer(context, builder, signature.args[0], arguments[0], _BYTES), align=1)
        lane = _splat(builder, builder.trunc(context.cast(builder, arguments[1], held, types.int64), _I8), _BYTES)
        is_held = builder.icmp_signed("==", lane, ir.Constant(_BYTES, list(range(GRID_WIDTH))))
        left = builder.sub(ir.Constant(_BYTES, _COPIES), counted)
        counts = builder.sext(builder.sub(left, builder.zext(is_held, _BYTES)), _WORDS)
        counts = builder.select(
            ir.Constant(ir.VectorType(ir.IntType(1), GRID_WIDTH), [1] * N_VALUES + [0]), counts, _constant(_WORDS, 0)
        )
        points = builder.sitofp(_sum(builder, builder.mul(counts, ir.Constant(_WORDS, _VALUES))), _FLOAT)
        total = _sum(builder, counts)
        total = builder.select(builder.icmp_signed(">", total, _I32(0)), total, _I32(1))
        scale = builder.fdiv(_FLOAT(1.0), builder.sitofp(total, _FLOAT))
        chances = builder.fmul(builder.sitofp(counts, _FLOATS), _splat(builder, scale, _FLOATS))
        for number in (2, 3):
            pointer = _pointer(context, builder, signature.args[number], arguments[number], _FLOATS)
            builder.store(chances, pointer, align=4)
        return builder.fmul(points, scale)

    return types.float32(seen, held, hidden, drawn), codegen


spread_grid = _spread_grid_compiled if IS_COMPILED else spread_grid_python
spread_chances = _spread_chances_compiled if IS_COMPILED else spread_chances_python

assert NO_LANE < GRID_WIDTH

"""Philox 4x32-10: the block function of every stream, eight blocks at a time.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A block is a bijection of the
128-bit counter for each key, so streams with different counters never share one. numba does not vectorise the block
function by itself; the intrinsic writes the eight lanes out.
"""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from skyjo_sim.kernels.compiler import IS_COMPILED, kernel
from skyjo_sim.kernels.layout import STREAM, WORDS

_FIRST_MULTIPLIER, _SECOND_MULTIPLIER = _MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_FIRST_STEP, _SECOND_STEP = _KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_LANES = WORDS // 4
_MASK = 0xFFFFFFFF


def philox_block(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the four 32-bit words of one block: the plain definition."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(_ROUNDS):
        first, second = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
        a, b, c, d = second >> 32 ^ b ^ k, second & _MASK, first >> 32 ^ d ^ m, first & _MASK
        k, m = (k + _KEY_STEPS[0]) & _MASK, (m + _KEY_STEPS[1]) & _MASK
    return a, b, c, d


@kernel
def first_word(key, block, low, middle, high):
    """Return the first word of one block; its counter in four parts of 32 bits. For luck that is needed once."""
    a, b, c, d = np.uint64(block), np.uint64(low), np.uint64(middle), np.uint64(high)
    k, m = np.uint64(key[0]), np.uint64(key[1])
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    for _ in range(_ROUNDS):
        first, second = a * np.uint64(_FIRST_MULTIPLIER), c * np.uint64(_SECOND_MULTIPLIER)
        a, b, c, d = (second >> half) ^ b ^ k, second & mask, (first >> half) ^ d ^ m, first & mask
        k, m = (k + np.uint64(_FIRST_STEP)) & mask, (m + np.uint64(_SECOND_STEP)) & mask
    return np.int64(a)


def refill_python(stream):
    """Make the next 32 words: word w of the block of lane i becomes ``words[8 * w + i]``."""
    block, *rest = (int(part) for part in stream.counter)
    key = tuple(int(part) for part in stream.key)
    for lane in range(_LANES):
        stream.words[lane::_LANES] = philox_block(((block + lane) & _MASK, *rest), key)
    stream.counter[0] = (block + _LANES) & _MASK


_I8, _I32, _I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_LANES32, _LANES64 = ir.VectorType(_I32, _LANES), ir.VectorType(_I64, _LANES)
_REFILL_NAME = "skyjo_philox_refill"


def _spread(builder: ir.IRBuilder, scalar: ir.Value) -> ir.Value:
    """Return a vector with `scalar` in every lane."""
    undefined = ir.Constant(_LANES32, ir.Undefined)
    first = builder.insert_element(undefined, scalar, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, undefined, ir.Constant(_LANES32, [0] * _LANES))


def _constant(vector: ir.VectorType, number: int) -> ir.Constant:
    return ir.Constant(vector, [number] * _LANES)


def _multiply(builder: ir.IRBuilder, lanes: ir.Value, multiplier: int) -> tuple[ir.Value, ir.Value]:
    """Return the high halves of ``lanes * multiplier``, and the products, whose low halves count."""
    low = builder.and_(lanes, _constant(_LANES64, _MASK))
    product = builder.mul(low, _constant(_LANES64, multiplier))
    return builder.lshr(product, _constant(_LANES64, 32)), product


def _rounds(builder: ir.IRBuilder, counter: list[ir.Value], key: list[ir.Value]) -> list[ir.Value]:
    """Run the block function on 64-bit lanes of which the low halves count: nothing is repacked between rounds."""
    a, b, c, d = (builder.zext(part, _LANES64) for part in counter)
    wide_key = [builder.zext(part, _LANES64) for part in key]
    for number in range(_ROUNDS):
        k, m = (
            builder.add(part, _constant(_LANES64, number * step & _MASK))
            for part, step in zip(wide_key, _KEY_STEPS, strict=True)
        )
        first_high, first_low = _multiply(builder, a, _FIRST_MULTIPLIER)
        second_high, second_low = _multiply(builder, c, _SECOND_MULTIPLIER)
        a, b = builder.xor(builder.xor(second_high, b), k), second_low
        c, d = builder.xor(builder.xor(first_high, d), m), first_low
    return [builder.trunc(part, _LANES32) for part in (a, b, c, d)]


def _field(builder: ir.IRBuilder, stream: ir.Value, name: str, index: int, kind: ir.Type) -> ir.Value:
    """Return a pointer of `kind` to 32-bit element `index` of a field of the stream."""
    fields = STREAM.fields
    assert fields is not None
    offset = ir.Constant(_I64, fields[name][1] + 4 * index)
    return builder.bitcast(builder.gep(stream, [offset]), kind.as_pointer())


def _refill_function(module: ir.Module) -> ir.Function:
    """Return the refill function of a module, written once; not inlined, so that hot loops stay small."""
    if _REFILL_NAME in module.globals:
        return module.globals[_REFILL_NAME]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [_I8.as_pointer()]), _REFILL_NAME)
    function.linkage = "linkonce_odr"  # copies in linked modules become one
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block())
    (stream,) = function.args

    def load(name: str, index: int) -> ir.Value:
        return builder.load(_field(builder, stream, name, index, _I32), align=4)

    block = load("counter", 0)
    lanes = builder.add(_spread(builder, block), ir.Constant(_LANES32, list(range(_LANES))))
    counter = [lanes] + [_spread(builder, load("counter", index)) for index in (1, 2, 3)]
    key = [_spread(builder, load("key", index)) for index in (0, 1)]
    for word, vector in enumerate(_rounds(builder, counter, key)):
        builder.store(vector, _field(builder, stream, "words", _LANES * word, _LANES32), align=4)
    following = builder.add(block, ir.Constant(_I32, _LANES))
    builder.store(following, _field(builder, stream, "counter", 0, _I32), align=4)
    builder.ret_void()
    return function


@intrinsic
def _refill_compiled(typing_context, stream):
    def codegen(context, builder, signature, arguments):
        pointer = builder.bitcast(arguments[0], _I8.as_pointer())
        builder.call(_refill_function(builder.module), [pointer])
        return context.get_dummy_value()

    return types.void(stream), codegen


refill = _refill_compiled if IS_COMPILED else refill_python

assert STREAM.fields is not None
assert np.dtype(STREAM["words"]).base == np.uint32

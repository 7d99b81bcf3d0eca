"""The yardstick policy of Skyjo Action; the play loop inlines it."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import inlined, kernel

_HALF = 0xFFFFFFFF


@inlined
def nth_of_word(word, n):
    """Return the index of the `n`-th lowest set bit, from 0, of a word with more than `n`."""
    shift = np.int64(0)
    width = np.int64(32)
    bits = np.int64(word & np.uint64(_HALF))
    n_low = count(bits)
    if n >= n_low:
        n -= n_low
        bits = np.int64(word >> np.uint64(32))
        shift = np.int64(32)
    while width > 1:
        width >>= 1
        low = bits & ((np.int64(1) << width) - 1)
        n_low = count(low)
        is_above = n >= n_low
        n -= n_low if is_above else 0
        shift += width if is_above else 0
        bits = bits >> width if is_above else low
    return shift


@inlined
def count_word(word):
    """Return the number of set bits of 64."""
    return count(np.int64(word & np.uint64(_HALF))) + count(np.int64(word >> np.uint64(32)))


@inlined
def n_legal(table):
    """Return the number of legal ids."""
    return count_word(table.legal[0]) + count_word(table.legal[1])


@inlined
def nth_legal(table, rank):
    """Return the legal id that is larger than `rank` others."""
    n_low = count_word(table.legal[0])
    if rank < n_low:
        return nth_of_word(table.legal[0], rank)
    return 64 + nth_of_word(table.legal[1], rank - n_low)


@inlined
def random_id(table, stream):
    """Draw a legal id, all equally likely; without luck where only one is legal."""
    n = n_legal(table)
    return nth_legal(table, streams.below(stream, n) if n > 1 else np.int64(0))


@kernel
def random_policy(table, seat, params, stream):
    """Play at random: every legal id is equally likely (``table.legal``)."""
    return random_id(table, stream)

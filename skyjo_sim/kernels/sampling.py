"""Legal actions by lot."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.bits import count, nth
from skyjo_sim.kernels.cards import ALL_SLOTS, N_SLOTS
from skyjo_sim.kernels.compiler import inner_inlined, kernel

MOST_BITS = 60
"""So many ids fit into the bits that `nth_id` looks at."""
NO_ID = -1
"""What stands for a row without a legal id."""


@inner_inlined
def bits_of(row):
    """Return a row of zeros and ones as bits, the first lowest."""
    ids = np.int64(0)
    for action in range(row.size):
        ids |= np.int64(row[action] != 0) << action
    return ids


@inner_inlined
def nth_id(ids, n):
    """Return the `n`-th lowest set bit (from 0) of at most 60, of which more than `n` are set."""
    first = np.int64(0)
    while True:
        part = ids >> first & ALL_SLOTS
        size = count(part)
        if n < size:
            return first + nth(part, n)
        n -= size
        first += N_SLOTS


@inner_inlined
def sample_id(ids, stream):
    """Return one of the ids, given as bits, all equally likely; NO_ID where there is none."""
    size = count(ids)
    return nth_id(ids, streams.below(stream, size)) if size > 0 else np.int64(NO_ID)


@inner_inlined
def sample_of_row(row, stream):
    """Return the same as `sample_id` for a row of zeros and ones of any length."""
    n_ids = np.int64(0)
    for action in range(row.size):
        n_ids += row[action] != 0
    if n_ids == 0:
        return np.int64(NO_ID)
    left = streams.below(stream, n_ids)
    action = np.int64(0)
    while left > 0 or row[action] == 0:
        left -= row[action] != 0
        action += 1
    return action


@kernel
def sample_ids(masks, stream, out):
    """Write for each row of masks, int8[n, n_actions], one of its ids, all equally likely, into int64[n]."""
    for position in range(masks.shape[0]):
        row = masks[position]
        out[position] = sample_id(bits_of(row), stream) if row.size <= MOST_BITS else sample_of_row(row, stream)

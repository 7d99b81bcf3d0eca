"""Counter-based streams of luck.

A stream is a Philox key and a counter ``(block, kind and round, game)``. Streams of one key differ in the counter and
share no block: every game, round and purpose has luck of its own, whatever else is drawn. The deal's key and each seat's
key are made one-way from the seed (`skyjo_sim.luck`), so a policy that reads its own stream learns nothing of the deal.
"""

import numpy as np

from skyjo_sim.kernels.bits import count, nth
from skyjo_sim.kernels.compiler import inlined, kernel
from skyjo_sim.kernels.layout import WORDS
from skyjo_sim.kernels.philox import first_word, refill

DEAL = 0
TIES = 1
RESHUFFLE = 2
AGENT = 3
LEARNER_SEAT = 4
REDEAL = 5
SAMPLE = 6
ACTIONS = 7
"""Kinds of stream. A seat's agent has a key of its own besides."""

_ROUND_BITS = 24
_BLOCKS_PER_RESHUFFLE = 64
"""150 cards take at most 150 words, five refills of eight blocks."""


@kernel
def start(stream, key, kind, game, round_, first_block):
    """Set `stream` to the beginning of the stream of a game, round and kind."""
    stream.key[0] = key[0]
    stream.key[1] = key[1]
    stream.counter[0] = first_block
    stream.counter[1] = kind << _ROUND_BITS | round_
    stream.counter[2] = np.uint64(game) & np.uint64(0xFFFFFFFF)
    stream.counter[3] = np.uint64(game) >> np.uint64(32)
    stream.position = WORDS


@kernel
def start_reshuffle(stream, key, game, round_, number):
    """Set `stream` to the luck of a round's reshuffle `number` (from 0)."""
    start(stream, key, RESHUFFLE, game, round_, number * _BLOCKS_PER_RESHUFFLE)


@kernel
def single_word(key, kind, game, round_):
    """Return the first word of the stream of a game, round and kind: 32 random bits as a non-negative int64."""
    index = np.uint64(game)
    low, high = index & np.uint64(0xFFFFFFFF), index >> np.uint64(32)
    return first_word(key, 0, kind << _ROUND_BITS | round_, low, high)


@inlined
def word(stream):
    """Draw 32 random bits, as a non-negative int64."""
    position = stream.position & 63
    if position == WORDS:
        refill(stream)
        position = 0
    stream.position = position + 1
    return np.int64(stream.words[position])


@inlined
def below(stream, n):
    """Draw an integer in 0..n-1, n at most 2**31; uniform up to n / 2**32."""
    return (word(stream) * n) >> 32


@inlined
def member(stream, mask):
    """Draw a member of a set of slots that is not empty."""
    return nth(mask, below(stream, count(mask)))


@inlined
def is_heads(luck):
    """Read a fair coin from the top bit of a word."""
    return luck >= 1 << 31


@inlined
def member_after_coin(luck, mask):
    """Choose a member of a set of slots that is not empty by the 31 bits of a word that `is_heads` leaves."""
    return nth(mask, ((luck & 0x7FFFFFFF) * count(mask)) >> 31)


@kernel
def fraction(stream):
    """Draw a float64 uniform in [0, 1)."""
    return word(stream) * (1.0 / 4294967296.0)

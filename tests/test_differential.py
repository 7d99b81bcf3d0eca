"""The compiled engine against the oracle, decision by decision; and the luck of both against what is published."""

import multiprocessing
from collections import Counter

import numpy as np
import pytest

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.philox import first_word, philox_block, refill
from tests import naive, plain_luck
from tests.coverage_of_play import missing_events
from tests.differential import Comparison

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="takes hours uncompiled; the small variant runs instead")

# Random123, known-answer vectors of philox4x32-10: counter, key, block.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN_ANSWERS)
def test_philox_gives_the_published_blocks(counter, key, block):
    assert plain_luck.philox(counter, key) == block
    assert philox_block(counter, key) == block
    parts = [np.uint64(part) for part in counter]
    assert first_word(np.array(key, np.uint32), *parts) == block[0]


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN_ANSWERS)
def test_a_refill_has_the_blocks_of_eight_counters(counter, key, block):
    stream = _stream(counter, key)
    _refill_once(stream)
    assert tuple(stream.words[::8].tolist()) == block
    for lane in range(8):
        wanted = plain_luck.philox(((counter[0] + lane) & 0xFFFFFFFF, *counter[1:]), key)
        assert tuple(stream.words[lane::8].tolist()) == wanted
    assert stream.counter.tolist() == [(counter[0] + 8) & 0xFFFFFFFF, *counter[1:]]


def _stream(counter, key):
    stream = np.zeros(1, STREAM)[0]
    stream.counter[:] = counter
    stream.key[:] = key
    stream.position = 32
    return stream


def _refill_once(stream):
    if IS_COMPILED:
        streams.word(stream)
    else:
        refill(stream)


@pytest.mark.parametrize("game", [0, 17, 2**32 + 5, 2**64 - 1])
@pytest.mark.parametrize("kind", [streams.DEAL, streams.RESHUFFLE, streams.AGENT])
def test_streams_are_used_word_by_word_as_documented(game, kind):
    stream = np.zeros(1, STREAM)[0]
    key = np.array([3, 2**32 - 1], np.uint32)
    streams.start(stream, key, kind, np.uint64(game), 209, 128)
    used = [int(streams.word(stream)) for _ in range(100)]
    assert used == plain_luck.words(100, (3, 2**32 - 1), kind, game, 209, 128)


@pytest.mark.parametrize("game", [0, 17, 2**32 + 5, 2**64 - 1])
def test_a_tie_is_broken_by_the_first_word_of_its_stream(game):
    key = np.array([3, 2**32 - 1], np.uint32)
    word = streams.single_word(key, streams.TIES, np.uint64(game), 5)
    assert [word] == plain_luck.words(1, (3, 2**32 - 1), plain_luck.TIES, game, 5)


def test_the_engines_agree_in_a_small_run():
    comparison = Comparison()
    comparison.compare_rounds(seed=1, n_rounds=50)
    assert comparison.n_rounds >= 50


@compiled_only
def test_the_engines_agree_decision_by_decision():
    comparison = Comparison()
    comparison.compare_rounds(seed=2, n_rounds=20_000)
    assert comparison.n_rounds >= 20_000
    assert missing_events(comparison.events) == []


@pytest.mark.slow
@compiled_only
def test_the_engines_agree_in_a_million_rounds():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.imap_unordered(_compare, range(100, 300))
        n_rounds, events = 0, Counter()
        for n, found in results:
            n_rounds += n
            events += found
    assert n_rounds >= 1_000_000
    assert missing_events(events) == []


def _compare(seed):
    comparison = Comparison()
    comparison.compare_rounds(seed, n_rounds=5000)
    return comparison.n_rounds, comparison.events


def test_a_difference_is_reported_with_rules_luck_decision_and_position(monkeypatch):
    monkeypatch.setattr(naive, "MAX_EXTRA_ROUNDS", 0)
    monkeypatch.setattr(naive, "raw_score", lambda grid: 7)
    with pytest.raises(AssertionError, match=r"(?s)raw: must be \[7, 7.*rules: players=.*key .*decision \d+\n.*turn"):
        Comparison().compare_rounds(seed=3, n_rounds=5)

"""Bit sets and the highest visible card: the intrinsics against their plain meaning."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import bits, streams, views
from skyjo_sim.kernels.cards import CLEARED, HIDDEN
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import STREAM, TABLE


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def count_of(mask):
    return bits.count(np.int64(mask))


@_compiled
def lowest_of(mask):
    return bits.lowest(np.int64(mask))


@_compiled
def key_of(visible):
    return views.highest_key(visible)


def members(mask):
    return [bit for bit in range(64) if mask >> bit & 1]


def test_every_set_of_slots_has_its_members():
    for mask in range(1 << 12):
        slots = members(mask)
        assert count_of(mask) == len(slots) == bits.count_python(mask)
        assert lowest_of(mask) == (slots[0] if slots else 64) == bits.lowest_python(mask)
        assert [bits.nth(mask, n) for n in range(len(slots))] == slots


@given(st.integers(0, 2**62))
@settings(deadline=None, max_examples=200)
def test_large_sets_too(mask):
    assert count_of(mask) == len(members(mask))
    assert lowest_of(mask) == (members(mask) or [64])[0]


@given(st.integers(1, 4095), st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=200)
def test_a_member_drawn_by_lot_is_a_member(mask, seed):
    stream = np.zeros(1, STREAM)[0]
    streams.start(stream, np.array([seed, 0], np.uint32), streams.AGENT, np.uint64(0), 0, 0)
    assert streams.member(stream, mask) in members(mask)
    word = int(streams.word(stream))
    assert streams.member_after_coin(word, mask) == members(mask)[(word % 2**31) * len(members(mask)) >> 31]
    assert bool(streams.is_heads(word)) == (word >= 2**31)


@given(st.lists(st.sampled_from([HIDDEN, CLEARED, *range(-2, 13)]), min_size=12, max_size=12), st.integers(0, 7))
@settings(deadline=None, max_examples=300)
def test_the_highest_visible_card_is_the_first_of_several(cells, seat):
    table = np.zeros(1, TABLE)[0]
    table.visible[:] = CLEARED
    table.visible[seat, :12] = cells
    cards = [card for card in cells if card >= -2]
    expected = (max(cards), cells.index(max(cards))) if cards else (-9, -1)
    assert tuple(map(int, views.highest_visible(table, seat))) == expected
    assert key_of(table.visible[seat]) == views.highest_key_python(table.visible[seat])

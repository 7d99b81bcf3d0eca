"""The two yardstick policies, `random` and `cutoff`; the play loop inlines them.

They are defined as at the top of the C yardstick in tests/benchmarks, and completed for the positions it never reaches.
"""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import (
    CLEAR,
    CLEAR_LINE,
    DRAW,
    FLIP,
    KEEP_LINE,
    PASS,
    PLACE,
    PUT,
    SOURCE,
    TAKE,
)
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.calls import call_policy, call_seer
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import inner, inner_inlined, kernel
from skyjo_sim.kernels.piles import can_draw
from skyjo_sim.kernels.views import highest_visible

OTHER = 0
RANDOM = 1
CUTOFF = 2
SEER = 3
"""Which policy sits at a seat: one the loop knows, or another, called by its address, or one that sees hidden cards."""


@inner_inlined
def flip_at_random(table, seat, stream):
    """Flip a hidden slot by lot; in the opening one that is not chosen yet."""
    return FLIP + streams.member(stream, np.int64(table.hidden[seat]) & ~np.int64(table.chosen))


@inner_inlined
def random_source(table, seat, stream):
    """Answer at the beginning of a turn: pile or discard 50/50, then any slot."""
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    if own == 0 or table.n_discard == 0:
        return np.int64(DRAW)
    luck = streams.word(stream)
    if streams.is_heads(luck) or not can_draw(table):
        return TAKE + streams.member_after_coin(luck, own)
    return np.int64(DRAW)


@inner_inlined
def random_place(table, seat, stream):
    """Answer with a drawn card: keep or throw 50/50, then any slot that is legal."""
    hidden = np.int64(table.hidden[seat])
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    if own == 0:
        return np.int64(PASS)
    luck = streams.word(stream)
    is_thrown = streams.is_heads(luck) and hidden != 0
    return (FLIP if is_thrown else PUT) + streams.member_after_coin(luck, hidden if is_thrown else own)


@inner_inlined
def cutoff_source(table, seat, params, stream):
    """Answer at the beginning of a turn: take the discard if it is at most the cutoff."""
    card = np.int64(table.discard_top)
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    if own == 0 or table.n_discard == 0 or (card > params.values[0] and can_draw(table)):
        return np.int64(DRAW)
    high, slot = highest_visible(table, seat)
    hidden = np.int64(table.hidden[seat])
    if card < high or hidden == 0:
        return TAKE + slot
    return TAKE + lowest(hidden)


@inner_inlined
def cutoff_place(table, seat, params, stream):
    """Answer with a drawn card."""
    card = np.int64(table.drawn)
    high, slot = highest_visible(table, seat)
    hidden = np.int64(table.hidden[seat])
    if card < high:
        return PUT + slot
    if hidden == 0:
        return PUT + slot if slot >= 0 else np.int64(PASS)
    if card <= params.values[0]:
        return PUT + lowest(hidden)
    return FLIP + streams.member(stream, hidden)


@kernel
def random_policy(table, seat, params, stream):
    """Play at random: source, keep or throw by a coin each, slots uniformly; clear or keep a column by a coin."""
    phase = table.phase
    if phase == SOURCE:
        return random_source(table, seat, stream)
    if phase == PLACE:
        return random_place(table, seat, stream)
    if phase == CLEAR:
        return np.int64(CLEAR_LINE if streams.is_heads(streams.word(stream)) else KEEP_LINE)
    return flip_at_random(table, seat, stream)


@kernel
def cutoff_policy(table, seat, params, stream):
    """Take low cards, replace the highest visible one; the cutoff is ``params.values[0]``."""
    phase = table.phase
    if phase == SOURCE:
        return cutoff_source(table, seat, params, stream)
    if phase == PLACE:
        return cutoff_place(table, seat, params, stream)
    if phase == CLEAR:
        return np.int64(CLEAR_LINE)
    return flip_at_random(table, seat, stream)


@inner_inlined
def ask_source(kind, address, game, seat, params, stream):
    """Ask the policy of a seat in phase SOURCE."""
    if kind == RANDOM:
        return random_source(game.table, seat, stream)
    if kind == CUTOFF:
        return cutoff_source(game.table, seat, params, stream)
    return ask_by_address(kind, address, game, seat, params, stream)


@inner_inlined
def ask_place(kind, address, game, seat, params, stream):
    """Ask the policy of a seat in phase PLACE."""
    if kind == RANDOM:
        return random_place(game.table, seat, stream)
    if kind == CUTOFF:
        return cutoff_place(game.table, seat, params, stream)
    return ask_by_address(kind, address, game, seat, params, stream)


@inner_inlined
def ask_by_address(kind, address, game, seat, params, stream):
    """Ask a policy that the loop does not know: with the table, or, a seer, with the game."""
    if kind == OTHER:
        return call_policy(address, game.table, seat, params, stream)
    return call_seer(address, game, seat, params, stream)


@inner
def ask_any(kind, address, table, seat, params, stream):
    """Ask the policy of a seat in any phase; not a seer's, which wants the game."""
    if kind == RANDOM:
        return random_policy(table, seat, params, stream)
    if kind == CUTOFF:
        return cutoff_policy(table, seat, params, stream)
    return call_policy(address, table, seat, params, stream)

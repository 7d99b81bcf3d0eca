"""When an action card may be played (RULES.md 9.5, "legal only if")."""

import numpy as np

from skyjo_sim.kernels.action.cards import (
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    METEOR,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import inner, kernel, merged

ALWAYS = 1 << DOUBLE_TURN | 1 << DEFENSE | 1 << DRAW_THREE | 1 << METEOR
"""The effects that can always be carried out."""


@kernel
def legal_effects(table, rules, seat):
    """Return the kinds whose effect can be carried out now, as bits."""
    kinds = plain_effects(table, rules, seat)
    return kinds | np.int64(kinds_to_reactivate(table, rules, kinds) != 0) << REACTIVATE


@inner
def plain_effects(table, rules, seat):
    """Return the kinds other than Reactivation whose effect can be carried out now, as bits."""
    kinds = np.int64(ALWAYS)
    kinds |= np.int64(count(ALL_SLOTS & ~np.int64(table.cleared[seat])) >= 2) << SWAP_OWN
    kinds |= np.int64(is_any_hidden(table)) << REVEAL
    kinds |= np.int64(is_anything_to_steal(table, seat)) << STEAL
    return kinds | np.int64(can_swap_players(table, rules, seat)) << SWAP_PLAYERS


@merged
def is_any_hidden(table):
    """Tell whether a card of some player is hidden."""
    hidden = np.int64(0)
    for seat in range(np.int64(table.n_players)):
        hidden |= np.int64(table.hidden[seat])
    return hidden != 0


@merged
def is_anything_to_steal(table, seat):
    """Tell whether an opponent holds an action card."""
    n = np.int64(0)
    for other in range(np.int64(table.n_players)):
        n += np.int64(table.n_held[other])
    return n > table.n_held[seat]


@inner
def swap_partners(table):
    """Return the seats that have a card in their grid, as bits."""
    seats = np.int64(0)
    for seat in range(np.int64(table.n_players)):
        seats |= np.int64(table.cleared[seat] != ALL_SLOTS) << seat
    return seats


@merged
def can_swap_players(table, rules, seat):
    """Tell whether two players have a card each; by a house rule the current one must be one of them."""
    partners = swap_partners(table)
    return count(partners) >= 2 and (not rules.swap_self_only or partners >> seat & 1 != 0)


@inner
def kinds_to_reactivate(table, rules, effects):
    """Return the kinds that a Reactivation may choose, as bits; `effects` are the other kinds that can be carried out.

    Another Reactivation needs a choice of its own, and a chain of them ends at a card of another kind: so they may be
    chosen where such a card may be (``top``: where the first such card under them may be).
    """
    kinds = np.int64(0)
    n = np.int64(table.n_action_discard)
    for position in range(n):
        kinds |= np.int64(1) << np.int64(table.action_discard[position])
    if rules.reactivate_top:
        return top_to_reactivate(table, effects)
    others = kinds & effects
    return others | kinds & 1 << REACTIVATE if others else others


@merged
def top_to_reactivate(table, effects):
    """Return the kind on top of the action discards, as a bit, if the first card that is no Reactivation can be used."""
    position = np.int64(table.n_action_discard) - 1
    while position >= 0 and table.action_discard[position] == REACTIVATE:
        position -= 1
    if position < 0 or not effects >> np.int64(table.action_discard[position]) & 1:
        return np.int64(0)
    return np.int64(1) << np.int64(table.action_discard[table.n_action_discard - 1])

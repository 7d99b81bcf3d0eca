"""Cards in a grid: turning face up, replacing, clearing slots."""

import numpy as np

from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import CLEARED, LOWEST_CARD
from skyjo_sim.kernels.compiler import inlined, inner_inlined
from skyjo_sim.kernels.piles import discard


@inlined
def turn_up(game, seat, slot):
    """Turn the hidden card at a slot face up."""
    table = game.table
    card = np.int64(game.secret.cards[seat, slot])
    table.visible[seat, slot] = card
    table.hidden[seat] &= ~np.int64(1 << slot)
    table.seen[(card - LOWEST_CARD) & 15] += 1


@inner_inlined
def replace_or_flip(game, seat, slot, card, is_flip):
    """Lay `card` at a slot, or throw it away and turn the slot's card up: the same but for which card goes where.

    Written without branches: their outcome is as good as random.
    """
    table, secret = game.table, game.secret
    old = np.int64(secret.cards[seat, slot])
    kept = old if is_flip else card
    thrown = card if is_flip else old
    hidden = np.int64(table.hidden[seat])
    table.hidden[seat] = hidden & ~np.int64(1 << slot)
    table.seen[(old - LOWEST_CARD) & 15] += hidden >> slot & 1
    secret.cards[seat, slot] = kept
    table.visible[seat, slot] = kept
    discard(game, thrown)


@inlined
def replace(game, seat, slot, card):
    """Lay `card` face up at a slot that is not cleared; the old card goes to the discard pile."""
    replace_or_flip(game, seat, slot, card, False)


@inlined
def clear_slots(game, seat, mask):
    """Clear a set of face-up slots, lowest first; their cards go to the discard pile."""
    table, secret = game.table, game.secret
    table.cleared[seat] |= mask
    while mask:
        slot = lowest(mask)
        discard(game, np.int64(secret.cards[seat, slot]))
        secret.cards[seat, slot] = CLEARED
        table.visible[seat, slot] = CLEARED
        mask &= mask - 1

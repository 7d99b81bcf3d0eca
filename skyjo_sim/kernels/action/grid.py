"""Cards in a grid of Skyjo Action: turning up, replacing, laying by a swap, clearing."""

import numpy as np

from skyjo_sim.kernels.action.knowledge import forget, set_knowers
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD
from skyjo_sim.kernels.compiler import inlined, inner
from skyjo_sim.kernels.piles import discard

EVERYBODY = 0x1FF
"""The form of `kernels.action.knowledge.knowers` for a card that was shown to all."""


@inlined
def turn_up(game, seat, slot):
    """Turn the hidden card at a slot face up; return it."""
    table = game.table
    card = np.int64(game.secret.cards[seat, slot])
    table.visible[seat, slot] = card
    table.hidden[seat] &= ~np.int64(1 << slot)
    table.seen[(card - LOWEST_CARD) & 15] += 1 - (np.int64(table.public[seat]) >> slot & 1)
    table.kept[seat] &= ~np.int64(1 << slot // 3)
    forget(table, seat, slot)
    return card


@inlined
def lay_face_up(game, seat, slot, card):
    """Lay a card face up at a slot that is not cleared; return the old card, which everybody sees now."""
    table, secret = game.table, game.secret
    old = np.int64(secret.cards[seat, slot])
    hidden = np.int64(table.hidden[seat])
    is_new = hidden & ~np.int64(table.public[seat])
    table.seen[(old - LOWEST_CARD) & 15] += is_new >> slot & 1
    table.hidden[seat] = hidden & ~np.int64(1 << slot)
    secret.cards[seat, slot] = card
    table.visible[seat, slot] = card
    table.kept[seat] &= ~np.int64(1 << slot // 3)
    forget(table, seat, slot)
    return old


@inner
def lay_moved(game, seat, slot, card, was_hidden, viewers, is_face_up):
    """Lay at a slot a card that a swap has moved; `viewers` knew it when it was hidden (`knowledge.knowers`)."""
    table = game.table
    bit = np.int64(1 << slot)
    game.secret.cards[seat, slot] = card
    table.kept[seat] &= ~np.int64(1 << slot // 3)
    forget(table, seat, slot)
    if is_face_up:
        table.visible[seat, slot] = card
        table.hidden[seat] &= ~bit
        if was_hidden and not viewers >> 8:
            table.seen[(card - LOWEST_CARD) & 15] += 1
    else:
        table.visible[seat, slot] = HIDDEN
        table.hidden[seat] |= bit
        set_knowers(table, seat, slot, viewers if was_hidden else np.int64(EVERYBODY))


@inner
def clear_slot(game, seat, slot):
    """Clear a face-up slot; its card goes to the discard pile."""
    table, secret = game.table, game.secret
    discard(game, np.int64(secret.cards[seat, slot]))
    table.cleared[seat] |= np.int64(1 << slot)
    secret.cards[seat, slot] = CLEARED
    table.visible[seat, slot] = CLEARED

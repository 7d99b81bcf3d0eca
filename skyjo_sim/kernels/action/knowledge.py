"""Face-down cards that somebody knows: seen by Reveal, or laid face down before everybody's eyes (RULES.md 9.12)."""

import numpy as np

from skyjo_sim.kernels.cards import HIDDEN, N_SLOTS
from skyjo_sim.kernels.compiler import apart, inlined, inner, kernel


@inlined
def forget(table, seat, slot):
    """Drop what is known about a face-down card that is turned up or leaves the grid."""
    if table.has_knowledge:
        forget_slot(table, seat, slot)


@inner
def forget_slot(table, seat, slot):
    """Drop all marks of a slot."""
    apart()
    others = ~np.int64(1 << slot)
    table.public[seat] &= others
    for viewer in range(np.int64(table.n_players)):
        table.knows[viewer, seat] &= others
    table.known[seat, slot] = HIDDEN


@inner
def knowers(table, seat, slot):
    """Return who knows a face-down card: bit v for viewer v, bit 8 if it was shown to all."""
    mark = np.int64(table.public[seat]) >> slot & 1
    viewers = mark << 8
    for viewer in range(np.int64(table.n_players)):
        viewers |= (np.int64(table.knows[viewer, seat]) >> slot & 1) << viewer
    return viewers


@inner
def set_knowers(table, seat, slot, viewers):
    """Note who knows a face-down card, in the form of `knowers`."""
    bit = np.int64(1 << slot)
    table.public[seat] |= (viewers >> 8 & 1) << slot
    for viewer in range(np.int64(table.n_players)):
        if viewers >> viewer & 1:
            table.knows[viewer, seat] |= bit
    if viewers:
        table.has_knowledge = 1


@kernel
def show_known(game, viewer):
    """Write into ``table.known`` what a viewer knows."""
    table, secret = game.table, game.secret
    for owner in range(np.int64(table.n_players)):
        knows = np.int64(table.knows[viewer, owner])
        for slot in range(N_SLOTS):
            table.known[owner, slot] = secret.cards[owner, slot] if knows >> slot & 1 else HIDDEN

"""Invariants of what is known about face-down cards."""

import numpy as np

from skyjo_sim.kernels.action.problem_flags import KNOWLEDGE, KNOWN
from skyjo_sim.kernels.cards import HIDDEN, N_SEATS, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import inner


@inner
def knowledge_problems(table):
    """Check that only hidden cards are marked, and those shown to all as known to each."""
    n_players = np.int64(table.n_players)
    is_any = False
    for owner in range(N_SEATS):
        hidden = np.int64(table.hidden[owner]) if owner < n_players else 0
        public = np.int64(table.public[owner])
        if public & ~hidden:
            return KNOWLEDGE
        for viewer in range(N_SEATS):
            knows = np.int64(table.knows[viewer, owner])
            is_any |= knows != 0
            if knows & ~(hidden if viewer < n_players else 0) or (viewer < n_players and public & ~knows):
                return KNOWLEDGE
    return KNOWLEDGE if is_any and not table.has_knowledge else 0


@inner
def known_problems(game):
    """Check that the seat to decide is shown what it knows of the hidden cards, and nothing else."""
    table = game.table
    seat = np.int64(table.seat)
    for owner in range(np.int64(table.n_players)):
        knows = np.int64(table.knows[seat, owner]) if seat >= 0 else 0
        for slot in range(N_SLOTS):
            card = np.int64(game.secret.cards[owner, slot])
            if not knows >> slot & 1 or card == NO_CARD:
                card = np.int64(HIDDEN)
            if table.known[owner, slot] != card:
                return KNOWN
    return 0

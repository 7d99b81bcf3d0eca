"""Action cards in front of the players: taking, playing, locks (RULES.md 9.3 to 9.5)."""

import numpy as np

from skyjo_sim.kernels.action.cards import DEFENSE, N_KINDS
from skyjo_sim.kernels.action.piles import throw_action
from skyjo_sim.kernels.compiler import inlined, kernel


@inlined
def n_playable(table, seat, kind):
    """Return how many copies of a kind are not locked."""
    locks = np.int64(table.locked[seat, kind]) + np.int64(table.stolen[seat, kind])
    return np.int64(table.held[seat, kind]) - locks


@inlined
def lay_in_front(table, seat, kind, is_locked):
    """Give a seat an action card, locked for the current turn or not."""
    table.held[seat, kind] += 1
    table.n_held[seat] += 1
    table.locked[seat, kind] += is_locked


@kernel
def give_up(table, seat, kind, is_locked_first):
    """Take a card away from a seat that holds one: of equal ones a free copy, or with `is_locked_first` a locked one."""
    has_free = n_playable(table, seat, kind) > 0
    table.held[seat, kind] -= 1
    table.n_held[seat] -= 1
    if has_free and not is_locked_first:
        return
    if table.stolen[seat, kind] > 0:
        table.stolen[seat, kind] -= 1
    elif table.locked[seat, kind] > 0:
        table.locked[seat, kind] -= 1


@kernel
def is_blocked(table, seat, attacker, kind):
    """Let a seat's Defence, if it has one, stop an attack: the card is spent. Tell whether it did."""
    if table.held[seat, DEFENSE] == 0:
        return False
    give_up(table, seat, np.int64(DEFENSE), np.int64(0))
    throw_action(table, np.int64(DEFENSE))
    table.blocked[attacker, kind] += 1
    return True


@kernel
def unlock(table, seat):
    """Unlock, at the end of a seat's turn, what it took in the turn, and what the others have stolen before."""
    for kind in range(N_KINDS):
        table.locked[seat, kind] = 0
    for other in range(np.int64(table.n_players)):
        if other != seat:
            for kind in range(N_KINDS):
                table.stolen[other, kind] = 0

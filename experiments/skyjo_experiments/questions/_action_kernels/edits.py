"""Changes of a dealt round of Skyjo Action that leave all other cards, and the luck to come, as they are.

What a change does not touch keeps its chances: the copy that is moved is chosen by lot.
"""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.hands import lay_in_front
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["GIVE", "LAY", "NOTHING", "change", "fix_action_order"]

NOTHING = 0
GIVE = 1
"""One seat gets a copy of a kind of action card out of the pile."""
LAY = 2
"""A seat has a given card at a slot, which is the first that it turns up."""

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def fix_action_order(game):  # type: ignore[no-untyped-def]
    """Fix the order of the action pile: the one in which it would have been drawn."""
    secret = game.secret
    for last in range(np.int64(game.table.n_action_pile) - 1, -1, -1):
        position = streams.below(secret.action_luck, last + 1)
        kind = secret.action_pile[position]
        secret.action_pile[position] = secret.action_pile[last]
        secret.action_pile[last] = kind
    secret.is_action_ordered = 1


@_kernel
def give_action(game, seat, kind, luck):  # type: ignore[no-untyped-def]
    """Give a seat a copy of a kind out of the pile; tell whether there was one."""
    table, pile = game.table, game.secret.action_pile
    n, n_copies = np.int64(table.n_action_pile), 0
    for position in range(n):
        n_copies += pile[position] == kind
    if n_copies == 0:
        return False
    rank = streams.below(luck, n_copies)
    place = 0
    while pile[place] != kind or rank > 0:
        rank -= pile[place] == kind
        place += 1
    for position in range(place, n - 1):
        pile[position] = pile[position + 1]
    table.n_action_pile = n - 1
    lay_in_front(table, seat, kind, np.int64(0))
    return True


@_kernel
def card_at(game, place):  # type: ignore[no-untyped-def]
    """Return the card at a place: of the draw pile first, then of the grids."""
    n_pile = np.int64(game.table.n_pile)
    if place < n_pile:
        return np.int64(game.secret.pile[place])
    seat, slot = (place - n_pile) // N_SLOTS, (place - n_pile) % N_SLOTS
    return np.int64(game.secret.cards[seat, slot])


@_kernel
def lay_card(game, seat, slot, card, luck):  # type: ignore[no-untyped-def]
    """Exchange a seat's hidden card for a given one that lies in the draw pile or hidden; tell whether it is there."""
    secret = game.secret
    before = np.int64(secret.cards[seat, slot])
    if before == card:
        return True
    n_pile = np.int64(game.table.n_pile)
    n_places = n_pile + N_SLOTS * np.int64(game.table.n_players)
    n_copies = 0
    for place in range(n_places):
        n_copies += card_at(game, place) == card
    if n_copies == 0:
        return False
    rank = streams.below(luck, n_copies)
    place = 0
    while card_at(game, place) != card or rank > 0:
        rank -= card_at(game, place) == card
        place += 1
    if place < n_pile:
        secret.pile[place] = before
    else:
        secret.cards[(place - n_pile) // N_SLOTS, (place - n_pile) % N_SLOTS] = before
    secret.cards[seat, slot] = card
    return True


@_kernel
def change(game, arm, luck):  # type: ignore[no-untyped-def]
    """Make the change that an arm names; tell whether it could be made.

    Parameters
    ----------
    game : GAME
        A dealt round before its opening.
    arm : int64[6]
        As `skyjo_experiments.questions._action_kernels.rounds.play_arms` reads it.
    luck : STREAM
        Of the lots; the same for all arms of a deal.
    """
    if arm[0] == GIVE:
        return give_action(game, arm[1], arm[2], luck)
    if arm[0] == LAY:
        is_there = lay_card(game, arm[1], arm[4], np.int64(0), luck)
        return is_there and (arm[2] == 0 or lay_card(game, arm[1], arm[4], arm[2], luck))
    return True

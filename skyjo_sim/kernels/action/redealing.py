"""Dealing again what a seat does not know of a game of Skyjo Action, in the manner of `skyjo_sim.kernels.redealing`.

What stays: the face-down cards that the seat knows. Unknown are all others, the draw pile, what another has drawn and
not shown, and the order of the action pile, whose cards everybody can tell.
"""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.cards import N_DRAWN, N_KINDS
from skyjo_sim.kernels.action.draw_three import is_of_pool, is_unshown
from skyjo_sim.kernels.action.knowledge import show_known
from skyjo_sim.kernels.action.unseen import is_never_seen
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.compiler import inner, kernel
from skyjo_sim.kernels.redealing import N_SORTED, pop_between, renew_luck, sort_cards


@inner
def unknown_slots(table, viewer, owner):
    """Return the slots of the hidden cards that a viewer does not know, as bits."""
    return np.int64(table.hidden[owner]) & ~np.int64(table.knows[viewer, owner])


@inner
def gather_unknown(game, viewer, end):
    """Lay all hidden cards that the viewer does not know behind the draw pile, from `end` on; return the new end."""
    for owner in range(np.int64(game.table.n_players)):
        slots = unknown_slots(game.table, viewer, owner)
        while slots:
            game.secret.pile[end] = game.secret.cards[owner, lowest(slots)]
            slots &= slots - 1
            end += 1
    return end


@inner
def deal_unknown(game, viewer, first, end, luck):
    """Deal these cards again out of ``pile[first:end]``; return how far the rest reaches."""
    for owner in range(np.int64(game.table.n_players)):
        slots = unknown_slots(game.table, viewer, owner)
        while slots:
            game.secret.cards[owner, lowest(slots)] = pop_between(game.secret.pile, first, end, luck)
            slots &= slots - 1
            end -= 1
    return end


@inner
def places_of_deck(table):
    """Return which of the three cards, not shown yet, were dealt from the whole deck, as bits."""
    places = np.int64(0)
    for place in range(N_DRAWN):
        if is_unshown(table, place) and is_never_seen(table, place):
            places |= np.int64(1) << place
    return places


@inner
def places_of_pool(table):
    """Return which of them were drawn from the pile as it was last reshuffled, as bits."""
    places = np.int64(0)
    for place in range(N_DRAWN):
        if table.n_reshuffles > 0 and is_unshown(table, place) and is_of_pool(table, place):
            places |= np.int64(1) << place
    return places


@inner
def take_drawn(game, places, with_drawn, end):
    """Lay drawn cards behind the pile, from `end` on; return the new end."""
    table = game.table
    for place in range(N_DRAWN):
        if places >> place & 1:
            game.secret.pile[end] = table.three[place]
            end += 1
    if with_drawn:
        game.secret.pile[end] = table.drawn
        end += 1
    return end


@inner
def give_drawn(game, places, with_drawn, first, end, luck):
    """Draw these cards again out of ``pile[first:end]``; return how far the rest reaches."""
    table = game.table
    for place in range(N_DRAWN):
        if places >> place & 1:
            table.three[place] = pop_between(game.secret.pile, first, end, luck)
            end -= 1
    if with_drawn:
        table.drawn = pop_between(game.secret.pile, first, end, luck)
        end -= 1
    return end


@kernel
def redeal(game, seat, luck):
    """Deal again what `seat` does not know, and renew the luck to come."""
    table, pile = game.table, game.secret.pile
    is_another = table.seat != seat
    has_drawn = is_another and table.drawn != NO_CARD
    is_reshuffled = table.n_reshuffles > 0
    of_deck = places_of_deck(table) if is_another else np.int64(0)
    of_pile = places_of_pool(table) if is_another else np.int64(0)
    n_pile = np.int64(table.n_pile)
    first = take_drawn(game, of_pile, has_drawn and is_reshuffled, n_pile) if is_reshuffled else np.int64(0)
    end = take_drawn(game, of_deck, has_drawn and not is_reshuffled, first if is_reshuffled else n_pile)
    end = gather_unknown(game, seat, end)
    sort_cards(pile, np.int64(0), first, np.int64(LOWEST_CARD))
    sort_cards(pile, first, end, np.int64(LOWEST_CARD))
    end = deal_unknown(game, seat, first, end, luck)
    end = give_drawn(game, of_deck, has_drawn and not is_reshuffled, first, end, luck)
    if is_reshuffled:
        give_drawn(game, of_pile, has_drawn, np.int64(0), first, luck)
    sort_cards(pile, np.int64(0), n_pile, np.int64(LOWEST_CARD))
    renew_luck(game, luck)
    renew_action_luck(game)
    if table.has_knowledge:
        show_known(game, np.int64(table.seat))


@inner
def renew_action_luck(game):
    """Give the action pile new luck, by the new key, and make its order unknown."""
    table, secret = game.table, game.secret
    secret.is_action_ordered = 0
    sort_cards(secret.action_pile, np.int64(0), np.int64(table.n_action_pile), np.int64(0))
    streams.start(secret.action_luck, secret.key, streams.ACTIONS, secret.game, table.round_index, 0)


assert N_KINDS <= N_SORTED

"""Dealing again, by lot, what a seat does not know: for agents that search.

Before a reshuffle the hidden cards and the draw pile are one pool, out of which every arrangement is equally likely;
after it everybody knows which cards the draw pile has, and there are two. A pool is sorted before it is dealt, and the
luck still to come gets a new key: the outcome depends on what the seat knows, and on the stream, alone.
"""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import PLACE, ROUND_OVER
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.compiler import inner, kernel

N_SORTED = 16
"""More than the different cards of a pile."""


@inner
def sort_cards(cards, first, end, lowest_card):
    """Sort ``cards[first:end]``, lowest first."""
    copies = np.zeros(N_SORTED, np.int64)
    for position in range(first, end):
        copies[np.int64(cards[position]) - lowest_card] += 1
    position = first
    for value in range(N_SORTED):
        for _ in range(copies[value]):
            cards[position] = value + lowest_card
            position += 1


@inner
def pop_between(cards, first, end, luck):
    """Remove and return a card of ``cards[first:end]`` by lot; the last one takes its place."""
    position = first + streams.below(luck, end - first)
    card = cards[position]
    cards[position] = cards[end - 1]
    return card


@inner
def gather_hidden(game, end):
    """Lay all hidden cards behind the draw pile, from `end` on; return the new end."""
    for seat in range(np.int64(game.table.n_players)):
        hidden = np.int64(game.table.hidden[seat])
        while hidden:
            game.secret.pile[end] = game.secret.cards[seat, lowest(hidden)]
            hidden &= hidden - 1
            end += 1
    return end


@inner
def deal_hidden(game, first, end, luck):
    """Deal the hidden cards out of ``pile[first:end]``."""
    for seat in range(np.int64(game.table.n_players)):
        hidden = np.int64(game.table.hidden[seat])
        while hidden:
            game.secret.cards[seat, lowest(hidden)] = pop_between(game.secret.pile, first, end, luck)
            hidden &= hidden - 1
            end -= 1


@inner
def renew_luck(game, luck):
    """Give the pile, reshuffles and rounds to come new luck: that of a copied game would bring what really comes."""
    table, secret = game.table, game.secret
    secret.key[0] = streams.word(luck)
    secret.key[1] = streams.word(luck)
    secret.is_ordered = 0
    secret.n_next_order = 0
    if table.n_reshuffles > 0:
        streams.start_reshuffle(secret.luck, secret.key, secret.game, table.round_index, table.n_reshuffles - 1)
    else:
        streams.start(secret.luck, secret.key, streams.DEAL, secret.game, table.round_index, 0)


@kernel
def redeal(game, seat, luck):
    """Deal again what `seat` does not know: hidden cards, draw pile, and the card that another seat has drawn."""
    table, pile = game.table, game.secret.pile
    n_pile = np.int64(table.n_pile)
    is_drawn_unknown = table.phase == PLACE and table.seat != seat
    end = n_pile
    if is_drawn_unknown:
        pile[end] = table.drawn
        end += 1
    first = end if table.n_reshuffles > 0 else np.int64(0)
    end = gather_hidden(game, end)
    sort_cards(pile, 0, first, LOWEST_CARD)
    sort_cards(pile, first, end, LOWEST_CARD)
    deal_hidden(game, first, end, luck)
    if is_drawn_unknown:
        table.drawn = pop_between(pile, np.int64(0), n_pile + 1, luck)
    sort_cards(pile, 0, n_pile, LOWEST_CARD)
    renew_luck(game, luck)


redeal_by_game = by_game(redeal)


@kernel
def redeal_tables(games, key, seats, first, luck):
    """Deal again in every game of an episode that is not over; luck by position, counted from `first`.

    ``seats``, int64[n], is whose knowledge counts, -1 that of the seat to decide; ``luck`` is a stream to work with.
    """
    for position in range(games.size):
        game = games[position]
        if game.table.phase < ROUND_OVER:
            streams.start(luck, key, streams.REDEAL, first + position, 0, 0)
            redeal_by_game(game, np.int64(game.table.seat) if seats[position] < 0 else seats[position], luck)

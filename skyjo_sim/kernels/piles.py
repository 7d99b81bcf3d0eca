"""The draw pile and the discard pile: lazy shuffle, draw, discard, reshuffle (RULES.md 2, 3)."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.cards import DECK, LOWEST_CARD, N_CARDS, NO_CARD
from skyjo_sim.kernels.compiler import apart, inlined, inner, inner_inlined, kernel

INDEX = 0xFF
"""Masking an index of a pile tells the compiler that it is not negative, which saves the wrap-around."""


@kernel
def fill(game):
    """Make the draw pile a whole deck, shuffled lazily, and the discard pile empty."""
    secret = game.secret
    for position in range(N_CARDS):
        secret.pile[position] = DECK[position]
    secret.is_ordered = 0
    secret.n_next_order = 0
    game.table.n_pile = N_CARDS
    game.table.n_discard = 0
    game.table.discard_top = NO_CARD
    game.table.n_reshuffles = 0


@inlined
def pop(game):
    """Remove and return the next card of a draw pile that is not empty."""
    secret = game.secret
    last = (np.int64(game.table.n_pile) - 1) & INDEX
    position = last
    if secret.is_ordered == 0:
        position = streams.below(secret.luck, last + 1) & INDEX
    card = np.int64(secret.pile[position])
    secret.pile[position] = secret.pile[last]
    game.table.n_pile = last
    return card


@inlined
def discard(game, card):
    """Lay a card on the discard pile."""
    table = game.table
    n_discard = np.int64(table.n_discard) & INDEX
    game.secret.discard[n_discard] = card
    table.n_discard = n_discard + 1
    table.discard_top = card


@inlined
def take(game):
    """Remove and return the top of a discard pile that is not empty."""
    table = game.table
    card = np.int64(table.discard_top)
    n_left = np.int64(table.n_discard) - 1
    table.n_discard = n_left
    table.discard_top = game.secret.discard[(n_left - 1) & INDEX] if n_left > 0 else NO_CARD
    return card


@inlined
def can_draw(table):
    """Tell whether a card can be drawn: from the pile, or after a reshuffle. Always true in a game of 150 cards."""
    return table.n_pile > 0 or table.n_discard > 1


@inner
def is_order_given(secret, n_back):
    """Tell whether the order given for the next reshuffle is one of the cards that go back into the pile."""
    if secret.n_next_order != n_back:
        return False
    for position in range(n_back):
        card = secret.next_order[position]
        difference = 0
        for other in range(n_back):
            difference += np.int64(secret.next_order[other] == card) - np.int64(secret.discard[other] == card)
        if difference != 0:
            return False
    return True


@kernel
def reshuffle(game, rules):
    """Make the discards the draw pile: all but the top, or all, the first then being the new top (RULES.md Q31)."""
    apart()
    table, secret = game.table, game.secret
    top = np.int64(table.discard_top)
    n_back = np.int64(table.n_discard) - (1 - rules.take_all)
    is_given = is_order_given(secret, n_back)
    for position in range(n_back):
        secret.pile[position] = secret.next_order[n_back - 1 - position] if is_given else secret.discard[position]
    secret.is_ordered = is_given
    secret.n_next_order = 0
    streams.start_reshuffle(secret.luck, secret.key, secret.game, table.round_index, table.n_reshuffles)
    table.n_reshuffles += 1
    table.n_pile = n_back
    table.n_discard = 0
    table.pool[:] = 0
    for position in range(n_back):
        table.pool[np.int64(secret.pile[position]) - LOWEST_CARD] += 1
    if rules.take_all:
        top = pop(game)
        table.pool[top - LOWEST_CARD] -= 1
    discard(game, top)


@inlined
def draw(game, rules):
    """Remove and return the next card, reshuffling first where the draw pile is empty."""
    if game.table.n_pile == 0:
        reshuffle(game, rules)
    return pop(game)


@inner_inlined
def show_drawn(table, card):
    """Count a card from the draw pile as seen by all, when it is placed or thrown away."""
    if table.n_reshuffles == 0:
        table.seen[(card - LOWEST_CARD) & 15] += 1
    else:
        table.pool[(card - LOWEST_CARD) & 15] -= 1


assert DECK.size == N_CARDS

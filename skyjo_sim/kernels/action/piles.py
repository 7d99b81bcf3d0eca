"""The piles of Skyjo Action: the deck, the market, the pile and the discards of action cards (RULES.md 9.2, 9.3)."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.cards import N_FACES, N_KINDS, N_MARKET, NO_KIND
from skyjo_sim.kernels.action.layout import MAX_ACTION_PILE
from skyjo_sim.kernels.cards import LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.compiler import apart, inlined, kernel, merged

_INDEX = MAX_ACTION_PILE - 1
"""Masking an index of a pile, whose room is a power of 2, tells the compiler that it is not negative: no wrap-around."""


@merged
def fill(game, rules):
    """Make the draw pile a whole deck, shuffled lazily, and the discard pile empty."""
    secret = game.secret
    n = 0
    for face in range(N_FACES):
        for _ in range(np.int64(rules.copies[face])):
            secret.pile[n] = face + LOWEST_CARD
            n += 1
    secret.is_ordered = 0
    secret.n_next_order = 0
    game.table.n_pile = n
    game.table.n_discard = 0
    game.table.discard_top = NO_CARD
    game.table.n_reshuffles = 0


@merged
def fill_actions(game, rules):
    """Shuffle the action cards lazily, lay out the market, turn up the first of the discards."""
    table, secret = game.table, game.secret
    n = 0
    for kind in range(N_KINDS):
        for _ in range(np.int64(rules.action_copies[kind])):
            secret.action_pile[n] = kind
            n += 1
    secret.is_action_ordered = 0
    table.n_action_pile = n
    table.n_action_discard = 0
    table.n_action_reshuffles = 0
    table.n_market = min(n, N_MARKET)
    for place in range(N_MARKET):
        table.market[place] = pop_action(game) if place < table.n_market else NO_KIND
    if rules.seed_action_discard and table.n_action_pile > 0:
        throw_action(table, pop_action(game))


@inlined
def pop_action(game):
    """Remove and return the next card of an action pile that is not empty."""
    secret = game.secret
    last = (np.int64(game.table.n_action_pile) - 1) & _INDEX
    position = last
    if secret.is_action_ordered == 0:
        position = streams.below(secret.action_luck, last + 1) & _INDEX
    kind = np.int64(secret.action_pile[position])
    secret.action_pile[position] = secret.action_pile[last]
    game.table.n_action_pile = last
    return kind


@inlined
def throw_action(table, kind):
    """Lay an action card on its discard pile."""
    n = np.int64(table.n_action_discard) & _INDEX
    table.action_discard[n] = kind
    table.n_action_discard = n + 1


@inlined
def can_draw_action(table, rules):
    """Tell whether an action card can be drawn: from the pile, or after a reshuffle."""
    return table.n_action_pile > 0 or (table.n_action_discard > 0 and not rules.no_action_reshuffle)


@kernel
def reshuffle_actions(game):
    """Make all action discards the action pile (RULES.md Q30)."""
    apart()
    table, secret = game.table, game.secret
    for position in range(np.int64(table.n_action_discard)):
        secret.action_pile[position] = table.action_discard[position]
    secret.is_action_ordered = 0
    table.n_action_pile = table.n_action_discard
    table.n_action_discard = 0
    table.n_action_reshuffles += 1


@inlined
def draw_action(game, rules):
    """Remove and return the next action card, reshuffling first where the pile is empty; NO_KIND where none is left."""
    table = game.table
    if table.n_action_pile == 0:
        if not can_draw_action(table, rules):
            return np.int64(NO_KIND)
        reshuffle_actions(game)
    return pop_action(game)


@kernel
def take_from_market(game, rules, place):
    """Remove and return a card of the market; the gap is filled at once, or closed where no card is left."""
    table = game.table
    kind = np.int64(table.market[place])
    following = draw_action(game, rules)
    if following == NO_KIND:
        last = np.int64(table.n_market) - 1
        for position in range(place, last):
            table.market[position] = table.market[position + 1]
        table.market[last] = NO_KIND
        table.n_market = last
    else:
        table.market[place] = following
    return kind


@merged
def take_out(table, kind):
    """Remove the topmost copy of a kind from the action discards, which have one."""
    n = np.int64(table.n_action_discard)
    position = n - 1
    while position > 0 and table.action_discard[position] != kind:
        position -= 1
    for other in range(position, n - 1):
        table.action_discard[other] = table.action_discard[other + 1]
    table.n_action_discard = n - 1


@merged
def discard_at_bottom(game, card):
    """Lay a card under the discard pile."""
    table, secret = game.table, game.secret
    n = np.int64(table.n_discard)
    for position in range(n, 0, -1):
        secret.discard[position] = secret.discard[position - 1]
    secret.discard[0] = card
    table.n_discard = n + 1
    table.discard_top = secret.discard[n]

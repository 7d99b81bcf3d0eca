"""Invariants of the piles in Skyjo Action: what was shown is rightly counted, the luck is this game's."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.cards import DRAW_THREE, N_DRAWN, N_FACES
from skyjo_sim.kernels.cards import HIDDEN, LOWEST_CARD, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.problem_flags import LUCK, POOL, SEEN
from skyjo_sim.kernels.problems_cards import tally
from skyjo_sim.kernels.problems_piles import count_pool, count_shown, has_begun_as, is_other_count, is_other_pool


@inner
def is_shown(table, place):
    """Tell whether a place of the three cards drawn has a card that was replaced in the grid."""
    return table.card == DRAW_THREE and table.n_chosen > 0 and place == table.kept_of_three


@inner
def n_from_pool(table):
    """Return how many of the three cards drawn, only the mover having seen them, came from the present pool."""
    n_drawn = -np.int64(table.n_pile)
    for value in range(N_FACES):
        n_drawn += np.int64(table.pool[value])
    return n_drawn if table.n_reshuffles > 0 else 0


@inner
def seen_problems(game):
    """Check the counts of cards that were shown: face up, discarded, known to all face down, or in the pool."""
    table = game.table
    seen = np.zeros(N_FACES, np.int64)
    count_shown(game, seen)
    for seat in range(np.int64(table.n_players)):
        for slot in range(N_SLOTS):
            card = np.int64(game.secret.cards[seat, slot])
            if np.int64(table.public[seat]) >> slot & 1 and card != NO_CARD:
                seen[card - LOWEST_CARD] += 1
    left = n_from_pool(table)
    for place in range(N_DRAWN - 1, -1, -1):
        card = np.int64(table.three[place])
        if card in (NO_CARD, HIDDEN):
            left -= card == HIDDEN
        elif is_shown(table, place):
            seen[card - LOWEST_CARD] += 1
        else:
            if left <= 0 and table.n_reshuffles > 1:
                seen[card - LOWEST_CARD] += 1
            left -= 1
    return SEEN if is_other_count(seen, table) else 0


@inner
def pool_problems(game):
    """Check the public composition of the draw pile, the drawn card and those of the three drawn after the reshuffle."""
    table = game.table
    pool = np.zeros(N_FACES + 1, np.int64)
    count_pool(game, pool)
    left = n_from_pool(table)
    for place in range(N_DRAWN - 1, -1, -1):
        card = np.int64(table.three[place])
        if left > 0 and card != NO_CARD and not is_shown(table, place):
            tally(np.int64(NO_CARD) if card == HIDDEN else card, pool)
            left -= 1
    return POOL if is_other_pool(pool, table) else 0


@inner
def action_luck_problems(game):
    """Check that the stream of luck of the action cards is that of this game and round."""
    secret = game.secret
    expected = np.zeros(1, STREAM)
    streams.start(expected[0], secret.key, streams.ACTIONS, secret.game, game.table.round_index, 0)
    return 0 if has_begun_as(secret.action_luck, expected[0]) else LUCK

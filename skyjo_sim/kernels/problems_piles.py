"""Invariants of the piles: what was shown is rightly counted, the top is the top, the luck is this game's."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import PLACE
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SLOTS, N_VALUES, NO_CARD
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.layout import STREAM, WORDS
from skyjo_sim.kernels.problem_flags import DISCARD_TOP, LUCK, POOL, SEEN
from skyjo_sim.kernels.problems_cards import tally

_BLOCKS_PER_REFILL = WORDS // 4


@kernel
def seen_problems(game):
    """Check the counts of cards that were shown: face up, discarded, or old discards in the pool."""
    table, secret = game.table, game.secret
    seen = np.zeros(16, np.int64)
    for seat in range(np.int64(table.n_players)):
        away = np.int64(table.hidden[seat]) | np.int64(table.cleared[seat])
        for slot in range(N_SLOTS):
            if not away >> slot & 1:
                seen[np.int64(secret.cards[seat, slot]) - LOWEST_CARD] += 1
    for position in range(np.int64(table.n_discard)):
        seen[np.int64(secret.discard[position]) - LOWEST_CARD] += 1
    for value in range(16):
        if seen[value] + np.int64(table.pool[value]) != table.seen[value]:
            return SEEN
    return 0


@kernel
def pool_problems(game):
    """Check the public composition of the draw pile and the drawn card: empty before a reshuffle."""
    table, secret = game.table, game.secret
    pool = np.zeros(N_VALUES + 1, np.int64)
    if table.n_reshuffles > 0:
        for position in range(np.int64(table.n_pile)):
            tally(np.int64(secret.pile[position]), pool)
        if table.phase == PLACE:
            tally(np.int64(table.drawn), pool)
    n_unknown = pool[N_VALUES]
    pool[N_VALUES] = 0
    for value in range(N_VALUES + 1):
        n_more = np.int64(table.pool[value]) - pool[value]
        if n_more < 0:
            return POOL
        n_unknown -= n_more
    return POOL if n_unknown else 0


@kernel
def pile_problems(game):
    """Check the top of the discard pile."""
    n_discard = np.int64(game.table.n_discard)
    top = np.int64(NO_CARD)
    if n_discard > 0:
        top = np.int64(game.secret.discard[n_discard - 1])
    return DISCARD_TOP if game.table.discard_top != top else 0


@kernel
def luck_problems(game):
    """Check that the stream of luck is that of this game, round and reshuffle."""
    table, secret = game.table, game.secret
    luck, n_reshuffles = secret.luck, np.int64(table.n_reshuffles)
    expected = np.zeros(1, STREAM)
    if n_reshuffles == 0:
        streams.start(expected[0], secret.key, streams.DEAL, secret.game, table.round_index, 0)
    else:
        streams.start_reshuffle(expected[0], secret.key, secret.game, table.round_index, n_reshuffles - 1)
    for part in range(1, 4):
        if luck.counter[part] != expected[0].counter[part]:
            return LUCK
    if luck.key[0] != secret.key[0] or luck.key[1] != secret.key[1]:
        return LUCK
    n_blocks = np.int64(luck.counter[0]) - np.int64(expected[0].counter[0])
    position = np.int64(luck.position)
    is_position = position == WORDS or (0 < position < WORDS and n_blocks > 0)
    return 0 if is_position and n_blocks >= 0 and n_blocks % _BLOCKS_PER_REFILL == 0 else LUCK

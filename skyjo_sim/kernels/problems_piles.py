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
    seen = np.zeros(16, np.int64)
    count_shown(game, seen)
    return SEEN if is_other_count(seen, game.table) else 0


@kernel
def count_shown(game, seen):
    """Count the cards that lie face up or discarded."""
    table, secret = game.table, game.secret
    for seat in range(np.int64(table.n_players)):
        away = np.int64(table.hidden[seat]) | np.int64(table.cleared[seat])
        for slot in range(N_SLOTS):
            if not away >> slot & 1:
                seen[np.int64(secret.cards[seat, slot]) - LOWEST_CARD] += 1
    for position in range(np.int64(table.n_discard)):
        seen[np.int64(secret.discard[position]) - LOWEST_CARD] += 1


@kernel
def is_other_count(seen, table):
    """Tell whether the table has counted other cards than these and the old discards of the pool."""
    for value in range(16):  # noqa: SIM110 (numba has no generators)
        if seen[value] + np.int64(table.pool[value]) != table.seen[value]:
            return True
    return False


@kernel
def pool_problems(game):
    """Check the public composition of the draw pile and the drawn card: empty before a reshuffle."""
    pool = np.zeros(N_VALUES + 1, np.int64)
    count_pool(game, pool)
    return POOL if is_other_pool(pool, game.table) else 0


@kernel
def count_pool(game, pool):
    """Count, after a reshuffle, the cards of the draw pile and the drawn one."""
    table, secret = game.table, game.secret
    if table.n_reshuffles > 0:
        for position in range(np.int64(table.n_pile)):
            tally(np.int64(secret.pile[position]), pool)
        if table.phase == PLACE:
            tally(np.int64(table.drawn), pool)


@kernel
def is_other_pool(pool, table):
    """Tell whether the table's pool is none of these cards, those that are not known being any."""
    n_values = pool.size - 1
    n_unknown = pool[n_values]
    for value in range(16):
        n_more = np.int64(table.pool[value])
        if value < n_values:
            n_more -= pool[value]
        if n_more < 0:
            return True
        n_unknown -= n_more
    return n_unknown != 0


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
    n_reshuffles = np.int64(table.n_reshuffles)
    expected = np.zeros(1, STREAM)
    if n_reshuffles == 0:
        streams.start(expected[0], secret.key, streams.DEAL, secret.game, table.round_index, 0)
    else:
        streams.start_reshuffle(expected[0], secret.key, secret.game, table.round_index, n_reshuffles - 1)
    return 0 if has_begun_as(secret.luck, expected[0]) else LUCK


@kernel
def has_begun_as(luck, beginning):
    """Tell whether a stream may have come from its beginning by words being taken."""
    for part in range(1, 4):
        if luck.counter[part] != beginning.counter[part]:
            return False
    if luck.key[0] != beginning.key[0] or luck.key[1] != beginning.key[1]:
        return False
    n_blocks = np.int64(luck.counter[0]) - np.int64(beginning.counter[0])
    position = np.int64(luck.position)
    is_position = position == WORDS or (0 < position < WORDS and n_blocks > 0)
    return is_position and n_blocks >= 0 and n_blocks % _BLOCKS_PER_REFILL == 0

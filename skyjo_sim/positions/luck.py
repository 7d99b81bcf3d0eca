"""The stream of luck of a position: set to where it is, read back, and the pile that it dealt."""

import numpy as np

from skyjo_sim.kernels import piles, streams
from skyjo_sim.kernels.layout import GAME, STREAM, WORDS
from skyjo_sim.kernels.philox import refill_python

__all__ = ["dealt_pile", "set_luck", "words_taken"]

_BLOCKS_PER_REFILL = WORDS // 4


def _start_luck(luck: np.record, game: np.record) -> None:
    """Set a stream to the beginning of the game's current luck, that of the deal or of the last reshuffle."""
    table, secret = game.table, game.secret
    if table.n_reshuffles:
        streams.start_reshuffle(luck, secret.key, secret.game, table.round_index, table.n_reshuffles - 1)
    else:
        streams.start(luck, secret.key, streams.DEAL, secret.game, table.round_index, 0)


def set_luck(game: np.record, key: int, index: int, n_words: int) -> None:
    """Set the luck of game `index`, round and reshuffles being set, to where it is after `n_words` words."""
    secret, luck = game.secret, game.secret.luck
    secret.key[:] = key >> 32, key & 0xFFFFFFFF
    secret.game = index
    _start_luck(luck, game)
    if n_words:
        refills = (n_words - 1) // WORDS
        luck.counter[0] += np.uint32(_BLOCKS_PER_REFILL * refills)
        refill_python(luck)  # type: ignore[no-untyped-call]
        luck.position = n_words - WORDS * refills


def words_taken(game: np.record) -> int:
    """Return how many words were taken from the current stream of luck."""
    luck, beginning = game.secret.luck, np.zeros(1, STREAM)[0]
    _start_luck(beginning, game)
    refills = (int(luck.counter[0]) - int(beginning.counter[0])) // _BLOCKS_PER_REFILL
    return max(0, WORDS * (refills - 1) + int(luck.position))


def dealt_pile(key: int, index: int, round_index: int, n_words: int) -> tuple[int, ...]:
    """Return the draw pile of a round, as it is stored, after `n_words` cards were dealt and drawn."""
    game = np.zeros(1, GAME)[0]
    game.table.round_index = round_index
    set_luck(game, key, index, 0)
    piles.fill(game)
    for _ in range(min(n_words, int(game.table.n_pile))):
        piles.pop(game)
    return tuple(game.secret.pile[: int(game.table.n_pile)].tolist())

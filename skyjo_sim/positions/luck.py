"""The streams of luck of a position: set to where they are, read back, and the piles that they dealt."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.layout import STREAM, WORDS
from skyjo_sim.kernels.philox import refill_python

__all__ = ["dealt_pile", "set_action_luck", "set_luck", "start_of", "words_taken"]

_BLOCKS_PER_REFILL = WORDS // 4
Card = TypeVar("Card")


def _start_luck(luck: np.record, game: np.record) -> None:
    """Set a stream to the beginning of the game's current luck, that of the deal or of the last reshuffle."""
    table, secret = game.table, game.secret
    if table.n_reshuffles:
        streams.start_reshuffle(luck, secret.key, secret.game, table.round_index, table.n_reshuffles - 1)
    else:
        streams.start(luck, secret.key, streams.DEAL, secret.game, table.round_index, 0)


def start_of(game: np.record, kind: int | None = None) -> np.record:
    """Return the beginning of a stream of a game: of its current luck, or of the round's stream of a kind."""
    luck: np.record = np.zeros(1, STREAM)[0]
    if kind is None:
        _start_luck(luck, game)
    else:
        streams.start(luck, game.secret.key, kind, game.secret.game, game.table.round_index, 0)
    return luck


def _skip(luck: np.record, n_words: int) -> None:
    """Take words from a stream that stands at its beginning."""
    if n_words:
        refills = (n_words - 1) // WORDS
        luck.counter[0] += np.uint32(_BLOCKS_PER_REFILL * refills)
        refill_python(luck)  # type: ignore[no-untyped-call]
        luck.position = n_words - WORDS * refills


def set_luck(game: np.record, key: int, index: int, n_words: int) -> None:
    """Set the luck of game `index`, round and reshuffles being set, to where it is after `n_words` words."""
    secret = game.secret
    secret.key[:] = key >> 32, key & 0xFFFFFFFF
    secret.game = index
    _start_luck(secret.luck, game)
    _skip(secret.luck, n_words)


def set_action_luck(game: np.record, n_words: int) -> None:
    """Set the luck of the action cards, key, game and round being set, to where it is after `n_words` words."""
    luck, secret = game.secret.action_luck, game.secret
    streams.start(luck, secret.key, streams.ACTIONS, secret.game, game.table.round_index, 0)
    _skip(luck, n_words)


def words_taken(luck: np.record, beginning: np.record) -> int:
    """Return how many words were taken from a stream since its beginning."""
    refills = (int(luck.counter[0]) - int(beginning.counter[0])) // _BLOCKS_PER_REFILL
    return max(0, WORDS * (refills - 1) + int(luck.position))


def dealt_pile(
    cards: Sequence[Card], key: int, index: int, round_index: int, n_words: int, kind: int = streams.DEAL
) -> tuple[Card, ...]:
    """Return a pile that began as these cards, as it is stored, after `n_words` of them were drawn by lot."""
    luck: np.record = np.zeros(1, STREAM)[0]
    streams.start(luck, np.array([key >> 32, key & 0xFFFFFFFF], np.uint32), kind, np.uint64(index), round_index, 0)
    pile = list(cards)
    for _ in range(min(n_words, len(pile))):
        position = int(streams.below(luck, len(pile)))
        pile[position] = pile[-1]
        pile.pop()
    return tuple(pile)

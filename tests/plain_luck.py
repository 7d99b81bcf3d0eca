"""The streams of luck, written a second time: what deals the oracle its cards.

Philox 4x32-10 as published; the layout of counters and the lazy shuffle as the package documents them.
"""

import numpy as np

from tests.naive import deck

MASK = 0xFFFFFFFF
DEAL, TIES, RESHUFFLE = 0, 1, 2
LANES = 8  # blocks a refill: word w of block i is the word 8 * w + i
BLOCKS_PER_RESHUFFLE = 64


def philox(counter, key):
    """Return the four words of a block, from integers or from arrays of uint64."""
    a, b, c, d = counter
    k, m = key
    for _ in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (second >> 32) ^ b ^ k, second & MASK, (first >> 32) ^ d ^ m, first & MASK
        k, m = (k + 0x9E3779B9) & MASK, (m + 0xBB67AE85) & MASK
    return a, b, c, d


def words(n, key, kind, game, round_, first_block=0):
    """Return the first `n` words of a stream in the order they are used."""
    n_refills = -(-n // (4 * LANES))
    blocks = first_block + np.arange(n_refills * LANES, dtype=np.uint64)
    counter = blocks, kind << 24 | round_, np.full_like(blocks, game & MASK), game >> 32
    made = np.array([part + np.zeros_like(blocks) for part in philox(counter, key)])
    return made.reshape(4, n_refills, LANES).swapaxes(0, 1).ravel()[:n].tolist()


def shuffle(cards, luck):
    """Draw cards by lot, one word each, until none is left.

    Returns the cards in the order drawn, and by their number the cards left in the pile, as they lie there, in
    bytes.
    """
    pile = bytearray(card & 0xFF for card in cards)
    drawn, piles = bytearray(), [bytes(pile)]
    for word in luck:
        position = word * len(pile) >> 32
        drawn.append(pile[position])
        pile[position] = pile[-1]
        pile.pop()
        piles.append(bytes(pile))
    return np.frombuffer(drawn, np.int8).tolist(), piles[::-1]


class StreamLuck:
    """Be the luck of a naive game as its key and index make it.

    ``labels[v + 2]`` is printed on the cards of value v. ``shuffles`` are those of the round, the deal's first;
    ``ties`` counts the lots drawn for the start.
    """

    def __init__(self, key, game, labels=range(-2, 13)):
        self.key, self.game, self.labels = tuple(map(int, key)), int(game), labels
        self.shuffles, self.ties = [], 0

    def deck(self, round_):
        self.shuffles = []
        return self._shuffle([self.labels[card + 2] for card in deck()], DEAL, round_)

    def reshuffle(self, round_, number, cards):
        return self._shuffle(cards, RESHUFFLE, round_, BLOCKS_PER_RESHUFFLE * number)

    def choose(self, round_, candidates):
        self.ties += 1
        (word,) = words(1, self.key, TIES, self.game, round_)
        return candidates[word * len(candidates) >> 32]

    def _shuffle(self, cards, kind, round_, first_block=0):
        luck = words(len(cards), self.key, kind, self.game, round_, first_block)
        self.shuffles.append(shuffle(cards, luck))
        return self.shuffles[-1][0]

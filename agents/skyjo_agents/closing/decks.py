"""Dealing what nobody has seen, again and again: a deck in random order, begun at each of its cards in turn.

Every deal is as likely as any other. Over a whole round through the deck each card lies once at each place, so what a
single card does to the result cancels out of the error.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.compiling import inner, merged
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.cards import LOWEST_CARD, N_CARDS, N_VALUES
from skyjo_sim.kernels.compiler import apart
from skyjo_sim.kernels.layout import record

__all__ = ["DECK", "begin", "fill", "mix", "pop"]

DECK = record(
    [
        ("cards", np.int8, (N_CARDS + 10,)),
        ("n_cards", np.int64),
        ("next", np.int64),  # the card to come
    ]
)
"""Cards in random order, without end: behind the last one comes the first."""


@inner
def fill(deck, counts):
    """Make a deck of the cards that are counted by value."""
    apart()
    size = np.int64(0)
    for value in range(N_VALUES):
        for _ in range(np.int64(counts[value])):
            deck.cards[size] = value + LOWEST_CARD
            size += 1
    deck.n_cards = size
    deck.next = 0


@merged
def mix(deck, luck):
    """Bring a deck into random order."""
    for end in range(deck.n_cards - 1, 0, -1):
        other = streams.below(luck, end + 1)
        card = deck.cards[end]
        deck.cards[end] = deck.cards[other]
        deck.cards[other] = card


@merged
def begin(deck, number):
    """Begin deal `number` of a round through the deck."""
    deck.next = number % max(deck.n_cards, 1)


@merged
def pop(deck):
    """Return the next card of a deck that is not empty."""
    card = np.int64(deck.cards[deck.next])
    deck.next = deck.next + 1 if deck.next + 1 < deck.n_cards else np.int64(0)
    return card

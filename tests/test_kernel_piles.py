"""The piles: nothing is lost, orders are kept, luck is what it is said to be."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import piles, streams
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME, STREAM
from skyjo_sim.position import build_game
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import naive
from tests.plain_luck import RESHUFFLE, shuffle, words

EXAMPLES = 300 if IS_COMPILED else 40
GRIDS = [["?1"] * 6 + ["?2"] * 6, ["?3"] * 6 + ["?4"] * 6]
decks = st.integers(0, 2**32 - 1).map(random.Random).map(lambda lot: lot.sample([5, 6, 7, -2, 0] * 4, 20))
sizes = st.integers(0, 20)
rules_of = {
    "keep_top": rules_record(Rules()),
    "take_all": rules_record(Rules(reshuffle="take_all_and_turn_new_top")),
}


def game_with(discard, pile=(), **fields):
    """Return a game with these piles; the counts of the deck do not matter here."""
    game = build_game(grids=GRIDS, **fields)
    game.secret.pile[: len(pile)] = list(pile)[::-1]
    game.secret.is_ordered = 1
    game.table.n_pile = len(pile)
    for card in discard:
        piles.discard(game, card)
    return game


def pile_of(game):
    return game.secret.pile[: int(game.table.n_pile)].tolist()


def discards_of(game):
    return game.secret.discard[: int(game.table.n_discard)].tolist()


@settings(deadline=None, max_examples=EXAMPLES)
@given(decks, sizes)
def test_an_ordered_pile_is_drawn_in_its_order(cards, n):
    game = game_with([], cards)
    assert [int(piles.pop(game)) for _ in range(n)] == cards[:n]
    assert pile_of(game)[::-1] == cards[n:]


def test_a_whole_deck_is_drawn_as_luck_says():
    game = game_with([])
    streams.start(game.secret.luck, np.array([8, 9], np.uint32), streams.DEAL, np.uint64(4), 2, 0)
    piles.fill(game)
    order, lying = shuffle(naive.deck(), words(150, (8, 9), streams.DEAL, 4, 2))
    for n in range(150, 0, -1):
        assert game.secret.pile[:n].tobytes() == lying[n]
        assert int(piles.pop(game)) == order[150 - n]
    assert sorted(order) == naive.deck()
    assert game.table.n_pile == 0


@settings(deadline=None, max_examples=EXAMPLES)
@given(decks, st.integers(1, 20))
def test_discarding_and_taking_is_last_in_first_out(cards, n):
    game = game_with(cards)
    for index in range(n):
        assert int(game.table.discard_top) == cards[-1 - index]
        assert int(piles.take(game)) == cards[-1 - index]
    assert discards_of(game) == cards[: len(cards) - n]
    assert int(game.table.discard_top) == (cards[-1 - n] if n < len(cards) else NO_CARD)


@settings(deadline=None, max_examples=EXAMPLES)
@given(sizes, sizes)
def test_a_card_can_be_drawn_from_the_pile_or_after_a_reshuffle(n_pile, n_discard):
    table = np.zeros(1, GAME)[0].table
    table.n_pile, table.n_discard = n_pile, n_discard
    assert bool(piles.can_draw(table)) == (n_pile > 0 or n_discard >= 2)


@pytest.mark.parametrize("kind", ["keep_top", "take_all"])
@settings(deadline=None, max_examples=EXAMPLES)
@given(cards=decks, n=st.integers(2, 20), number=st.integers(0, 5))
def test_a_reshuffle_conserves_the_cards_and_is_what_luck_says(kind, cards, n, number):
    game = game_with(cards[:n], key=3 << 32 | 4, game=11, round_index=6)
    game.table.n_reshuffles = number
    piles.reshuffle(game, rules_of[kind])
    back = cards[: n - 1] if kind == "keep_top" else cards[:n]
    order, lying = shuffle(back, words(len(back), (3, 4), RESHUFFLE, 11, 6, 64 * number))
    top = cards[n - 1] if kind == "keep_top" else order.pop(0)
    assert discards_of(game) == [top] == [int(game.table.discard_top)]
    assert game.secret.pile[: int(game.table.n_pile)].tobytes() == lying[len(order)]
    assert game.table.n_reshuffles == number + 1
    check_pool(game, order)
    drawn = [int(piles.pop(game)) for _ in order]
    assert drawn == order
    assert sorted([*drawn, top]) == sorted(cards[:n])


def check_pool(game, cards):
    counts = Counter(cards)
    assert game.table.pool.tolist() == [counts[card] for card in range(-2, 14)]


@pytest.mark.parametrize("kind", ["keep_top", "take_all"])
@settings(deadline=None, max_examples=EXAMPLES)
@given(cards=decks, n=st.integers(2, 20), lot=st.integers(0, 2**32 - 1).map(random.Random))
def test_a_reshuffle_gives_the_order_that_was_asked_for_once(kind, cards, n, lot):
    back = cards[: n - 1] if kind == "keep_top" else cards[:n]
    order = lot.sample(back, len(back))
    game = game_with(cards[:n])
    game.secret.next_order[: len(order)] = order
    game.secret.n_next_order = len(order)
    piles.reshuffle(game, rules_of[kind])
    top = cards[n - 1] if kind == "keep_top" else order.pop(0)
    assert discards_of(game) == [top]
    check_pool(game, order)
    assert [int(piles.pop(game)) for _ in order] == order
    assert game.secret.n_next_order == 0


@settings(deadline=None, max_examples=EXAMPLES)
@given(cards=decks, n=st.integers(2, 20), wrong=st.integers(0, 18))
def test_an_order_of_other_cards_is_not_followed(cards, n, wrong):
    order = cards[: n - 1]
    order[wrong % (n - 1)] = 12
    game = game_with(cards[:n])
    game.secret.next_order[: n - 1] = order
    game.secret.n_next_order = n - 1
    piles.reshuffle(game, rules_of["keep_top"])
    assert game.secret.is_ordered == 0
    assert sorted(pile_of(game)) == sorted(cards[: n - 1])


def test_the_lazy_shuffle_is_even():
    """Each card value comes first as often as it is in the deck: 120 groups of luck, chi square below 1e-4."""
    n = 6000 if IS_COMPILED else 600
    stream = np.zeros(1, STREAM)[0]
    streams.start(stream, np.array([1, 1], np.uint32), streams.DEAL, np.uint64(0), 0, 0)
    counts = np.bincount([int(streams.below(stream, 15)) for _ in range(n)], minlength=15)
    assert len(counts) == 15
    assert ((counts - n / 15) ** 2 / (n / 15)).sum() < 42

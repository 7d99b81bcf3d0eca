"""Dealing again what a seat does not know: nothing lost, nothing seen changed, every arrangement equally likely."""

import random
from collections import Counter

import numpy as np
import pytest

from skyjo_sim.kernels import piles, streams
from skyjo_sim.kernels.actions import OPENING, PLACE, ROUND_OVER
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.redealing import redeal
from skyjo_sim.notation import format_position
from skyjo_sim.position import Position, make_game
from skyjo_sim.problems import find_problems
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.observed_play import LONGEST, shuffle_unknown
from tests.random_play import copy_of, play_randomly, random_rules

pytestmark = pytest.mark.small

N_GAMES = 14 if IS_COMPILED else 3
SHARE = 0.05
"""Of the positions that are looked at."""
N_DEALS = 4_800 if IS_COMPILED else 480


def redealt(game, seat, number=0):
    """Return a copy of a game, dealt again for a seat."""
    copy, luck = copy_of(game), np.zeros(1, STREAM)[0]
    streams.start(luck, np.array([8, 9], np.uint32), streams.REDEAL, number, 0, 0)
    redeal(copy, seat, luck)
    return copy


def states():
    """Yield games, rules and a viewer, out of play by lot under rules by lot."""
    for number in range(N_GAMES):
        lot = random.Random(number)
        rules = random_rules(lot)
        rules = rules.replace(turn_limit=min(rules.turn_limit, LONGEST))
        for game in play_randomly(rules_record(rules), lot):
            if game.table.phase < ROUND_OVER and lot.random() < SHARE:
                yield game, rules, lot.randrange(rules.players)


def cards_of(game):
    """Return how often each card lies somewhere."""
    table, secret = game.table, game.secret
    cards = secret["pile"][: table.n_pile].tolist() + secret["discard"][: table.n_discard].tolist()
    cards += [int(table.drawn)] * int(table.drawn != NO_CARD)
    for seat in range(table.n_players):
        cards += [
            int(card) for slot, card in enumerate(secret["cards"][seat][:12]) if not table.cleared[seat] >> slot & 1
        ]
    return Counter(cards)


def test_no_card_is_lost_and_nothing_seen_is_changed():
    seen = Counter()
    for game, rules, viewer in states():
        again = redealt(game, viewer)
        table = game.table
        assert cards_of(again) == cards_of(game)
        assert find_problems(again, rules) == find_problems(game, rules)
        for seat in range(table.n_players):
            if seat == viewer or table.seat != seat:
                assert format_position(again, seat) == format_position(game, seat)
        if table.seat == viewer:
            assert again.table.drawn == table.drawn
        seen[int(table.phase), bool(table.n_reshuffles), bool(table.seat == viewer)] += 1
    if IS_COMPILED:
        assert {(PLACE, True, True), (PLACE, True, False), (PLACE, False, False), (OPENING, False, True)} <= set(seen)


def test_the_outcome_does_not_depend_on_what_lies_hidden():
    n_changed = 0
    for game, _, viewer in states():
        other = copy_of(game)
        shuffle_unknown(other, viewer, random.Random(5))
        for public in ("chosen", "discard"):  # what stays: choices, and the order in which cards were discarded
            other.secret[public][:] = game.secret[public]
        n_changed += not np.array_equal(other, game)
        one, same = redealt(game, viewer), redealt(other, viewer)
        assert format_position(one) == format_position(same)
    assert n_changed > N_GAMES


def chi_square(counts, n_kinds):
    """Return the statistic of counts that should be equal."""
    expected = sum(counts.values()) / n_kinds
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (n_kinds - len(counts)) * expected


HIDDEN = {"grids": [[["?1", 7], ["?2", 7], [8, 8]], [["?3"], [0], [0]]], "discard": [5]}


def test_every_arrangement_is_equally_likely():
    game = make_game(Position(**HIDDEN, pile=[4], is_ordered=False))
    counts = Counter(format_position(redealt(game, 0, number)).partition("; luck")[0] for number in range(N_DEALS))
    assert len(counts) == 24
    assert chi_square(counts, 24) < 49.7  # 23 degrees of freedom: 0.1 %


def test_after_a_reshuffle_there_are_two_pools():
    game = make_game(Position(**HIDDEN, pile=[4, 6, 9], is_ordered=False, n_reshuffles=1))
    hidden, next_cards = Counter(), Counter()
    rules = rules_record(Rules(players=2))
    for number in range(N_DEALS):
        again = redealt(game, 0, number)
        hidden[tuple(again.secret["cards"][[0, 0, 1], [0, 1, 0]].tolist())] += 1
        next_cards[int(piles.draw(again, rules))] += 1
    assert set(next_cards) == {4, 6, 9}
    assert chi_square(hidden, 6) < 20.5  # 5 degrees of freedom: 0.1 %
    assert chi_square(next_cards, 3) < 13.8  # 2 degrees of freedom: 0.1 %


def test_a_card_drawn_by_another_seat_is_unknown_and_ones_own_is_not():
    game = make_game(Position(**HIDDEN, pile=[4], is_ordered=False, phase="place", drawn=11, seat=1))
    own = {int(redealt(game, 1, number).table.drawn) for number in range(200)}
    foreign = Counter(int(redealt(game, 0, number).table.drawn) for number in range(N_DEALS))
    assert own == {11}
    assert set(foreign) == {1, 2, 3, 4, 11}
    assert chi_square(foreign, 5) < 18.5  # 4 degrees of freedom: 0.1 %


def test_the_luck_to_come_is_new():
    game = make_game(Position(**HIDDEN, pile=[4, 6], next_order=[1], key=77))
    one, other = redealt(game, 0, 1), redealt(game, 0, 2)
    keys = {tuple(each.secret["key"].tolist()) for each in (game, one, other)}
    assert len(keys) == 3
    assert not one.secret.is_ordered
    assert one.secret.n_next_order == 0
    assert format_position(one) == format_position(redealt(game, 0, 1))

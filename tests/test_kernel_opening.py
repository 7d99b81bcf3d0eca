"""The deal, the opening flips and the start, against the oracle and the luck written a second time."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import FLIP, OPENING, SOURCE, TAKE
from skyjo_sim.kernels.cards import CLEARED, HIDDEN
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import naive
from tests.plain_luck import StreamLuck
from tests.positions import draw_rules

EXAMPLES = 200 if IS_COMPILED else 30
lots = st.integers(0, 2**32 - 1).map(random.Random)


def new_game(rules, key=(1, 2), index=0):
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    opening.start_game(game, rules_record(rules), np.array(key, np.uint32), np.uint64(index))
    return game


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_the_starter_is_the_oracles(lot):
    rules = draw_rules(lot)
    table = np.zeros(1, GAME)[0].table
    table.n_players = rules.players
    table.round_index = lot.choice((0, 0, 3))
    n_flips = rules.initial_flips
    flipped = [[lot.choice((-2, 0, 5, 12)) for _ in range(n_flips)] for _ in range(rules.players)]
    for seat, cards in enumerate(flipped):
        table.visible[seat] = HIDDEN
        table.hidden[seat] = 0xFFF & ~((1 << n_flips) - 1)
        table.visible[seat, :n_flips] = cards
    is_first = table.round_index == 0
    first_rule = str(rules.first_round_starter) if is_first else "highest_sum"
    sums, wanted = naive.starter_candidates(flipped, first_rule, str(rules.start_tiebreak))
    mask = int(opening.starter_candidates(table, rules_record(rules)))
    candidates = [seat for seat in range(rules.players) if mask >> seat & 1]
    is_lowest = rules.start_tiebreak == "lowest_seat" and first_rule != "random"
    assert (candidates[:1] if is_lowest else candidates) == wanted
    assert [int(opening.sum_and_extreme(table, seat, 1)[0]) for seat in range(rules.players)] == sums
    if n_flips:
        extremes = [int(opening.sum_and_extreme(table, seat, -1)[1]) for seat in range(rules.players)]
        assert extremes == [-min(cards) for cards in flipped]


@pytest.mark.parametrize("players", range(2, 9))
def test_a_deal_has_the_deck_and_one_card_face_up(players):
    game = new_game(Rules(players=players))
    table, secret = game.table, game.secret
    n_pile = int(table.n_pile)
    grids = secret.cards[:players, :12].ravel().tolist()
    order = StreamLuck((1, 2), 0).deck(0)
    assert (n_pile, int(table.n_discard)) == (150 - 12 * players - 1, 1)
    assert grids == order[: 12 * players]
    assert int(table.discard_top) == order[12 * players]
    assert sorted([*grids, int(table.discard_top), *secret.pile[:n_pile].tolist()]) == naive.deck()
    assert table.seen.sum() == 1


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_cards_are_turned_only_when_all_have_chosen(lot):
    rules = draw_rules(lot)
    game, record = new_game(rules, index=lot.getrandbits(60)), rules_record(rules)
    chosen = [[] for _ in range(rules.players)]
    while game.table.phase == OPENING:
        assert (game.table.visible[: rules.players, :12] == HIDDEN).all()
        seat = int(game.table.seat)
        slot = lot.choice([slot for slot in range(12) if slot not in chosen[seat]])
        for other in chosen[seat]:
            assert turn.step(game, record, FLIP + other) == turn.ILLEGAL
        chosen[seat].append(slot)
        turn.step(game, record, FLIP + slot)
    assert [len(slots) for slots in chosen] == [rules.initial_flips] * rules.players
    shown = game.table.visible[: rules.players, :12] != HIDDEN
    assert [sorted(slots) for slots in chosen] == [np.flatnonzero(row).tolist() for row in shown]
    assert game.table.phase == SOURCE
    assert game.table.seat == game.table.starter


def test_a_column_complete_since_the_opening_is_cleared_after_an_own_turn():
    rules = Rules(initial_flips=3, players=3)
    game, record = new_game(rules), rules_record(rules)
    game.secret.cards[:3, :3] = 5
    for _ in range(3):
        for slot in range(3):
            turn.step(game, record, FLIP + slot)
    starter = int(game.table.seat)
    assert game.table.cleared[:3].tolist() == [0, 0, 0]
    turn.step(game, record, TAKE + 11)
    assert game.table.cleared[:3].tolist() == [0b111 * (seat == starter) for seat in range(3)]


def test_a_tie_does_not_shift_the_deck():
    """The luck of a tie is a stream of its own: the same cards are drawn whoever starts."""
    draws = []
    for tiebreak in ("random", "lowest_seat", "high_card_then_random"):
        rules = Rules(initial_flips=0, start_tiebreak=tiebreak, players=8)
        game, record = new_game(rules, key=(5, 6), index=3), rules_record(rules)
        turn.step(game, record, turn.DRAW)
        draws.append((int(game.table.drawn), game.secret.luck.tobytes()))
    assert len(set(draws)) == 1


def test_ties_are_broken_evenly():
    rules = Rules(initial_flips=0, players=5)
    starters = [int(new_game(rules, index=index).table.starter) for index in range(1000 if IS_COMPILED else 200)]
    counts = np.bincount(starters, minlength=5) / len(starters)
    assert len(counts) == 5
    assert abs(counts - 0.2).max() < (0.05 if IS_COMPILED else 0.12)


def test_every_round_and_game_has_other_cards():
    rules = Rules()
    deals = {new_game(rules, key, index).secret.cards.tobytes() for key in ((1, 2), (2, 1)) for index in (0, 1, 2**32)}
    assert len(deals) == 6
    game, record = new_game(rules), rules_record(rules)
    first = game.secret.cards.tobytes()
    game.table.ender = 0
    opening.start_next_round(game, record)
    assert game.secret.cards.tobytes() != first
    assert game.table.round_index == 1


@pytest.mark.parametrize("old", ["kept", "n_lines_cleared", "hidden_at_end", "cleared"])
def test_nothing_of_the_last_round_is_left(old):
    rules, record = Rules(), rules_record(Rules())
    game, fresh = new_game(rules), new_game(rules)
    for each in (game, fresh):
        each.table.ender = 1
    game.table[old][:2] = 3
    for name, value in (("turns", 40), ("lead", 9), ("is_doubled", 1), ("is_abandoned", 0), ("n_reshuffles", 2)):
        game.table[name] = value
    game.table.seen[:] = 9
    game.table.pool[:] = 9
    game.secret.to_clear = 5
    game.secret.is_ordered = 1
    game.secret.n_next_order = 4
    for each in (game, fresh):
        opening.start_next_round(each, record)
    assert game.tobytes() == fresh.tobytes()


@pytest.mark.parametrize(
    ("old", "value"),
    [("totals", 90), ("extra_rounds", 3), ("is_extra", 1), ("is_game_abandoned", 1), ("winners", 2), ("starter", 1)],
)
def test_nothing_of_the_last_game_is_left(old, value):
    rules, record = Rules(players=3), rules_record(Rules(players=3))
    game, fresh = new_game(rules, index=4), new_game(rules, index=5)
    game.table[old] = value
    game.table.round_index = 7
    opening.start_game(game, record, np.array((1, 2), np.uint32), np.uint64(5))
    assert game.tobytes() == fresh.tobytes()

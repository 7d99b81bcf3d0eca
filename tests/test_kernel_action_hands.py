"""Action cards in hands and piles: locks, Defence, the market, the discards, who may be blocked; drawing a legal id."""

import random

import numba
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action import baselines, hands, legal, piles
from skyjo_sim.kernels.action.actions import N_ACTIONS, PLAY, TAKE_PILE, THROW
from skyjo_sim.kernels.action.cards import DEFENSE, METEOR, N_EFFECTS, NO_KIND, REACTIVATE, STEAL
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.action.scanning import places_of
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM, WORDS
from skyjo_sim.rules_record import rules_record

EXAMPLES = 200 if IS_COMPILED else 40


def new_game(n_players=3):
    game = np.zeros(1, GAME)[0]
    game.table.n_players = n_players
    game.table.market[:] = NO_KIND
    return game


def give(table, seat, kind, n, *, locked=0, stolen=0):
    table.held[seat, kind] += n
    table.n_held[seat] += n
    table.locked[seat, kind] += locked
    table.stolen[seat, kind] += stolen


def discards(table):
    return table.action_discard[: int(table.n_action_discard)].tolist()


def test_one_defence_is_spent_for_an_attack_and_only_where_there_is_one():
    table = new_game().table
    give(table, 1, DEFENSE, 2)
    give(table, 1, STEAL, 1)
    assert hands.is_blocked(table, np.int64(1), np.int64(0), np.int64(METEOR))
    assert (int(table.held[1, DEFENSE]), int(table.n_held[1]), discards(table)) == (1, 2, [DEFENSE])
    assert hands.is_blocked(table, np.int64(1), np.int64(2), np.int64(METEOR))
    assert not hands.is_blocked(table, np.int64(1), np.int64(0), np.int64(METEOR))
    assert table.blocked[:3, METEOR].tolist() == [1, 0, 1]
    assert discards(table) == [DEFENSE, DEFENSE]


@pytest.mark.parametrize(
    ("locked", "stolen", "is_locked_first", "left"),
    [(0, 0, 0, (1, 0, 0)), (1, 0, 0, (1, 1, 0)), (1, 0, 1, (1, 0, 0)), (1, 1, 0, (1, 1, 0)), (0, 1, 1, (1, 0, 0))],
)
def test_a_free_or_a_locked_copy_goes_first(locked, stolen, is_locked_first, left):
    table = new_game().table
    give(table, 0, REACTIVATE, 2, locked=locked, stolen=stolen)
    hands.give_up(table, np.int64(0), np.int64(REACTIVATE), np.int64(is_locked_first))
    found = tuple(int(counts[0, REACTIVATE]) for counts in (table.held, table.locked, table.stolen))
    assert found == left
    assert hands.n_playable(table, np.int64(0), np.int64(REACTIVATE)) == left[0] - left[1] - left[2]


def test_the_end_of_a_turn_unlocks_ones_own_cards_and_what_others_have_stolen():
    table = new_game().table
    for seat in range(3):
        give(table, seat, STEAL, 2, locked=1, stolen=1)
    hands.unlock(table, np.int64(1))
    assert table.locked[:3, STEAL].tolist() == [1, 0, 1]
    assert table.stolen[:3, STEAL].tolist() == [0, 1, 0]


def test_a_gap_of_the_market_is_filled_where_it_is_and_closed_when_nothing_is_left():
    game, rules = new_game(), rules_record(ActionRules(players=3))
    table, secret = game.table, game.secret
    table.market[:] = (3, 1, 7, 5)
    table.n_market = 4
    secret.action_pile[0], secret.is_action_ordered, table.n_action_pile = 8, 1, 1
    assert piles.take_from_market(game, rules, np.int64(1)) == 1
    assert (table.market.tolist(), int(table.n_action_pile)) == ([3, 8, 7, 5], 0)
    assert piles.take_from_market(game, rules, np.int64(0)) == 3
    assert (table.market.tolist(), int(table.n_market)) == ([8, 7, 5, NO_KIND], 3)
    piles.throw_action(table, np.int64(2))
    assert piles.take_from_market(game, rules, np.int64(2)) == 5
    assert (table.market.tolist(), discards(table), int(table.n_action_reshuffles)) == ([8, 7, 2, NO_KIND], [], 1)


def test_without_reshuffling_the_market_shrinks_though_there_are_discards():
    game = new_game()
    rules = rules_record(ActionRules(players=3, action_reshuffle="none"))
    game.table.market[0], game.table.n_market = 4, 1
    piles.throw_action(game.table, np.int64(2))
    assert not piles.can_draw_action(game.table, rules)
    assert piles.take_from_market(game, rules, np.int64(0)) == 4
    assert (int(game.table.n_market), discards(game.table)) == (0, [2])


@pytest.mark.parametrize(("kind", "left"), [(4, [4, 2, 7]), (7, [4, 2, 4]), (2, [4, 4, 7])])
def test_the_topmost_copy_is_taken_out_of_the_discards(kind, left):
    table = new_game().table
    for other in (4, 2, 4, 7):
        piles.throw_action(table, np.int64(other))
    piles.take_out(table, np.int64(kind))
    assert discards(table) == left


def test_a_card_at_the_bottom_leaves_the_top_where_it_is():
    game = new_game()
    piles.discard_at_bottom(game, np.int64(9))
    assert int(game.table.discard_top) == 9
    piles.discard_at_bottom(game, np.int64(-1))
    assert game.secret.discard[:2].tolist() == [-1, 9]
    assert (int(game.table.discard_top), int(game.table.n_discard)) == (9, 2)


def looking_through(row, value):
    return places_of(row, value)


look_through = numba.njit(looking_through) if IS_COMPILED else looking_through


@settings(deadline=None, max_examples=EXAMPLES)
@given(st.lists(st.integers(-103, 13), min_size=16, max_size=16), st.integers(-103, 13))
def test_places_of_a_value(row, value):
    expected = sum(1 << place for place in range(16) if row[place] == value)
    assert look_through(np.array(row, np.int8), np.int64(value)) == expected


def ids_in(table):
    return [word * 64 + bit for word in range(2) for bit in range(64) if int(table.legal[word]) >> bit & 1]


def table_with(ids):
    """Return a table on which these ids are legal."""
    table = new_game().table
    for action in ids:
        legal.allow(table, 1, action)
    return table


@settings(deadline=None, max_examples=EXAMPLES)
@example(set(range(N_ACTIONS)))
@given(st.sets(st.integers(0, N_ACTIONS - 1), min_size=1))
def test_each_rank_has_its_legal_id(ids):
    table = table_with(ids)
    assert ids_in(table) == sorted(ids)
    assert baselines.n_legal(table) == len(ids)
    assert [baselines.nth_legal(table, np.int64(rank)) for rank in range(len(ids))] == sorted(ids)
    assert {action for action in (-64, -1, *range(130)) if legal.is_legal(table, action)} == ids


@settings(deadline=None, max_examples=40)
@given(st.sets(st.integers(0, N_ACTIONS - 1), min_size=2), st.integers(0, 1000))
def test_the_random_policy_answers_the_id_of_a_rank_by_lot(ids, number):
    table, streams_of_luck = table_with(ids), np.zeros(2, STREAM)
    for stream in streams_of_luck:
        streams.start(stream, np.array([1, 2], np.uint32), streams.AGENT, number, 0, 0)
    for _ in range(5):
        rank = streams.below(streams_of_luck[1], len(ids))
        assert baselines.random_id(table, streams_of_luck[0]) == sorted(ids)[rank]


def test_nothing_is_drawn_where_one_id_is_legal():
    table, stream = new_game().table, np.zeros(1, STREAM)[0]
    legal.allow(table, 1, TAKE_PILE)
    streams.start(stream, np.array([1, 2], np.uint32), streams.AGENT, 0, 0, 0)
    assert baselines.random_id(table, stream) == TAKE_PILE
    assert stream.position == WORDS, "a word was made"


@pytest.mark.parametrize("seed", range(5))
def test_locked_kinds_can_be_thrown_but_not_played(seed):
    lot = random.Random(seed)
    rules, game = rules_record(ActionRules(players=3)), new_game()
    table = game.table
    table.cleared[:3] = 0
    table.hidden[:3] = 0xFFF
    give(table, 1, STEAL, 1)
    kinds = lot.sample(range(N_EFFECTS), 4)
    for number, kind in enumerate(kinds):
        give(table, 0, kind, 1 + number % 2, stolen=number // 2)
    ids = int(legal.ids_of_hand(table, rules, np.int64(0)))
    playable = {kind for number, kind in enumerate(kinds) if 1 + number % 2 > number // 2} - {REACTIVATE}
    assert {action - THROW for action in range(THROW, THROW + 10) if ids >> action & 1} == set(kinds)
    assert {action - PLAY for action in range(PLAY, PLAY + N_EFFECTS) if ids >> action & 1} == playable

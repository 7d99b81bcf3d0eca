"""Batches played from every seat, as kernels: what is refused, what is left alone, who may do what."""

import random

import numpy as np
import pytest

from skyjo_sim.kernels import rewards, self_play, turn
from skyjo_sim.kernels.actions import DRAW, KEEP_LINE, OPENING, PLACE, ROUND_OVER
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.flat import COMMON, PER_SEAT, write_flat
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.kernels.layout_episodes import PLANES
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions, rules_record
from tests.random_play import legal_ids

pytestmark = pytest.mark.small

KEY = np.array([5, 6], np.uint32)
RULES = Rules(players=3, turn_limit=6, target=100)
RECORD = rules_record(RULES)


def begun(n=3):
    """Return the first `n` games, dealt."""
    games = np.zeros(n, GAME)
    games["table"]["visible"] = CLEARED
    self_play.start_tables(games, RECORD, KEY, np.ones(n, np.bool_), np.arange(n))
    return games


def some_actions(games, lot):
    """Return a legal id for each game; where the episode is over, one that never is."""
    return np.array([lot.choice(legal_ids(game, RECORD) or [-99]) for game in games], np.int64)


def step(games, actions, reward=rewards.NEGATIVE_SCORE, *, is_games=0):
    """Step a batch; return what the kernel returns and writes."""
    paid, is_over = np.full((games.size, 3), np.nan, np.float32), np.zeros(games.size, np.bool_)
    status = self_play.step_tables(games, RECORD, is_games, reward, actions, paid, is_over)
    return status, paid, is_over


def ended(n=3):
    """Return `n` games, of which the second has been played to the end of its round."""
    games, lot = begun(n), random.Random(1)
    while games[1].table.phase < ROUND_OVER:
        turn.step(games[1], RECORD, some_actions(games, lot)[1])
    return games


def views(games, seats, form="flat"):
    """Return the flat observations and the masks of seats."""
    n, numbers = games.size, COMMON + 3 * PER_SEAT if form == "flat" else 0
    view = (
        np.full((n, numbers), np.nan, np.float32),
        np.zeros(0, PLANES),
        np.full((n, n_actions(RULES)), -7, np.int8),
    )
    self_play.write_views(games, RECORD, np.array(seats), view)
    return view[0], view[2]


# --- what begins


def test_only_chosen_games_begin_each_with_its_own_cards():
    games = begun(4)
    before = games.copy()
    self_play.start_tables(games, RECORD, KEY, np.array([True, False, True, False]), np.array([1, 7, 9, 7]))
    assert np.array_equal(games[[1, 3]], before[[1, 3]])
    assert np.array_equal(games[0], before[1])
    assert not any(np.array_equal(games[2], game) for game in before)


# --- what is refused


def test_the_first_illegal_action_is_found_wherever_it_stands():
    games = begun(5)
    legal = some_actions(games, random.Random(2))
    assert self_play.find_illegal(games, RECORD, legal) == -1
    for position in range(5):
        for action in (-1, DRAW, KEEP_LINE, KEEP_LINE + 1, 64, -(2**63), 2**63 - 1):  # the phase is the opening
            actions = legal.copy()
            actions[position:] = action
            assert self_play.find_illegal(games, RECORD, actions) == position


def test_what_stands_for_an_episode_that_is_over_does_not_matter():
    games = ended()
    actions = some_actions(games, random.Random(3))
    for action in (-99, DRAW, 999):
        actions[1] = action
        assert self_play.find_illegal(games, RECORD, actions) == -1


def test_a_refused_step_changes_no_game_not_even_those_before_it():
    games = begun()
    actions = some_actions(games, random.Random(4))
    actions[2] = DRAW
    before = games.copy()
    status, paid, is_over = step(games, actions)
    assert status == 2
    assert np.array_equal(games, before)
    assert np.isnan(paid).all()
    assert not is_over.any()


# --- what is left alone


def test_an_episode_that_is_over_is_left_alone_and_paid_nothing():
    games = ended()
    before = games.copy()
    status, paid, is_over = step(games, some_actions(games, random.Random(5)))
    assert status == -1
    assert np.array_equal(games[1], before[1])
    assert is_over.tolist() == [False, True, False]
    assert not paid.any()
    assert not np.array_equal(games[0], before[0])
    assert not np.array_equal(games[2], before[2])


@pytest.mark.parametrize("is_games", [0, 1])
def test_every_scored_round_is_paid_once_to_every_seat(is_games):
    games, lot = begun(), random.Random(6)
    total, is_over, n_paid = np.zeros((3, 3)), np.zeros(3, np.bool_), 0
    while not is_over.all():
        _, paid, is_over = step(games, some_actions(games, lot), is_games=is_games)
        total += paid
        n_paid += paid.any(axis=1).sum()
    assert (total == -games["table"]["totals"][:, :3]).all()
    assert n_paid == (games["table"]["round_index"] + 1).sum()
    assert (n_paid > 3) == bool(is_games)


# --- what is seen


def test_a_seat_that_does_not_decide_may_do_nothing():
    games, lot, phases = begun(), random.Random(7), set()
    while (games["table"]["phase"] < ROUND_OVER).all():
        for seat in range(3):
            observations, masks = views(games, [seat] * 3)
            for game, observation, mask in zip(games, observations, masks, strict=True):
                expected = np.zeros_like(observation)
                write_flat(game.table, seat, expected)
                assert observation.tobytes() == expected.tobytes()
                assert np.flatnonzero(mask).tolist() == (legal_ids(game, RECORD) if game.table.seat == seat else [])
                assert set(mask.tolist()) <= {0, 1}
        phases |= {int(game.table.phase) for game in games}
        step(games, some_actions(games, lot))
    assert {OPENING, PLACE} <= phases


def test_minus_one_is_the_seat_to_decide_and_seat_0_when_it_is_over():
    games, lot, deciding = ended(), random.Random(8), set()
    for _ in range(12):
        seats = [int(games[0].table.seat), 0, int(games[2].table.seat)]
        deciding |= set(seats)
        for found, expected in zip(views(games, [-1, -1, -1]), views(games, seats), strict=True):
            assert found.tobytes() == expected.tobytes()
        step(games, some_actions(games, lot))
    assert deciding == {0, 1, 2}


def test_masks_are_all_ones_for_every_seat_when_the_episode_is_over():
    games = ended()
    for seat in range(3):
        assert (views(games, [seat] * 3)[1][1] == 1).all()


def test_a_form_that_is_not_wanted_is_not_written():
    observations, masks = views(begun(), [-1] * 3, "mask")
    assert observations.shape == (3, 0)
    assert masks.any(axis=1).all()

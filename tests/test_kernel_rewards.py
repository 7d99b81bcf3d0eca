"""Rewards against their definitions, ties included; the potential against the oracle's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import rewards
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from tests import naive_observation
from tests.observed_play import states_of_play

N_GAMES = 25 if IS_COMPILED else 4
some_points = st.lists(st.integers(-30, 300) | st.integers(0, 2), min_size=2, max_size=8)
CASES = {
    # points, seat: score difference, negative score, win, rank
    ((10, 20), 0): (10, -10, 1, 1),
    ((10, 20), 1): (-10, -20, 0, 0),
    ((10, 10), 1): (0, -10, 1 / 2, 1 / 2),
    ((7, 7, 9), 0): (0, -7, 1 / 2, 3 / 4),
    ((7, 7, 9), 2): (-2, -9, 0, 0),
    ((5, 5, 5), 1): (0, -5, 1 / 3, 1 / 2),
    ((-4, 0, 3, 0), 1): (-4, 0, 0, (1 + 1 / 2) / 3),
    ((-4, 0, 3, 0), 0): (4, 4, 1, 1),
}


def by_seat(points):
    """Return points in an array as the table has it; what lies beyond the players must not matter."""
    array = np.full(8, -1000, np.int32)
    array[: len(points)] = points
    return array


def all_rewards(points, seat):
    kinds = (rewards.SCORE_DIFFERENCE, rewards.NEGATIVE_SCORE, rewards.WIN, rewards.RANK)
    return [float(rewards.reward_of_points(by_seat(points), len(points), seat, kind)) for kind in kinds]


def naive_rewards(points, seat):
    own, others = points[seat], [*points[:seat], *points[seat + 1 :]]
    is_best = own == min(points)
    beaten = [1 if other > own else 0.5 if other == own else 0 for other in others]
    return [min(others) - own, -own, is_best / points.count(min(points)), sum(beaten) / len(others)]


@pytest.mark.parametrize(("points", "seat"), CASES)
def test_examples(points, seat):
    assert all_rewards(points, seat) == pytest.approx(CASES[points, seat])


@settings(deadline=None, max_examples=300 if IS_COMPILED else 60)
@given(some_points)
def test_rewards_follow_their_definitions(points):
    found = [all_rewards(points, seat) for seat in range(len(points))]
    for seat, own in enumerate(found):
        assert own == pytest.approx(naive_rewards(points, seat))
    assert sum(own[2] for own in found) == pytest.approx(1)  # one win is shared
    assert sum(own[3] for own in found) == pytest.approx(len(points) / 2)


def scored_table():
    table = np.zeros(1, GAME)[0].table
    table["n_players"] = 3
    table["score"][:3], table["totals"][:3] = (30, 10, 20), (30, 100, 60)
    return table


@pytest.mark.parametrize(
    ("reward", "is_games", "is_last", "paid"),
    [
        (rewards.SCORE_DIFFERENCE, False, True, -20),
        (rewards.SCORE_DIFFERENCE, True, False, -20),
        (rewards.SCORE_DIFFERENCE, True, True, -20),
        (rewards.NEGATIVE_SCORE, True, False, -30),
        (rewards.WIN, False, True, 0),
        (rewards.WIN, True, False, 0),
        (rewards.WIN, True, True, 1),
        (rewards.RANK, False, True, 0),
        (rewards.RANK, True, False, 0),
        (rewards.RANK, True, True, 1),
    ],
)
def test_points_are_paid_each_round_and_win_and_rank_at_the_end(reward, is_games, is_last, paid):
    assert rewards.reward_of_round(scored_table(), 0, reward, is_games, is_last) == paid


def test_potential_is_the_expected_lead():
    for game, oracle, _ in states_of_play(1, N_GAMES, 0.1):
        state = oracle.state()
        for seat in range(len(state["grids"])):
            found = rewards.potential(game.table, seat)
            assert found == pytest.approx(naive_observation.expected_lead(state, seat), abs=1e-9)

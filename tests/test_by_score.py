"""The agent whose closing goes by the totals."""

import numpy as np
import pytest

from skyjo_agents.by_score import by_score_agent, offset_at
from skyjo_sim import InputError, Rules, simulate
from skyjo_sim.stepping import deal_games


@pytest.mark.small
@pytest.mark.parametrize(
    ("totals", "offset"), [((0, 0), 0), ((39, 40), 1), ((45, 99), 5), ((200, -20), 6), ((19, 61), 2)]
)
def test_the_offset_is_that_of_the_bins_of_both_totals(totals, offset):
    games = deal_games(1, Rules(players=2), 1)
    games[0].table.totals[:2] = totals
    offsets = np.array([20, *[0, 1, 2, 3, 4, 5, 6, 7, 8]], np.float32)  # bins of 20 points, the last from 40 on
    assert offset_at(games[0].table, 0, offsets) == {0: 0, 1: 5, 5: 8, 6: 6, 2: 2}[offset]


@pytest.mark.small
def test_with_more_players_the_best_other_total_counts():
    games = deal_games(1, Rules(players=4), 1)
    games[0].table.totals[:4] = 5, 90, 15, 95
    assert offset_at(games[0].table, 0, np.array([10, 0, 7, 0, 0], np.float32)) == 7
    assert offset_at(games[0].table, 2, np.array([10, 0, 7, 3, 0], np.float32)) == 3


def test_without_offsets_it_is_the_expert():
    def hash_of(agent):
        return simulate(agent, players=2, n_games=40, seed=3, hash_rows=True).rows_sha256

    assert hash_of(by_score_agent(np.zeros((10, 10)))) == hash_of("expert")


def test_an_end_that_is_worth_more_comes_sooner():
    turns = [
        simulate(by_score_agent([[offset]], 10), players=2, n_rounds=200, seed=3).n_turns
        for offset in (-5.0, 0.0, 10.0)
    ]
    assert turns[0] > turns[1] > turns[2]


@pytest.mark.parametrize("offsets", [[], [1.0], [[1.0, 2.0]], [[float("nan")]]])
def test_bad_offsets(offsets):
    with pytest.raises(InputError, match="offsets must be a square of finite numbers"):
        by_score_agent(offsets)


def test_bad_width():
    with pytest.raises(InputError, match="width must be at least 1, got 0"):
        by_score_agent([[0.0]], 0)

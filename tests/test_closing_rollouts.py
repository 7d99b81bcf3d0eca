"""What ending is worth against rollouts of the real engine, from positions out of play."""

import numpy as np
import pytest

from skyjo_agents.closing import N_DEALS, closing_value, p_doubled, p_doubled_marginals
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.closing_rollouts import ended_positions, rollouts

N = 3_000


def distance(one, other):
    """Return the greatest difference of two distribution functions."""
    return np.abs(np.cumsum(one) - np.cumsum(other)).max()


@pytest.mark.skipif(not IS_COMPILED, reason="thousands of rounds")
@pytest.mark.parametrize(("players", "after_reshuffle"), [(2, False), (2, True), (4, False), (4, True)])
def test_last_turns_as_the_engine_plays_them(players, after_reshuffle):
    for game in ended_positions(2, players, after_reshuffle=after_reshuffle, seed=4):
        value = closing_value(game)
        p, totals, lowest = rollouts(game, N)
        assert value.p_doubled == pytest.approx(p, abs=4 * 0.5 / N**0.5)
        assert distance(value.lowest_other, lowest) < 2.3 / N**0.5  # Kolmogorov: less than 0.1 % by chance
        for other in value.others:
            assert distance(other.distribution, totals[other.seat]) < 2.3 / N**0.5


@pytest.mark.skipif(not IS_COMPILED, reason="thousands of rounds")
def test_policies_get_the_same_chance_fast():
    for players in (2, 3):
        for game in ended_positions(3, players, seed=5):
            value = closing_value(game)
            fast = p_doubled_marginals(game.table, value.seat, round(value.expected_raw))
            assert fast == pytest.approx(value.p_doubled, abs=1e-9 if players == 2 else 0.05)


@pytest.mark.slow
def test_policies_get_the_same_chance():
    for players in (2, 3, 8):
        for game in ended_positions(3, players, seed=5):
            value = closing_value(game)
            raw = round(value.expected_raw)
            assert p_doubled(game.table, value.seat, raw, N_DEALS) == pytest.approx(value.p_doubled, abs=1e-9)


N_SLOW = 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("after_reshuffle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_two_hundred_positions(players, after_reshuffle):
    for game in ended_positions(20, players, after_reshuffle=after_reshuffle, seed=6):
        value = closing_value(game)
        p, _, lowest = rollouts(game, N_SLOW, is_compiled=True)
        differences = np.abs(np.cumsum(value.lowest_other) - np.cumsum(lowest))
        assert differences.max() < (4 * 0.5 / N_SLOW**0.5 if value.is_exact else 0.01)
        assert value.p_doubled == pytest.approx(p, abs=4 * 0.5 / N_SLOW**0.5 if value.is_exact else 0.01)

"""The mixture that no agent beats."""

import numpy as np
import pytest

from skyjo_experiments.statistics.nash import nash_mixture
from skyjo_sim import InputError

UNEVEN_CIRCLE = np.array([[0.0, -1, 2], [1, 0, -3], [-2, 3, 0]])


def test_an_uneven_circle_has_the_mixture_worked_by_hand():
    np.testing.assert_allclose(nash_mixture(UNEVEN_CIRCLE), [1 / 2, 1 / 3, 1 / 6], atol=1e-6)


def test_shares_of_wins_and_differences_give_the_same():
    np.testing.assert_allclose(nash_mixture(0.5 + UNEVEN_CIRCLE / 10), [1 / 2, 1 / 3, 1 / 6], atol=1e-6)


def test_who_beats_all_is_alone():
    np.testing.assert_allclose(nash_mixture([[0.5, 0.3], [0.7, 0.5]]), [0, 1], atol=1e-6)


def test_copies_share():
    order = [0, 0, 1, 2]
    doubled = UNEVEN_CIRCLE[order][:, order]
    np.testing.assert_allclose(nash_mixture(doubled), [1 / 4, 1 / 4, 1 / 3, 1 / 6], atol=1e-6)
    np.testing.assert_allclose(nash_mixture(np.full((5, 5), 0.5)), [0.2] * 5, atol=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_no_agent_beats_it(seed):
    gains = np.random.default_rng(seed).normal(size=(12, 12))
    gains -= gains.T
    mixture = nash_mixture(gains)
    assert (gains @ mixture).max() < 1e-6
    assert mixture.sum() == pytest.approx(1)


def test_pairs_must_share_one_sum():
    with pytest.raises(InputError, match=r"^payoffs of a pair must have the same sum for all pairs, got 1 to 3"):
        nash_mixture([[0, 1, 2], [0, 0, 1], [1, 0, 0]])

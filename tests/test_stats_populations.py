"""Populations under a pay-off matrix."""

import numpy as np
import pytest

from skyjo_experiments.statistics.populations import alpha_rank, cycles, replicate
from skyjo_sim import InputError

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
LADDER = np.array([[0.5, 0.3, 0.1], [0.7, 0.5, 0.4], [0.9, 0.6, 0.5]])


def by_definition(payoffs, alpha, population):
    """Return the stationary shares of the chain as it is defined, by its eigenvector: for small alpha."""
    n_agents = len(payoffs)
    chain = np.zeros((n_agents, n_agents))
    for resident in range(n_agents):
        for mutant in set(range(n_agents)) - {resident}:
            gain = alpha * (payoffs[mutant, resident] - payoffs[resident, mutant])
            fixation = (1 - np.exp(-gain)) / (1 - np.exp(-population * gain)) if gain else 1 / population
            chain[resident, mutant] = fixation / (n_agents - 1)
        chain[resident, resident] = 1 - chain[resident].sum()
    values, vectors = np.linalg.eig(chain.T)
    shares = np.real(vectors[:, np.argmax(np.real(values))])
    return shares / shares.sum()


@pytest.mark.parametrize("alpha", [0.01, 0.1, 1.0])
def test_ranks_are_those_of_the_definition(alpha):
    payoffs = np.random.default_rng(1).normal(size=(5, 5))
    payoffs[0, 1] = payoffs[1, 0]
    mine = alpha_rank(payoffs, alpha=alpha, population=10)
    np.testing.assert_allclose(mine, by_definition(payoffs, alpha, 10), rtol=1e-6, atol=1e-12)


def test_who_beats_all_remains_alone():
    np.testing.assert_allclose(alpha_rank(LADDER), [0, 0, 1], atol=1e-12)


def test_a_circle_is_shared_whatever_the_sizes_of_the_wins():
    np.testing.assert_allclose(alpha_rank(ROCK_PAPER_SCISSORS), [1 / 3] * 3)
    uneven = ROCK_PAPER_SCISSORS * np.array([[0, 1, 100], [1, 0, 3], [100, 3, 0]])
    np.testing.assert_allclose(alpha_rank(uneven), [1 / 3] * 3)


def test_equals_share():
    np.testing.assert_allclose(alpha_rank(np.full((4, 4), 0.5)), [0.25] * 4)
    np.testing.assert_allclose(alpha_rank([[0.5, 0.5 + 1e-15], [0.5 - 1e-15, 0.5]]), [0.5, 0.5])


def test_a_difference_within_the_intervals_counts_as_none():
    payoffs = np.array([[0.5, 0.51], [0.49, 0.5]])
    np.testing.assert_allclose(alpha_rank(payoffs), [1, 0], atol=1e-12)
    np.testing.assert_allclose(alpha_rank(payoffs, np.full((2, 2), 0.009)), [1, 0], atol=1e-12)
    np.testing.assert_allclose(alpha_rank(payoffs, np.full((2, 2), 0.011)), [0.5, 0.5])


def test_very_strong_selection_is_stable():
    payoffs = np.random.default_rng(2).normal(size=(30, 30))
    limit, strong = alpha_rank(payoffs), alpha_rank(payoffs, alpha=1e9)
    assert np.isfinite(limit).all()
    assert limit.sum() == pytest.approx(1)
    np.testing.assert_allclose(limit, strong, atol=1e-6)


def test_replicators_find_who_beats_all():
    np.testing.assert_allclose(replicate(LADDER)[-1], [0, 0, 1], atol=1e-6)


def test_replicators_run_round_the_middle_of_a_circle():
    path = replicate(ROCK_PAPER_SCISSORS, [0.5, 0.3, 0.2], n_steps=20_000, pace=0.02)
    np.testing.assert_allclose(path.mean(axis=0), [1 / 3] * 3, atol=0.01)
    assert np.ptp(path[-5000:], axis=0).min() > 0.1
    np.testing.assert_allclose(path.sum(axis=1), 1)


def test_replicators_rest_where_all_get_the_same():
    np.testing.assert_allclose(replicate(np.ones((3, 3)), [0.2, 0.3, 0.5])[-1], [0.2, 0.3, 0.5])


def test_circles_are_found_in_the_order_of_beating():
    ends = np.where(ROCK_PAPER_SCISSORS > 0, 0.1, -0.2)
    assert cycles(ends) == [(0, 2, 1)]
    assert cycles(ends.T) == [(0, 1, 2)]
    assert cycles(ends + 0.5, 0.5) == [(0, 2, 1)]
    assert cycles(ends, 0.15) == []
    assert cycles(LADDER, 0.5) == []


def test_the_diagonal_of_circles_is_not_read():
    ends = np.where(ROCK_PAPER_SCISSORS > 0, 0.1, -0.2)
    np.fill_diagonal(ends, np.nan)
    assert cycles(ends) == [(0, 2, 1)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: alpha_rank(np.ones((2, 3))), "payoffs must be square"),
        (lambda: alpha_rank(LADDER, alpha=0), "alpha must be above 0 and finite, got 0"),
        (lambda: alpha_rank(LADDER, population=1), "population must be an integer of at least 2, got 1"),
        (lambda: alpha_rank(LADDER, -LADDER), "half_widths must be at least 0 and of the shape"),
        (lambda: alpha_rank(LADDER, np.ones((2, 2))), "half_widths must be at least 0 and of the shape"),
        (lambda: replicate(LADDER, [0.5, 0.6, -0.1]), "start must be 3 shares with the sum 1, got"),
        (lambda: replicate(LADDER, pace=0), "pace must be above 0 and at most 1, got 0"),
        (lambda: cycles(np.ones((2, 3))), "low must be square"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(InputError, match=f"^{message}"):
        call()

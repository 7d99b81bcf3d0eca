"""Confidence sequences: looked at after every batch, they rarely miss."""

import math

import numpy as np
import pytest

from skyjo_experiments.statistics.sequences import ConfidenceSequence
from skyjo_sim import InputError, simulate

BATCH = 50
N_DEALS = 20_000
AMOUNTS = [
    pytest.param(30, 100, 5, id="quick"),
    pytest.param(1000, 400, 66, id="many", marks=pytest.mark.slow),
]
"""Repetitions, batches, and the sequences that may miss: of 30, six or more would be a chance of 3 in 1,000."""


def scores(agents: list[str], seed: int) -> np.ndarray:
    """Return scores of first rounds, float64[n_deals, 2]; deals do not depend on the agents."""
    result = simulate(agents, n_rounds=N_DEALS, seed=seed, rotate=False, rows=True, workers=1)
    rows = np.concatenate(list(result.row_parts()))
    table = np.full((N_DEALS, 2), np.nan)
    table[rows["game"], rows["seat"]] = rows["score"]
    return table


def equal_agents():
    """Return differences of deals that two random agents with luck of their own played twice."""
    first, second = scores(["random", "random"], 3), scores(["random", "random"], 4)
    return (first[:, 0] - first[:, 1]) - (second[:, 0] - second[:, 1])


def similar_agents():
    return scores(["cutoff(2)", "cutoff(3)"], 3)[:, 1] - scores(["cutoff(2)", "cutoff(2)"], 3)[:, 1]


def skewed():
    return np.exp(np.random.default_rng(5).normal(size=N_DEALS))


def misses(pool: np.ndarray, repetition: int, n_batches: int) -> bool:
    """Return whether a sequence over deals from `pool`, whose mean is 0, leaves 0 out at any look."""
    sequence = ConfidenceSequence()
    drawn = pool[np.random.default_rng([1, repetition]).integers(0, pool.size, (n_batches, BATCH))]
    for batch in drawn:
        sequence.update(BATCH, float(batch.sum()), float(batch @ batch))
        if sequence.excludes(0):
            return True
    return False


@pytest.mark.parametrize(("repetitions", "n_batches", "most"), AMOUNTS)
@pytest.mark.parametrize("differences", [equal_agents, similar_agents, skewed])
def test_few_sequences_miss_the_mean_at_any_look(differences, repetitions, n_batches, most):
    pool = differences()
    pool = pool - pool.mean()
    n_missed = sum(misses(pool, repetition, n_batches) for repetition in range(repetitions))
    assert n_missed <= most


def test_ordinary_intervals_would_miss_often():
    pool, n_missed = skewed(), 0
    for repetition in range(100):
        drawn = pool[np.random.default_rng([1, repetition]).integers(0, pool.size, 100 * BATCH)] - pool.mean()
        n = BATCH * np.arange(4, 101)
        means = drawn.cumsum()[n - 1] / n
        n_missed += bool((np.abs(means) > 1.96 * pool.std() / np.sqrt(n)).any())
    assert n_missed > 25


def test_half_width_is_that_of_the_formula():
    sequence = ConfidenceSequence(alpha=0.1, n_best=1000, n_first=10)
    values = np.random.default_rng(2).normal(5, 3, 400)
    sequence.update(400, values.sum(), (values**2).sum())
    variance = (-2 * math.log(0.1) + math.log(1 - 2 * math.log(0.1))) / 1000
    scaled = 400 * variance
    half = values.std(ddof=1) * math.sqrt(
        2 * (scaled + 1) / (400**2 * variance) * math.log(math.sqrt(scaled + 1) / 0.1)
    )
    assert sequence.interval == pytest.approx((values.mean() - half, values.mean() + half))


@pytest.mark.parametrize("n_best", [500, 20_000])
def test_interval_is_narrowest_at_its_best_size(n_best):
    def half(best):
        sequence = ConfidenceSequence(n_best=best)
        sequence.update(n_best, 0.0, float(n_best))
        return sequence.half_width

    assert half(n_best) < min(half(n_best // 3), half(3 * n_best))
    assert half(n_best) == pytest.approx(1.55 * 1.96 / math.sqrt(n_best), rel=0.01)


def test_batches_add_up():
    values = np.random.default_rng(3).normal(size=900)
    whole, parts = ConfidenceSequence(), ConfidenceSequence()
    whole.update(900, values.sum(), (values**2).sum())
    for part in values.reshape(9, 100):
        parts.update(100, part.sum(), (part**2).sum())
    assert parts.n == whole.n == 900
    assert parts.interval == pytest.approx(whole.interval)


def test_ratio_is_followed_by_what_deals_move_it():
    luck = np.random.default_rng(4)
    y = 1.0 + luck.poisson(5, 1000)
    x = 3 * y + luck.normal(size=1000)
    ratio, plain = ConfidenceSequence(), ConfidenceSequence()
    ratio.update_ratio(1000, [x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])
    moved = (x - x.sum() / y.sum() * y) / y.mean()
    plain.update(1000, moved.sum(), (moved**2).sum())
    assert ratio.mean == x.sum() / y.sum()
    assert ratio.half_width == pytest.approx(plain.half_width)


def test_nothing_is_said_before_the_first_look():
    sequence = ConfidenceSequence(n_first=200)
    sequence.update(199, 19900.0, 199 * 100.0**2 + 1)
    assert not sequence.excludes(0)
    assert sequence.interval == (-math.inf, math.inf)
    sequence.update(1, 101.0, 101.0**2)
    assert sequence.excludes(0)


def test_nothing_is_said_while_all_deals_are_alike():
    sequence = ConfidenceSequence()
    sequence.update(1000, 100.0, 10.0)
    assert sequence.standard_deviation == 0
    assert not sequence.excludes(0)


def test_an_empty_sequence_says_nothing():
    sequence = ConfidenceSequence()
    assert math.isnan(sequence.mean)
    assert sequence.interval == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: ConfidenceSequence(alpha=0.0), "alpha must lie between 0 and 1, got 0.0"),
        (lambda: ConfidenceSequence(n_best=0), "n_best must be an integer of at least 1, got 0"),
        (lambda: ConfidenceSequence(n_first=1), "n_first must be an integer of at least 2, got 1"),
        (lambda: ConfidenceSequence().update(0, 0.0, 0.0), "n must be an integer of at least 1, got 0"),
        (lambda: ConfidenceSequence().update(10, math.nan, 1.0), "moments must hold finite numbers, got nan"),
        (lambda: ConfidenceSequence().update(10, 10.0, 9.0), "squares of x must be at least 10, got 9"),
        (lambda: ConfidenceSequence().update_ratio(2, [1, 2, 3]), "moments must be the sums of x, y, xx, xy and yy"),
    ],
)
def test_bad_input_is_refused(act, message):
    with pytest.raises(InputError, match=f"^{message}"):
        act()

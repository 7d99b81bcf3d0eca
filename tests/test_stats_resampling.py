"""The luck of the bootstrap: uniform, reproducible, the same deals for whatever is summed."""

import numpy as np
import pytest

from skyjo_experiments.statistics.resampling import _deals_drawn, _key, resampled_sums
from skyjo_sim import InputError
from skyjo_sim.kernels.philox import philox_block


def test_a_deal_is_drawn_by_the_words_of_the_project_s_streams():
    drawn = _deals_drawn(_key(5), 7, 2, 10)
    words = [word for block in range(3) for word in philox_block((block, 8, 0, 0), _key(5))]
    assert drawn[1].tolist() == [word * 10 >> 32 for word in words[:10]]


def test_every_resample_holds_as_many_deals_as_there_are():
    sums = resampled_sums(np.ones((37, 2)), 50)
    np.testing.assert_array_equal(sums, np.full((50, 2), 37))


def test_sums_have_the_mean_and_the_spread_of_the_deals():
    values = np.random.default_rng(1).integers(0, 100, (300, 1)).astype(float)
    sums = resampled_sums(values, 4000)
    error = values.std() * np.sqrt(300)
    assert abs(sums.mean() - values.sum()) < 4 * error / np.sqrt(4000)
    assert sums.std() == pytest.approx(error, rel=0.05)


def test_every_deal_is_drawn_equally_often():
    counts = resampled_sums(np.eye(11), 5000).sum(axis=0)
    expected = 5000.0
    assert ((counts - expected) ** 2 / expected).sum() < 29.6  # 0.999 quantile of chi-square with 10 degrees


def test_columns_of_a_resample_are_of_the_same_deals():
    values = np.arange(50.0)[:, None] * [1, 2]
    sums = resampled_sums(values, 20)
    np.testing.assert_array_equal(sums[:, 1], 2 * sums[:, 0])


def test_neither_the_number_of_resamples_nor_the_batch_changes_a_resample():
    values = np.arange(100_000.0)[:, None]
    few = resampled_sums(values, 2, seed=3)
    np.testing.assert_array_equal(resampled_sums(values, 9, seed=3)[:2], few)


def test_seeds_differ():
    values = np.arange(50.0)[:, None]
    assert not np.array_equal(resampled_sums(values, 5, seed=1), resampled_sums(values, 5, seed=2))


@pytest.mark.parametrize("options", [{"n_resamples": 0}, {"seed": -1}, {"seed": 1.5}])
def test_bad_options_are_refused(options):
    with pytest.raises(InputError, match=r"^(n_resamples|seed) must be"):
        resampled_sums(np.ones((3, 1)), **options)

"""Resampled sums over deals: the luck of every bootstrap.

The same seed and number of deals give the same resamples, whatever is summed: statistics of the same deals stay paired.
"""

from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.statistics.arguments import Floats, check_count, deal_array
from skyjo_sim.kernels.philox import philox_block
from skyjo_sim.luck import check_seed

__all__ = ["DEFAULT_RESAMPLES", "resampled_sums"]

DEFAULT_RESAMPLES = 2000
_DRAWS_AT_ONCE = 1 << 18


def resampled_sums(values: ArrayLike, n_resamples: int = DEFAULT_RESAMPLES, *, seed: int = 0) -> Floats:
    """Sum values over deals that are drawn with replacement, as many as there are.

    Parameters
    ----------
    values : array_like, float64[n_deals, n_columns]
    n_resamples : int
    seed : int
        Of the resampling.

    Returns
    -------
    ndarray, float64[n_resamples, n_columns]
        A row's columns are sums over the same deals.

    Raises
    ------
    InputError
        If there are fewer than two deals, or an argument is out of range.

    References
    ----------
    Efron (1979), Bootstrap methods: another look at the jackknife, Annals of Statistics 7.
    """
    matrix = deal_array("values", values, 2)
    n_deals = len(matrix)
    key = _key(check_seed(seed))
    sums = np.empty((check_count("n_resamples", n_resamples, 1), matrix.shape[1]))
    rows_at_once = max(1, _DRAWS_AT_ONCE // n_deals)
    for first in range(0, n_resamples, rows_at_once):
        n_rows = min(rows_at_once, n_resamples - first)
        deals = _deals_drawn(key, first, n_rows, n_deals)
        places = deals + n_deals * np.arange(n_rows, dtype=np.int64)[:, None]
        times = np.bincount(places.ravel(), minlength=n_rows * n_deals).reshape(n_rows, n_deals)
        sums[first : first + n_rows] = times.astype(np.float64) @ matrix
    return sums


def _key(seed: int) -> tuple[int, int]:
    digest = blake2b(f"{seed} resampling".encode(), digest_size=8, person=b"skyjo-sim").digest()
    return int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")


def _deals_drawn(key: tuple[int, int], first: int, n_rows: int, n_deals: int) -> NDArray[np.int64]:
    """Return the deals of resamples `first` and following, int64[n_rows, n_deals]; each resample has its own counters."""
    n_blocks = -(-n_deals // 4)
    blocks: Any = np.arange(n_blocks, dtype=np.uint64)[None, :]
    resamples: Any = np.arange(first, first + n_rows, dtype=np.uint64)[:, None]
    words = philox_block((blocks, resamples, 0, 0), key)
    lanes = np.stack(np.broadcast_arrays(*words), axis=-1).reshape(n_rows, 4 * n_blocks)[:, :n_deals]
    drawn: NDArray[np.int64] = (lanes * np.uint64(n_deals) >> np.uint64(32)).astype(np.int64)
    return drawn

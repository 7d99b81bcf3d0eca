"""Kernels run on slices of a batch, one a thread."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

__all__ = ["Slices"]


class Slices:
    """`n` rows shared among threads.

    Parameters
    ----------
    n : int
        Number of rows.
    threads : int
        How many threads there may be.
    """

    def __init__(self, n: int, threads: int) -> None:
        self._n, self.n_threads = n, min(threads, n)
        self._prepare()

    def _prepare(self) -> None:
        """Make the threads, which hold in this process only."""
        bounds = np.linspace(0, self._n, self.n_threads + 1).astype(int).tolist()
        self._rows = [slice(first, end) for first, end in itertools.pairwise(bounds)]
        self._pool = ThreadPoolExecutor(self.n_threads) if self.n_threads > 1 else None

    def __getstate__(self) -> tuple[int, int]:
        """Leave the threads out."""
        return self._n, self.n_threads

    def __setstate__(self, state: tuple[int, int]) -> None:
        """Restore, with threads of this process."""
        self._n, self.n_threads = state
        self._prepare()

    def run(self, run: Callable[[slice, int], Any]) -> list[Any]:
        """Return the results of ``run(rows, number)`` for each slice of the rows and its number, in order.

        All are waited for, also when one raises.
        """
        if self._pool is None:
            return [run(self._rows[0], 0)]
        runs = [self._pool.submit(run, rows, number) for number, rows in enumerate(self._rows)]
        wait(runs)
        return [each.result() for each in runs]

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

"""Kernels run on slices of a batch, one a thread."""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from skyjo_sim.errors import InputError

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
        self._is_closed = False
        self._prepare()

    def _prepare(self) -> None:
        """Make the threads, which hold in this process only."""
        bounds = np.linspace(0, self._n, self.n_threads + 1).astype(int).tolist()
        self._rows = [slice(first, end) for first, end in itertools.pairwise(bounds)]
        self._pool = ThreadPoolExecutor(self.n_threads) if self.n_threads > 1 else None
        self._process = os.getpid()

    def __getstate__(self) -> tuple[int, int]:
        """Leave the threads out."""
        return self._n, self.n_threads

    def __setstate__(self, state: tuple[int, int]) -> None:
        """Restore, with threads of this process."""
        self._n, self.n_threads = state
        self._is_closed = False
        self._prepare()

    def run(self, run: Callable[[slice, int], Any]) -> list[Any]:
        """Return the results of ``run(rows, number)`` for each slice of the rows and its number, in order.

        All are waited for, also when one raises, or the user interrupts: no thread goes on writing afterwards.

        Raises
        ------
        InputError
            After `close`.
        """
        if self._is_closed:
            raise InputError("these environments are closed, they cannot be used any more")
        if self._pool is None:
            return [run(self._rows[0], 0)]
        if self._process != os.getpid():  # a forked process has none of the threads
            self._prepare()
        runs = [self._pool.submit(run, rows, number) for number, rows in enumerate(self._rows)]
        try:
            wait(runs)
        except KeyboardInterrupt:
            wait(runs)
            raise
        return [each.result() for each in runs]

    def close(self) -> None:
        """Stop the threads; without any, everything can still be used."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
            self._is_closed = True

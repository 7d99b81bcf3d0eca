"""Short tasks on threads, their results taken in order, so that nothing depends on the number of threads."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from skyjo_sim.simulation.interrupts import HeldInterrupts

__all__ = ["Pieces", "run_in_order"]

_POLL_SECONDS = 0.1
_PIECE_SECONDS = 0.1
_MOST_GROWTH = 4

Result = TypeVar("Result")


class Pieces:
    """Cuts ``0 .. n - 1`` into pieces that last about a tenth of a second.

    Parameters
    ----------
    n : int
        Items in all.
    most : int
        Items in a piece at most.
    """

    def __init__(self, n: int, most: int) -> None:
        self._n, self._most, self._size = n, most, 1
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield the first item and the size of each piece, in order."""
        first = 0
        while first < self._n:
            size = min(self._size, self._n - first)
            yield first, size
            first += size

    def took(self, size: int, seconds: float) -> None:
        """Note how long a piece took: the next ones are made to fit."""
        with self._lock:
            fitting = int(size * _PIECE_SECONDS / max(seconds, 1e-6))
            self._size = max(1, min(fitting, _MOST_GROWTH * size, self._most))


class _Ordered(Generic[Result]):
    """Results that are still to come, in the order of their tasks."""

    def __init__(self, pool: ThreadPoolExecutor, run: Callable[[int, int], Result], pieces: Pieces) -> None:
        self._pool, self._run, self._pieces = pool, run, pieces
        self.pending: deque[tuple[int, int, Future[Result]]] = deque()

    def submit(self, first: int, size: int) -> None:
        """Start a task."""
        self.pending.append((first, size, self._pool.submit(self._timed, first, size)))

    def _timed(self, first: int, size: int) -> Result:
        began = time.perf_counter()
        result = self._run(first, size)
        self._pieces.took(size, time.perf_counter() - began)
        return result


def run_in_order(
    pieces: Pieces,
    run: Callable[[int, int], Result],
    take: Callable[[int, int, Result], bool],
    workers: int,
) -> None:
    """Run pieces on threads and take their results in order.

    Parameters
    ----------
    pieces : Pieces
    run : callable
        ``run(first, size)``, on a thread.
    take : callable
        ``take(first, size, result)``, in the calling thread; False says that no more is needed.
    workers : int
        Threads.

    Raises
    ------
    KeyboardInterrupt
        At a moment at which no result is half taken; pieces under way are waited for, and lost.
    """
    with HeldInterrupts() as interrupts, ThreadPoolExecutor(workers, thread_name_prefix="skyjo") as pool:
        tasks = _Ordered(pool, run, pieces)
        left = iter(pieces)
        try:
            is_needed = True
            while is_needed:
                while len(tasks.pending) < 2 * workers and (piece := next(left, None)) is not None:
                    tasks.submit(*piece)
                if not tasks.pending:
                    return
                first, size, future = tasks.pending[0]
                if wait([future], _POLL_SECONDS).done:
                    tasks.pending.popleft()
                    is_needed = take(first, size, future.result())
                interrupts.check()
        finally:
            for _, _, future in tasks.pending:
                future.cancel()

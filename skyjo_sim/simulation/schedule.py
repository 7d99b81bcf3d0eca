"""Running a plan: parts handed to an executor, collected in any order, merged, kept."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.simulation.folder import RunFolder
from skyjo_sim.simulation.interrupts import HeldInterrupts
from skyjo_sim.simulation.intervals import Queue, gaps
from skyjo_sim.simulation.part import Part, play_part
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.rows import RowHash, fitting_rows
from skyjo_sim.simulation.summary import merge

_POLL_SECONDS = 0.1
_SMALLEST_SECONDS = 0.1
_FIRST_SIZE = 16
_GROWTH = 16
_ROWS_PER_PART = 200_000
_ROUNDS_PER_GAME = 16  # about; only the size of a part depends on it


@dataclass(slots=True)
class Progress:
    """How far a run is: units done of all, and how many were there before (resumed)."""

    n_units: int
    done: int = 0
    resumed: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Outcome:
    """What a run gave: sums, rows kept in memory if wanted, hash, times, and how it stopped."""

    sums: NDArray[np.void]
    rows: list[NDArray[np.void]] = field(default_factory=list)
    rows_sha256: str | None = None
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    is_complete: bool = False


class Runner:
    """Runs what is left of a plan.

    Parameters
    ----------
    plan : Plan
    workers : int
        Parts played at a time.
    executor : Executor, optional
        Where parts run; threads by default. Another executor gets whole parts and cannot be asked to stop early.
    folder : RunFolder, optional
        Where finished parts are kept.
    keeps_rows, hashes_rows : bool
        Whether rows are kept (in the folder, else in memory) and hashed.
    part_size : int, optional
        Units per part; by default a part lasts about a second, later up to ten.
    is_checked : bool
        Whether to play in debug mode.
    on_progress : callable, optional
        Called in the main thread about ten times a second.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        workers: int = 1,
        executor: Executor | None = None,
        folder: RunFolder | None = None,
        keeps_rows: bool = False,
        hashes_rows: bool = False,
        part_size: int | None = None,
        is_checked: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.plan, self.workers, self.executor, self.folder = plan, workers, executor, folder
        self.keeps_rows, self.hashes_rows, self.part_size = keeps_rows, hashes_rows, part_size
        self.is_checked, self.on_progress = is_checked, on_progress
        self.progress = Progress(plan.n_units)
        self.outcome = Outcome(np.zeros(1, engine_of(plan.rules).sums_type))
        self.stop = threading.Event()
        self._lock = threading.Lock()
        self._hash = RowHash()
        self._waiting: dict[int, Part] = {}
        self._next_row_unit = 0
        self._unit_seconds = 0.0
        self._largest_size = _FIRST_SIZE

    def run(self) -> Outcome:
        """Play what is left; return what is there when all is done or a keyboard interrupt came.

        Raises
        ------
        PolicyError, RunError
            If a policy fails, a part cannot be kept or the executor breaks; finished parts stay kept.
        """
        began = time.perf_counter()
        try:
            self._play(Queue(gaps(self.load(), self.plan.n_units)), began)
        except BrokenExecutor as error:
            raise RunError(f"the executor broke: {' '.join(str(error).split()) or type(error).__name__}") from error
        finally:
            self.outcome.wall_seconds += time.perf_counter() - began
        self.outcome.is_complete = int(self.outcome.sums[0]["n_units"]) == self.plan.n_units
        self._finish_rows()
        return self.outcome

    def _play(self, queue: Queue, began: float) -> None:
        """Play what the queue holds, until a keyboard interrupt comes."""
        pending: set[Future[Part]] = set()
        with HeldInterrupts() as interrupts, self._pool() as pool:
            try:
                while queue or pending:
                    while queue and len(pending) < self.workers:
                        pending.add(self._submit(pool, *queue.take(self._size())))
                    for future in wait(pending, _POLL_SECONDS, FIRST_COMPLETED).done:
                        pending.remove(future)
                        self._collect(future.result())
                    self._report(began)
                    interrupts.check()
            except KeyboardInterrupt:
                self._stop(pending)
            except BaseException:
                with contextlib.suppress(RunError):
                    self._stop(pending)
                raise
        self._report(began)

    @contextlib.contextmanager
    def _pool(self) -> Iterator[Executor]:
        if self.executor is not None:
            yield self.executor
            return
        with ThreadPoolExecutor(self.workers, thread_name_prefix="skyjo") as pool:
            yield pool

    def load(self) -> list[tuple[int, int]]:
        """Take over the parts that the folder holds; return their ranges."""
        ranges = []
        if self.folder is not None:
            for first, end, sums in self.folder.finished_parts(self.plan, self.keeps_rows):
                merge(self.outcome.sums, sums)
                ranges.append((first, end))
        self.progress.resumed = self.progress.done = sum(end - first for first, end in ranges)
        return ranges

    def _submit(self, pool: Executor, first: int, n: int) -> "Future[Part]":
        has_rows = self.keeps_rows or self.hashes_rows
        if self.executor is not None:
            return pool.submit(play_part, self.plan, first, n, has_rows, is_checked=self.is_checked)
        return pool.submit(play_part, self.plan, first, n, has_rows, self.stop, self._count, self.is_checked)

    def _count(self, n: int) -> None:
        with self._lock:
            self.progress.done += n

    def _size(self) -> int:
        """Return how many units the next part should have."""
        if self.part_size is not None:
            return self.part_size
        left = self.plan.n_units - int(self.outcome.sums[0]["n_units"])
        seconds = min(max(self.progress.seconds / 10, 1.0), 10.0)
        size = int(seconds / self._unit_seconds) if self._unit_seconds > 0 else _FIRST_SIZE
        size = self._largest_size = max(1, min(size, _GROWTH * self._largest_size))
        if self.keeps_rows or self.hashes_rows:
            rows_per_unit = self.plan.players * (_ROUNDS_PER_GAME if self.plan.is_games else 1)
            size = min(size, _ROWS_PER_PART // rows_per_unit)
        tail = -(-left // (2 * self.workers))  # shrinking parts, so that all workers end together
        smallest = int(_SMALLEST_SECONDS / self._unit_seconds) if self._unit_seconds > 0 else 1
        return max(1, min(size, max(tail, smallest)))

    def _collect(self, part: Part) -> None:
        """Keep a finished part."""
        outcome = self.outcome
        if self.folder is not None:
            self.folder.add(part, self.keeps_rows)
        merge(outcome.sums, part.sums)
        outcome.cpu_seconds += part.cpu_seconds
        if part.n:
            self._unit_seconds = part.cpu_seconds / part.n
        if self.executor is not None:
            self._count(part.n)
        if self.folder is None and (self.keeps_rows or self.hashes_rows):
            self._waiting[part.first] = part
            self._take_rows()

    def _take_rows(self) -> None:
        """Hash, and keep in memory if wanted, the rows whose turn has come."""
        while self._next_row_unit in self._waiting:
            part = self._waiting.pop(self._next_row_unit)
            if part.n == 0:
                break
            self._next_row_unit = part.last
            self._hash.add(part.rows)
            if self.keeps_rows:
                self.outcome.rows.append(part.rows)

    def _stop(self, pending: "set[Future[Part]]") -> None:
        """Let the parts under way end at their next slice, and keep what they have."""
        self.stop.set()
        for future in pending:
            future.cancel()
        if self.executor is not None:
            return
        for future in wait(pending).done:
            if not future.cancelled() and future.exception() is None:
                self._collect(future.result())

    def _report(self, began: float) -> None:
        self.progress.seconds = time.perf_counter() - began
        if self.on_progress is not None:
            self.on_progress(self.progress)

    def _finish_rows(self) -> None:
        """Give the outcome its rows and their hash; a hash covers complete runs only."""
        outcome = self.outcome
        if self.folder is None:
            for first in sorted(self._waiting):
                outcome.rows.extend([self._waiting[first].rows] if self.keeps_rows else [])
            if self.hashes_rows and outcome.is_complete:
                outcome.rows_sha256 = self._hash.hexdigest()
        elif self.hashes_rows and outcome.is_complete:
            parts = self.folder.row_parts(self.plan, is_complete=True)
            for rows in fitting_rows(parts, outcome.sums, self.plan.players):
                self._hash.add(rows)
            outcome.rows_sha256 = self._hash.hexdigest()


def check_workers(workers: int | None) -> int:
    """Return the number of workers; None means one per processor.

    Raises
    ------
    InputError
        If it is not a positive integer.
    """
    if workers is None:
        return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 1024:
        raise InputError(f"workers must be an integer in 1..1024, got {workers!r}")
    return workers


def check_part_size(part_size: int | None) -> None:
    """Raise InputError if the size of parts is neither None nor a positive integer."""
    if part_size is not None and (isinstance(part_size, bool) or not isinstance(part_size, int) or part_size < 1):
        raise InputError(f"part_size must be a positive integer, got {part_size!r}")

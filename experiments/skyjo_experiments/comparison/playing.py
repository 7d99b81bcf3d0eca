"""Playing contests: all deals of a batch in all seatings, on threads."""

import heapq
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.deal_table import play_deals, warm_up
from skyjo_experiments.comparison.kernels.columns import N_COLUMNS
from skyjo_experiments.comparison.seatings import Contest
from skyjo_sim.simulation.interrupts import HeldInterrupts
from skyjo_sim.simulation.schedule import Progress, check_workers

__all__ = ["BATCH", "DealPlayer", "play_contest"]

BATCH = 20_000
"""Deals whose sums are gathered at a time; an interrupt loses none that are whole."""

_PIECE_SECONDS = 0.1
_GROWTH = 8
_POLL_SECONDS = 0.1


class _Piece(NamedTuple):
    """Deals in one seating that a thread has played."""

    contest: int
    seating: int
    first: int
    sums: NDArray[np.float64]
    seconds: float


def _play_piece(contests: Sequence[Contest], contest: int, seating: int, first: int, n: int) -> _Piece:
    began = time.perf_counter()
    sums = play_deals(contests[contest], seating, first, n)
    return _Piece(contest, seating, first, sums, time.perf_counter() - began)


class DealPlayer:
    """Plays contests of the same deals; a context manager, inside which interrupts are held back until a piece is done.

    Parameters
    ----------
    contests : sequence of Contest
    n_deals : int
        Deals that are planned, for the progress.
    workers : int, optional
        Threads; by default one per processor.
    on_progress : callable, optional
        Called about ten times a second with a `Progress` in games, or in independent rounds.

    Attributes
    ----------
    is_interrupted : bool
        A keyboard interrupt came: nothing is played any more.

    Raises
    ------
    InputError, PolicyError
        If the workers or an agent do not fit.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        n_deals: int,
        *,
        workers: int | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.workers = check_workers(workers)
        self.contests = tuple(contests)
        for contest in self.contests:
            warm_up(contest)
        self.is_interrupted = False
        self._on_progress = on_progress
        self._progress = Progress(n_deals * sum(len(contest.seatings) for contest in self.contests))
        self._began = time.perf_counter()
        self._sizes = [1] * len(self.contests)
        self._interrupts = HeldInterrupts()

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="skyjo")
        self._interrupts.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._interrupts.__exit__(kind, error, place)

    def play(self, first: int, end: int) -> NDArray[np.float64]:
        """Play deals ``first .. end - 1``; return their sums by side, float64[n_contests, end - first, 2, columns].

        After a keyboard interrupt there are as many deals, from the first on, as were played in all seatings.

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        """
        sums = np.zeros((len(self.contests), end - first, 2, N_COLUMNS))
        n_played = np.zeros(sums.shape[:2], np.int64)
        starts = [
            (first, contest, seating)
            for contest, played in enumerate(self.contests)
            for seating in range(len(played.seatings))
        ]
        heapq.heapify(starts)
        pending: set[Future[_Piece]] = set()
        try:
            while not self.is_interrupted and (starts or pending):
                self._submit(starts, end, pending)
                self._collect(pending, first, sums, n_played)
                self._interrupts.check()
        except KeyboardInterrupt:
            self.is_interrupted = True
            for future in _cancel(pending):
                _add(future.result(), first, sums, n_played)
        finally:
            _cancel(pending)
        wanted = np.array([len(contest.seatings) for contest in self.contests])
        is_whole = (n_played == wanted[:, None]).all(axis=0)
        n_whole = end - first if is_whole.all() else int(is_whole.argmin())
        return sums[:, :n_whole]

    def _submit(self, starts: list[tuple[int, int, int]], end: int, pending: "set[Future[_Piece]]") -> None:
        """Hand out pieces, the lowest deals first, until every thread has one to play and one to come."""
        while starts and len(pending) < 2 * self.workers:
            start, contest, seating = heapq.heappop(starts)
            n = min(self._sizes[contest], end - start)
            pending.add(self._pool.submit(_play_piece, self.contests, contest, seating, start, n))
            if start + n < end:
                heapq.heappush(starts, (start + n, contest, seating))

    def _collect(
        self, pending: "set[Future[_Piece]]", first: int, sums: NDArray[np.float64], n_played: NDArray[np.int64]
    ) -> None:
        """Add the pieces that are finished: whole numbers, so that their order changes nothing."""
        for future in wait(pending, _POLL_SECONDS, FIRST_COMPLETED).done:
            pending.remove(future)
            piece = future.result()
            n = len(piece.sums)
            _add(piece, first, sums, n_played)
            size = int(n * _PIECE_SECONDS / max(piece.seconds, 1e-9))
            self._sizes[piece.contest] = max(1, min(size, _GROWTH * n))
            self._progress.done += n
        self._progress.seconds = time.perf_counter() - self._began
        if self._on_progress is not None:
            self._on_progress(self._progress)


def _add(piece: _Piece, first: int, sums: NDArray[np.float64], n_played: NDArray[np.int64]) -> None:
    """Add a piece to sums of deals from `first` on, and count it."""
    place = slice(piece.first - first, piece.first - first + len(piece.sums))
    sums[piece.contest, place] += piece.sums
    n_played[piece.contest, place] += 1


def _cancel(pending: "set[Future[_Piece]]") -> "list[Future[_Piece]]":
    """Let the pieces under way end, a tenth of a second each, and the others not begin; return those that were played."""
    for future in pending:
        future.cancel()
    return [future for future in wait(pending).done if not future.cancelled() and future.exception() is None]


def play_contest(contest: Contest, n_deals: int, *, workers: int | None = None) -> tuple[NDArray[np.float64], bool]:
    """Play a contest; return its sums by deal and side, float64[n_deals, 2, columns], and whether it is complete.

    Raises
    ------
    InputError, PolicyError
        If the workers do not fit, or an agent fails.
    """
    with DealPlayer([contest], n_deals, workers=workers) as player:
        parts = []
        for first in range(0, n_deals, BATCH):
            parts.append(player.play(first, min(first + BATCH, n_deals))[0])
            if player.is_interrupted:
                break
    return np.concatenate(parts), not player.is_interrupted

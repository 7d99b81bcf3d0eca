"""Playing candidates on common deals, on threads."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.deal_table import DealTable
from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.tuning.fields import Field
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.simulation.interrupts import HeldInterrupts
from skyjo_sim.simulation.plan import Plan

__all__ = ["ABANDONED", "AHEAD", "N_NUMBERS", "ROUNDS", "WON", "CandidatePlayer", "Games"]

Games = NDArray[np.float64]
"""What a candidate did by game, float64[..., n_games, 4]: the numbers that follow."""

WON = 0
"""The game won, or its share of a tie."""
AHEAD = 1
"""Points by which the candidate was ahead of the mean of the others, all rounds together."""
ROUNDS = 2
ABANDONED = 3
"""Rounds that the turn limit stopped."""
N_NUMBERS = 4

_PIECE_SECONDS = 0.1
_GROWTH = 8
_POLL_SECONDS = 0.1


class _Piece(NamedTuple):
    place: tuple[int, int, slice]
    games: Games
    seconds: float


def _play_piece(plan: Plan, first: int, n: int, place: tuple[int, int, slice]) -> _Piece:
    """Play games ``first .. first + n - 1`` of the plan's first agent."""
    began = time.perf_counter()
    sums = np.zeros((n, N_SEATS, columns.N_COLUMNS))
    DealTable(plan).add_deals(first, sums)
    games = np.arange(n)
    own = sums[games, (first + games) % plan.players]
    others = (sums[:, :, columns.SCORE].sum(axis=1) - own[:, columns.SCORE]) / (plan.players - 1)
    numbers = np.empty((n, N_NUMBERS))
    numbers[:, WON] = own[:, columns.WINS] / WIN
    numbers[:, AHEAD] = others - own[:, columns.SCORE]
    numbers[:, ROUNDS] = own[:, columns.ROUNDS]
    numbers[:, ABANDONED] = own[:, columns.ABANDONED]
    return _Piece(place, numbers, time.perf_counter() - began)


class CandidatePlayer:
    """Plays candidates in all fields on the same deals; a context manager.

    Parameters
    ----------
    fields : sequence of Field
    workers : int
        Threads.
    on_games : callable
        Called with the number of games that were played since the last call, about ten times a second.
    """

    def __init__(self, fields: Sequence[Field], workers: int, on_games: Callable[[int], None]) -> None:
        self.fields = tuple(fields)
        self.workers = workers
        self._on_games = on_games
        self._size = 1

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="skyjo")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def play(self, candidates: Sequence[Agent], seed: int, first: int, n: int) -> Games:
        """Play games ``first .. first + n - 1``; return float64[n_candidates, n_fields, n, 4].

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        KeyboardInterrupt
            When the games under way have ended.
        """
        games = np.empty((len(candidates), len(self.fields), n, N_NUMBERS))
        pieces = self._pieces(candidates, seed, first, n)
        pending: set[Future[_Piece]] = set()
        with HeldInterrupts() as interrupts:
            try:
                self._submit(pieces, pending)
                while pending:
                    self._collect(pending, games)
                    interrupts.check()
                    self._submit(pieces, pending)
            except BaseException:
                for future in pending:
                    future.cancel()
                wait(pending)
                raise
        return games

    def _pieces(self, candidates: Sequence[Agent], seed: int, first: int, n: int) -> "Iterator[Future[_Piece]]":
        """Hand out pieces, whose size changes nothing but how long an interrupt waits."""
        for candidate, agent in enumerate(candidates):
            for field, table in enumerate(self.fields):
                plan, done = table.plan(agent, seed), 0
                if not candidate:
                    DealTable(plan).warm_up()  # in this thread: compiled once
                while done < n:
                    size = min(self._size, n - done)
                    place = (candidate, field, slice(done, done + size))
                    yield self._pool.submit(_play_piece, plan, first + done, size, place)
                    done += size

    def _submit(self, pieces: "Iterator[Future[_Piece]]", pending: "set[Future[_Piece]]") -> None:
        while len(pending) < 2 * self.workers and (future := next(pieces, None)) is not None:
            pending.add(future)

    def _collect(self, pending: "set[Future[_Piece]]", games: Games) -> None:
        n_played = 0
        for future in wait(pending, _POLL_SECONDS, FIRST_COMPLETED).done:
            pending.remove(future)
            piece = future.result()
            games[piece.place] = piece.games
            n_played += len(piece.games)
            size = int(len(piece.games) * _PIECE_SECONDS / max(piece.seconds, 1e-9))
            self._size = max(1, min(size, _GROWTH * len(piece.games)))
        self._on_games(n_played)

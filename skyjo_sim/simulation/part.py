"""Parts: runs of consecutive units, played in short slices, each with its sums and rows."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.playing import Table

SLICE_SECONDS = 0.07
"""How long a kernel runs between two looks at the stop sign."""
_ROUND_ROWS = 200_000
_GAME_ROWS = 16 * 210 * 8


@dataclass(slots=True)
class Part:
    """Units ``first .. first + n - 1`` played: their sums, their rows if wanted, the CPU seconds they took."""

    first: int
    n: int
    sums: NDArray[np.void]
    rows: NDArray[np.void]
    cpu_seconds: float

    @property
    def last(self) -> int:
        """Return the unit after the last one."""
        return self.first + self.n


def play_part(
    plan: Plan,
    first: int,
    n: int,
    has_rows: bool = False,
    stop: threading.Event | None = None,
    on_progress: Callable[[int], None] | None = None,
    is_checked: bool = False,
) -> Part:
    """Play units ``first .. first + n - 1``, or as many as there is time for before `stop` is set.

    Raises
    ------
    PolicyError
        If a policy answers something illegal or raises.
    """
    table = Table(plan, is_checked)
    engine = table.engine
    sums = np.zeros(1, engine.sums_type)
    chunks: list[NDArray[Any]] = []
    buffer = np.zeros(_n_buffer_rows(plan) if has_rows else 0, engine.row_type)
    began = time.thread_time()
    done, step = 0, 1
    while done < n and not (stop is not None and stop.is_set()):
        clock = time.perf_counter()
        n_units, n_rows = table.play(first + done, min(step, n - done), sums, buffer)
        step = _next_step(n_units, time.perf_counter() - clock)
        if has_rows:
            chunks.append(buffer[:n_rows].copy())
        done += n_units
        if on_progress is not None:
            on_progress(n_units)
    rows = np.concatenate(chunks) if chunks else np.zeros(0, engine.row_type)
    return Part(first, done, sums, rows, time.thread_time() - began)


def _n_buffer_rows(plan: Plan) -> int:
    return _GAME_ROWS if plan.is_games else _ROUND_ROWS


def _next_step(n_units: int, seconds: float) -> int:
    """Return how many units to play in the next slice, at most eight times as many as were played in this one."""
    fitting = int(n_units * SLICE_SECONDS / max(seconds, 1e-9))
    return max(1, min(fitting, 8 * n_units))

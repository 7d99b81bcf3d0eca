"""Parts: runs of consecutive units, played in short slices, each with its sums and rows."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import PolicyError, SkyjoError
from skyjo_sim.kernels.actions import BROKEN, ILLEGAL, PHASE_NAMES, TOUCHED
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.layout import GAME, ROW, SEATING, SUMS
from skyjo_sim.kernels.loop import play_units
from skyjo_sim.luck import seat_keys, table_key
from skyjo_sim.rules_record import rules_record
from skyjo_sim.simulation.plan import Plan

SLICE_SECONDS = 0.07
"""How long a kernel runs between two looks at the stop sign."""
_ROW = np.dtype((np.record, ROW))  # fields as attributes, for the uncompiled run
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


@dataclass(slots=True)
class Table:
    """A game record with its agents seated: what one thread plays with."""

    plan: Plan
    is_checked: bool = False
    games: NDArray[Any] = field(init=False)
    seating: NDArray[Any] = field(init=False)
    rules: Any = field(init=False)
    key: NDArray[np.uint32] = field(init=False)

    def __post_init__(self) -> None:
        agents = self.plan.agents
        self.games = np.zeros(1, GAME)
        self.games["table"]["visible"] = CLEARED
        self.seating = np.zeros(1, SEATING)
        seating = self.seating[0]
        for index, agent in enumerate(agents):
            agent.check_rules(self.plan.rules)
            seating["addresses"][index] = agent.address()
            seating["kinds"][index] = agent.kind
            agent.fill_params(seating["params"][index])
        seating["keys"][:] = seat_keys(self.plan.seed)
        seating["n_agents"] = len(agents)
        seating["is_rotating"] = self.plan.is_rotating
        self.rules = rules_record(self.plan.rules)
        self.key = table_key(self.plan.seed)

    def warm_up(self) -> None:
        """Have the play loop compiled or loaded, without playing."""
        self.play(0, 0, np.zeros(1, SUMS), np.zeros(0, _ROW))

    def play(self, first: int, n: int, sums: NDArray[Any], rows: NDArray[Any]) -> tuple[int, int]:
        """Play up to `n` units from `first` on; return the units played and the rows written.

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        """
        done = np.zeros(2, np.int64)
        try:
            if self.is_checked and n > 0:
                return 1, self._play_checked(first, sums, rows)
            status = play_units(
                self.games[0],
                self.rules,
                self.seating[0],
                self.key,
                first,
                n,
                self.plan.is_games,
                sums[0],
                rows,
                done,
            )
        except SkyjoError:
            raise
        except Exception as error:
            if self.games[0]["table"]["seat"] < 0:  # nobody was asked: no policy's fault
                raise
            raise self._error(f"raised {type(error).__name__}: {error}") from error
        self._refuse_illegal(status)
        return int(done[0]), int(done[1])

    def _play_checked(self, first: int, sums: NDArray[Any], rows: NDArray[Any]) -> int:
        """Play one unit in debug mode; return the rows written."""
        from skyjo_sim.kernels.checked import play_unit_checked
        from skyjo_sim.problems import Problem

        before = self.games.copy()
        views = (self.games.view(np.uint8), before.view(np.uint8))
        found = np.zeros(1, np.int64)
        status = play_unit_checked(
            self.games,
            before,
            views,
            self.rules,
            self.seating[0],
            self.key,
            first,
            self.plan.is_games,
            sums[0],
            rows,
            found,
        )
        if status == BROKEN:
            raise AssertionError(f"broken invariants in game {first}: {Problem(int(found[0])).names()}")
        if status == TOUCHED:
            raise self._error("changed the table, which policies may only read")
        self._refuse_illegal(status)
        return int(status)

    def _refuse_illegal(self, status: int) -> None:
        """Raise PolicyError if a kernel stopped at an answer that is not legal."""
        if status == ILLEGAL:
            raise self._error(f"answered {int(self.seating[0]['answer'])}, which is not legal here")

    def _error(self, what: str) -> PolicyError:
        """Return an error that names the agent whose decision it was, and shows the position."""
        from skyjo_sim.kernels.turn import legal
        from skyjo_sim.notation import describe_position

        game = self.games[0]
        table = game["table"]
        seat = int(table["seat"])
        agent = self.plan.agents[int(self.seating[0]["agents"][seat])]
        ids = int(legal(game.table, self.rules))
        legal_ids = ", ".join(str(action) for action in range(64) if ids >> action & 1)
        return PolicyError(
            f"agent {agent.name} at seat {seat} {what} (game {int(game['secret']['game'])}, "
            f"round {int(table['round_index'])}, turn {int(table['turns'])}, phase {PHASE_NAMES[table['phase']]}; "
            f"legal: {legal_ids})\n{describe_position(game, seat)}"
        )


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
    sums = np.zeros(1, SUMS)
    chunks: list[NDArray[Any]] = []
    buffer = np.zeros(_n_buffer_rows(plan) if has_rows else 0, _ROW)
    began = time.thread_time()
    done, step = 0, 1
    while done < n and not (stop is not None and stop.is_set()):
        clock = time.perf_counter()
        n_units, n_rows = table.play(first + done, min(step, n - done), sums, buffer)
        step = _next_step(step, time.perf_counter() - clock)
        if has_rows:
            chunks.append(buffer[:n_rows].copy())
        done += n_units
        if on_progress is not None:
            on_progress(n_units)
    rows = np.concatenate(chunks) if chunks else np.zeros(0, _ROW)
    return Part(first, done, sums, rows, time.thread_time() - began)


def _n_buffer_rows(plan: Plan) -> int:
    return _GAME_ROWS if plan.is_games else _ROUND_ROWS


def _next_step(step: int, seconds: float) -> int:
    """Return how many units to play in the next slice, at most eight times as many as in this one."""
    fitting = int(step * SLICE_SECONDS / max(seconds, 1e-9))
    return max(1, min(fitting, 8 * step))

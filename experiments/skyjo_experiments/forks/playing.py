"""`play_forks`: positions played on in several ways, on common re-deals."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks.continuing import AGENT_FAILED, FORK_FAILED, MEASURES, continue_positions
from skyjo_experiments.forks.fork import Fork
from skyjo_experiments.forks.positions import Positions
from skyjo_experiments.forks.results import ForkResult
from skyjo_experiments.forks.seating import forked_seed, make_seating, policy_error
from skyjo_experiments.forks.threads import Pieces, run_in_order
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError, SkyjoError
from skyjo_sim.kernels.layout import GAME, STREAM
from skyjo_sim.luck import table_key
from skyjo_sim.rules_record import rules_record
from skyjo_sim.simulation.schedule import Progress, check_workers

__all__ = ["play_forks"]

MOST_DEALS = 2**24 - 1
"""A stream has 24 bits for the number of a re-deal."""
_MOST_POSITIONS = 4096


def play_forks(
    positions: Positions,
    forks: Sequence[Fork],
    *,
    n_deals: int,
    seed: int = 0,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> ForkResult:
    """Play each position to the end of its round, once for each fork and each of `n_deals` re-deals.

    A re-deal deals anew, by lot, all that the deciding seat does not know. The r-th one, and the luck of the agents, are
    the same for every fork of a position: differences are paired. No agent sees more than the table.

    Parameters
    ----------
    positions : Positions
    forks : sequence of Fork
        At least one; their names differ.
    n_deals : int
        1..2**24-1.
    seed : int
        0..2**64-1. Same seed, same result, whatever the workers.
    workers : int, optional
        Threads; one per processor by default.
    on_progress : callable, optional
        Called with the positions done so far.

    Returns
    -------
    ForkResult
        After a keyboard interrupt of the positions done until then (``is_complete`` is False).

    Raises
    ------
    InputError
        If an argument does not fit, or a forced action is not legal; the message shows the position.
    PolicyError
        If an agent raises or answers something illegal.
    """
    if isinstance(n_deals, bool) or not isinstance(n_deals, int | np.integer) or not 1 <= n_deals <= MOST_DEALS:
        raise InputError(f"n_deals must be an integer in 1..{MOST_DEALS}, got {n_deals!r}")
    run = _make_run(positions, list(forks), int(n_deals), seed)
    n_workers = check_workers(workers)
    progress, began = Progress(len(positions)), time.perf_counter()

    def take(first: int, size: int, result: None) -> bool:
        progress.done, progress.seconds = first + size, time.perf_counter() - began
        if on_progress is not None:
            on_progress(progress)
        return True

    try:
        run_in_order(Pieces(len(positions), _MOST_POSITIONS), run.play, take, n_workers)
    except KeyboardInterrupt:
        return run.result(progress.done)
    return run.result(len(positions))


def _make_run(positions: Positions, forks: list[Fork], n_deals: int, seed: int) -> "_Run":
    """Return a run after a check of its forks."""
    names = [fork.name for fork in forks]
    if not forks or len(set(names)) < len(names):
        raise InputError(f"forks must be at least one, with different names, got {', '.join(names) or 'none'}")
    n = len(positions)
    agents = list(positions.agents)
    seated = np.full((n, len(forks)), -1, np.int64)
    for number, fork in enumerate(forks):
        if fork.agent is not None:
            (agent,) = make_agents(fork.agent)
            if agent not in agents:
                agents.append(agent)
            seated[:, number] = agents.index(agent)
    steps = [fork.steps(n) for fork in forks]
    actions = np.full((n, len(forks), max(step.shape[1] for step in steps)), -1, np.int64)
    for number, step in enumerate(steps):
        actions[:, number, : step.shape[1]] = step
    return _Run(positions, tuple(names), tuple(agents), actions, seated, n_deals, forked_seed(seed))


@dataclass
class _Run:
    """Forks under way: what is fixed, and the arrays that threads fill, each its own slice."""

    positions: Positions
    forks: tuple[str, ...]
    agents: tuple[Agent, ...]
    actions: NDArray[np.int64]
    seated: NDArray[np.int64]
    n_deals: int
    seed: int

    def __post_init__(self) -> None:
        shape = (len(self.positions), len(self.forks), len(MEASURES))
        self.sums, self.squares = np.zeros(shape), np.zeros(shape)
        self.key = table_key(self.seed)
        self.rules = rules_record(self.positions.rules)
        self.rules.checks_all_lines |= self.positions.is_made_by_hand
        self.play(0, 0)  # compiled, and errors of agents shown, before threads start

    def play(self, first: int, size: int) -> None:
        """Play some positions on."""
        rows = slice(first, first + size)
        seating = make_seating(self.agents, self.positions.rules, self.seed)[0]
        rooms: NDArray[Any] = np.zeros(2, GAME)
        failed = np.zeros(2, np.int64)
        given = (self.positions.games[rows], self.positions.seats[rows], self.actions[rows], self.seated[rows])
        fixed = (first, self.n_deals, self.rules, seating, self.key, rooms, np.zeros(1, STREAM)[0])
        try:
            status = continue_positions(*given, *fixed, self.sums[rows], self.squares[rows], failed)
        except SkyjoError:
            raise
        except Exception as error:
            if rooms[1]["table"]["n_players"] == 0 or rooms[1]["table"]["seat"] < 0:  # nobody was asked
                raise
            raise policy_error(self.agents, rooms[1], seating, f"raised {type(error).__name__}: {error}") from error
        if status == FORK_FAILED:
            raise self._refusal(first + int(failed[0]), int(failed[1]))
        if status == AGENT_FAILED:
            what = f"answered {int(seating['answer'])}, which is not legal here"
            raise policy_error(self.agents, rooms[1], seating, what)

    def _refusal(self, position: int, fork: int) -> InputError:
        steps = ", ".join(str(step) for step in self.actions[position, fork].tolist() if step >= 0)
        return InputError(
            f"fork {self.forks[fork]}: action {steps} is not legal in position {position}: {self.positions.text(position)}"
        )

    def result(self, n_done: int) -> ForkResult:
        """Return what the first positions gave."""
        positions: Any = self.positions
        is_complete = n_done == len(positions)
        return ForkResult(
            positions if is_complete else positions.select(np.arange(n_done)),
            self.forks,
            self.sums[:n_done] / self.n_deals,
            self.squares[:n_done] / self.n_deals,
            self.n_deals,
            is_complete,
        )

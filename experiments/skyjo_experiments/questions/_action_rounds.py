"""Rounds of Skyjo Action with changes, and turns played in two ways, on threads."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks.threads import Pieces, run_in_order
from skyjo_experiments.questions._action_kernels.edits import GIVE, LAY, NOTHING
from skyjo_experiments.questions._action_kernels.measuring import N_MEASURES
from skyjo_experiments.questions._action_kernels.rounds import ALL_SEATS, play_arms
from skyjo_experiments.questions._action_kernels.taking import NOTES, play_takings
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.plan import MAX_UNITS, Plan
from skyjo_sim.simulation.playing import Table
from skyjo_sim.simulation.schedule import Progress, check_workers

__all__ = ["Arm", "OnDeals", "play_changes", "play_ways"]

OnDeals = Callable[[Progress], None]
Values = NDArray[np.float64]
_MOST_DEALS = 4096


@dataclass(frozen=True, slots=True)
class Arm:
    """A round with or without a change.

    Attributes
    ----------
    change : int
        NOTHING, GIVE or LAY of `skyjo_experiments.questions._action_kernels.edits`.
    seat : int
        The seat that is changed and measured; ALL_SEATS measures the mean.
    what : int
        The action card it gets, or the card that it turns up.
    counted : int
        The kind of action card whose use is counted; -1 is none.
    slot, second : int
        The slots that the seat turns up in the opening; -1 leaves them to the agent.
    """

    change: int = NOTHING
    seat: int = ALL_SEATS
    what: int = 0
    counted: int = -1
    slot: int = -1
    second: int = -1

    @classmethod
    def given(cls, kind: int, seat: int) -> "Arm":
        """Return the round in which a seat begins with an action card."""
        return cls(GIVE, seat, kind, kind)

    @classmethod
    def laid(cls, card: int, seat: int, slot: int, second: int) -> "Arm":
        """Return the round in which a seat turns up a card, 0 or a star, and another one."""
        return cls(LAY, seat, card, -1, slot, second)

    def numbers(self) -> tuple[int, ...]:
        """Return it as the kernels read it."""
        return self.change, self.seat, self.what, self.counted, self.slot, self.second


def play_changes(
    agent: Agent,
    rules: Rules,
    arms: Sequence[Sequence[Arm]],
    n_deals: int,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnDeals | None = None,
) -> Values:
    """Play every deal once for each arm, an agent in all seats.

    Parameters
    ----------
    arms : sequence of sequences of Arm
        For deals in turn: deal i has the arms ``arms[i % len(arms)]``, as many as any other.

    Returns
    -------
    ndarray, float64[n_deals, arms, measures]
        `skyjo_experiments.questions._action_kernels.measuring`; NaN where a change could not be made.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    InputError, PolicyError
        If an argument does not fit, or the agent fails.
    """
    numbers = np.array([[arm.numbers() for arm in group] for group in arms], np.int64)
    values: Values = np.zeros((n_deals, numbers.shape[1], N_MEASURES))

    def play(first: int, n: int) -> None:
        table = _table(agent, rules, seed)
        luck: NDArray[Any] = np.zeros(1, STREAM)
        given = (table.rules, table.seating[0], table.key, table.games, luck[0])
        table.refuse_illegal(table.run(play_arms, first, numbers, *given, values[first : first + n]))

    _run(play, n_deals, workers, on_progress)
    return values


def play_ways(
    agents: tuple[Agent, Agent, Agent],
    rules: Rules,
    most_turn: int,
    n_deals: int,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnDeals | None = None,
) -> tuple[NDArray[np.int64], Values]:
    """Play every deal to the beginning of one turn and on in two ways: an action card is taken, or not.

    Parameters
    ----------
    agents : tuple of 3 Agents
        The one that plays in all seats, and the two that say what would be taken, and what would be done instead.
    most_turn : int
        Deals go through turns 1 to `most_turn`.

    Returns
    -------
    notes : ndarray, int64[n_deals, notes]
        `skyjo_experiments.questions._action_kernels.taking`.
    values : ndarray, float64[n_deals, 2, measures]

    Raises
    ------
    KeyboardInterrupt
        If one came.
    InputError, PolicyError
        If an argument does not fit, or an agent fails.
    """
    notes = np.zeros((n_deals, NOTES), np.int64)
    values: Values = np.zeros((n_deals, 2, N_MEASURES))

    def play(first: int, n: int) -> None:
        table = _table(agents[0], rules, seed)
        for number, agent in enumerate(agents[1:], 1):
            table.add(number, agent)
        rooms: NDArray[Any] = table.engine.empty_games(2)
        table.games = rooms
        rows = slice(first, first + n)
        given = (table.rules, table.seating[0], table.key, rooms)
        table.refuse_illegal(table.run(play_takings, first, most_turn, *given, notes[rows], values[rows]))

    _run(play, n_deals, workers, on_progress)
    return notes, values


class _Table(Table):
    """A table for kernels of these questions."""

    def add(self, number: int, agent: Agent) -> None:
        """Add an agent that is asked without sitting at the table."""
        seating = self.seating[0]
        seating["addresses"][number] = agent.address()
        seating["kinds"][number] = agent.kind
        agent.fill_params(seating["params"][number])

    def refuse_illegal(self, status: int) -> None:
        """Raise PolicyError if a kernel stopped at an answer that is not legal."""
        self._refuse_illegal(status)


def _table(agent: Agent, rules: Rules, seed: int) -> _Table:
    plan = Plan(agents=(agent,), rules=rules, unit="round", n_units=MAX_UNITS, seed=check_seed(seed), is_rotating=False)
    return _Table(plan)


def _run(play: Callable[[int, int], None], n_deals: int, workers: int | None, on_progress: OnDeals | None) -> None:
    """Play deals in pieces on threads, each of which fills its own part."""
    n_workers = check_workers(workers)
    play(0, 0)  # compiled, and errors shown, before threads start
    progress, began = Progress(n_deals), time.perf_counter()

    def take(first: int, size: int, result: None) -> bool:
        progress.done, progress.seconds = first + size, time.perf_counter() - began
        if on_progress is not None:
            on_progress(progress)
        return True

    run_in_order(Pieces(n_deals, _MOST_DEALS), play, take, n_workers)

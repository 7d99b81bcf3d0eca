"""Endings of rounds: where the ender stood, the exact chance that it is doubled, and whether it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.closing import p_doubled, p_doubled_marginals
from skyjo_experiments.endings.kernels.last_turns import play_last_turns
from skyjo_experiments.endings.standing import best_other
from skyjo_experiments.experiment import Rows
from skyjo_experiments.forks import Positions, collect_positions
from skyjo_experiments.forks.seating import forked_seed, make_seating, policy_error
from skyjo_experiments.forks.threads import Pieces, run_in_order
from skyjo_sim.kernels.actions import ILLEGAL, SOURCE
from skyjo_sim.kernels.layout import GAME, STREAM
from skyjo_sim.luck import table_key
from skyjo_sim.rules_record import rules_record
from skyjo_sim.simulation.schedule import Progress, check_workers

__all__ = ["Endings", "is_judged", "measure_endings"]

_MOST_AT_ONCE = 4096
_EXACT_PLAYERS = 2


@dataclass(frozen=True)
class Endings:
    """Rounds that somebody ended, at the moment of it; one of a round.

    Attributes
    ----------
    points : float64[n]
        The ender's.
    lead : float64[n]
        The lowest estimated total of another seat less these.
    hidden : int64[n]
        Hidden cards of that seat.
    players, units : int64[n]
        Seats at the table; the round.
    chances : float64[n]
        Exact chances of being doubled; NaN where `is_judged` says that nothing is to be foretold.
    doubled : bool[n]
        Whether the ender was, the last turns played once.
    """

    points: NDArray[np.float64]
    lead: NDArray[np.float64]
    hidden: NDArray[np.int64]
    players: NDArray[np.int64]
    units: NDArray[np.int64]
    chances: NDArray[np.float64]
    doubled: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of endings."""
        return int(self.points.size)

    def select(self, where: NDArray[np.bool_]) -> Self:
        """Return some of the endings."""
        return replace(self, **{name: getattr(self, name)[where] for name in self.__dataclass_fields__})

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the endings of several tables as one sample."""
        return cls(
            **{name: np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__}
        )


def is_judged(units: Any) -> Any:
    """Tell which rounds judge what foretells doubling: odd ones; it is fitted to the even ones."""
    return units % 2 == 1


def measure_endings(
    agents: Sequence[str],
    players: int,
    *,
    n_rounds: int,
    n_deals: int,
    seed: int,
    workers: int | None,
    begin: Callable[[str], Callable[[Progress], None]],
) -> Endings:
    """Play rounds, keep the moment at which each is ended, and play the last turns on.

    Parameters
    ----------
    agents : sequence of str
        Who plays, repeated cyclically.
    players, n_rounds : int
    n_deals : int
        Deals that the chance is taken from where more than two play.
    seed, workers : int
    begin : callable
        `skyjo_experiments.experiment.Stages.begin`; two stages are begun.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    """
    table = f"{players} players, {', '.join(agents)}"
    positions = Rows.whole(
        collect_positions(
            list(agents),
            {"phase": SOURCE, "last_turns": players - 1},
            limit=n_rounds,
            n_rounds=n_rounds,
            players=players,
            seed=seed,
            workers=workers,
            on_progress=begin(f"{table}: looking for endings"),
        )
    )
    run = _LastTurns(positions, n_deals, seed)
    update, progress = begin(f"{table}: playing last turns"), Progress(max(len(positions), 1))

    def take(first: int, size: int, result: None) -> bool:
        progress.done = first + size
        update(progress)
        return True

    run_in_order(Pieces(len(positions), _MOST_AT_ONCE), run.play, take, check_workers(workers))
    ender = positions.games["table"]["ender"].astype(np.int64)
    totals, hidden = best_other(positions.games, players, ender)
    return Endings(
        points=run.points.astype(np.float64),
        lead=totals - run.points,
        hidden=hidden,
        players=np.full(len(positions), players),
        units=positions.units,
        chances=run.chances,
        doubled=run.doubled.astype(np.bool_),
    )


class _LastTurns:
    """Last turns under way: the arrays that threads fill, each its own slice."""

    def __init__(self, positions: Positions, n_deals: int, seed: int) -> None:
        n = len(positions)
        self._positions, self._n_deals, self._seed = positions, n_deals, forked_seed(seed)
        self._key = table_key(self._seed)
        self.points, self.doubled = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.chances = np.full(n, np.nan)
        self.play(0, 0)  # compiled before threads start

    def play(self, first: int, size: int) -> None:
        """Play the last turns of some rounds."""
        positions, rows = self._positions, slice(first, first + size)
        seating = make_seating(positions.agents, positions.rules, self._seed)[0]
        room: NDArray[Any] = np.zeros(1, GAME)
        luck = np.zeros(1, STREAM)[0]
        given = (positions.games[rows], positions.seats[rows], first)
        fixed = (rules_record(positions.rules), seating, self._key)
        if play_last_turns(*given, *fixed, room, luck, self.points[rows], self.doubled[rows]) == ILLEGAL:
            what = f"answered {int(seating['answer'])}, which is not legal here"
            raise policy_error(positions.agents, room[0], seating, what)
        for number in range(first, first + size):
            if is_judged(positions.units[number]):
                table = positions.games[number]["table"]
                self.chances[number] = self._chance(table, int(table["ender"]), int(self.points[number]))

    def _chance(self, table: Any, ender: int, points: int) -> float:
        """Return the chance that the ender is doubled; with two players nothing needs to be dealt for it."""
        if self._positions.rules.players == _EXACT_PLAYERS:
            return float(p_doubled_marginals(table, ender, points))
        return float(p_doubled(table, ender, points, self._n_deals))

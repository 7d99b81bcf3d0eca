"""Decisions to end the round or to wait a turn, both played on from the same state on the same re-deals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.standing import best_other
from skyjo_experiments.experiment import Rows
from skyjo_experiments.forks import (
    Fork,
    ForkResult,
    Positions,
    collect_positions,
    legal_at,
    play_forks,
    put_on_hidden,
    put_on_highest,
)
from skyjo_sim.kernels.actions import PLACE, PUT
from skyjo_sim.kernels.cards import HIGHEST_CARD, LOWEST_CARD, N_COLUMNS, N_SLOTS
from skyjo_sim.simulation.schedule import Progress

__all__ = ["DECIDER", "LEAST_LEAD", "MOST_POINTS", "DecisionSearch", "Decisions"]

DECIDER = "expert"
"""Who decides, and goes on, in every field."""

MOST_POINTS = 24
LEAST_LEAD = -12
"""Decisions with more points, or a better opponent, are left out: nobody should end there."""

HALVES = 2
"""Each position is played on twice over: what one half of the re-deals suggests, the other half judges."""

_ROUNDS_AT_ONCE = 4000
"""So that memory does not grow with the number of rounds."""

_STRIDE = 0x9E3779B97F4A7C15
"""Between the seeds of the parts."""

_WHERE: dict[str, int | tuple[int, int]] = {
    "phase": PLACE,
    "last_turns": 0,
    "own_hidden": 1,
    "agent": 0,
    "turn": (1, 80),
    "drawn": (LOWEST_CARD, HIGHEST_CARD),
    "own_points": (-1000, MOST_POINTS + 36),  # a column that is completed may take 36 points away
    "lead": (-80, 1000),
}
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Decisions:
    """Decisions of a seat with one hidden card and a drawn card, nobody having ended.

    Attributes
    ----------
    own : float64[n]
        Points if the round is ended now, the drawn card put on the hidden one.
    lead : float64[n]
        The lowest estimated total of another seat less `own`.
    hidden : int64[n]
        Hidden cards of that seat.
    units : int64[n]
        Rounds that they come from, ``0 .. n_rounds - 1``.
    gains : float64[2, n]
        Points ahead of the others when ending now, less those when waiting, by half of the re-deals.
    saved : float64[2, n]
        The same in own points only: the score when waiting less that when ending.
    answered : float64[n]
        Points ahead with what the expert itself answers, less those when waiting; of the last half.
    abandoned : float
        Share of abandoned rounds, of those played on after waiting.
    n_rounds, n_deals : int
        Rounds searched at each table; re-deals of each position.
    n_tables : int
        Tables that were joined.
    """

    own: Floats = field(repr=False)
    lead: Floats = field(repr=False)
    hidden: NDArray[np.int64] = field(repr=False)
    units: NDArray[np.int64] = field(repr=False)
    gains: Floats = field(repr=False)
    saved: Floats = field(repr=False)
    answered: Floats = field(repr=False)
    abandoned: float
    n_rounds: int
    n_deals: int
    n_tables: int = 1

    def __len__(self) -> int:
        """Return the number of decisions."""
        return int(self.own.size)

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the decisions of several fields as one sample; rounds of the same number are the same deal."""

        def joined(name: str) -> Any:
            return np.concatenate([getattr(part, name) for part in parts], axis=-1)

        names = ("own", "lead", "hidden", "units", "gains", "saved", "answered")
        abandoned = float(np.average([part.abandoned for part in parts], weights=[max(len(part), 1) for part in parts]))
        n_tables = sum(part.n_tables for part in parts)
        columns = {name: joined(name) for name in names}
        return cls(
            **columns, abandoned=abandoned, n_rounds=parts[0].n_rounds, n_deals=parts[0].n_deals, n_tables=n_tables
        )

    def select(self, where: NDArray[np.bool_]) -> Self:
        """Return some of the decisions."""
        columns = {name: getattr(self, name)[where] for name in ("own", "lead", "hidden", "units", "answered")}
        halves = {name: getattr(self, name)[:, where] for name in ("gains", "saved")}
        return replace(self, **columns, **halves)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSearch:
    """An expert among copies of another agent, whose decisions are collected and played on.

    Attributes
    ----------
    others : str
        Who sits at the other seats.
    players, n_rounds : int
        Seats; rounds to be searched.
    n_deals : int
        Re-deals of each position, half of them in each half.
    seed, workers : int
    """

    others: str
    players: int
    n_rounds: int
    n_deals: int
    seed: int
    workers: int | None

    @property
    def n_stages(self) -> int:
        """Return how many stages `measure` begins."""
        return (1 + HALVES) * -(-self.n_rounds // _ROUNDS_AT_ONCE)

    def measure(self, begin: Callable[[str], Callable[[Progress], None]]) -> Decisions:
        """Collect decisions and play each on in three ways; ``begin`` is that of `skyjo_experiments.experiment.Stages`.

        The ways are: end now by putting the drawn card on the hidden one; wait, which is to put it on the highest face-up
        card; and what the expert answers. The agents go on afterwards.

        Raises
        ------
        KeyboardInterrupt
            If one came.
        """
        parts = []
        for first in range(0, self.n_rounds, _ROUNDS_AT_ONCE):
            n_rounds = min(_ROUNDS_AT_ONCE, self.n_rounds - first)
            seed = (self.seed + first // _ROUNDS_AT_ONCE * _STRIDE) % 2**64
            part = replace(self, n_rounds=n_rounds, seed=seed)._measure_part(begin)
            parts.append(replace(part, units=part.units + first, n_rounds=self.n_rounds))
        return replace(Decisions.join(parts), n_tables=1)

    def _measure_part(self, begin: Callable[[str], Callable[[Progress], None]]) -> Decisions:
        table = f"{self.players} players, {self.others}"
        found = Rows.whole(
            collect_positions(
                [DECIDER, *[self.others] * (self.players - 1)],
                _WHERE,
                by={"turn": 1},
                limit=10**7,
                n_rounds=self.n_rounds,
                players=self.players,
                seed=self.seed,
                workers=self.workers,
                on_progress=begin(f"{table}: looking for decisions"),
            )
        )
        positions, own, lead, hidden = _within(found)
        results = [self._play(positions, half, begin(f"{table}: playing decisions on")) for half in range(HALVES)]
        waits = [result.values("abandoned", "wait") for result in results]
        return Decisions(
            own,
            lead,
            hidden,
            positions.units,
            gains=_stack(results, "ahead", "end"),
            saved=-_stack(results, "score", "end"),
            answered=results[-1].values("ahead", "answer", "wait"),
            abandoned=float(np.mean(waits)) if own.size else 0.0,
            n_rounds=self.n_rounds,
            n_deals=HALVES * results[0].n_deals,
        )

    def _play(self, positions: Positions, half: int, update: Callable[[Progress], None]) -> ForkResult:
        forks = [
            Fork("wait", put_on_highest(positions)),
            Fork("end", put_on_hidden(positions)),
            *([Fork("answer")] if half == HALVES - 1 else []),
        ]
        return Rows.whole(
            play_forks(
                positions,
                forks,
                n_deals=max(self.n_deals // HALVES, 1),
                seed=(self.seed + half * 2**63) % 2**64,
                workers=self.workers,
                on_progress=update,
            )
        )


def _stack(results: list[ForkResult], measure: str, fork: str) -> Floats:
    return np.stack([result.values(measure, fork, "wait") for result in results])


def _within(found: Positions) -> tuple[Positions, Floats, Floats, NDArray[np.int64]]:
    """Return the positions that are not left out, their own points, leads, and the best opponent's hidden cards."""
    positions = found.select(legal_at(found, put_on_highest(found)))
    own = _points_when_ended(positions)
    totals, hidden = best_other(
        positions.games, positions.rules.players, positions.games["table"]["seat"].astype(np.int64)
    )
    lead = totals - own
    chosen = (own <= MOST_POINTS) & (lead >= LEAST_LEAD)
    return positions.select(chosen), own[chosen], lead[chosen], hidden[chosen]


def _points_when_ended(positions: Positions) -> Floats:
    """Return the own points with the drawn card on the hidden slot, a column that it completes being cleared."""
    table = positions.games["table"]
    rows, seats = np.arange(len(positions)), table["seat"].astype(np.int64)
    slots, drawn = put_on_hidden(positions) - PUT, table["drawn"].astype(np.int64)
    grids = table["visible"][rows, seats, :N_SLOTS].astype(np.int64)
    grids[rows, slots] = drawn
    columns = grids.reshape(-1, N_COLUMNS, 3)
    is_equal = (columns == columns[:, :, :1]).all(axis=2)
    points: Floats = np.where(is_equal, 0, columns.sum(axis=2)).sum(axis=1).astype(np.float64)
    return points

"""A table that adds its games up by deal."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels.columns import LUCK, N_COLUMNS
from skyjo_experiments.comparison.kernels.deal_sums import add_rows
from skyjo_experiments.comparison.kernels.luck_play import play_adjusted
from skyjo_experiments.comparison.kernels.luck_terms import BEFORE
from skyjo_experiments.comparison.seatings import FIRST, SECOND, Contest
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.scoring import MAX_EXTRA_ROUNDS, MAX_ROUNDS
from skyjo_sim.simulation.playing import Table

__all__ = ["LUCK_WEIGHTS", "DealTable", "play_deals"]

LUCK_WEIGHTS = (0.3, 0.8, 0.65, 1.5)
"""What a term of luck counts, by kind: opening flips, flips in mid-round, draws, cards that nobody can replace any more."""

_GAMES_AT_ONCE = 16
_GRAIN = 2.0**20
"""Luck is rounded to parts of a point whose sums are exact in any order."""


@dataclass(slots=True)
class DealTable(Table):
    """A `Table` for sums by deal."""

    def add_deals(self, first: int, sums: NDArray[np.float64]) -> None:
        """Play deals from `first` on and add them to ``sums``, float64[n, 8, columns].

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        """
        n, players = len(sums), self.plan.players
        n_rounds = MAX_ROUNDS + MAX_EXTRA_ROUNDS if self.plan.is_games else 1
        rows = np.zeros(players * min(_GAMES_AT_ONCE, n) * n_rounds, self.engine.row_type)
        unused = np.zeros(1, self.engine.sums_type)
        done = 0
        while done < n:
            n_units, n_rows = self.play(first + done, n - done, unused, rows)
            add_rows(rows, n_rows, players, first, not self.plan.is_games, sums)
            done += n_units

    def add_adjusted_deals(self, first: int, sums: NDArray[np.float64]) -> None:
        """Do what `add_deals` does, with the luck of every seat.

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        """
        rows = np.zeros(self.plan.players, self.engine.row_type)
        before = np.zeros(1, BEFORE)
        before["weights"] = LUCK_WEIGHTS
        status = self.run(
            play_adjusted,
            self.games[0],
            self.rules,
            self.seating[0],
            self.key,
            first,
            len(sums),
            self.plan.is_games,
            before[0],
            rows,
            sums,
        )
        self._refuse_illegal(status)
        sums[:, :, LUCK] = np.rint(sums[:, :, LUCK] * _GRAIN) / _GRAIN


def play_deals(contest: Contest, seating: int, first: int, n: int) -> NDArray[np.float64]:
    """Play deals ``first .. first + n - 1`` in one seating; return their sums by side, float64[n, 2, columns].

    Raises
    ------
    PolicyError
        If a policy answers something illegal or raises.
    """
    table = DealTable(contest.plan(seating))
    by_seat = np.zeros((n, N_SEATS, N_COLUMNS))
    if contest.is_adjusted:
        table.add_adjusted_deals(first, by_seat)
    else:
        table.add_deals(first, by_seat)
    sides = contest.seatings[seating].sides
    by_side: NDArray[np.float64] = np.zeros((n, 2, N_COLUMNS))
    for seat, side in enumerate(sides):
        if side in (FIRST, SECOND):
            by_side[:, side] += by_seat[:, seat]
    return by_side


def warm_up(contest: Contest) -> None:
    """Have all that a contest needs compiled or loaded, and its agents checked, without playing."""
    for seating in range(len(contest.seatings)):
        table = DealTable(contest.plan(seating))
    if contest.is_adjusted:
        table.add_adjusted_deals(0, np.zeros((0, N_SEATS, N_COLUMNS)))
    else:
        table.warm_up()

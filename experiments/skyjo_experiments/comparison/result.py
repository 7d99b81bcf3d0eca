"""What a comparison measured: frame, table, sentence, JSON and figure."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.measures import MEASURES, Measured, measure_sides
from skyjo_experiments.comparison.seatings import Contest
from skyjo_experiments.comparison.stopping import StopRule
from skyjo_sim.agent import Agent
from skyjo_sim.seer import Seer

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["COLUMNS", "Comparison"]

COLUMNS = {
    "measure": "what is measured, per seat",
    "a": "mean of the first agent",
    "a_low": "lower end of its interval",
    "a_high": "upper end",
    "b": "mean of the second agent",
    "b_low": "lower end of its interval",
    "b_high": "upper end",
    "difference": "a less b",
    "low": "lower end of its interval",
    "high": "upper end",
    "interval": "fixed: an ordinary 95 % interval; sequence: one that may be looked at any time",
    "n_deals": "deals, the unit of the intervals",
    "n_games": "games, or independent rounds, that were played with them",
    "abandoned": "share of rounds that the turn limit stopped",
}
"""The columns of `Comparison.frame`."""


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """What a comparison measured; the unit of all intervals is the deal, played in every seating.

    Attributes
    ----------
    a, b : Agent or Seer
    contest : Contest
        Seatings, rules, unit and seed.
    design : {"one", "half"}
        Without a field, how the agents sit.
    field : tuple of Agent, optional
        Who sat at the other seats.
    n_planned : int
        Deals planned, or at most.
    sums : ndarray, float64[n_deals, 2, columns]
        By deal and side (`skyjo_experiments.comparison.kernels.columns`).
    stop : StopRule, optional
    is_stopped, is_interrupted : bool
        Whether the rule was met; whether a keyboard interrupt came.
    """

    a: Agent | Seer
    b: Agent | Seer
    contest: Contest
    design: str
    field: tuple[Agent | Seer, ...] | None
    n_planned: int
    sums: NDArray[np.float64]
    stop: StopRule | None = None
    is_stopped: bool = False
    is_interrupted: bool = False

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.contest.rules.players

    @property
    def unit(self) -> str:
        """What was played: ``game``, or ``round`` where rounds are independent."""
        return self.contest.unit

    @property
    def n_deals(self) -> int:
        """Deals that were played in all seatings."""
        return len(self.sums)

    @property
    def n_games(self) -> int:
        """Games, or independent rounds, that were played with them."""
        return self.n_deals * len(self.contest.seatings)

    @property
    def interval(self) -> str:
        """``sequence`` if the intervals may be looked at any time, ``fixed`` if the number of deals was fixed before."""
        return "fixed" if self.stop is None else "sequence"

    def _per_round(self, column: int) -> float:
        rounds = self.sums[:, :, columns.ROUNDS].sum()
        return float(self.sums[:, :, column].sum() / rounds) if rounds else math.nan

    @property
    def abandoned(self) -> float:
        """Share of rounds that the turn limit stopped."""
        return self._per_round(columns.ABANDONED)

    @property
    def turns(self) -> float:
        """Turns of a round, all seats together."""
        return self._per_round(columns.TURNS)

    @cached_property
    def measured(self) -> dict[str, Measured]:
        """The measures by name (`skyjo_experiments.comparison.measures`)."""
        sequence = None if self.stop is None else self.stop.sequence
        return {name: measure_sides(self.sums, MEASURES[name], sequence) for name in self._names}

    @property
    def _names(self) -> list[str]:
        left_out = {
            "round_win_share": self.unit == "round",  # the same as win_share
            "adjusted_score": not self.contest.is_adjusted,
            "turns": self.field is None,  # both sit at the same tables
        }
        return [name for name in MEASURES if not left_out.get(name)]

    @property
    def variance_ratio(self) -> float:
        """The variance of the difference of scores less luck, in parts of that of plain scores; NaN where not measured."""
        if not self.contest.is_adjusted:
            return math.nan
        plain, adjusted = (self.measured[name].difference.standard_error for name in ("mean_score", "adjusted_score"))
        return (adjusted / plain) ** 2 if plain else math.nan

    @property
    def frame(self) -> "pd.DataFrame":
        """A row per measure, with the columns `COLUMNS`."""
        import pandas as pd

        rows = []
        for name, measured in self.measured.items():
            row: dict[str, Any] = {"measure": name}
            for key, estimate in (("a", measured.a), ("b", measured.b)):
                row |= {key: estimate.mean, f"{key}_low": estimate.low, f"{key}_high": estimate.high}
            difference = measured.difference
            row |= {"difference": difference.mean, "low": difference.low, "high": difference.high}
            row |= {"interval": self.interval, "n_deals": self.n_deals, "n_games": self.n_games}
            rows.append(row | {"abandoned": self.abandoned})
        return pd.DataFrame(rows, columns=list(COLUMNS))

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON; what cannot be measured is None."""
        from skyjo_experiments.comparison.text import sentence

        rows = [{key: plain(value) for key, value in row.items()} for row in self.frame.to_dict("records")]
        return {
            "a": self.a.name,
            "b": self.b.name,
            "field": None if self.field is None else [agent.name for agent in self.field],
            "design": "field" if self.field is not None else self.design,
            "players": self.players,
            "unit": self.unit,
            "seed": self.contest.seed,
            "rules": self.contest.rules.text(),
            "rules_digest": self.contest.rules.digest(),
            "n_deals": self.n_deals,
            "n_games": self.n_games,
            "is_stopped": self.is_stopped,
            "is_interrupted": self.is_interrupted,
            "abandoned": plain(self.abandoned),
            "turns": plain(self.turns),
            "variance_ratio": plain(self.variance_ratio),
            "measures": rows,
            "sentence": sentence(self),
        }

    def __repr__(self) -> str:
        from skyjo_experiments.comparison.text import text

        return text(self)

    def _repr_html_(self) -> str:
        from skyjo_experiments.comparison.text import html

        return html(self)

    def plot(self) -> "Figure":
        """Draw the differences with their intervals, shares and points apart."""
        from skyjo_experiments.comparison.figures import plot_comparison

        return plot_comparison(self)


def plain(value: Any) -> Any:
    """Return a number that JSON can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value.item() if isinstance(value, np.generic) else value

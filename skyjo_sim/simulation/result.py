"""The result of a run as an object: frames, figures, JSON, and forms that read well."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.errors import RunError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.simulation.folder import RunFolder
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.rows import fitting_rows, rows_frame
from skyjo_sim.simulation.schedule import Outcome
from skyjo_sim.simulation.summary import AgentSummary, measures_of, summarize

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def _counted(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


@dataclass
class SimulationResult:
    """What a run measured.

    Attributes
    ----------
    plan : Plan
        The agents, rules, seed and size.
    outcome : Outcome
        The sums; rows if they were kept in memory; times.
    folder : RunFolder or None
        Where it is kept.
    startup_seconds : float
        CPU seconds of imports and compilation before the first round.
    """

    plan: Plan
    outcome: Outcome
    folder: RunFolder | None = None
    startup_seconds: float = 0.0

    @property
    def sums(self) -> NDArray[np.void]:
        """Return the integer sums, an array of one `skyjo_sim.kernels.layout.SUMS`."""
        return self.outcome.sums

    def _total(self, name: str) -> int:
        return int(self.sums[0][name])

    @property
    def is_complete(self) -> bool:
        """Tell whether all units of the plan were played."""
        return self.outcome.is_complete

    @property
    def n_units(self) -> int:
        """Return the games, or independent rounds, played."""
        return self._total("n_units")

    @property
    def n_games(self) -> int:
        """Return the games played; 0 if rounds are independent."""
        return self.n_units if self.plan.is_games else 0

    @property
    def n_rounds(self) -> int:
        """Return the rounds played."""
        return self._total("n_rounds")

    @property
    def n_turns(self) -> int:
        """Return the turns played, all seats together."""
        return self._total("n_turns")

    @property
    def n_abandoned(self) -> int:
        """Return the rounds that the turn limit stopped."""
        return self._total("n_abandoned")

    @property
    def n_abandoned_games(self) -> int:
        """Return the games that stopped after 200 rounds without the target reached; they have no winner."""
        return self._total("n_abandoned_games")

    @property
    def cpu_seconds(self) -> float:
        """Return the CPU seconds of play, all workers together."""
        return self.outcome.cpu_seconds

    @property
    def wall_seconds(self) -> float:
        """Return the seconds that play took."""
        return self.outcome.wall_seconds

    @property
    def rows_sha256(self) -> str | None:
        """Return the SHA-256 over all rows, or None if it was not asked for or the run is not complete."""
        return self.outcome.rows_sha256

    @cached_property
    def summaries(self) -> list[AgentSummary]:
        """Return a summary per agent."""
        return summarize(self.plan, self.sums)

    @property
    def agents(self) -> "pd.DataFrame":
        """Return one row per agent; the columns stand in `skyjo_sim.simulation.summary.AGENT_COLUMNS`."""
        import pandas as pd

        records = []
        for summary in self.summaries:
            record: dict[str, Any] = {"agent": summary.name, "n": summary.n}
            for name, *_ in measures_of(self.plan.rules.game):
                estimate = summary.estimates[name]
                record |= {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
            records.append(record | {"sd_score": summary.sd_score})
        return pd.DataFrame(records)

    def row_parts(self) -> Iterator[NDArray[np.void]]:
        """Yield the rows as arrays of `skyjo_sim.kernels.layout.ROW`, part by part.

        Raises
        ------
        RunError
            If the run kept no rows, or they are damaged.
        """
        if self.folder is not None and self.folder.rows.is_dir():
            parts = self.folder.row_parts(self.plan, is_complete=self.is_complete)
            yield from fitting_rows(parts, self.sums, self.plan.players)
        elif self.outcome.rows:
            yield from self.outcome.rows
        else:
            raise RunError("this run kept no rows; run it with rows=True (--rows)")

    @property
    def rows(self) -> "pd.DataFrame":
        """Return one row per seat and round; the columns stand in `skyjo_sim.simulation.columns`.

        Raises
        ------
        RunError
            If the run kept no rows, or they are damaged.
        """
        return rows_frame(self.row_parts(), engine_of(self.plan.rules).row_type)

    @property
    def scores(self) -> "pd.DataFrame":
        """Return how often each agent had each round score: columns agent, position (in the run's list), score, count.

        A score beyond -32 or 319, in Skyjo Action -45 or 818, is counted at that end; official scores are within.
        """
        from skyjo_sim.simulation.frames import scores_frame

        return scores_frame(self.plan, self.sums)

    @property
    def leads(self) -> "pd.DataFrame":
        """Return endings by lead: columns agent, position, lead, ended, doubled (see the row column ``lead``).

        A lead beyond 100, in Skyjo Action 422, points either way is counted at that end.
        """
        from skyjo_sim.simulation.frames import leads_frame

        return leads_frame(self.plan, self.sums)

    @property
    def actions(self) -> "pd.DataFrame":
        """Return the action cards of Skyjo Action by agent and kind: how many were played, thrown away, blocked.

        Raises
        ------
        RunError
            If the run is one of the classic game.
        """
        if self.plan.rules.game != Game.ACTION:
            raise RunError(f"this run is one of {TITLES[self.plan.rules.game]}, which has no action cards")
        from skyjo_sim.simulation.action_summary import actions_frame

        return actions_frame(self.plan, self.sums)

    def plot_scores(self) -> "Figure":
        """Draw the distribution of round scores by agent."""
        from skyjo_sim.simulation.figures import plot_scores

        return plot_scores(self)

    def plot_doubling(self) -> "Figure":
        """Draw the probability that an ender is penalised by the lead it ended with."""
        from skyjo_sim.simulation.figures import plot_doubling

        return plot_doubling(self)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, the form of ``skyjo simulate --json``."""
        from skyjo_sim.simulation.plain import plain_result

        return plain_result(self)

    @property
    def headline(self) -> str:
        """Return the run in one line."""
        plan = self.plan
        rounds = _counted(self.n_rounds, "round")
        size = f"{_counted(self.n_units, 'game')}, {rounds}" if plan.is_games else rounds
        state = "" if self.is_complete else f" (stopped; {plan.n_units:,} {plan.unit}s were planned)"
        return f"{size}{state}, {plan.rules}, seed {plan.seed}"

    @property
    def footer(self) -> str:
        """Return lengths and stops in one line."""
        if self.n_rounds == 0:
            return "nothing was played"
        parts = [f"{self.n_turns / self.n_rounds:.1f} turns per round"]
        if self.plan.is_games:
            parts.insert(0, f"{self.n_rounds / max(self.n_units, 1):.2f} rounds per game")
            parts.append(f"{self.n_turns / max(self.n_units, 1):.0f} turns per game")
        parts.append(f"{self.n_abandoned:,} rounds abandoned ({self.n_abandoned / self.n_rounds:.2%})")
        if self.n_abandoned_games:
            parts.append(f"{self.n_abandoned_games:,} games abandoned")
        return ", ".join(parts)

    def __repr__(self) -> str:
        from skyjo_sim.simulation.tables import text_tables

        return "\n".join([self.headline, "\n\n".join(text_tables(self)), self.footer])

    def _repr_html_(self) -> str:
        from skyjo_sim.simulation.tables import html_tables

        return f"<p>{escape(self.headline)}</p>{''.join(html_tables(self))}<p>{escape(self.footer)}</p>"

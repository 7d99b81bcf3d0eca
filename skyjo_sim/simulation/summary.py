"""What a run measured: one summary per agent, and the run's own totals."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.games import Game
from skyjo_sim.kernels import sums as measure
from skyjo_sim.simulation.measures import Estimate, estimate_ratio, estimate_share
from skyjo_sim.simulation.plan import Plan

AGENT_COLUMNS = {
    "agent": "name",
    "n": "rounds times seats the agent played",
    "mean_score": "points per round after doubling",
    "mean_raw": "points per round before doubling",
    "sd_score": "standard deviation of the score of one seat in one round",
    "win_share": "share of games won, ties split; of rounds, if rounds are independent",
    "round_win_share": "share of rounds with the lowest score, ties split",
    "p_ended": "probability that a seat ends the round",
    "p_doubled_given_ended": "probability that an ender is penalised",
    "lines_cleared_per_round": "columns and rows cleared per round",
}
"""The columns of `SimulationResult.agents`; each mean has ``_low`` and ``_high``, the ends of its 95 % interval.

Skyjo Action has more (`skyjo_sim.simulation.action_summary.ACTION_AGENT_COLUMNS`).
"""

MEASURES = (
    ("mean_score", measure.SCORE, estimate_ratio, 1.0),
    ("mean_raw", measure.RAW, estimate_ratio, 1.0),
    ("win_share", measure.WINS, estimate_share, measure.WIN),
    ("round_win_share", measure.ROUND_WINS, estimate_share, measure.WIN),
    ("p_ended", measure.ENDED, estimate_share, 1.0),
    ("p_doubled_given_ended", measure.DOUBLED, estimate_share, 1.0),
    ("lines_cleared_per_round", measure.LINES, estimate_ratio, 1.0),
)
"""Name, place in the sums, estimate and scale of each mean."""

Measures = tuple[tuple[str, int, Callable[..., Estimate], float], ...]


def measures_of(game: Game) -> Measures:
    """Return the means that a run of a game gives by agent: `MEASURES` first."""
    if game == Game.CLASSIC:
        return MEASURES
    from skyjo_sim.simulation.action_summary import ACTION_MEASURES

    return MEASURES + ACTION_MEASURES


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """What one agent of the run's list did; `estimates` by the names of `AGENT_COLUMNS`."""

    name: str
    n: int
    sd_score: float
    estimates: dict[str, Estimate]

    def to_json(self) -> dict[str, Any]:
        """Return plain values for JSON: means by name, and their intervals under ``ci95``."""
        means = {name: _finite(estimate.mean) for name, estimate in self.estimates.items()}
        intervals = {name: [_finite(end) for end in estimate.ci95] for name, estimate in self.estimates.items()}
        return {"name": self.name, "n": self.n, **means, "sd_score": _finite(self.sd_score), "ci95": intervals}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def summarize(plan: Plan, sums: NDArray[Any]) -> list[AgentSummary]:
    """Return a summary per agent from a run's `SUMS`, an array of one."""
    record = sums[0]
    n_units = int(record["n_units"])
    measures = measures_of(plan.rules.game)
    summaries = []
    for index, agent in enumerate(plan.agents):
        moments = record["moments"][index]
        n = int(moments[1, measure.SCORE])
        estimates = {name: estimate(moments[:, column], n_units, scale) for name, column, estimate, scale in measures}
        score = int(moments[0, measure.SCORE])
        variance = (int(record["squares"][index]) * n - score * score) / (n * (n - 1)) if n > 1 else math.nan
        summaries.append(AgentSummary(agent.name, n, math.sqrt(variance), estimates))
    return summaries


def merge(total: NDArray[np.void], part: NDArray[np.void]) -> None:
    """Add a part's sums to a total: all fields are int64."""
    total.view(np.int64)[...] += part.view(np.int64)

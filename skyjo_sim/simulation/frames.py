"""Distributions of a run as tidy frames."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.simulation.plan import Plan

if TYPE_CHECKING:
    import pandas as pd


def _tidy(plan: Plan, index_name: str, low: int, columns: dict[str, NDArray[np.int64]]) -> "pd.DataFrame":
    """Stack counts by agent and value, leaving out values that never came."""
    import pandas as pd

    frames = []
    shown = next(iter(columns.values()))
    for position, agent in enumerate(plan.agents):
        (places,) = np.nonzero(shown[position])
        counts: dict[str, Any] = {name: counted[position][places] for name, counted in columns.items()}
        frames.append(pd.DataFrame({"agent": agent.name, "position": position, index_name: places + low, **counts}))
    return pd.concat(frames, ignore_index=True)


def scores_frame(plan: Plan, sums: NDArray[Any]) -> "pd.DataFrame":
    """Return columns agent, position (in the run's list), score, count."""
    return _tidy(plan, "score", engine_of(plan.rules).scores.start, {"count": sums[0]["scores"]})


def leads_frame(plan: Plan, sums: NDArray[Any]) -> "pd.DataFrame":
    """Return columns agent, position (in the run's list), lead, ended, doubled."""
    columns = {"ended": sums[0]["leads"], "doubled": sums[0]["doubled_leads"]}
    return _tidy(plan, "lead", engine_of(plan.rules).leads.start, columns)

"""The closing games of a training: the best and the last network, on deals that nothing was chosen by."""

import math
from collections.abc import Sequence
from typing import Any

from skyjo_agents.network_agent import agent_of_network
from skyjo_agents.network_files import load_network
from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.curve import KINDS, curve_row
from skyjo_experiments.training.evaluation import CLOSING_SEED, evaluate
from skyjo_experiments.training.folder import BEST, LAST, TrainingFolder
from skyjo_experiments.training.standing import Standing
from skyjo_sim.simulation import tables
from skyjo_sim.simulation.measures import Estimate

__all__ = ["CLOSING_KINDS", "closing_rows", "closing_table"]

CLOSING_KINDS: dict[str, type] = {"agent": str} | KINDS
"""The columns of ``closing.csv``: the file of the network, then those of the learning curve."""


def closing_rows(config: TrainingConfig, folder: TrainingFolder, standing: Standing) -> list[dict[str, Any]]:
    """Play the closing games; return rows as the learning curve's, with ``agent`` before them."""
    assert standing.best is not None
    networks = {BEST: standing.best["steps"]}
    if standing.steps != standing.best["steps"]:
        networks[LAST] = standing.steps
    rows = []
    for name, steps in networks.items():
        agent = agent_of_network(load_network(folder.path / name), name)
        scores = evaluate(
            agent,
            config.evaluation_opponents(),
            config.rules,
            config.evaluation.closing_games,
            seed=CLOSING_SEED,
            workers=config.run.threads,
        )
        rows += [{"agent": name} | curve_row(steps, score) for score in scores]
    return rows


def _estimate(row: dict[str, Any], name: str) -> Estimate:
    return Estimate(row[name], math.nan, row[f"{name}_low"], row[f"{name}_high"])


def closing_table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows as aligned text; ``±`` and brackets are 95 % intervals."""
    lines = [["agent", "after steps", "opponent", "games", "games won", "ahead per round", "rounds abandoned"]]
    lines += [
        [
            row["agent"],
            f"{row['steps']:,}",
            row["opponent"],
            f"{row['n_games']:,}",
            tables.format_share(_estimate(row, "win_share")),
            tables.format_points(_estimate(row, "points_ahead")),
            f"{row['abandoned']:.2%}",
        ]
        for row in rows
    ]
    return tables.align(lines)

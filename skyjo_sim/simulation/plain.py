"""A result as plain values: what ``skyjo simulate --json`` prints and ``summary.json`` keeps."""

import math
from typing import TYPE_CHECKING, Any

from skyjo_sim.games import Game

if TYPE_CHECKING:
    from skyjo_sim.simulation.result import SimulationResult

__all__ = ["plain_result"]


def plain_result(result: "SimulationResult") -> dict[str, Any]:
    """Return a result as numbers, texts, lists and objects; None stands for what could not be measured."""
    plan = result.plan
    content = {
        "game": str(plan.rules.game),
        "unit": plan.unit,
        "players": plan.players,
        "seed": plan.seed,
        "rules": plan.rules.text(),
        "rules_digest": plan.rules.digest(),
        "complete": result.is_complete,
        "rounds": result.n_rounds,
        "games": result.n_games,
        "turns": result.n_turns,
        "abandoned": result.n_abandoned,
        "abandoned_games": result.n_abandoned_games,
        "reshuffles": int(result.sums[0]["n_reshuffles"]),
        "cpu_seconds": result.cpu_seconds,
        "wall_seconds": result.wall_seconds,
        "startup_seconds": result.startup_seconds,
        "rows_sha256": result.rows_sha256,
        "agents": [summary.to_json() for summary in result.summaries],
    }
    if plan.rules.game == Game.ACTION:
        content["actions"] = [_plain(row) for row in result.actions.to_dict("records")]
    return content


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in row.items()}

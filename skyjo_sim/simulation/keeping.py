"""Running a plan's runner, and keeping in its folder what it measured and in what state it is."""

import contextlib
import time

from skyjo_sim.errors import RunError, SkyjoError
from skyjo_sim.simulation.folder import MANIFEST, RunFolder
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.playing import Table
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.schedule import Outcome, Runner


def prepare(plan: Plan) -> float:
    """Load or compile all that the plan needs; return the process's CPU seconds so far."""
    Table(plan).warm_up()
    return time.process_time()


def run_and_keep(runner: Runner, startup: float) -> SimulationResult:
    """Play what is left of a plan; note in the folder, if there is one, how it went.

    Raises
    ------
    PolicyError, RunError
        If a policy fails or a part cannot be kept; the folder then says so and keeps what is finished.
    """
    folder = runner.folder
    if folder is not None:
        folder.open(runner.keeps_rows)
    try:
        outcome = runner.run()
    except SkyjoError as error:
        if folder is not None:
            with contextlib.suppress(RunError):
                _note(folder, "failed", runner.outcome, str(error))
        raise
    result = SimulationResult(runner.plan, outcome, folder, startup)
    if folder is not None:
        _keep(folder, result)
    return result


def _keep(folder: RunFolder, result: SimulationResult) -> None:
    """Write what a run measured; complete is a run only when all else is written."""
    folder.write_json("summary.json", result.to_json())
    if not result.is_complete:
        _note(folder, "interrupted", result.outcome)
        return
    folder.finish(result.sums)
    folder.write_text("agents.csv", result.agents.to_csv(index=False))
    folder.write_figure("scores", result.plot_scores())
    folder.write_figure("doubling", result.plot_doubling())
    _note(folder, "complete", result.outcome)
    folder.remove_parts()


def _note(folder: RunFolder, state: str, outcome: Outcome, error: str | None = None) -> None:
    """Write the state of a run into its manifest."""
    changes = {
        "state": state,
        "error": error,
        "rows_sha256": outcome.rows_sha256,
        "cpu_seconds": outcome.cpu_seconds,
        "wall_seconds": outcome.wall_seconds,
    }
    folder.write_json(MANIFEST, folder.manifest() | changes)

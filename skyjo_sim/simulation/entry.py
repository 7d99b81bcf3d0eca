"""`simulate`, `resume` and `load_run`: the public way into a run."""

import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import Factory, make_agent, make_agents
from skyjo_sim.errors import InputError, RunError, SkyjoError
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.folder import FORMAT, MANIFEST, RunFolder
from skyjo_sim.simulation.part import Table
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.schedule import Outcome, Progress, Runner, check_workers


def make_plan(
    agents: str | Agent | Sequence[str | Agent],
    *,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    rules: Rules | None = None,
    players: int | None = None,
    rotate: bool = True,
    extra: Mapping[str, Factory] | None = None,
) -> Plan:
    """Return the plan that `simulate` would run; the parameters are the same.

    Raises
    ------
    InputError
        If something does not fit.
    """
    made = make_agents(agents, extra)
    if (n_games is None) == (n_rounds is None):
        raise InputError("give either the number of games or the number of rounds")
    if players is None and rules is None:
        players = max(2, len(made))
    rules = rules or Rules()
    if players is not None:
        rules = rules.replace(players=players)
    n_units = n_games if n_games is not None else n_rounds
    assert n_units is not None
    unit = "game" if n_games is not None else "round"
    return Plan(agents=made, rules=rules, unit=unit, n_units=n_units, seed=seed, is_rotating=rotate)


def simulate(
    agents: str | Agent | Sequence[str | Agent],
    *,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    rules: Rules | None = None,
    players: int | None = None,
    rotate: bool = True,
    workers: int | None = None,
    executor: Executor | None = None,
    rows: bool = False,
    hash_rows: bool = False,
    out: str | Path | None = None,
    part_size: int | None = None,
    check: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> SimulationResult:
    """Play many games, or independent rounds, and measure.

    Parameters
    ----------
    agents : str, Agent, or a sequence of them
        Such as ``"cutoff(2),random"``; repeated cyclically to fill the table.
    n_games, n_rounds : int
        Games to the target, or independent rounds, each a first round. One of the two.
    seed : int
        0..2**64-1. Same seed, same result, whatever the workers, parts or interruptions.
    rules : Rules, optional
        Official by default.
    players : int, optional
        Seats; by default `rules.players`, or without rules the number of agents, at least 2.
    rotate : bool
        Seat agent j of game i at ``(j + i) mod players``, so that every agent plays every seat equally.
    workers : int, optional
        Threads; by default one per processor.
    executor : concurrent.futures.Executor, optional
        Where to run parts instead of threads, such as a dask client's.
    rows : bool
        Keep a row per seat and round: in `out`, or in memory without it (52 bytes a row).
    hash_rows : bool
        Hash all rows. With `out` this keeps them too, so that a resumed run can be hashed.
    out : path, optional
        A new or empty folder for the run.
    part_size : int, optional
        Units per part; never changes a result.
    check : bool
        Debug mode, many times slower: examine every position for broken invariants, and whether a policy wrote into
        the table. Never changes a result.
    on_progress : callable, optional
        Called about ten times a second with a `Progress`.

    Returns
    -------
    SimulationResult
        After a keyboard interrupt, of what was played until then (``is_complete`` is False).

    Raises
    ------
    InputError
        If an argument does not fit.
    PolicyError
        If an agent raises or answers something illegal; the message names agent, seat, game, turn and position.
    RunError
        If `out` cannot be used.
    """
    plan = make_plan(agents, n_games=n_games, n_rounds=n_rounds, seed=seed, rules=rules, players=players, rotate=rotate)
    return run_plan(
        plan,
        workers=workers,
        executor=executor,
        rows=rows,
        hash_rows=hash_rows,
        out=out,
        part_size=part_size,
        check=check,
        on_progress=on_progress,
    )


def run_plan(
    plan: Plan,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    rows: bool = False,
    hash_rows: bool = False,
    out: str | Path | None = None,
    part_size: int | None = None,
    check: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    agent_file: str | None = None,
) -> SimulationResult:
    """Run a plan; see `simulate`."""
    n_workers = check_workers(workers)
    if part_size is not None and (isinstance(part_size, bool) or not isinstance(part_size, int) or part_size < 1):
        raise InputError(f"part_size must be a positive integer, got {part_size!r}")
    startup = prepare(plan)
    keeps_rows = rows or (hash_rows and out is not None)
    folder = None
    if out is not None:
        folder = RunFolder.create(out, _manifest(plan, keeps_rows, hash_rows, agent_file), keeps_rows)
    runner = Runner(
        plan,
        workers=n_workers,
        executor=executor,
        folder=folder,
        keeps_rows=keeps_rows,
        hashes_rows=hash_rows,
        part_size=part_size,
        is_checked=check,
        on_progress=on_progress,
    )
    return _run(runner, startup)


def prepare(plan: Plan) -> float:
    """Load or compile all that the plan needs; return the process's CPU seconds so far."""
    Table(plan).warm_up()
    return time.process_time()


def _run(runner: Runner, startup: float) -> SimulationResult:
    folder = runner.folder
    try:
        outcome = runner.run()
    except SkyjoError as error:
        if folder is not None:
            _note(folder, "failed", Outcome(runner.outcome.sums), str(error))
        raise
    result = SimulationResult(runner.plan, outcome, folder, startup)
    if folder is not None:
        _keep(folder, result)
    return result


def _keep(folder: RunFolder, result: SimulationResult) -> None:
    """Write what a run measured into its folder."""
    folder.write_json("summary.json", result.to_json())
    if not result.is_complete:
        _note(folder, "interrupted", result.outcome)
        return
    folder.finish(result.sums)
    _note(folder, "complete", result.outcome)
    folder.remove_parts()
    folder.write_text("agents.csv", result.agents.to_csv(index=False))
    folder.write_figure("scores", result.plot_scores())
    folder.write_figure("doubling", result.plot_doubling())


def _note(folder: RunFolder, state: str, outcome: Outcome, error: str | None = None) -> None:
    """Write the state of a run into its manifest."""
    manifest = folder.manifest()
    manifest["state"] = state
    manifest["error"] = error
    manifest["rows_sha256"] = outcome.rows_sha256
    for name in ("cpu_seconds", "wall_seconds"):
        manifest[name] = float(manifest.get(name) or 0.0) + getattr(outcome, name)
    folder.write_json(MANIFEST, manifest)


def _manifest(plan: Plan, keeps_rows: bool, hashes_rows: bool, agent_file: str | None) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "state": "running",
        "error": None,
        "agents": [agent.name for agent in plan.agents],
        "agent_file": None if agent_file is None else str(Path(agent_file).resolve()),
        "rules": plan.rules.text(),
        "rules_digest": plan.rules.digest(),
        "unit": plan.unit,
        "n_units": plan.n_units,
        "seed": plan.seed,
        "rotate": plan.is_rotating,
        "rows": keeps_rows,
        "hash_rows": hashes_rows,
        "rows_sha256": None,
        "cpu_seconds": 0.0,
        "wall_seconds": 0.0,
        "command": shlex.join(sys.argv),
        "versions": {name: version(name) for name in ("skyjo-sim", "numpy", "numba")},
    }


def _read_plan(folder: RunFolder, extra: Mapping[str, Factory] | None) -> tuple[Plan, dict[str, Any]]:
    """Return the plan and the manifest of a run folder."""
    manifest = folder.manifest()
    try:
        agent_file = manifest["agent_file"]
        if extra is None and agent_file is not None:
            from skyjo_sim.agent_file import load_agent_file

            extra = load_agent_file(agent_file)
        agents = tuple(make_agent(name, extra) for name in manifest["agents"])
        rules = Rules.from_text(manifest["rules"])
        plan = Plan(
            agents=agents,
            rules=rules,
            unit=manifest["unit"],
            n_units=manifest["n_units"],
            seed=manifest["seed"],
            is_rotating=bool(manifest["rotate"]),
        )
        manifest["rows"], manifest["hash_rows"], manifest["state"]
    except (KeyError, TypeError) as error:
        raise RunError(f"{folder.path / MANIFEST} is damaged: {type(error).__name__} {error}") from None
    except InputError as error:
        raise RunError(f"the run in {str(folder.path)!r} cannot be rebuilt: {error}") from None
    return plan, manifest


def resume(
    path: str | Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    part_size: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    extra: Mapping[str, Factory] | None = None,
) -> SimulationResult:
    """Play what is left of a run that was interrupted; of a complete run, read it back.

    Parameters
    ----------
    path : path
        The run's folder.
    extra : mapping, optional
        Agents that are not registered, by name; by default those of the run's agent file.

    Raises
    ------
    RunError
        If there is no run, it is damaged, or it was made by another version of skyjo-sim.
    """
    folder = RunFolder(path)
    plan, manifest = _read_plan(folder, extra)
    if manifest["state"] == "complete":
        return _read(folder, plan, manifest)
    made_by, here = manifest.get("versions", {}).get("skyjo-sim"), version("skyjo-sim")
    if made_by != here:
        raise RunError(
            f"the run in {str(path)!r} was made by skyjo-sim {made_by}; resume it with that version, not {here}"
        )
    startup = prepare(plan)
    runner = Runner(
        plan,
        workers=check_workers(workers),
        executor=executor,
        folder=folder,
        keeps_rows=bool(manifest["rows"]),
        hashes_rows=bool(manifest["hash_rows"]),
        part_size=part_size,
        on_progress=on_progress,
    )
    return _run(runner, startup)


def load_run(path: str | Path, *, extra: Mapping[str, Factory] | None = None) -> SimulationResult:
    """Read a run back from its folder; an interrupted one with what it has.

    Raises
    ------
    RunError
        If there is no run or it is damaged.
    """
    folder = RunFolder(path)
    return _read(folder, *_read_plan(folder, extra))


def _read(folder: RunFolder, plan: Plan, manifest: dict[str, Any]) -> SimulationResult:
    runner = Runner(plan, folder=folder, keeps_rows=bool(manifest["rows"]))
    outcome = runner.outcome
    if manifest["state"] == "complete":
        outcome.sums = folder.sums()
        outcome.is_complete = True
    else:
        runner.load()
    outcome.rows_sha256 = manifest.get("rows_sha256")
    outcome.cpu_seconds = float(manifest.get("cpu_seconds") or 0.0)
    outcome.wall_seconds = float(manifest.get("wall_seconds") or 0.0)
    return SimulationResult(plan, outcome, folder)

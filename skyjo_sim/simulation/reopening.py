"""`resume` and `load_run`: from a run folder back to a run."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from skyjo_sim.agent import Agent
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import Factory, make_agent
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.games import Game
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.folder import MANIFEST, RunFolder
from skyjo_sim.simulation.keeping import prepare, run_and_keep
from skyjo_sim.simulation.lock import locked
from skyjo_sim.simulation.manifest import file_sha256
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.schedule import Progress, Runner, check_part_size, check_workers


def resume(
    path: str | Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    part_size: int | None = None,
    check: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    extra: Mapping[str, Factory] | None = None,
    agent_file: str | Path | None = None,
) -> SimulationResult:
    """Play what is left of a run that was interrupted; of a complete run, read it back.

    Parameters
    ----------
    path : path
        The run's folder.
    workers, executor, part_size, check, on_progress
        As for `simulate`.
    extra : mapping, optional
        Agents that are not registered, by name.
    agent_file : path, optional
        A file of agents instead of the run's own, such as a corrected one; what is finished is not played again.

    Raises
    ------
    RunError
        If there is no run, it is damaged, another process is playing it, or another version of skyjo-sim made it.
    InputError
        If the agent file cannot be used.
    PolicyError
        If an agent raises or answers something illegal.
    """
    n_workers = check_workers(workers)
    check_part_size(part_size)
    folder = RunFolder(path)
    if folder.manifest()["state"] == "complete":
        folder.remove_parts()
        return load_run(path, extra=extra)
    with locked(folder.path):
        manifest = folder.manifest()
        _check_version(folder, manifest)
        chosen = manifest["agent_file"] if agent_file is None else str(Path(agent_file).resolve())
        digest = manifest["agent_file_sha256"]
        if extra is None and chosen is not None:
            extra = load_agent_file(chosen, _rules_of(folder, manifest).game)
            digest = file_sha256(chosen)
            if agent_file is None and digest != manifest["agent_file_sha256"]:
                raise RunError(
                    f"agent file {chosen!r} has changed since the run began; to go on with it all the same, give it again "
                    "with --agent-file (what is finished is not played again)"
                )
        plan = _read_plan(folder, manifest, lambda name, game: make_agent(name, extra, game=game, seers=True))
        _check_weights(plan, manifest)
        used = {"agent_file": chosen, "agent_file_sha256": digest}
        if any(manifest[name] != value for name, value in used.items()):
            folder.write_json(MANIFEST, manifest | used)
        startup = prepare(plan)
        runner = Runner(
            plan,
            workers=n_workers,
            executor=executor,
            folder=folder,
            keeps_rows=manifest["rows"],
            hashes_rows=manifest["hash_rows"],
            part_size=part_size,
            is_checked=check,
            on_progress=on_progress,
        )
        runner.outcome.cpu_seconds = manifest["cpu_seconds"]
        runner.outcome.wall_seconds = manifest["wall_seconds"]
        return run_and_keep(runner, startup)


def load_run(path: str | Path, *, extra: Mapping[str, Factory] | None = None) -> SimulationResult:
    """Read a run back from its folder; an interrupted one, or one under way, with what it has.

    No agent file is run: an agent that is neither registered nor in `extra`, or whose weights are no longer those of the
    run, has its name, but no policy.

    Raises
    ------
    RunError
        If there is no run or it is damaged.
    """
    folder = RunFolder(path)
    manifest = folder.manifest()

    def find(name: str, game: Game) -> Agent | Seer:
        try:
            agent = make_agent(name, extra, game=game, seers=True)
        except InputError:
            return Agent(name, None, game=game)
        return agent if agent.content_sha256 == manifest["weights_sha256"].get(name) else Agent(name, None, game=game)

    plan = _read_plan(folder, manifest, find)
    runner = Runner(plan, folder=folder, keeps_rows=manifest["rows"])
    outcome = runner.outcome
    if manifest["state"] == "complete":
        outcome.sums = folder.sums(plan)
        outcome.is_complete = True
    else:
        runner.load()
    outcome.rows_sha256 = manifest["rows_sha256"]
    outcome.cpu_seconds = manifest["cpu_seconds"]
    outcome.wall_seconds = manifest["wall_seconds"]
    return SimulationResult(plan, outcome, folder)


def _check_version(folder: RunFolder, manifest: dict[str, Any]) -> None:
    made_by, here = manifest["versions"].get("skyjo-sim"), version("skyjo-sim")
    if made_by != here:
        raise RunError(
            f"the run in {str(folder.path)!r} was made by skyjo-sim {made_by}; resume it with that version, not {here}"
        )


def _check_weights(plan: Plan, manifest: dict[str, Any]) -> None:
    """Raise RunError if an agent's file holds another network than when the run began."""
    for agent in plan.agents:
        if agent.content_sha256 != manifest["weights_sha256"].get(agent.name):
            raise RunError(
                f"the weights of agent {agent.name} have changed since the run began; put the old file back, or begin a "
                "new run"
            )


def _rules_of(folder: RunFolder, manifest: dict[str, Any]) -> Rules:
    try:
        rules = Rules.from_text(manifest["rules"])
    except InputError as error:
        raise _not_rebuilt(folder, error) from None
    if rules.digest() != manifest["rules_digest"]:
        raise RunError(f"{folder.path / MANIFEST} is damaged: rules and rules_digest do not belong together")
    return rules


def _not_rebuilt(folder: RunFolder, error: InputError) -> RunError:
    return RunError(f"the run in {str(folder.path)!r} cannot be rebuilt: {error}")


def _read_plan(folder: RunFolder, manifest: dict[str, Any], find: Callable[[str, Game], Agent | Seer]) -> Plan:
    """Return the plan of a run folder; `find` makes agents of a game from their names."""
    rules = _rules_of(folder, manifest)
    try:
        agents = tuple(find(name, rules.game) for name in manifest["agents"])
        if not agents:
            raise InputError("at least one agent is needed, got none")
        return Plan(
            agents=agents,
            rules=rules,
            unit=manifest["unit"],
            n_units=manifest["n_units"],
            seed=manifest["seed"],
            is_rotating=manifest["rotate"],
        )
    except InputError as error:
        raise _not_rebuilt(folder, error) from None

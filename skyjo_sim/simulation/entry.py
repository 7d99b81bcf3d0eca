"""`simulate`: the public way into a run; `resume` and `load_run` lead back to one."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import Factory, make_agents
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.folder import RunFolder
from skyjo_sim.simulation.keeping import prepare, run_and_keep
from skyjo_sim.simulation.lock import locked
from skyjo_sim.simulation.manifest import new_manifest
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.reopening import load_run, resume
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.schedule import Progress, Runner, check_part_size, check_workers

__all__ = ["load_run", "make_plan", "resume", "run_plan", "simulate"]


def make_plan(
    agents: str | Agent | Seer | Sequence[str | Agent | Seer],
    *,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    rules: Rules | str | Path | None = None,
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
    chosen = _as_rules(rules)
    made = make_agents(agents, extra, game=chosen.game, seers=True)
    if (n_games is None) == (n_rounds is None):
        raise InputError("give either the number of games or the number of rounds")
    if players is None and rules is None:
        players = max(2, len(made))
    if players is not None:
        chosen = chosen.replace(players=players)
    n_units = n_games if n_games is not None else n_rounds
    assert n_units is not None
    unit = "game" if n_games is not None else "round"
    return Plan(agents=made, rules=chosen, unit=unit, n_units=n_units, seed=seed, is_rotating=rotate)


def _as_rules(rules: object) -> Rules:
    """Return rules, loaded where a name or a path is given."""
    if rules is None:
        return Rules()
    if isinstance(rules, str | Path):
        return Rules.load(rules)
    if not isinstance(rules, Rules):
        raise InputError(f"rules must be Rules, a table's name or the path of a TOML file, got {rules!r}")
    return rules


def simulate(
    agents: str | Agent | Seer | Sequence[str | Agent | Seer],
    *,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    rules: Rules | str | Path | None = None,
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
    agents : str, Agent, Seer, or a sequence of them
        Such as ``"cutoff(2),random"``; repeated cyclically to fill the table. They play the game of the rules.
    n_games, n_rounds : int
        Games to the target, or independent rounds, each a first round. One of the two.
    seed : int
        0..2**64-1. Same seed, same result, whatever the workers, parts or interruptions.
    rules : Rules, str or path, optional
        Rules, a packaged table's name or a TOML file; official by default. `skyjo_sim.ActionRules` are those of Skyjo Action.
    players : int, optional
        Seats; by default `rules.players`, or without rules the number of agents, at least 2.
    rotate : bool
        Seat agent j of game i at ``(j + i) mod players``, so that every agent plays every seat equally.
    workers : int, optional
        Threads; by default one per processor.
    executor : concurrent.futures.Executor, optional
        Where to run parts instead of threads, such as a dask client's.
    rows : bool
        Keep a row per seat and round: in `out`, or in memory without it (55 bytes a row, 129 in Skyjo Action).
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
    """Run a plan; see `simulate`. `agent_file` is noted in the folder, so that `resume` finds the agents."""
    n_workers = check_workers(workers)
    check_part_size(part_size)
    startup = prepare(plan)
    keeps_rows = rows or (hash_rows and out is not None)
    with contextlib.ExitStack() as stack:
        folder = None
        if out is not None:
            folder = RunFolder(out)
            folder.make()
            stack.enter_context(locked(folder.path))
            folder.begin(new_manifest(plan, keeps_rows, hash_rows, agent_file))
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
        return run_and_keep(runner, startup)

"""``skyjo simulate``: play many games or rounds and measure."""

import json
import shutil
from pathlib import Path
from typing import Annotated

import typer

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.cli.progress import progress_bar
from skyjo_experiments.cli.rules import RulesOption, SettingsOption, read_rules
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.entry import make_plan, resume, run_plan
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.tables import text_table

DEFAULT_AGENTS = "cutoff(2),random"


def simulate_command(
    agents: Annotated[
        str | None,
        typer.Option("--agents", metavar="NAMES", help=f"Who plays, such as {DEFAULT_AGENTS} (the default)."),
    ] = None,
    agent_file: Annotated[
        Path | None, typer.Option("--agent-file", metavar="FILE", help="A Python file with agents of your own.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="Seats, 2 to 8; agents are repeated to fill.")
    ] = None,
    games: Annotated[int | None, typer.Option("--games", help="Play N games to the target.", metavar="N")] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Play N independent rounds.", metavar="N")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same result.")] = 0,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; one per processor by default.")] = None,
    rules: RulesOption = None,
    settings: SettingsOption = None,
    rotate: Annotated[bool, typer.Option("--rotate/--no-rotate", help="Rotate the seats from game to game.")] = True,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Keep the run in a new folder.")] = None,
    rows: Annotated[bool, typer.Option("--rows", help="Keep a row per seat and round, and hash them.")] = False,
    hash_rows: Annotated[bool, typer.Option("--hash", help="Hash all rows.")] = False,
    part: Annotated[int | None, typer.Option("--part", metavar="N", help="Games or rounds per part.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Debug mode: examine every position; slow.")] = False,
    resume_from: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Play what is left of the run in DIR.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, no notes.")] = False,
) -> None:
    """Play many games or independent rounds and print what was measured, with 95 % intervals."""
    if resume_from is not None:
        _refuse_with_resume(agents, players, games, rounds, rules, settings, out, seed)
        with progress_bar("unit", not (quiet or as_json)) as bar:
            result = resume(
                resume_from, workers=workers, part_size=part, on_progress=bar, extra=_own_agents(agent_file)
            )
    else:
        plan = _plan(agents, agent_file, players, games, rounds, seed, rules, settings, rotate)
        with progress_bar(plan.unit, not (quiet or as_json)) as bar:
            result = run_plan(
                plan,
                workers=workers,
                rows=rows and out is not None,
                hash_rows=hash_rows or rows,
                out=out,
                part_size=part,
                check=check,
                on_progress=bar,
                agent_file=None if agent_file is None else str(agent_file),
            )
    _show(result, as_json, quiet)


def _own_agents(agent_file: Path | None):  # type: ignore[no-untyped-def]
    return None if agent_file is None else load_agent_file(agent_file)


def _refuse_with_resume(*others: object) -> None:
    if any(option not in (None, 0) for option in others):
        raise InputError(
            "--resume takes the run as it was planned: leave out agents, players, numbers, rules, seed, --out"
        )


def _plan(
    agents: str | None,
    agent_file: Path | None,
    players: int | None,
    games: int | None,
    rounds: int | None,
    seed: int,
    rules_name: str | None,
    settings: list[str] | None,
    rotate: bool,
) -> Plan:
    if games is None and rounds is None:
        raise InputError("give --games N or --rounds N")
    if games is not None and rounds is not None:
        raise InputError("give either --games or --rounds, not both")
    rules: Rules | None = None
    if rules_name is not None or settings:
        rules = read_rules(rules_name, settings)
    return make_plan(
        agents or DEFAULT_AGENTS,
        n_games=games,
        n_rounds=rounds,
        seed=seed,
        rules=rules,
        players=players,
        rotate=rotate,
        extra=_own_agents(agent_file),
    )


def _show(result: SimulationResult, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result.to_json(), ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(result.headline)
        if result.n_rounds:
            typer.echo(text_table(result.summaries, result.plan.unit, shutil.get_terminal_size((120, 24)).columns))
        typer.echo(result.footer)
        if result.rows_sha256:
            typer.echo(f"rows_sha256 {result.rows_sha256}")
        if result.folder is not None and not quiet:
            typer.echo(f"kept in {result.folder.path}")
    if not result.is_complete:
        typer.echo(_how_to_go_on(result), err=True)
        raise typer.Exit(INTERRUPTED)


def _how_to_go_on(result: SimulationResult) -> str:
    done = f"stopped after {result.n_units:,} of {result.plan.n_units:,} {result.plan.unit}s"
    if result.folder is None:
        return f"{done}; with --out DIR a run can be resumed"
    return f"{done}; go on with: skyjo simulate --resume {result.folder.path}"

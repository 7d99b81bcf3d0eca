"""``skyjo simulate``: play many games or rounds and measure."""

import json
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.cli.progress import progress_bar
from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption, read_rules
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import Factory, make_agents
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.games import Game
from skyjo_sim.simulation.entry import make_plan, resume, run_plan
from skyjo_sim.simulation.folder import MANIFEST, RunFolder
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.result import SimulationResult
from skyjo_sim.simulation.tables import text_tables

DEFAULT_AGENTS = "cutoff(2),random"
DEFAULTS = {Game.CLASSIC: DEFAULT_AGENTS, Game.ACTION: "action_cutoff,random"}
"""Who plays where ``--agents`` does not say, by game."""


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
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same result; 0 by default.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; one per processor by default.")] = None,
    game: GameOption = None,
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
        _refuse_with_resume(
            agents, players, games, rounds, game, rules, settings or None, out, seed, None if rotate else 0
        )
        _refuse_rows_of(resume_from, rows or hash_rows)
        with _telling_how_to_go_on(resume_from), progress_bar("unit", not (quiet or as_json)) as bar:
            result = resume(
                resume_from, workers=workers, part_size=part, check=check, on_progress=bar, agent_file=agent_file
            )
    else:
        plan = _plan(agents, agent_file, players, games, rounds, seed, game, rules, settings, rotate)
        with _telling_how_to_go_on(out), progress_bar(plan.unit, not (quiet or as_json)) as bar:
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


def _own_agents(agent_file: Path | None, game: Game) -> dict[str, Factory] | None:
    return None if agent_file is None else load_agent_file(agent_file, game)


def _refuse_with_resume(*others: object) -> None:
    if any(option is not None for option in others):
        raise InputError(
            "--resume takes the run as it was planned: leave out --agents, --players, --games, --rounds, --game, --rules, "
            "--set, --seed, --no-rotate and --out"
        )


def _refuse_rows_of(path: Path, wants_rows: bool) -> None:
    if wants_rows and not RunFolder(path).manifest()["hash_rows"]:
        raise InputError(f"the run in {str(path)!r} keeps no rows: leave out --rows and --hash")


@contextmanager
def _telling_how_to_go_on(path: Path | None) -> Iterator[None]:
    """Say how to resume when an interrupt comes while nothing is played: before the first part or after the last."""
    try:
        yield
    except KeyboardInterrupt:
        can_resume = path is not None and (path / MANIFEST).exists()
        typer.echo(f"stopped; {_hint(path) if can_resume else 'nothing was kept'}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except PolicyError as error:
        if path is None or not (path / MANIFEST).exists():
            raise
        hint = f"what is finished is kept; {_hint(path)} --agent-file CORRECTED.py"
        raise PolicyError(f"{error}\n{hint}") from error


def _hint(path: Path | None) -> str:
    return f"go on with: {shlex.join(['skyjo', 'simulate', '--resume', str(path)])}"


def _plan(
    agents: str | None,
    agent_file: Path | None,
    players: int | None,
    games: int | None,
    rounds: int | None,
    seed: int | None,
    game: str | None,
    rules_name: str | None,
    settings: list[str] | None,
    rotate: bool,
) -> Plan:
    if games is None and rounds is None:
        raise InputError("give --games N or --rounds N")
    if games is not None and rounds is not None:
        raise InputError("give either --games or --rounds, not both")
    rules = read_rules(rules_name, settings, game)
    names = DEFAULTS[rules.game] if agents is None else agents
    seated = make_agents(names, _own_agents(agent_file, rules.game), game=rules.game, seers=True)
    sets_players = any(setting.partition("=")[0].strip() == "players" for setting in settings or [])
    if players is not None and sets_players and players != rules.players:
        raise InputError(f"--players {players} and --set players={rules.players} contradict each other")
    if rules_name is None and players is None and not sets_players:
        players = max(rules.players, len(seated))
    return make_plan(
        seated,
        n_games=games,
        n_rounds=rounds,
        seed=seed or 0,
        rules=rules,
        players=players,
        rotate=rotate,
    )


def _show(result: SimulationResult, as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps(result.to_json(), ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(result.headline)
        if result.n_rounds:
            typer.echo("\n\n".join(text_tables(result, shutil.get_terminal_size((120, 24)).columns)))
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
    return f"{done}; {_hint(result.folder.path)}"

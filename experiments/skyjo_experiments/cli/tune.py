"""``skyjo tune``: search for the numbers with which an agent does best."""

import json
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption, read_rules
from skyjo_experiments.cli.tune_progress import tuning_progress
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.base_folder import MANIFEST

if TYPE_CHECKING:
    from skyjo_experiments.tuning.result import Tuning


def tune_command(
    agent: Annotated[
        str | None, typer.Argument(metavar="AGENT", help="An agent whose name takes numbers, such as expectation.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--start", metavar="NAME", help="Where the search begins, such as 'cutoff(9)'.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="NAMES", help="Opponents; cutoff(2), action_cutoff by default. self: the start."
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="LIST", help="Numbers of players; 2,4 by default.")
    ] = None,
    measure: Annotated[
        str | None, typer.Option("--measure", metavar="NAME", help="wins (the default) or points.")
    ] = None,
    generations: Annotated[
        int | None, typer.Option("--generations", metavar="N", help="Generations; 20 by default.")
    ] = None,
    candidates: Annotated[
        int | None, typer.Option("--candidates", metavar="N", help="Candidates of each; 16 by default.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", help="Games of a candidate in its first rung at each table; 200 by default."
        ),
    ] = None,
    closing_games: Annotated[
        int | None,
        typer.Option("--closing-games", metavar="N", help="Fresh games at each table at the end; 10000 by default."),
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", metavar="NAME=LOW:HIGH", help="Where to look for a parameter; may be repeated."),
    ] = None,
    fixed: Annotated[
        list[str] | None, typer.Option("--fix", metavar="NAME", help="Leave a parameter as it is; may be repeated.")
    ] = None,
    sampler: Annotated[
        str | None,
        typer.Option("--sampler", metavar="NAME", help="local (the default); tpe or cmaes with the extra tune."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Same seed, same result; 0 by default.")] = None,
    game: GameOption = None,
    rules: RulesOption = None,
    settings: SettingsOption = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; one per processor by default.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Keep the tuning in a new folder.")] = None,
    resume_from: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Go on with the tuning in DIR.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress, no notes.")] = False,
) -> None:
    """Search for the numbers with which an agent does best; compare start and result on fresh deals, with 95 % intervals.

    Ctrl-C keeps what is finished in --out DIR, and --resume DIR ends as if nothing had happened.
    """
    for setting in settings or []:
        if setting.partition("=")[0].strip() == "players":
            raise InputError(f"--set {setting} would change nothing: --players names the numbers of players")
    options: dict[str, Any] = {
        "start": start,
        "against": against,
        "players": None if players is None else _numbers(players),
        "measure": measure,
        "generations": generations,
        "candidates": candidates,
        "n_games": games,
        "n_closing_games": closing_games,
        "ranges": _ranges(ranges or [], fixed or []) or None,
        "sampler": sampler,
        "seed": seed,
        "rules": read_rules(rules, settings, game) if rules is not None or settings or game is not None else None,
        "out": out,
    }
    given = {name: value for name, value in options.items() if value is not None}
    with _telling_how_to_go_on(resume_from or out), tuning_progress(not quiet) as report:
        from skyjo_experiments.tuning import resume_tuning, tune

        if resume_from is not None:
            _refuse_with_resume(agent, given)
            tuning = resume_tuning(resume_from, workers=workers, on_progress=report)
        elif agent is None:
            raise InputError("name the agent to tune, such as expectation, or --resume DIR")
        else:
            tuning = tune(agent, workers=workers, on_progress=report, **given)
    _show(tuning, as_json, quiet)


def _numbers(text: str) -> tuple[int, ...]:
    """Read ``2,4``."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--players must be integers separated by commas, got {text!r}") from None


def _ranges(texts: list[str], fixed: list[str]) -> dict[str, tuple[float, float] | None]:
    """Read ``hope=-1:3`` and the names of parameters that stay as they are."""
    ranges: dict[str, tuple[float, float] | None] = dict.fromkeys(fixed)
    for text in texts:
        name, _, ends = text.partition("=")
        low, _, high = ends.partition(":")
        name = name.strip()
        if name in ranges:
            raise InputError(f"--range and --fix name {name} twice")
        try:
            ranges[name] = float(low), float(high)
        except ValueError:
            raise InputError(f"--range must look like hope=-1:3, got {text!r}") from None
    return ranges


def _refuse_with_resume(agent: str | None, given: dict[str, Any]) -> None:
    if agent is not None or given:
        raise InputError(
            "--resume takes the tuning as it was planned: only --workers, --json and --quiet go with it; leave out the rest"
        )


@contextmanager
def _telling_how_to_go_on(path: Path | None) -> Iterator[None]:
    """Say how to resume when an interrupt comes before the first game or while files are written."""
    try:
        yield
    except KeyboardInterrupt:
        can_resume = path is not None and (path / MANIFEST).exists()
        typer.echo(f"stopped; {_hint(path) if can_resume else 'nothing was kept'}", err=True)
        raise typer.Exit(INTERRUPTED) from None


def _hint(path: Path | None) -> str:
    return f"go on with: {shlex.join(['skyjo', 'tune', '--resume', str(path)])}"


def _show(tuning: "Tuning", as_json: bool, quiet: bool) -> None:
    if as_json:
        typer.echo(json.dumps(tuning.to_json(), ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(repr(tuning))
        if tuning.path is not None and tuning.is_complete and not quiet:
            typer.echo(f"kept in {tuning.path}")
    if not tuning.is_complete:
        done = f"stopped after {len(tuning.generations)} of {tuning.settings.generations} generations"
        hint = "with --out DIR a tuning can be resumed" if tuning.path is None else _hint(tuning.path)
        typer.echo(f"{done}; {hint}", err=True)
        raise typer.Exit(INTERRUPTED)

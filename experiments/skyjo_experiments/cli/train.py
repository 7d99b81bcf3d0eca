"""``skyjo train``: train a policy network against opponents."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.cli.train_progress import training_bar
from skyjo_experiments.training.extra import check_extra
from skyjo_sim.agent_names import format_text
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.base_folder import MANIFEST

if TYPE_CHECKING:
    from skyjo_experiments.training.config import TrainingConfig
    from skyjo_experiments.training.results import TrainingResult

DEFAULT_CONFIG = "cutoff"


def train_command(
    config: Annotated[
        str | None,
        typer.Option(
            "--config", metavar="NAME|FILE", help=f"A packaged configuration ({DEFAULT_CONFIG}) or a TOML file."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="A new folder; runs/CONFIG-seedN by default.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Sets run.seed.")] = None,
    steps: Annotated[int | None, typer.Option("--steps", metavar="N", help="Sets run.total_steps.")] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Sets run.threads; another number, other weights.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="SECTION.NAME=VALUE", help="Set anything, such as ppo.n_envs=64; may be repeated."
        ),
    ] = None,
    resume_from: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Go on with the training in DIR.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, no notes.")] = False,
) -> None:
    """Train a policy network by MaskablePPO; print how strong it got, with 95 % intervals.

    Needs the extra rl. Ctrl-C keeps what is learned, and --resume ends with the same weights as if nothing had happened.
    """
    if resume_from is not None:
        if any(option is not None for option in (config, out, seed, steps, settings or None)):
            raise InputError(
                "--resume takes the training as it was planned: leave out --config, --out, --seed, --steps and --set"
            )
        if threads is not None and threads < 1:
            raise InputError(f"--threads must be at least 1, got {threads}")
        check_extra()
        result = _resume(resume_from, threads, quiet)
    else:
        check_extra()
        planned = _plan(DEFAULT_CONFIG if config is None else config, seed, steps, threads, settings or [])
        place = Path("runs") / f"{Path(config or DEFAULT_CONFIG).stem}-seed{planned.run.seed}" if out is None else out
        result = _train(planned, place, quiet)
    _show(result, quiet)


def _plan(name: str, seed: int | None, steps: int | None, threads: int | None, settings: list[str]) -> "TrainingConfig":
    """Return a configuration with what options set."""
    from skyjo_experiments.training.config import TrainingConfig

    options = {"run.seed": seed, "run.total_steps": steps, "run.threads": threads}
    given = [f"{key}={value}" for key, value in options.items() if value is not None]
    return TrainingConfig.load(name, [*settings, *given])


def _train(config: "TrainingConfig", out: Path, quiet: bool) -> "TrainingResult":
    with _telling_how_to_go_on(out), training_bar(not quiet) as bar:
        from skyjo_experiments.training.entry import train

        return train(config, out, on_progress=bar)


def _resume(path: Path, threads: int | None, quiet: bool) -> "TrainingResult":
    with _telling_how_to_go_on(path), training_bar(not quiet) as bar:
        from skyjo_experiments.training.entry import resume_training

        return resume_training(path, threads=threads, on_progress=bar)


@contextmanager
def _telling_how_to_go_on(path: Path) -> Iterator[None]:
    """Say how to resume when an interrupt comes before the first step or while files are written."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"stopped; {_hint(path) if (path / MANIFEST).exists() else 'nothing was kept'}", err=True)
        raise typer.Exit(INTERRUPTED) from None


def _hint(path: Path) -> str:
    return f"go on with: {shlex.join(['skyjo', 'train', '--resume', str(path)])}"


def _show(result: "TrainingResult", quiet: bool) -> None:
    from skyjo_experiments.training.closing import closing_table

    total = result.config.run.total_steps
    if not result.is_complete:
        typer.echo(f"stopped after {result.steps:,} of {total:,} steps; {_hint(result.path)}", err=True)
        raise typer.Exit(INTERRUPTED)
    task = result.config.task
    typer.echo(
        f"{result.steps:,} steps against {', '.join(task.opponents)}, {result.config.rules}, seed {result.config.run.seed}"
    )
    typer.echo(closing_table(result.closing))
    if not quiet:
        typer.echo(f"kept in {result.path}; play it as npz({format_text(str(result.path / 'best.npz'))})")

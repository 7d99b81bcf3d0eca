"""``skyjo experiment``: questions about the game, run, reported and documented."""

import json
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skyjo_experiments.cli import INTERRUPTED

if TYPE_CHECKING:
    from skyjo_experiments.experiment import ExperimentProgress
    from skyjo_experiments.experiment.stored import Stored

experiment_app = typer.Typer(no_args_is_help=True, help="Ask questions about the game: run, report and document them.")

_WIDTH = 100


@experiment_app.command("list")
def list_experiments() -> None:
    """List the experiments, each with its question."""
    from skyjo_experiments.experiment import experiment_ids, find_experiment

    for name in experiment_ids():
        typer.echo(name)
        typer.echo(
            textwrap.fill(find_experiment(name).question, _WIDTH, initial_indent="    ", subsequent_indent="    ")
        )


@experiment_app.command("run")
def run_experiment(
    name: Annotated[str, typer.Argument(metavar="ID", help="Which one: see skyjo experiment list.")],
    is_full: Annotated[bool, typer.Option("--full", help="The full size: minutes instead of seconds.")] = False,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="FIELD=VALUE", help="Set one setting; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Same seed, same result.")] = 0,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; one per processor by default.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where to keep it; runs/ID-quick-seed0 by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, no notes.")] = False,
) -> None:
    """Run an experiment: print the answer and the table, keep frame, figure and report.

    Ctrl-C keeps the rows that are finished.
    """
    from skyjo_experiments.experiment import find_experiment, is_complete
    from skyjo_experiments.experiment.keeping import default_folder, keep, prepare_folder, remove_if_empty
    from skyjo_experiments.experiment.stored import store_of
    from skyjo_sim.errors import RunError, SkyjoError
    from skyjo_sim.luck import check_seed
    from skyjo_sim.simulation.schedule import check_workers

    experiment = find_experiment(name)
    settings = experiment.settings(is_full, changes or [])
    size = "changed" if changes else "full" if is_full else "quick"
    place = default_folder(name, size, check_seed(seed)) if out is None else out
    check_workers(workers)
    prepare_folder(place, name)
    began = time.perf_counter()
    try:
        with experiment_bar(name, not (quiet or as_json)) as bar:
            frame = experiment.run(settings, seed=seed, workers=workers, on_progress=bar)
        if frame.empty and not is_complete(frame):
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        remove_if_empty(place)
        typer.echo("stopped; nothing was kept", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except SkyjoError:
        remove_if_empty(place)
        raise
    stored = store_of(experiment, frame, settings, seed, time.perf_counter() - began)
    try:
        keep(stored, place)
    except RunError:
        _show(stored, None, as_json, quiet)  # what was computed is not lost with the disk
        raise
    _show(stored, place, as_json, quiet)


def _show(stored: "Stored", place: Path | None, as_json: bool, quiet: bool) -> None:
    """Print what a run gave, the answer first, and where it is kept, if it could be."""
    from skyjo_experiments.experiment.tables import text_table

    experiment, frame = stored.experiment, stored.frame
    is_done = stored.manifest["state"] == "complete"
    if as_json:
        rows = json.loads(frame.to_json(orient="records", double_precision=15))
        content = stored.manifest | {"answer": experiment.answer(frame), "rows": rows}
        content |= {"folder": None if place is None else str(place)}
        typer.echo(json.dumps(content, ensure_ascii=False, allow_nan=False))
    else:
        for paragraph in experiment.answer(frame).split("\n"):
            typer.echo(textwrap.fill(paragraph, _WIDTH))
        for title, table in (experiment.tables(frame) if is_done else {"": frame}).items():
            typer.echo(f"\n{title}\n{text_table(table)}" if title else f"\n{text_table(table)}")
        typer.echo(f"\n{stored.n} {experiment.unit} a row, 95 % intervals, seed {stored.manifest['seed']}")
        if stored.manifest["size"] == "quick":
            typer.echo("a quick run, for a first look: its intervals are wide; --full takes minutes")
        if not quiet and place is not None:
            typer.echo(f"kept in {place}; read {place / 'report.html'}")
    if not is_done and place is not None:
        typer.echo(f"stopped after {len(frame)} rows; they are kept in {place}", err=True)
        raise typer.Exit(INTERRUPTED)


@experiment_app.command("report")
def report(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DIR|ID]...", help="Folders of runs, or experiments: their newest run in runs/."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to be written.")] = Path(
        "experiments.html"
    ),
) -> None:
    """Write one HTML file of kept runs that stands alone; without names, of the newest run of every experiment."""
    from skyjo_experiments.experiment.report import report_html
    from skyjo_sim.errors import InputError
    from skyjo_sim.whole_files import write_whole

    if out.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"--out must end in .html, got {str(out)!r}")
    runs = _read_runs(names or [])
    write_whole(out, report_html(runs).encode())
    typer.echo(f"written to {out}: {', '.join(stored.experiment.id for stored in runs)}")


@experiment_app.command("docs")
def docs(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DIR|ID]...", help="Runs to be stored; without any, all pages are made anew."),
    ] = None,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="The folder of the pages.")] = Path(
        "docs/experiments"
    ),
) -> None:
    """Make the documentation's pages out of kept runs, and store these beside them."""
    from skyjo_experiments.experiment.docs_pages import read_pages, write_pages
    from skyjo_sim.errors import InputError

    runs = _read_runs(names) if names else read_pages(to)
    if not runs:
        raise InputError(f"there is no stored run in {str(to / 'data')!r}: name one")
    for page in write_pages(runs, to):
        typer.echo(str(page))


def _read_runs(names: list[str]) -> "list[Stored]":
    """Return kept runs, by folder or by experiment; without names, the newest of every experiment that has one."""
    from skyjo_experiments.experiment import experiment_ids, find_experiment
    from skyjo_experiments.experiment.keeping import RUNS, newest_folder
    from skyjo_experiments.experiment.stored import read_stored
    from skyjo_sim.errors import RunError

    known = experiment_ids()
    if not names:
        names = [name for name in known if any(RUNS.glob(f"{name}-*/manifest.json"))]
        if not names:
            raise RunError(f"no run is kept in {str(RUNS)!r}; name a folder")
    paths = [Path(name) for name in names]
    for name, path in zip(names, paths, strict=True):
        if name not in known and not path.is_dir() and path.name == name:
            find_experiment(name)  # raises, and suggests the nearest
    return [
        read_stored(newest_folder(name) if name in known and not path.is_dir() else path)
        for name, path in zip(names, paths, strict=True)
    ]


@contextmanager
def experiment_bar(name: str, is_shown: bool) -> "Iterator[Callable[[ExperimentProgress], None] | None]":
    """Show a bar while the body runs, if stderr is a terminal; yield what an experiment calls with its progress."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn(name), BarColumn(), TaskProgressColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=1.0)

        def update(progress: "ExperimentProgress") -> None:
            bar.update(task, completed=progress.share, description=progress.stage)

        yield update

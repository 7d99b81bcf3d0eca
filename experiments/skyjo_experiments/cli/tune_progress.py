"""The progress of a tuning on stderr: a bar on a terminal, else a line per generation."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from skyjo_experiments.tuning.result import TuningProgress


def describe(progress: "TuningProgress") -> str:
    """Return the best objective so far in a few words."""
    best = "no generation yet" if progress.best is None else f"best objective {progress.best}"
    return f"generation {int(progress.done)} of {progress.n_generations}, {best}"


@contextmanager
def tuning_progress(is_shown: bool) -> "Iterator[Callable[[TuningProgress], None] | None]":
    """Show progress while the body runs; yield what a tuning calls with it."""
    if not is_shown:
        yield None
    elif sys.stderr.isatty():
        with _bar() as update:
            yield update
    else:
        yield _lines()


def _lines() -> "Callable[[TuningProgress], None]":
    """Return what prints a line after each generation."""
    n_printed: int | None = None

    def update(progress: "TuningProgress") -> None:
        nonlocal n_printed
        n_done = int(progress.done)
        before = progress.resumed if n_printed is None else n_printed
        n_printed = n_done
        if n_done > before:
            typer.echo(f"{describe(progress)}, {progress.seconds:,.0f} s: {progress.name}", err=True)

    return update


@contextmanager
def _bar() -> "Iterator[Callable[[TuningProgress], None]]":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def update(progress: "TuningProgress") -> None:
            bar.update(task, total=progress.n_generations, completed=progress.done, description=describe(progress))

        yield update

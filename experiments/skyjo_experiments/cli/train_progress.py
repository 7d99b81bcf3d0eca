"""The progress bar of a training on stderr: steps, their rate, the last evaluation."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skyjo_experiments.training.results import TrainingProgress


def describe(progress: "TrainingProgress") -> str:
    """Return steps per second and the last evaluation in one line."""
    rate = (progress.steps - progress.resumed_at) / max(progress.seconds, 1e-9)
    shares = [f"{row['win_share']:.1%} against {row['opponent']}" for row in progress.last_rows]
    return ", ".join([f"{rate:,.0f} steps/s", *shares])


@contextmanager
def training_bar(is_shown: bool) -> "Iterator[Callable[[TrainingProgress], None] | None]":
    """Show a bar while the body runs, if stderr is a terminal; yield what a training calls with its progress."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("steps"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def update(progress: "TrainingProgress") -> None:
            bar.update(task, total=progress.total_steps, completed=progress.steps, description=describe(progress))

        yield update

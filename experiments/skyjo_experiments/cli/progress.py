"""The progress bar on stderr: how far, at what rate, how long still."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skyjo_sim.simulation.schedule import Progress


@contextmanager
def progress_bar(unit: str, is_shown: bool) -> "Iterator[Callable[[Progress], None] | None]":
    """Show a bar while the body runs, if stderr is a terminal; yield what a run calls with its progress."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{unit}s", total=None, rate="")

        def update(progress: "Progress") -> None:
            rate = (progress.done - progress.resumed) / max(progress.seconds, 1e-9)
            bar.update(task, total=progress.n_units, completed=progress.done, rate=f"{rate:,.0f} {unit}s/s")

        yield update

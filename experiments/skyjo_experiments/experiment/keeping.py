"""Keeping runs of experiments in folders, and finding them again."""

import contextlib
from pathlib import Path

from skyjo_experiments.experiment.report import report_html
from skyjo_experiments.experiment.stored import FRAME, Stored, read_id
from skyjo_experiments.figures import png_bytes
from skyjo_sim.errors import RunError
from skyjo_sim.simulation.base_folder import MANIFEST
from skyjo_sim.whole_files import is_leftover, reason_of, write_whole

__all__ = ["RUNS", "default_folder", "keep", "newest_folder", "prepare_folder", "remove_if_empty"]

RUNS = Path("runs")
"""Where runs are kept that no folder was named for."""

_FILES = {MANIFEST, FRAME, "figure.svg", "figure.png", "report.html"}


def default_folder(experiment: str, size: str, seed: int) -> Path:
    """Return the folder of a run that no folder was named for."""
    return RUNS / f"{experiment}-{size}-seed{seed}"


def prepare_folder(path: Path, experiment: str) -> None:
    """Make the folder of a run, or look whether one can be kept here in place of one of the same experiment.

    Raises
    ------
    RunError
        If not.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in path.iterdir() if not is_leftover(entry)}
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise RunError(f"folder {str(path)!r} cannot be used: {reason_of(error)}") from None
    if not names:
        return
    if not names <= _FILES or read_id(path) != experiment:
        raise RunError(f"folder {str(path)!r} is not empty and holds no run of {experiment}; name another with --out")


def remove_if_empty(path: Path) -> None:
    """Remove the folder of a run that gave nothing, unless something is in it."""
    with contextlib.suppress(OSError):
        path.rmdir()


def keep(stored: Stored, path: Path) -> None:
    """Write a run to a folder, over an older one of the same experiment; the manifest comes last.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    prepare_folder(path, stored.experiment.id)
    try:
        for name in sorted(_FILES):
            (path / name).unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"folder {str(path)!r} cannot be used: {reason_of(error)}") from None
    write_whole(path / FRAME, stored.csv())
    if stored.figure is not None and stored.svg is not None:
        write_whole(path / "figure.svg", stored.svg)
        write_whole(path / "figure.png", png_bytes(stored.figure))
    write_whole(path / "report.html", report_html([stored]).encode())
    write_whole(path / MANIFEST, stored.json())


def newest_folder(experiment: str) -> Path:
    """Return the folder in `RUNS` that holds the newest run of an experiment.

    Raises
    ------
    RunError
        If there is none.
    """
    found = [path.parent for path in RUNS.glob(f"{experiment}-*/{MANIFEST}")]
    kept = [path for path in found if read_id(path) == experiment]
    if not kept:
        hint = f"run it with: skyjo experiment run {experiment}"
        raise RunError(f"no run of {experiment} is kept in {str(RUNS)!r}; {hint}")
    return max(kept, key=lambda path: (path / MANIFEST).stat().st_mtime)

"""Runs of experiments that are kept: a frame, a manifest, figures, a report.

::

    DIR/frame.csv        all rows; numbers read back as the same floats
    DIR/manifest.json    experiment, state, settings, seed, command, versions, n
    DIR/figure.svg, figure.png
    DIR/report.html
"""

import contextlib
import io
import json
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_experiments.experiment.protocol import Experiment
from skyjo_experiments.experiment.registry import find_experiment
from skyjo_experiments.experiment.settings import Settings, settings_mapping
from skyjo_experiments.experiment.stages import is_complete
from skyjo_experiments.figures import svg_bytes
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.simulation.base_folder import MANIFEST
from skyjo_sim.whole_files import reason_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["FORMAT", "FRAME", "Stored", "new_manifest", "read_frame", "read_id", "read_stored", "store_of"]

FORMAT = 1
FRAME = "frame.csv"
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_TEXTS = ("experiment", "state", "size", "command")


@dataclass(frozen=True)
class Stored:
    """A run of an experiment with its frame and manifest, kept or about to be."""

    experiment: Experiment
    frame: "pd.DataFrame"
    manifest: dict[str, Any]

    @property
    def n(self) -> str:
        """Return n by row, in words."""
        if self.frame.empty or "n" not in self.frame.columns:
            return "0"
        low, high = int(self.frame["n"].min()), int(self.frame["n"].max())
        return f"{low:,}" if low == high else f"{low:,} to {high:,}"

    @cached_property
    def figure(self) -> "Figure | None":
        """Return the figure; None of a run that was interrupted or gave nothing."""
        if self.frame.empty or self.manifest["state"] != "complete":
            return None
        return self.experiment.plot(self.frame)

    @cached_property
    def svg(self) -> bytes | None:
        """Return the figure as SVG, if there is one."""
        return None if self.figure is None else svg_bytes(self.figure)

    def csv(self) -> bytes:
        """Return the frame as the content of a file."""
        content: str = self.frame.to_csv(index=False, lineterminator="\n")
        return content.encode()

    def json(self) -> bytes:
        """Return the manifest as the content of a file."""
        return (json.dumps(self.manifest, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def new_manifest(
    experiment: Experiment, frame: "pd.DataFrame", settings: Settings, seed: int, seconds: float
) -> dict[str, Any]:
    """Return the manifest of a run that has ended."""
    sizes = [name for name, is_full in (("quick", False), ("full", True)) if settings == experiment.settings(is_full)]
    return {
        "format": FORMAT,
        "experiment": experiment.id,
        "state": "complete" if is_complete(frame) else "interrupted",
        "size": sizes[0] if sizes else "changed",
        "settings": settings_mapping(settings),
        "seed": seed,
        "n_rows": len(frame),
        "seconds": round(seconds, 1),
        "command": experiment.command(settings, seed),
        "versions": {name: version(name) for name in ("skyjo-sim", "numpy", "numba", "pandas")},
    }


def store_of(experiment: Experiment, frame: "pd.DataFrame", settings: Settings, seed: int, seconds: float) -> Stored:
    """Return what is to be kept of a run."""
    return Stored(experiment, frame, new_manifest(experiment, frame, settings, seed, seconds))


def read_frame(path: Path) -> "pd.DataFrame":
    """Read a frame that `Stored.csv` wrote.

    Raises
    ------
    RunError
        If it cannot be read.
    """
    import pandas as pd

    try:
        content = path.read_bytes()
        if not content.strip():
            return pd.DataFrame()
        cells = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    except OSError as error:
        raise RunError(f"{path} cannot be read: {reason_of(error)}") from None
    except ValueError as error:
        raise RunError(f"{path} is damaged: {' '.join(str(error).split())}") from None
    names = set(cells.columns)
    return pd.DataFrame({name: _column(cells[name].tolist(), _has_interval(name, names)) for name in cells.columns})


def _has_interval(name: str, names: set[str]) -> bool:
    """Tell whether a column is a mean with an interval, or an end of one: a number, even where it is nowhere given."""
    return f"{name.removesuffix('_low').removesuffix('_high')}_low" in names


def _column(cells: list[str], is_number: bool) -> list[Any]:
    """Return the values of a column; an empty cell among numbers is one that is not there."""
    if set(cells) <= {"True", "False"}:
        return [cell == "True" for cell in cells]
    if all(_INTEGER.fullmatch(cell) for cell in cells):
        return [int(cell) for cell in cells]
    if any(cells) or is_number:
        with contextlib.suppress(ValueError):
            return [float(cell or "nan") for cell in cells]
    return cells


def read_id(path: Path) -> str:
    """Return which experiment a kept run is of; its rows may be of an older version.

    Raises
    ------
    RunError
        If there is no run, or its manifest is damaged.
    """
    return str(_read_manifest(path, MANIFEST)["experiment"])


def read_stored(path: Path, manifest: str = MANIFEST, frame: str = FRAME) -> Stored:
    """Read a kept run.

    Raises
    ------
    RunError
        If there is none, it is damaged, or its experiment is not known any more.
    """
    content = _read_manifest(path, manifest)
    try:
        experiment = find_experiment(content["experiment"])
    except InputError as error:
        raise RunError(f"{path / manifest}: {error}") from None
    rows = read_frame(path / frame)
    rows.attrs["is_complete"] = content["state"] == "complete"
    n_rows = content.get("n_rows", len(rows))
    if len(rows) != n_rows:
        raise RunError(f"{path / frame} is damaged: it must have {n_rows} rows, got {len(rows)}")
    try:
        experiment.answer(rows)
        if content["state"] == "complete":
            experiment.tables(rows)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
        raise RunError(f"{path / frame} is damaged, or of another version: {type(error).__name__}: {error}") from None
    return Stored(experiment, rows, content)


def _read_manifest(path: Path, name: str) -> dict[str, Any]:
    """Return a manifest after a look at its fields."""
    try:
        content = json.loads((path / name).read_bytes().decode())
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"folder {str(path)!r} holds no run of an experiment: {name} is missing") from None
    except OSError as error:
        raise RunError(f"{path / name} cannot be read: {reason_of(error)}") from None
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path / name} is damaged: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT or "experiment" not in content:
        raise RunError(f"{path / name} is not the manifest of an experiment of format {FORMAT}")
    wrong = [key for key in _TEXTS if not isinstance(content.get(key), str)]
    wrong += [key for key in ("settings", "versions") if not isinstance(content.get(key), dict)]
    wrong += [] if isinstance(content.get("seed"), int) else ["seed"]
    if wrong:
        raise RunError(f"{path / name} is damaged: {wrong[0]} is missing or of another kind")
    return content

"""The run folder: manifest, parts, rows. Files appear whole; what is there can always be resumed.

::

    DIR/manifest.json          the plan, the versions, the state: running, interrupted, failed, complete
    DIR/parts/FIRST-LAST.npy   sums of finished parts, while the run is not complete
    DIR/rows/FIRST-LAST.parquet
    DIR/sums.npy               all sums, when the run is complete
    DIR/summary.json, agents.csv, figures/*.svg
"""

import contextlib
import json
import os
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import RunError
from skyjo_sim.kernels.layout import SUMS
from skyjo_sim.simulation.part import Part
from skyjo_sim.simulation.rows import parquet_bytes, read_parquet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PART_NAME = re.compile(r"(\d{13})-(\d{13})\.(npy|parquet)")
MANIFEST = "manifest.json"
FORMAT = 1


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    Raises
    ------
    RunError
        If that fails, such as on a full disk.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise RunError(f"{path} cannot be written: {error.strerror or error}") from None


def _npy(sums: NDArray[np.void]) -> bytes:
    buffer = BytesIO()
    np.save(buffer, sums.view(np.int64), allow_pickle=False)
    return buffer.getvalue()


def _read_npy(path: Path) -> NDArray[np.void]:
    try:
        flat = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise RunError(f"{path} cannot be read: {error}") from None
    if flat.dtype != np.int64 or flat.shape != (SUMS.itemsize // 8,):
        raise RunError(f"{path} does not hold the sums of a run")
    sums: NDArray[np.void] = flat.view(SUMS)
    return sums


class RunFolder:
    """A folder that keeps one run."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.parts = self.path / "parts"
        self.rows = self.path / "rows"
        self.figures = self.path / "figures"

    @classmethod
    def create(cls, path: str | Path, manifest: dict[str, Any], has_rows: bool) -> "RunFolder":
        """Make a new run folder.

        Raises
        ------
        RunError
            If something is there already or it cannot be written.
        """
        folder = cls(path)
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
            if any(folder.path.iterdir()):
                hint = f"; resume that run with --resume {path}" if (folder.path / MANIFEST).exists() else ""
                raise RunError(f"folder {str(path)!r} is not empty{hint}")
            folder.parts.mkdir()
            if has_rows:
                folder.rows.mkdir()
        except OSError as error:
            raise RunError(f"folder {str(path)!r} cannot be used: {error.strerror or error}") from None
        folder.write_json(MANIFEST, manifest)
        return folder

    def write_json(self, name: str, content: dict[str, Any]) -> None:
        """Write a JSON file."""
        self.write_text(name, json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a text file."""
        write_whole(self.path / name, text.encode())

    def write_figure(self, name: str, figure: "Figure") -> None:
        """Write a figure as SVG and PNG."""
        try:
            self.figures.mkdir(exist_ok=True)
        except OSError as error:
            raise RunError(f"{self.figures} cannot be made: {error.strerror or error}") from None
        for ending in ("svg", "png"):
            buffer = BytesIO()
            figure.savefig(buffer, format=ending, dpi=150)
            write_whole(self.figures / f"{name}.{ending}", buffer.getvalue())

    def manifest(self) -> dict[str, Any]:
        """Read the manifest.

        Raises
        ------
        RunError
            If there is none, it is damaged, or of another format.
        """
        path = self.path / MANIFEST
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(f"folder {str(self.path)!r} holds no run: {MANIFEST} is missing") from None
        except OSError as error:
            raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise RunError(f"{path} is damaged: {error}") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RunError(f"{path} is not the manifest of a Skyjo run of format {FORMAT}")
        return content

    def add(self, part: Part, has_rows: bool) -> None:
        """Keep a finished part: rows first, then the sums, which say that the part is done."""
        if part.n == 0:
            return
        name = f"{part.first:013d}-{part.last:013d}"
        if has_rows:
            write_whole(self.rows / f"{name}.parquet", parquet_bytes(part.rows))
        write_whole(self.parts / f"{name}.npy", _npy(part.sums))

    def _ranges(self, folder: Path, ending: str) -> list[tuple[int, int]]:
        if not folder.is_dir():
            return []
        matches = (_PART_NAME.fullmatch(path.name) for path in folder.iterdir())
        return sorted((int(match[1]), int(match[2])) for match in matches if match and match[3] == ending)

    def finished_parts(self, has_rows: bool) -> Iterator[tuple[int, int, NDArray[np.void]]]:
        """Yield first unit, end and sums of the parts that are done; remove leftovers of parts that are not.

        Raises
        ------
        RunError
            If parts overlap, or a part's rows are missing.
        """
        done = self._ranges(self.parts, "npy")
        for (_, end), (first, _) in pairwise(done):
            if first < end:
                raise RunError(f"folder {str(self.path)!r} is damaged: parts overlap at unit {first}")
        with_rows = set(self._ranges(self.rows, "parquet"))
        for first, end in with_rows - set(done):
            (self.rows / f"{first:013d}-{end:013d}.parquet").unlink(missing_ok=True)
        for first, end in done:
            name = f"{first:013d}-{end:013d}"
            if has_rows and (first, end) not in with_rows:
                raise RunError(f"folder {str(self.path)!r} is damaged: rows/{name}.parquet is missing")
            yield first, end, _read_npy(self.parts / f"{name}.npy")

    def finish(self, sums: NDArray[np.void]) -> None:
        """Keep the sums of the complete run in one file."""
        write_whole(self.path / "sums.npy", _npy(sums))

    def remove_parts(self) -> None:
        """Delete the parts' sums of a run that is marked complete."""
        for first, end in self._ranges(self.parts, "npy"):
            (self.parts / f"{first:013d}-{end:013d}.npy").unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.parts.rmdir()

    def sums(self) -> NDArray[np.void]:
        """Read the sums of a complete run."""
        return _read_npy(self.path / "sums.npy")

    def row_parts(self) -> Iterator[NDArray[np.void]]:
        """Yield the rows part by part, in canonical order."""
        for first, end in self._ranges(self.rows, "parquet"):
            yield read_parquet(self.rows / f"{first:013d}-{end:013d}.parquet")

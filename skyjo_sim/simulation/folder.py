"""The run folder: manifest, parts, rows. Files appear whole; what is there can always be resumed.

::

    DIR/manifest.json          the plan, the versions, the state: running, interrupted, failed, complete
    DIR/parts/FIRST-END.npy    sums of finished parts, while the run is not complete
    DIR/rows/FIRST-END.parquet
    DIR/sums.npy               all sums, when the run is complete
    DIR/summary.json, agents.csv, figures/*.svg and *.png
"""

import contextlib
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.errors import RunError
from skyjo_sim.simulation.base_folder import MANIFEST, Folder
from skyjo_sim.simulation.manifest import check_manifest
from skyjo_sim.simulation.part import Part
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.rows import check_parquet, parquet_bytes, read_parquet
from skyjo_sim.simulation.sum_files import npy_bytes, read_npy
from skyjo_sim.whole_files import write_whole

__all__ = ["MANIFEST", "RunFolder"]

_PART_NAME = re.compile(r"(\d{13})-(\d{13})\.(npy|parquet)")


def _name(first: int, end: int) -> str:
    return f"{first:013d}-{end:013d}"


class RunFolder(Folder):
    """A folder that keeps one simulation."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self.parts = self.path / "parts"
        self.rows = self.path / "rows"

    def open(self, has_rows: bool) -> None:
        """Make ready for parts; remove what killed processes have left unfinished.

        Raises
        ------
        RunError
            If the folder cannot be written.
        """
        try:
            for folder in (self.parts, self.rows) if has_rows else (self.parts,):
                folder.mkdir(exist_ok=True)
            done = set(self._ranges(self.parts, "npy"))
            for first, end in set(self._ranges(self.rows, "parquet")) - done:
                (self.rows / f"{_name(first, end)}.parquet").unlink(missing_ok=True)
        except OSError as error:
            raise self._unusable(error) from None
        self.remove_leftovers(self.parts, self.rows)

    def manifest(self) -> dict[str, Any]:
        """Read the manifest.

        Raises
        ------
        RunError
            If there is none, it is damaged, or of another format.
        """
        return check_manifest(self._read_manifest(), self.path / MANIFEST)

    def add(self, part: Part, has_rows: bool) -> None:
        """Keep a finished part: rows first, then the sums, which say that the part is done."""
        if part.n == 0:
            return
        name = _name(part.first, part.last)
        if has_rows:
            write_whole(self.rows / f"{name}.parquet", parquet_bytes(part.rows))
        write_whole(self.parts / f"{name}.npy", npy_bytes(part.sums))

    def _ranges(self, folder: Path, ending: str) -> list[tuple[int, int]]:
        if not folder.is_dir():
            return []
        matches = (_PART_NAME.fullmatch(path.name) for path in folder.iterdir())
        return sorted((int(match[1]), int(match[2])) for match in matches if match and match[3] == ending)

    def finished_parts(self, plan: Plan, has_rows: bool) -> Iterator[tuple[int, int, NDArray[np.void]]]:
        """Yield first unit, end and sums of the parts of a plan that are done.

        Raises
        ------
        RunError
            If parts overlap or lie outside the run, or a part's sums or rows are missing or damaged.
        """
        engine = engine_of(plan.rules)
        done = self._ranges(self.parts, "npy")
        for first, end in done:
            if not 0 <= first < end <= plan.n_units:
                raise self._damaged(f"part {_name(first, end)} is not of a run of {plan.n_units} units")
        for (_, end), (first, _) in pairwise(done):
            if first < end:
                raise self._damaged(f"parts overlap at unit {first}")
        for first, end in done:
            sums = read_npy(self.parts / f"{_name(first, end)}.npy", end - first, engine.sums_type)
            if has_rows:
                check_parquet(self._row_file(first, end), int(sums[0]["n_rounds"]) * plan.players, engine.row_type)
            yield first, end, sums

    def _damaged(self, reason: str) -> RunError:
        return RunError(f"folder {str(self.path)!r} is damaged: {reason}")

    def _row_file(self, first: int, end: int) -> Path:
        path = self.rows / f"{_name(first, end)}.parquet"
        if not path.exists():
            raise self._damaged(f"rows/{path.name} is missing")
        return path

    def finish(self, sums: NDArray[np.void]) -> None:
        """Keep the sums of the complete run in one file."""
        write_whole(self.path / "sums.npy", npy_bytes(sums))

    def remove_parts(self) -> None:
        """Delete the parts' sums of a run that is marked complete."""
        for first, end in self._ranges(self.parts, "npy"):
            (self.parts / f"{_name(first, end)}.npy").unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self.parts.rmdir()

    def sums(self, plan: Plan) -> NDArray[np.void]:
        """Read the sums of a complete run."""
        return read_npy(self.path / "sums.npy", plan.n_units, engine_of(plan.rules).sums_type)

    def row_parts(self, plan: Plan, is_complete: bool) -> Iterator[NDArray[np.void]]:
        """Yield the rows of a plan's finished parts, part by part, in canonical order; of a complete run, of all its units.

        Raises
        ------
        RunError
            If rows are missing or damaged.
        """
        row_type = engine_of(plan.rules).row_type
        ranges = self._complete_ranges(plan.n_units) if is_complete else self._ranges(self.parts, "npy")
        for first, end in ranges:
            rows = read_parquet(self._row_file(first, end), row_type)
            games = rows["game"]
            if (
                games.size == 0
                or games[0] != first
                or games[-1] != end - 1
                or not np.isin(np.diff(games), (0, 1)).all()
            ):
                raise self._damaged(f"rows/{_name(first, end)}.parquet holds other games than its name says")
            yield rows

    def _complete_ranges(self, n_units: int) -> list[tuple[int, int]]:
        """Return the ranges of a complete run's rows: they must follow one another without a gap."""
        ranges = self._ranges(self.rows, "parquet")
        for (_, end), (first, _) in pairwise([(0, 0), *ranges, (n_units, n_units)]):
            if first > end:
                raise self._damaged(f"the rows of units {end}..{first - 1} are missing")
            if first < end:
                raise self._damaged(f"rows overlap at unit {first}")
        return ranges

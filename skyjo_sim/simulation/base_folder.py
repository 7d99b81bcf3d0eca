"""What the folders of all runs have in common: a manifest, files that appear whole, figures."""

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_sim.errors import RunError
from skyjo_sim.simulation.lock import LOCK
from skyjo_sim.whole_files import is_leftover, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["MANIFEST", "Folder"]

MANIFEST = "manifest.json"


class Folder:
    """A folder that keeps one run, whatever kind of run."""

    kind = "run"
    """What it keeps, as errors call it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.figures = self.path / "figures"

    def make(self) -> None:
        """Make the folder, if it is not there.

        Raises
        ------
        RunError
            If something else is there or it cannot be made.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise self._unusable(error) from None

    def begin(self, manifest: dict[str, Any]) -> None:
        """Begin a new run in the folder.

        Raises
        ------
        RunError
            If something is there already or it cannot be written.
        """
        try:
            names = [path.name for path in self.path.iterdir() if path.name != LOCK and not is_leftover(path)]
        except OSError as error:
            raise self._unusable(error) from None
        if names:
            hint = f"; resume that run with --resume {self.path}" if MANIFEST in names else ""
            raise RunError(f"folder {str(self.path)!r} is not empty{hint}")
        self.write_json(MANIFEST, manifest)

    def remove_leftovers(self, *below: Path) -> None:
        """Delete what killed processes have left unfinished here, among the figures and in the folders `below`.

        Raises
        ------
        RunError
            If that fails.
        """
        try:
            for folder in (self.path, self.figures, *below):
                for path in folder.iterdir() if folder.is_dir() else ():
                    if is_leftover(path):
                        path.unlink(missing_ok=True)
        except OSError as error:
            raise self._unusable(error) from None

    def write_json(self, name: str, content: dict[str, Any]) -> None:
        """Write a JSON file."""
        self.write_text(name, json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a text file; a file name that is not Unicode is written in JSON's own escapes."""
        write_whole(self.path / name, text.encode(errors="backslashreplace"))

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

    def _read_manifest(self) -> object:
        """Return the content of the manifest, which may be anything.

        Raises
        ------
        RunError
            If there is none or it is no JSON.
        """
        path = self.path / MANIFEST
        try:
            return json.loads(path.read_bytes().decode())
        except (FileNotFoundError, NotADirectoryError):
            raise RunError(f"folder {str(self.path)!r} holds no {self.kind}: {MANIFEST} is missing") from None
        except OSError as error:
            raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise RunError(f"{path} is damaged: {error}") from None

    def _unusable(self, error: Exception) -> RunError:
        return RunError(f"folder {str(self.path)!r} cannot be used: {getattr(error, 'strerror', None) or error}")

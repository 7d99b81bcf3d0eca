"""The folder of a tuning. Files appear whole.

::

    DIR/manifest.json      settings, command, versions, state, best so far
    DIR/history.csv        every evaluation: generation, rung, candidate, parameters, n_games, objective, gain
    DIR/generations.csv    the incumbent after each generation; written last: a generation counts when it stands here
    DIR/closing.csv        start and tuned agent on fresh deals, when the tuning is complete
    DIR/figures/tuning.svg and .png
"""

import shlex
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from skyjo_experiments.training.row_files import read_rows, rows_csv
from skyjo_experiments.tuning.closing import CLOSING_KINDS, ClosingRow
from skyjo_experiments.tuning.generation import Evaluation, Generation
from skyjo_experiments.tuning.optuna_sampling import LIBRARIES
from skyjo_experiments.tuning.rows import (
    evaluation_kinds,
    evaluation_row,
    generation_kinds,
    generation_row,
    point_limits,
    read_evaluation,
    read_generation,
)
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.rules_text import show
from skyjo_sim.simulation.base_folder import MANIFEST, Folder
from skyjo_sim.simulation.manifest import STATES, weights_sha256

__all__ = ["TuningFolder"]

FORMAT = "tuning-1"
HISTORY, GENERATIONS, CLOSING = "history.csv", "generations.csv", "closing.csv"
_FIELDS: dict[str, type] = {
    "state": str,
    "settings": dict,
    "weights_sha256": dict,
    "best": str,
    "command": str,
    "versions": dict,
}
_LIBRARIES = ("skyjo-sim", "numpy", "numba", "scipy")
_SAME_TO_RESUME = ("skyjo-sim", "optuna", "cmaes")


class TuningFolder(Folder):
    """A folder that keeps one tuning."""

    kind = "tuning"

    def new_manifest(self, settings: TuningSettings) -> dict[str, Any]:
        """Return the manifest of a tuning that begins."""
        return {
            "format": FORMAT,
            "state": "running",
            "error": None,
            "settings": settings.to_json(),
            "closing_seed": settings.closing_seed,
            "weights_sha256": _weights(settings),
            "best": settings.start.name,
            "command": shlex.join(sys.argv),
            "versions": _versions(settings.sampler),
        }

    def manifest(self) -> dict[str, Any]:
        """Read the manifest.

        Raises
        ------
        RunError
            If there is none, or it is not that of a tuning.
        """
        path, content = self.path / MANIFEST, self._read_manifest()
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RunError(f"{path} is not the manifest of a tuning of format {FORMAT}")
        for name, kind in _FIELDS.items():
            if not isinstance(content.get(name), kind):
                raise RunError(f"{path} is damaged: {name} is missing or of a wrong type")
        if content["state"] not in STATES:
            raise RunError(f"{path} is damaged: state must be one of {', '.join(STATES)}, got {show(content['state'])}")
        return content

    def note(self, **changes: Any) -> None:
        """Change fields of the manifest."""
        self.write_json(MANIFEST, self.manifest() | changes)

    def settings(self) -> TuningSettings:
        """Return the settings of the tuning.

        Raises
        ------
        RunError
            If they cannot be rebuilt, or an agent plays otherwise than when the tuning began.
        """
        manifest = self.manifest()
        try:
            settings = TuningSettings.from_json(manifest["settings"])
        except InputError as error:
            raise RunError(f"the tuning in {str(self.path)!r} cannot be rebuilt: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RunError(f"{self.path / MANIFEST} is damaged: settings: {type(error).__name__}: {error}") from None
        if _weights(settings) != manifest["weights_sha256"]:
            raise RunError(f"the weights of agents have changed since the tuning in {str(self.path)!r} began")
        return settings

    def check_versions(self) -> None:
        """Check that the libraries are those of the tuning, which alone can end it as if it had not been interrupted.

        Raises
        ------
        RunError
            If one is another.
        """
        manifest = self.manifest()
        here = _versions(manifest["settings"]["sampler"])
        for name in _SAME_TO_RESUME:
            if here.get(name) != manifest["versions"].get(name):
                began = manifest["versions"].get(name)
                raise RunError(
                    f"the tuning in {str(self.path)!r} was begun with {name} {began}; resume it with that version, "
                    f"not {here.get(name)}"
                )

    def keep(
        self, settings: TuningSettings, generations: list[Generation], evaluations: list[Evaluation], best: str
    ) -> None:
        """Write how far a tuning is."""
        tunable = settings.tunable
        history = [evaluation_row(tunable, evaluation) for evaluation in evaluations]
        self.write_text(HISTORY, rows_csv(history, evaluation_kinds(tunable)))
        rows = [generation_row(tunable, generation) for generation in generations]
        self.write_text(GENERATIONS, rows_csv(rows, generation_kinds(tunable)))
        self.note(best=best)

    def kept(self, settings: TuningSettings) -> tuple[list[Generation], list[Evaluation]]:
        """Read how far a tuning is.

        Raises
        ------
        RunError
            If a file is damaged.
        """
        if not (self.path / GENERATIONS).exists():
            return [], []
        tunable = settings.tunable
        limits = point_limits(tunable)
        rows = read_rows(self.path / GENERATIONS, generation_kinds(tunable), limits)
        generations = [read_generation(tunable, row) for row in rows]
        history = read_rows(self.path / HISTORY, evaluation_kinds(tunable), limits)
        evaluations = [read_evaluation(tunable, row) for row in history if row["generation"] < len(generations)]
        if [generation.number for generation in generations] != list(range(len(generations))):
            raise RunError(f"{self.path / GENERATIONS} is damaged: its generations must be 0, 1, 2 ...")
        if {evaluation.generation for evaluation in evaluations} != set(range(len(generations))):
            raise RunError(f"{self.path / HISTORY} is damaged: it must hold the evaluations of every generation")
        return generations, evaluations

    def keep_closing(self, closing: tuple[ClosingRow, ...]) -> None:
        """Write the closing games."""
        self.write_text(CLOSING, rows_csv([row.to_json() for row in closing], CLOSING_KINDS))

    def closing(self) -> tuple[ClosingRow, ...]:
        """Read the closing games, of which a complete tuning has some.

        Raises
        ------
        RunError
            If there are none or the file is damaged.
        """
        rows = read_rows(self.path / CLOSING, CLOSING_KINDS, {})
        if not rows:
            raise RunError(f"{self.path / CLOSING} is damaged: it has no rows")
        return tuple(ClosingRow(**row) for row in rows)


def _weights(settings: TuningSettings) -> dict[str, str]:
    return weights_sha256([settings.start, *(field.opponent for field in settings.fields)])


def _versions(sampler: str) -> dict[str, str]:
    """Return the versions of the libraries that a tuning uses."""
    versions = {}
    for name in (*_LIBRARIES, *LIBRARIES.get(sampler, ())):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions

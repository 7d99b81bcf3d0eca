"""The folder of a training run. Files appear whole.

::

    DIR/manifest.json         configuration, seed, command, versions, state, best so far
    DIR/config.toml           the configuration, as ``skyjo train --config`` takes it
    DIR/checkpoint.zip        all that the run needs to go on (`skyjo_experiments.training.checkpoints`)
    DIR/curve.csv             the learning curve (`skyjo_experiments.training.curve`)
    DIR/best.npz, last.npz    networks, which ``npz(DIR/best.npz)`` plays
    DIR/closing.csv           the closing games, when the run is complete
    DIR/model.zip             for ``MaskablePPO.load``, when the run is complete
    DIR/figures/learning_curve.svg and .png
    DIR/tensorboard/          event files, if tensorboard is installed
"""

import json
import shlex
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from skyjo_experiments.training.config import TrainingConfig
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.simulation.folder import MANIFEST, RunFolder
from skyjo_sim.simulation.manifest import STATES, weights_sha256
from skyjo_sim.simulation.whole_files import is_leftover

__all__ = ["BEST", "CHECKPOINT", "CLOSING", "CURVE", "LAST", "MODEL", "TrainingFolder"]

FORMAT = "training-1"
CHECKPOINT, CURVE, CLOSING = "checkpoint.zip", "curve.csv", "closing.csv"
BEST, LAST, MODEL = "best.npz", "last.npz", "model.zip"
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "state": str,
    "error": (str, type(None)),
    "config": str,
    "seed": int,
    "weights_sha256": dict,
    "steps": int,
    "best": (dict, type(None)),
    "wall_seconds": (int, float),
    "command": str,
    "versions": dict,
}
_LIBRARIES = ("skyjo-sim", "numpy", "numba", "gymnasium", "torch", "stable-baselines3", "sb3-contrib")
_SAME_TO_RESUME = ("skyjo-sim", "numpy", "torch", "stable-baselines3", "sb3-contrib")


class TrainingFolder(RunFolder):
    """A folder that keeps one training run."""

    def plan(self, config: TrainingConfig) -> dict[str, Any]:
        """Return the manifest of a run that begins."""
        return {
            "format": FORMAT,
            "state": "running",
            "error": None,
            "config": config.to_toml(),
            "seed": config.run.seed,
            "weights_sha256": weights_sha256(_opponents(config)),
            "steps": 0,
            "best": None,
            "wall_seconds": 0.0,
            "command": shlex.join(sys.argv),
            "versions": _versions(),
        }

    def manifest(self) -> dict[str, Any]:
        """Read the manifest.

        Raises
        ------
        RunError
            If there is none, or it is not that of a training.
        """
        path = self.path / MANIFEST
        try:
            content = json.loads(path.read_bytes().decode())
        except (FileNotFoundError, NotADirectoryError):
            raise RunError(f"folder {str(self.path)!r} holds no training: {MANIFEST} is missing") from None
        except OSError as error:
            raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise RunError(f"{path} is damaged: {error}") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RunError(f"{path} is not the manifest of a training of format {FORMAT}")
        for name, kind in _FIELDS.items():
            if name not in content or not isinstance(content[name], kind):
                raise RunError(f"{path} is damaged: {name} is missing or of a wrong type")
        if content["state"] not in STATES:
            raise RunError(f"{path} is damaged: state must be one of {', '.join(STATES)}, got {content['state']!r}")
        return content

    def config(self) -> TrainingConfig:
        """Return the configuration of the run.

        Raises
        ------
        RunError
            If it cannot be rebuilt, or opponents play otherwise than when the run began.
        """
        manifest = self.manifest()
        try:
            config = TrainingConfig.from_toml(manifest["config"])
            agents = _opponents(config)
        except InputError as error:
            raise RunError(f"the training in {str(self.path)!r} cannot be rebuilt: {error}") from None
        for agent in agents:
            if agent.content_sha256 != manifest["weights_sha256"].get(agent.name):
                raise RunError(f"the weights of agent {agent.name} have changed since the training began")
        return config

    def check_versions(self) -> None:
        """Check that the libraries are those of the run, which alone can end it as if it had not been interrupted.

        Raises
        ------
        RunError
            If one is another.
        """
        made_by, here = self.manifest()["versions"], _versions()
        for name in _SAME_TO_RESUME:
            if made_by.get(name) != here.get(name):
                raise RunError(
                    f"the training in {str(self.path)!r} was begun with {name} {made_by.get(name)}; "
                    f"resume it with that version, not {here.get(name)}"
                )

    def remove_leftovers(self) -> None:
        """Delete what killed processes have left unfinished."""
        for path in [*self.path.iterdir(), *(self.figures.iterdir() if self.figures.is_dir() else ())]:
            if is_leftover(path):
                path.unlink(missing_ok=True)


def _opponents(config: TrainingConfig) -> tuple[Agent, ...]:
    return make_agents([*config.task.opponents, *config.evaluation.opponents])


def _versions() -> dict[str, str]:
    """Return the versions of the libraries that are installed."""
    versions = {}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions

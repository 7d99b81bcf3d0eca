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

import hashlib
import json
import math
import shlex
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.config_sections import MOST_SEED, MOST_STEPS
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.rules_text import show
from skyjo_sim.simulation.base_folder import MANIFEST, Folder
from skyjo_sim.simulation.manifest import STATES, weights_sha256

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
_VALUES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "state": (f"one of {', '.join(STATES)}", STATES.__contains__),
    "seed": (f"an integer in 0..{MOST_SEED}", lambda seed: 0 <= seed <= MOST_SEED),
    "steps": (f"an integer in 0..{MOST_STEPS}", lambda steps: 0 <= steps <= MOST_STEPS),
    "wall_seconds": ("a number of seconds", lambda seconds: 0 <= seconds < math.inf),
}
"""What is allowed, beyond the type, in words and as a check."""

_LIBRARIES = ("skyjo-sim", "numpy", "numba", "gymnasium", "torch", "stable-baselines3", "sb3-contrib")
_SAME_TO_RESUME = ("skyjo-sim", "numpy", "torch", "stable-baselines3", "sb3-contrib")


class TrainingFolder(Folder):
    """A folder that keeps one training run."""

    kind = "training"

    def new_manifest(self, config: TrainingConfig) -> dict[str, Any]:
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
        content = self._read_manifest()
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise RunError(f"{path} is not the manifest of a training of format {FORMAT}")
        for name, kind in _FIELDS.items():
            if name not in content or not isinstance(content[name], kind):
                raise RunError(f"{path} is damaged: {name} is missing or of a wrong type")
        for name, (allowed, is_right) in _VALUES.items():
            if not is_right(content[name]):
                raise RunError(f"{path} is damaged: {name} must be {allowed}, got {show(content[name])}")
        return content

    def training_sha256(self) -> str:
        """Return a hash of all that makes the training what it is: its configuration and its opponents' weights.

        Raises
        ------
        RunError
            If there is no manifest, or it is damaged.
        """
        manifest = self.manifest()
        plan = json.dumps([manifest["config"], manifest["weights_sha256"]], sort_keys=True)
        return hashlib.sha256(plan.encode()).hexdigest()

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

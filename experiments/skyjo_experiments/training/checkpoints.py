"""Checkpoints: all that decides how a training goes on, in one file.

A checkpoint is taken between two iterations, when no rollout is half collected. A training that goes on from one ends with
the same weights, bit for bit, as one that was never interrupted, with the same libraries, device and number of threads.

The file is a zip of ``model.zip`` (as ``MaskablePPO.save`` writes it: network, optimizer, counters), ``env.pickle`` (every
game, every stream of luck), ``luck.pickle`` (the generators of Python, numpy and torch), ``best.npz`` (the best network so
far), ``standing.json`` and ``training.sha256`` (which training it is of). Pickles can run code: resume only
what you have trained.
"""

import json
import pickle
import random  # noqa: TID251 (MaskablePPO draws from the global generators; nothing here does)
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from skyjo_experiments.training.standing import Standing
from skyjo_sim.envs.sb3 import SkyjoVecEnv
from skyjo_sim.errors import RunError
from skyjo_sim.whole_files import write_whole

__all__ = ["Checkpoint", "read_checkpoint", "take_checkpoint"]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A training between two iterations.

    Attributes
    ----------
    model, env, luck, best : bytes
        The entries of the file.
    standing : dict
        What `Standing.to_json` returned.
    training : str
        What `TrainingFolder.training_sha256` returned.
    """

    model: bytes
    env: bytes
    luck: bytes
    best: bytes
    standing: dict[str, Any]
    training: str

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        buffer = BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("model.zip", self.model, zipfile.ZIP_STORED)
            file.writestr("env.pickle", self.env)
            file.writestr("luck.pickle", self.luck)
            file.writestr("best.npz", self.best, zipfile.ZIP_STORED)
            file.writestr("standing.json", json.dumps(self.standing))
            file.writestr("training.sha256", self.training)
        write_whole(path, buffer.getvalue())

    def restore(self, device: str) -> tuple[MaskablePPO, Standing]:
        """Return the model with its environments, and how far it was; set the generators' states.

        Raises
        ------
        RunError
            If an entry does not hold what it must.
        """
        try:
            env: SkyjoVecEnv = pickle.loads(self.env)
            model = MaskablePPO.load(BytesIO(self.model), env=env, device=device, force_reset=False)
            standing = Standing.from_json(self.standing)
            if standing.steps != model.num_timesteps:
                raise ValueError(f"steps must be the model's {model.num_timesteps}, got {standing.steps}")
            restore_luck(pickle.loads(self.luck))
        except Exception as error:  # what is no pickle of ours raises whatever its bytes happen to mean
            raise RunError(f"the checkpoint is damaged: {_in_one_line(error)}") from None
        return model, standing


def take_checkpoint(model: MaskablePPO, standing: Standing, best: bytes, training: str) -> Checkpoint:
    """Return a checkpoint of a model between two iterations.

    Parameters
    ----------
    model : MaskablePPO
    standing : Standing
    best : bytes
        The best network so far, as a file's content.
    training : str
        The hash of the training.
    """
    buffer = BytesIO()
    model.save(buffer)
    luck = pickle.dumps(global_luck())
    return Checkpoint(buffer.getvalue(), pickle.dumps(model.env), luck, best, standing.to_json(), training)


def read_checkpoint(path: Path) -> Checkpoint | None:
    """Read a checkpoint, or None where there is none yet.

    Raises
    ------
    RunError
        If it cannot be read or is damaged.
    """
    try:
        with zipfile.ZipFile(path) as file:
            return Checkpoint(
                model=file.read("model.zip"),
                env=file.read("env.pickle"),
                luck=file.read("luck.pickle"),
                best=file.read("best.npz"),
                standing=json.loads(file.read("standing.json")),
                training=file.read("training.sha256").decode(),
            )
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
    except Exception as error:  # a damaged archive raises errors of zipfile, zlib, struct ...
        raise RunError(f"{path} is damaged: {_in_one_line(error)}") from None


def _in_one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def global_luck() -> dict[str, Any]:
    """Return the states of the generators that training draws from."""
    return {
        "python": random.getstate(),
        "numpy": np.random.get_state(),  # noqa: TID251, NPY002
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }


def restore_luck(states: dict[str, Any]) -> None:
    """Set the generators to the states that `global_luck` returned."""
    random.setstate(states["python"])
    np.random.set_state(states["numpy"])  # noqa: TID251, NPY002
    torch.set_rng_state(states["torch"])
    if states["cuda"]:
        torch.cuda.set_rng_state_all(states["cuda"])

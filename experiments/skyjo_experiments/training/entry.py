"""`train` and `resume_training`: the public way into a training, and back to one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from skyjo_experiments.training.checkpoints import read_checkpoint
from skyjo_experiments.training.closing import CLOSING_KINDS
from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.curve import LIMITS
from skyjo_experiments.training.folder import CHECKPOINT, CLOSING, TrainingFolder
from skyjo_experiments.training.model import check_device
from skyjo_experiments.training.results import TrainingProgress, TrainingResult
from skyjo_experiments.training.row_files import read_rows
from skyjo_experiments.training.session import Session
from skyjo_sim.errors import RunError
from skyjo_sim.simulation.lock import locked

__all__ = ["resume_training", "train"]


def train(
    config: TrainingConfig, out: str | Path, *, on_progress: Callable[[TrainingProgress], None] | None = None
) -> TrainingResult:
    """Train a policy network in a new folder.

    Parameters
    ----------
    config : TrainingConfig
    out : path
        A new or empty folder.
    on_progress : callable, optional
        Called about ten times a second with a `TrainingProgress`.

    Returns
    -------
    TrainingResult
        After a keyboard interrupt, of what was learned until then (``is_complete`` is False).

    Raises
    ------
    InputError
        If the device is not there; then there is no folder either.
    RunError
        If the folder cannot be used.
    PolicyError
        If an opponent answers something illegal.
    """
    check_device(config)
    folder = TrainingFolder(out)
    folder.make()
    with locked(folder.path):
        folder.begin(folder.new_manifest(config))
        folder.write_text("config.toml", config.to_toml())
        return Session(config, folder, on_progress).run(None, config.run.threads)


def resume_training(
    path: str | Path,
    *,
    threads: int | None = None,
    on_progress: Callable[[TrainingProgress], None] | None = None,
) -> TrainingResult:
    """Go on with a training; with the same number of `threads` it ends with the same weights as if never interrupted.

    Parameters
    ----------
    path : path
        The training's folder.
    threads : int, optional
        Of torch; those of the configuration by default.
    on_progress : callable, optional
        As for `train`.

    Raises
    ------
    InputError
        If the device is not there.
    RunError
        If there is no training, it is damaged, another process is at it, or the libraries are others, or the checkpoint is
        that of another training.
    """
    folder = TrainingFolder(path)
    folder.manifest()  # where there is no training, no lock is left behind
    with locked(folder.path):
        config, manifest = folder.config(), folder.manifest()
        if manifest["state"] == "complete":
            closing = _read_closing(folder.path / CLOSING)
            return TrainingResult(folder.path, config, manifest["steps"], closing, is_complete=True)
        check_device(config)
        folder.check_versions()
        folder.remove_leftovers()
        checkpoint = read_checkpoint(folder.path / CHECKPOINT)
        if checkpoint is not None and checkpoint.training != folder.training_sha256():
            raise RunError(
                f"{folder.path / CHECKPOINT} is of another training: of another configuration, or against other weights"
            )
        return Session(config, folder, on_progress).run(checkpoint, threads or config.run.threads)


def _read_closing(path: Path) -> list[dict[str, Any]]:
    """Return the rows of the closing games, of which a complete training has some."""
    rows = read_rows(path, CLOSING_KINDS, LIMITS)
    if not rows:
        raise RunError(f"{path} is damaged: it has no rows")
    return rows

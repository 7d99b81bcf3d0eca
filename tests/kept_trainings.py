"""What trainings have kept, and how they are interrupted. Needs the extra ``rl``."""

import hashlib

from sb3_contrib import MaskablePPO

from skyjo_agents import network_of
from skyjo_agents.network_files import network_bytes
from skyjo_experiments.training.checkpoints import read_checkpoint
from skyjo_experiments.training.curve import KINDS
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_experiments.training.row_files import rows_csv
from tests.trainings import tiny

KEPT = ("best.npz", "last.npz", "curve.csv", "closing.csv")


def results(path):
    """Return hashes of all that a training leaves behind, and the weights of its model."""
    kept = {name: hashlib.sha256((path / name).read_bytes()).hexdigest() for name in KEPT}
    model = MaskablePPO.load(path / "model.zip", device="cpu")
    weights = {name: tensor.numpy().tobytes() for name, tensor in model.policy.state_dict().items()}
    moments = [moment.numpy().tobytes() for state in optimizer_state(model) for moment in state.values()]
    return kept, weights, moments, model.num_timesteps


def optimizer_state(model):
    """Return the state of the optimizer for each parameter."""
    return model.policy.optimizer.state_dict()["state"].values()


def interrupt_at(*steps):
    """Return what interrupts a training when it reaches each of some steps."""
    left = list(steps)

    def on_progress(progress):
        if left and progress.steps >= left[0]:
            left.pop(0)
            raise KeyboardInterrupt

    return on_progress


def agreeing_steps(path):
    """Return how far a training is, if all of its files say the same."""
    kept, manifest = read_checkpoint(path / "checkpoint.zip"), TrainingFolder(path).manifest()
    assert (manifest["steps"], manifest["best"]) == (kept.standing["steps"], kept.standing["best"])
    assert (path / "best.npz").read_bytes() == kept.best
    assert (path / "curve.csv").read_text(encoding="utf-8") == rows_csv(kept.standing["rows"], KINDS)
    last = network_of(kept.restore("cpu")[0].policy, tiny().rules)
    assert (path / "last.npz").read_bytes() == network_bytes(last)
    return manifest["steps"]


def has_steps(path):
    return (path / "manifest.json").exists() and TrainingFolder(path).manifest()["steps"] > 0

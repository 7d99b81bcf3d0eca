"""A training session: what one process does, from a configuration or a checkpoint to networks and closing games."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from skyjo_agents.network_agent import agent_of_network
from skyjo_agents.network_files import save_network
from skyjo_agents.networks import Network
from skyjo_experiments.training.callbacks import BetweenIterations
from skyjo_experiments.training.checkpoints import Checkpoint, take_checkpoint
from skyjo_experiments.training.closing import CLOSING_KINDS, closing_rows
from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.curve import KINDS, read_curves
from skyjo_experiments.training.curve_figure import plot_curves
from skyjo_experiments.training.evaluation import EVALUATION_SEED, evaluate
from skyjo_experiments.training.folder import BEST, CHECKPOINT, CLOSING, CURVE, LAST, MODEL, TrainingFolder
from skyjo_experiments.training.logs import log_scores, make_logger
from skyjo_experiments.training.model import make_env, make_model, network_of_model
from skyjo_experiments.training.row_files import rows_csv
from skyjo_experiments.training.standing import Standing
from skyjo_sim.simulation.folder import MANIFEST
from skyjo_sim.simulation.whole_files import write_whole

__all__ = ["Session", "TrainingProgress", "TrainingResult"]

_SECONDS_BETWEEN_REPORTS = 0.1


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a session is: steps of all, steps at its beginning, its seconds, and the last evaluation's rows."""

    steps: int
    total_steps: int
    resumed_at: int
    seconds: float
    last_rows: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """What a session came to; `closing` holds the rows of the closing games when the training is complete."""

    path: Path
    config: TrainingConfig
    steps: int
    closing: list[dict[str, Any]]

    @property
    def is_complete(self) -> bool:
        """Tell whether the training has ended."""
        return bool(self.closing)


class Session:
    """What one process does for a training.

    Parameters
    ----------
    config : TrainingConfig
    folder : TrainingFolder
        Begun, and locked by this process.
    on_progress : callable or None
    """

    def __init__(
        self,
        config: TrainingConfig,
        folder: TrainingFolder,
        on_progress: Callable[[TrainingProgress], None] | None,
    ) -> None:
        self._config = config
        self._folder = folder
        self._on_progress = on_progress
        self._standing = Standing()
        self._checkpoint: Checkpoint | None = None
        self._network: Network | None = None
        self._kept_at = 0
        self._resumed_at = 0
        self._began = self._reported = time.perf_counter()
        self._earlier_seconds = 0.0

    def run(self, checkpoint: Checkpoint | None, threads: int) -> TrainingResult:
        """Learn until the end, or an interrupt; keep everything."""
        closing: list[dict[str, Any]] = []
        torch.set_num_threads(threads)
        try:
            self._learn(checkpoint)
            closing = self._close()
            self._write_manifest("complete")
        except KeyboardInterrupt:
            self._keep("interrupted")
        except Exception as error:
            self._keep("failed", f"{type(error).__name__}: {error}")
            raise
        return TrainingResult(self._folder.path, self._config, self._steps_kept(), closing)

    def _learn(self, checkpoint: Checkpoint | None) -> None:
        """Run stable-baselines3's loop from the beginning or from a checkpoint."""
        config = self._config
        if checkpoint is None:
            model = make_model(config, make_env(config))
        else:
            self._checkpoint = checkpoint
            model, self._standing = checkpoint.restore(config.run.device)
            self._kept_at = self._resumed_at = self._standing.steps
            self._earlier_seconds = self._standing.wall_seconds
        model.set_logger(make_logger(self._folder.path / "tensorboard"))
        hook = BetweenIterations(self._at_boundary, self._report)
        try:
            self._write_manifest("running")
            # A second call of `learn` counts the steps it is asked for on top of those that were made.
            left = config.run.total_steps - model.num_timesteps
            model.learn(left, callback=hook, reset_num_timesteps=checkpoint is None)
        finally:
            model.logger.close()
            model.env.close()

    def _at_boundary(self, model: MaskablePPO, is_end: bool) -> None:
        """Between two iterations: evaluate and keep, where due."""
        standing = self._standing
        standing.steps = int(model.num_timesteps)
        network = network_of_model(model, self._config)
        if standing.is_due(self._config.evaluation.every) or (is_end and standing.evaluated_at != standing.steps):
            self._evaluate(model, network)
        standing.wall_seconds = self._earlier_seconds + time.perf_counter() - self._began
        self._checkpoint, self._network = take_checkpoint(model, standing), network
        every = self._config.run.checkpoint_every
        if is_end or standing.steps // every > self._kept_at // every:
            self._keep("running")

    def _evaluate(self, model: MaskablePPO, network: Network) -> None:
        """Add to the learning curve; keep the network if it is the best."""
        config, standing = self._config, self._standing
        scores = evaluate(
            agent_of_network(network, "learner"),
            config.evaluation_opponents(),
            config.rules,
            config.evaluation.n_games,
            seed=EVALUATION_SEED,
            workers=config.run.threads,
        )
        if standing.note(scores):
            save_network(network, self._folder.path / BEST)
        self._folder.write_text(CURVE, rows_csv(standing.rows, KINDS))
        log_scores(model.logger, scores, standing.steps)

    def _keep(self, state: str, error: str | None = None) -> None:
        """Write what is needed to go on from the last boundary."""
        if self._checkpoint is not None:
            self._checkpoint.write(self._folder.path / CHECKPOINT)
            self._kept_at = self._steps_kept()
        if self._network is not None:
            save_network(self._network, self._folder.path / LAST)
        self._write_manifest(state, error)

    def _steps_kept(self) -> int:
        return 0 if self._checkpoint is None else int(self._checkpoint.standing["steps"])

    def _write_manifest(self, state: str, error: str | None = None) -> None:
        standing = Standing() if self._checkpoint is None else Standing.from_json(self._checkpoint.standing)
        changes = {
            "state": state,
            "error": error,
            "steps": standing.steps,
            "best": standing.best,
            "wall_seconds": round(standing.wall_seconds, 3),
        }
        self._folder.write_json(MANIFEST, self._folder.manifest() | changes)

    def _close(self) -> list[dict[str, Any]]:
        """Play the closing games; write what a complete training leaves behind."""
        folder = self._folder
        rows = closing_rows(self._config, folder, self._standing)
        folder.write_text(CLOSING, rows_csv(rows, CLOSING_KINDS))
        folder.write_figure("learning_curve", plot_curves(read_curves([folder.path])))
        assert self._checkpoint is not None
        write_whole(folder.path / MODEL, self._checkpoint.model)
        return rows

    def _report(self, steps: int) -> None:
        now = time.perf_counter()
        if self._on_progress is None or now - self._reported < _SECONDS_BETWEEN_REPORTS:
            return
        self._reported = now
        rows = [row for row in self._standing.rows if row["steps"] == self._standing.evaluated_at]
        total = self._config.run.total_steps
        self._on_progress(TrainingProgress(steps, total, self._resumed_at, now - self._began, rows))

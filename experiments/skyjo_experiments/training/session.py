"""A training session: what one process does, from a configuration or a checkpoint to networks and closing games."""

import contextlib
import time
from collections.abc import Callable
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from skyjo_agents.network_agent import agent_of_network
from skyjo_agents.network_files import network_bytes
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
from skyjo_experiments.training.results import TrainingProgress, TrainingResult
from skyjo_experiments.training.row_files import rows_csv
from skyjo_experiments.training.standing import Standing
from skyjo_sim.simulation.base_folder import MANIFEST
from skyjo_sim.whole_files import write_whole

__all__ = ["Session"]

_SECONDS_BETWEEN_REPORTS = 0.1


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
        self._training = folder.training_sha256()
        self._checkpoint: Checkpoint | None = None
        self._written: Checkpoint | None = None
        self._network: Network | None = None
        self._best = b""
        self._resumed_at = 0
        self._began = self._reported = time.perf_counter()
        self._earlier_seconds = 0.0

    def run(self, checkpoint: Checkpoint | None, threads: int) -> TrainingResult:
        """Learn until the end, or an interrupt; keep everything.

        Raises
        ------
        RunError
            If the checkpoint is damaged (then nothing is written), or the folder cannot be written.
        """
        torch.set_num_threads(threads)
        restored = None if checkpoint is None else self._restore(checkpoint)
        try:
            closing = self._run_to_the_end(restored)
        except Exception as error:
            self._note_failure(error)
            raise
        steps = self._steps_written()
        return TrainingResult(self._folder.path, self._config, steps, closing or [], is_complete=closing is not None)

    def _run_to_the_end(self, restored: "MaskablePPO | None") -> list[dict[str, Any]] | None:
        """Learn and play the closing games; return their rows, or None after an interrupt."""
        try:
            self._learn(restored)
            closing = self._close()
            self._write_manifest("complete")
        except KeyboardInterrupt:
            self._keep("interrupted")
            return None
        return closing

    def _note_failure(self, error: Exception) -> None:
        """Keep what can still be kept: on a full disk the manifest may fit where a checkpoint does not."""
        with contextlib.suppress(Exception):  # the first error is the one to tell
            self._write_files()
        with contextlib.suppress(Exception):
            self._write_manifest("failed", f"{type(error).__name__}: {error}")

    def _restore(self, checkpoint: Checkpoint) -> MaskablePPO:
        """Return the model of a checkpoint; go on from there."""
        model, self._standing = checkpoint.restore(self._config.run.device)
        self._network, self._best = network_of_model(model, self._config), checkpoint.best
        self._resumed_at = self._standing.steps
        self._earlier_seconds = self._standing.wall_seconds
        self._checkpoint = self._written = checkpoint
        return model

    def _learn(self, restored: "MaskablePPO | None") -> None:
        """Run stable-baselines3's loop from the beginning, or from where the restored model was."""
        config = self._config
        model = make_model(config, make_env(config)) if restored is None else restored
        model.set_logger(make_logger(self._folder.path / "tensorboard"))
        hook = BetweenIterations(self._at_boundary, self._report)
        try:
            self._keep("running")  # a killed process may have left files of different moments
            # A second call of `learn` counts the steps it is asked for on top of those that were made.
            left = config.run.total_steps - model.num_timesteps
            model.learn(left, callback=hook, reset_num_timesteps=restored is None)
        finally:
            model.logger.close()
            model.env.close()

    def _at_boundary(self, model: MaskablePPO, is_end: bool) -> None:
        """Between two iterations: evaluate and keep, where due."""
        standing = self._standing
        standing.steps = int(model.num_timesteps)
        network = network_of_model(model, self._config)
        is_last = is_end and standing.evaluated_at != standing.steps
        is_evaluated = is_last or standing.is_due(self._config.evaluation.every)
        if is_evaluated:
            self._evaluate(model, network)
        standing.wall_seconds = self._earlier_seconds + time.perf_counter() - self._began
        self._checkpoint, self._network = take_checkpoint(model, standing, self._best, self._training), network
        every = self._config.run.checkpoint_every
        if is_end or is_evaluated or standing.steps // every > self._steps_written() // every:
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
            self._best = network_bytes(network)
        log_scores(model.logger, scores, standing.steps)

    def _keep(self, state: str) -> None:
        """Write all files as they are at the last boundary."""
        self._write_files()
        self._write_manifest(state)

    def _write_files(self) -> None:
        """Write all but the manifest; first what is needed to write the others again."""
        folder = self._folder
        if self._checkpoint is not None and self._network is not None:
            self._checkpoint.write(folder.path / CHECKPOINT)
            self._written = self._checkpoint
            write_whole(folder.path / BEST, self._checkpoint.best)
            write_whole(folder.path / LAST, network_bytes(self._network))
            folder.write_text(CURVE, rows_csv(self._checkpoint.standing["rows"], KINDS))

    def _steps_written(self) -> int:
        return 0 if self._written is None else int(self._written.standing["steps"])

    def _write_manifest(self, state: str, error: str | None = None) -> None:
        """Write how far the training is that can be resumed."""
        standing = Standing() if self._written is None else Standing.from_json(self._written.standing)
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

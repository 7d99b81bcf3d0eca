"""The logs of a training: TensorBoard's event files, where tensorboard is installed."""

import re
from importlib.util import find_spec
from pathlib import Path

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from skyjo_experiments.training.evaluation import Score

__all__ = ["log_scores", "make_logger"]


def make_logger(folder: Path) -> Logger:
    """Return a logger that writes event files into a folder, or nothing without tensorboard."""
    formats: list[KVWriter] = []
    if find_spec("tensorboard") is not None:
        formats.append(TensorBoardOutputFormat(str(folder)))
    return Logger(str(folder), formats)


def log_scores(logger: Logger, scores: list[Score], steps: int) -> None:
    """Write an evaluation."""
    for score in scores:
        name = re.sub(r"\W+", "_", score.opponent).strip("_")
        logger.record(f"evaluation/win_share_{name}", score.win_share.mean)
        logger.record(f"evaluation/points_ahead_{name}", score.points_ahead.mean)
    logger.dump(steps)

"""What a training tells about itself: its progress while it runs, its result when a session ends."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skyjo_experiments.training.config import TrainingConfig

__all__ = ["TrainingProgress", "TrainingResult"]


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
    """What a session came to; `closing` holds the rows of the closing games if the training is complete."""

    path: Path
    config: TrainingConfig
    steps: int
    closing: list[dict[str, Any]]
    is_complete: bool

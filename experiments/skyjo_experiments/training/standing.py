"""How far a training is, besides the model: the learning curve so far, the best network, the time."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from skyjo_experiments.training.curve import curve_row
from skyjo_experiments.training.evaluation import Score

__all__ = ["Standing"]


@dataclass(slots=True)
class Standing:
    """How far a training is.

    Attributes
    ----------
    steps : int
        Decisions of the learner.
    rows : list of dict
        The learning curve.
    best : dict or None
        Steps, opponent and win share of the network in ``best.npz``.
    evaluated_at : int
        Steps at the last evaluation; -1 before the first.
    wall_seconds : float
        All sessions together.
    """

    steps: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
    best: dict[str, Any] | None = None
    evaluated_at: int = -1
    wall_seconds: float = 0.0

    def note(self, scores: list[Score]) -> bool:
        """Add an evaluation to the learning curve; tell whether the network is the best so far, of equals the last."""
        self.rows += [curve_row(self.steps, score) for score in scores]
        self.evaluated_at = self.steps
        share = scores[0].win_share.mean
        if self.best is not None and share < self.best["win_share"]:
            return False
        self.best = {"steps": self.steps, "opponent": scores[0].opponent, "win_share": share}
        return True

    def is_due(self, every: int) -> bool:
        """Tell whether an evaluation is due that takes place every so many steps."""
        return self.evaluated_at < 0 or self.steps // every > self.evaluated_at // every

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """Return what `to_json` made values of."""
        return cls(**values)

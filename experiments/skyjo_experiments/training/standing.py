"""How far a training is, besides the model: the learning curve so far, the best network, the time."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from skyjo_experiments.training.config_sections import MOST_STEPS
from skyjo_experiments.training.curve import KINDS, LIMITS, curve_row
from skyjo_experiments.training.evaluation import Score
from skyjo_experiments.training.row_files import check_limits
from skyjo_sim.rules_text import show

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
        """Return what `to_json` made values of.

        Raises
        ------
        ValueError
            If they are not what it returns: something is missing, unknown, of a wrong type or cannot be.
        """
        _check_entries("the standing", values, _KINDS)
        for row in values["rows"]:
            _check_entries("a row of the learning curve", row, KINDS)
        if values["best"] is not None:
            _check_entries("best", values["best"], _BEST)
        return cls(**values)


_KINDS: dict[str, Any] = {
    "steps": int,
    "rows": list,
    "best": dict | None,
    "evaluated_at": int,
    "wall_seconds": int | float,
}
_BEST = {name: KINDS[name] for name in ("steps", "opponent", "win_share")}
_LIMITS = LIMITS | {"evaluated_at": (-1, MOST_STEPS), "wall_seconds": (0, 1e12)}


def _check_entries(what: str, values: Any, kinds: dict[str, Any]) -> None:
    """Raise ValueError if `values` do not have the names of `kinds`, their types and possible values."""
    if not isinstance(values, dict) or values.keys() != kinds.keys():
        raise ValueError(f"{what} must hold {', '.join(kinds)}, got {show(values)}")
    for name, kind in kinds.items():
        if not isinstance(values[name], int | float if kind is float else kind):
            raise ValueError(f"{name} of {what} is of a wrong type: {show(values[name])}")
    check_limits(values, {name: limits for name, limits in _LIMITS.items() if name in kinds})

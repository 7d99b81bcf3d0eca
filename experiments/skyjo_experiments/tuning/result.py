"""What a tuning found."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_experiments.tuning.closing import ClosingRow
from skyjo_experiments.tuning.generation import Evaluation, Generation
from skyjo_experiments.tuning.rows import evaluation_kinds, evaluation_row, generation_row
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.agent import Agent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from skyjo_sim.simulation.measures import Estimate

__all__ = ["Tuning", "TuningProgress"]


@dataclass(frozen=True, slots=True)
class TuningProgress:
    """How far a tuning is.

    Attributes
    ----------
    done : float
        Generations, the part of the one under way included.
    n_generations : int
    resumed : int
        Generations that were there before.
    seconds : float
    best : Estimate or None
        The incumbent's objective after the last generation.
    name : str
        The incumbent.
    """

    done: float
    n_generations: int
    resumed: int
    seconds: float
    best: "Estimate | None"
    name: str


@dataclass(frozen=True, slots=True)
class Tuning:
    """A tuning, complete or not.

    Attributes
    ----------
    settings : TuningSettings
    generations : tuple of Generation
    evaluations : tuple of Evaluation
    closing : tuple of ClosingRow
        Start and tuned agent on fresh deals; empty until the end.
    path : Path or None
        Its folder.
    """

    settings: TuningSettings
    generations: tuple[Generation, ...]
    evaluations: tuple[Evaluation, ...]
    closing: tuple[ClosingRow, ...]
    path: Path | None

    @property
    def is_complete(self) -> bool:
        """Tell whether it has come to its end."""
        return bool(self.closing)

    @property
    def start(self) -> Agent:
        """Return the agent from which the search began."""
        return self.settings.start

    @property
    def agent(self) -> Agent:
        """Return the tuned agent: the incumbent after the last generation."""
        return self.settings.tunable.agent(self.generations[-1].point) if self.generations else self.start

    @property
    def name(self) -> str:
        """Return the tuned agent's name, which rebuilds it."""
        return self.agent.name

    @property
    def history(self) -> "pd.DataFrame":
        """Return a row per evaluation: generation, rung, candidate, its parameters, n_games, objective, gain."""
        import pandas as pd

        tunable = self.settings.tunable
        rows = [evaluation_row(tunable, evaluation) for evaluation in self.evaluations]
        return pd.DataFrame(rows, columns=list(evaluation_kinds(tunable)))

    @property
    def frame(self) -> "pd.DataFrame":
        """Return a row per measure of the closing games: start, tuned and their difference, with 95 % intervals."""
        import pandas as pd

        return pd.DataFrame([row.to_json() for row in self.closing])

    def plot(self) -> "Figure":
        """Draw the objective by generation, with the interval of the incumbent's."""
        from skyjo_experiments.tuning.figure import plot_tuning

        return plot_tuning(self)

    def to_json(self) -> dict[str, Any]:
        """Return plain values: settings, start and tuned agent, generations, closing games."""
        tunable = self.settings.tunable
        return {
            "settings": self.settings.to_json(),
            "is_complete": self.is_complete,
            "start": self.start.name,
            "tuned": self.name,
            "generations": [_finite(generation_row(tunable, generation)) for generation in self.generations],
            "closing": [_finite(row.to_json()) for row in self.closing],
            "closing_seed": self.settings.closing_seed,
        }

    def __repr__(self) -> str:
        from skyjo_experiments.tuning.report import tuning_text

        return tuning_text(self)


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }

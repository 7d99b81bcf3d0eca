"""The figure of a tuning: the objective by generation."""

import textwrap
from typing import TYPE_CHECKING

from skyjo_experiments.tuning.generation import CONFIRMING
from skyjo_sim.simulation.figures import COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from skyjo_experiments.tuning.result import Tuning

__all__ = ["OBJECTIVES", "plot_tuning"]

OBJECTIVES = {
    "wins": "log odds of winning a game, mean over tables",
    "points": "points per round ahead of the others, mean over tables",
}
"""What the objective is, by measure."""
_MOST_MARKERS = 40


def plot_tuning(tuning: "Tuning") -> "Figure":
    """Draw the objective by generation.

    Returns
    -------
    Figure
        A dot for each candidate in the last rung that it reached; the incumbent after each generation as a line with the
        95 % interval of the games by which it was confirmed. Each generation has deals of its own.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    settings = tuning.settings
    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.subplots()
    _draw_candidates(axes, tuning)
    _draw_incumbent(axes, tuning)
    figure.suptitle(f"Tuning of {settings.tunable.word}", x=0.01, ha="left", fontsize=12)
    players, opponents = ", ".join(map(str, settings.players)), ", ".join(settings.against)
    what = f"against {opponents} at {players} players, {settings.candidates} candidates, seed {settings.seed}"
    axes.set_title("\n".join(textwrap.wrap(what, 110)), loc="left", fontsize=8, color="0.35")
    axes.set_xlabel("generation")
    axes.set_ylabel(OBJECTIVES[settings.measure])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    if tuning.generations:
        axes.legend(frameon=False)
    return figure


def _draw_candidates(axes: "Axes", tuning: "Tuning") -> None:
    """Draw a dot per candidate and generation."""
    last = {
        (evaluation.generation, evaluation.candidate): evaluation.objective
        for evaluation in tuning.evaluations
        if evaluation.rung != CONFIRMING
    }
    if last:
        numbers = [generation + 1 for generation, _ in last]
        axes.scatter(numbers, list(last.values()), s=8, color=COLORS[6], alpha=0.25, linewidths=0, label="candidates")


def _draw_incumbent(axes: "Axes", tuning: "Tuning") -> None:
    """Draw the best so far with its interval."""
    if not tuning.generations:
        return
    numbers = [generation.number + 1 for generation in tuning.generations]
    estimates = [generation.objective for generation in tuning.generations]
    marker = "o" if len(numbers) <= _MOST_MARKERS else None
    means = [estimate.mean for estimate in estimates]
    axes.plot(numbers, means, color=COLORS[0], marker=marker, markersize=4, label="best so far, 95 % interval")
    low, high = [estimate.low for estimate in estimates], [estimate.high for estimate in estimates]
    axes.fill_between(numbers, low, high, color=COLORS[0], alpha=0.2, linewidth=0)

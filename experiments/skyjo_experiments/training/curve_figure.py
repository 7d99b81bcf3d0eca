"""Figures of learning curves: one training with the interval of its games, or several with the interval over seeds."""

from typing import TYPE_CHECKING

from skyjo_experiments.training.curve import chosen_opponents, mean_curve
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.figures import COLORS, STYLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["plot_curves"]

_LABELS = {
    "win_share": "games won (%)",
    "points_ahead": "points per round below the others",
}


def plot_curves(frame: "pd.DataFrame", measure: str = "win_share", opponents: list[str] | None = None) -> "Figure":
    """Draw learning curves.

    Parameters
    ----------
    frame : DataFrame
        As `skyjo_experiments.training.curve.read_curves` returns it.
    measure : {"win_share", "points_ahead"}
    opponents : list of str, optional
        Against whom; all of the frame by default.

    Returns
    -------
    Figure
        A bold line with a band of 95 % for each opponent: of one run its games', of several the mean over runs, with a
        thin line for each run.

    Raises
    ------
    InputError
        If no run was evaluated against an opponent, or there is no such measure.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter

    if measure not in _LABELS:
        raise InputError(f"measure must be one of {', '.join(_LABELS)}, got {measure!r}")
    n_runs = frame["run"].nunique()
    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.subplots()
    for number, opponent in enumerate(chosen_opponents(frame, opponents)):
        _draw(axes, frame[frame["opponent"] == opponent], measure, opponent, number)
    _mark_even(axes, frame, measure)
    band = "of the games of one run" if n_runs == 1 else f"over {n_runs} runs"
    figure.suptitle("Learning curve" if n_runs == 1 else "Learning curves", x=0.01, ha="left", fontsize=12)
    axes.set_title(f"against each opponent; bands are 95 % intervals {band}", loc="left", fontsize=8, color="0.35")
    axes.set_xlabel("steps (decisions of the learner)")
    axes.set_ylabel(_LABELS[measure])
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    if not frame.empty:
        axes.legend(frameon=False, title="opponent")
    return figure


def _mark_even(axes: "Axes", frame: "pd.DataFrame", measure: str) -> None:
    """Draw a line at what an agent reaches against its equals."""
    if measure == "win_share":
        axes.set_ylim(-2, 102)
    for players in frame["players"].unique():
        even = 100 / players if measure == "win_share" else 0
        axes.axhline(even, color="0.4", linewidth=1, zorder=0)


def _draw(axes: "Axes", rows: "pd.DataFrame", measure: str, opponent: str, number: int) -> None:
    """Draw the curves against one opponent."""
    scale = 100 if measure == "win_share" else 1
    color, style = COLORS[number % len(COLORS)], STYLES[number % len(STYLES)]
    if rows["run"].nunique() > 1:
        for _, run in rows.groupby("run"):
            axes.plot(run["steps"], scale * run[measure], color=color, linewidth=0.6, alpha=0.5)
    curve = mean_curve(rows, measure)
    means = [scale * estimate.mean for estimate in curve.estimates]
    axes.plot(
        curve.steps,
        means,
        color=color,
        linestyle=style,
        linewidth=2,
        marker="." if len(means) < 40 else None,
        label=opponent,
    )
    low = [scale * estimate.low for estimate in curve.estimates]
    high = [scale * estimate.high for estimate in curve.estimates]
    axes.fill_between(curve.steps, low, high, color=color, alpha=0.2, linewidth=0)

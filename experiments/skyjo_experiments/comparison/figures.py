"""Figures of a comparison: a forest plot of the differences."""

from typing import TYPE_CHECKING

import numpy as np

from skyjo_experiments.comparison.measures import Measured
from skyjo_sim.simulation.figures import COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from skyjo_experiments.comparison.result import Comparison

__all__ = ["forest", "plot_comparison"]


def plot_comparison(comparison: "Comparison") -> "Figure":
    """Draw the differences with their intervals: shares above, points below."""
    from matplotlib.figure import Figure

    from skyjo_experiments.comparison.text import headline, sentence

    shares = [measured for measured in comparison.measured.values() if measured.measure.is_share]
    points = [measured for measured in comparison.measured.values() if not measured.measure.is_share]
    figure = Figure(figsize=(8, 1.9 + 0.42 * (len(shares) + len(points))), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=[len(shares) + 0.7, len(points) + 0.7])
    figure.suptitle(sentence(comparison), x=0.01, ha="left", fontsize=11, wrap=True)
    upper.set_title(headline(comparison).splitlines()[1], loc="left", fontsize=8, color="0.35")
    who = f"{comparison.a.name} less {comparison.b.name}"
    _draw(upper, shares, comparison.unit, 100, f"{who} (percentage points, 95 % intervals)")
    units = "points" if comparison.field is None else "points, or turns,"
    _draw(lower, points, comparison.unit, 1, f"{who} ({units} per round, 95 % intervals)")
    return figure


def _draw(axes: "Axes", entries: list[Measured], unit: str, scale: float, label: str) -> None:
    estimates = [measured.difference for measured in entries]
    forest(
        axes,
        [measured.measure.label.format(unit=unit) for measured in entries],
        scale * np.array([[estimate.mean, estimate.low, estimate.high] for estimate in estimates]),
    )
    axes.set_xlabel(label)


def forest(axes: "Axes", labels: list[str], estimates: "np.typing.NDArray[np.float64]") -> None:
    """Draw a line for each estimate, float64[n, 3] of mean, low and high, the first on top; 0 is marked."""
    places = np.arange(len(labels))[::-1]
    means = estimates[:, 0]
    finite = np.where(np.isfinite(estimates), estimates, means[:, None])
    axes.errorbar(
        means,
        places,
        xerr=np.abs(np.stack([means - finite[:, 1], finite[:, 2] - means])),
        fmt="o",
        color=COLORS[0],
        markersize=5,
        capsize=3,
    )
    axes.axvline(0, color="0.4", linewidth=1)
    axes.set_yticks(places, labels)
    axes.set_ylim(-0.6, len(labels) - 0.4)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", alpha=0.25)

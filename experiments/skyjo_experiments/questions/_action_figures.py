"""Panels side by side with a line for each name, such as a kind of action card, and a mark for each table size."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_experiments.figures import COLORS, MARKERS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["draw_by_name", "ends_of"]

_APART = 0.22


def ends_of(*names: str) -> list[str]:
    """Return the columns of means and the ends of their intervals."""
    return [f"{name}{end}" for name in names for end in ("", "_low", "_high")]


def draw_by_name(
    panels: "Sequence[Axes]",
    measures: Mapping[str, float],
    groups: "Mapping[str, pd.DataFrame]",
    by: str,
    names: Sequence[str],
) -> None:
    """Draw measures, one a panel, with their intervals: names from the top down, groups beside each other.

    Parameters
    ----------
    measures : mapping
        Columns, and what they are multiplied with: 100 for shares in per cent.
    groups : mapping of label to frame
    by : str
        The column of the names.
    names : sequence of str
    """
    for axes, (measure, scale) in zip(panels, measures.items(), strict=True):
        for number, (label, rows) in enumerate(groups.items()):
            places = np.array([len(names) - 1 - names.index(name) for name in rows[by]], float)
            places += _APART * ((len(groups) - 1) / 2 - number)
            mean, low, high = (scale * rows[name].to_numpy(float) for name in ends_of(measure))
            ends = np.abs(np.nan_to_num(np.stack([mean - low, high - mean])))
            style: dict[str, Any] = {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}
            axes.errorbar(mean, places, xerr=ends, linestyle="none", markersize=5, capsize=2, label=label, **style)
        axes.axvline(0, color="0.4", linewidth=1)
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.set_yticks(range(len(names))[::-1], [""] * len(names))
    panels[0].set_yticks(range(len(names))[::-1], [name.replace("=", "=\n", 1) for name in names], fontsize=8)
    handles, labels = panels[0].get_legend_handles_labels()
    panels[0].figure.legend(handles, labels, loc="outside upper right", ncols=2, frameon=False, fontsize=9)

"""The figure of decisions: maps of what ending gains, and break-even points by players."""

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.decision_rows import MAP_BIN
from skyjo_experiments.figures import draw_estimates

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_decisions"]

_STRONGEST = 12.0
"""Points at which the colours of the map end."""

_SPREAD = 0.8
"""Bins over which the line between ending and waiting is evened out."""

_FEW = 30


def draw_decisions(frame: "pd.DataFrame", caption: str) -> "Figure":
    """Draw the maps of two tables above the break-even points."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 8), dpi=100, layout="constrained")
    (left, right), (points, leads) = figure.subplots(2, 2)
    figure.suptitle("End the round now, or wait a turn", x=0.01, ha="left", fontsize=12)
    figure.supxlabel("\n".join(textwrap.wrap(caption, 120)), x=0.01, ha="left", fontsize=8, color="0.35")
    tables = sorted(frame["players"].unique())
    shown = [2, 4] if {2, 4} <= set(tables) else [tables[0], tables[-1]]
    for axes, players in zip((left, right), shown, strict=True):
        drawn = _draw_map(axes, frame[(frame["part"] == "map") & (frame["players"] == players)])
        axes.set_title(f"{players} players, all fields", fontsize=10, loc="left")
    if drawn is not None:
        figure.colorbar(drawn, ax=(left, right), label="gained by ending now (points)", extend="both")
    crossings = frame[frame["part"] == "break-even"]
    _draw_crossings(points, crossings[crossings["name"] == "own points"], "break-even own points")
    _draw_crossings(leads, crossings[crossings["name"] == "lead"], "break-even lead (points)")
    if points.get_legend_handles_labels()[0]:
        points.legend(frameon=False, fontsize=8, title="the others are", title_fontsize=8)
    return figure


def _draw_map(axes: "Axes", rows: "pd.DataFrame") -> Any:
    """Draw the gain by own points and lead, and where it is 0; return what colours mean."""
    axes.set_xlabel("own points if ended now")
    axes.set_ylabel("lead: best opponent's estimate less own (points)")
    if rows.empty:
        return None
    x, y = np.sort(rows["x"].unique()), np.sort(rows["y"].unique())
    xs, ys = np.arange(x[0], x[-1] + MAP_BIN, MAP_BIN), np.arange(y[0], y[-1] + MAP_BIN, MAP_BIN)
    gains = np.full((ys.size, xs.size), np.nan)
    columns = ((rows["x"] - xs[0]) / MAP_BIN).astype(int)
    lines = ((rows["y"] - ys[0]) / MAP_BIN).astype(int)
    gains[lines, columns] = rows["value"]
    counts = np.zeros_like(gains)
    counts[lines, columns] = rows["n"]
    drawn = axes.pcolormesh(
        np.append(xs, xs[-1] + MAP_BIN),
        np.append(ys, ys[-1] + MAP_BIN),
        gains,
        cmap="RdBu",
        vmin=-_STRONGEST,
        vmax=_STRONGEST,
    )
    fitted = _smooth(gains, counts)
    if np.nanmin(fitted) < 0 < np.nanmax(fitted):
        axes.contour(xs + MAP_BIN / 2, ys + MAP_BIN / 2, fitted, levels=[0.0], colors="black", linewidths=1.5)
    return drawn


def _smooth(gains: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the gains of cells, evened out over their neighbours; cells with few decisions count less."""
    lines, columns = (np.arange(size) for size in gains.shape)
    weights = np.where(counts > 0, counts / (counts + _FEW), 0.0)
    near_lines = np.exp(-0.5 * ((lines[:, None] - lines[None, :]) / _SPREAD) ** 2)
    near_columns = np.exp(-0.5 * ((columns[:, None] - columns[None, :]) / _SPREAD) ** 2)
    tops = near_lines @ (weights * np.nan_to_num(gains).clip(-_STRONGEST, _STRONGEST)) @ near_columns
    smooth: NDArray[np.float64] = tops / (near_lines @ weights @ near_columns)
    return np.where(np.isnan(gains), np.nan, smooth)


def _draw_crossings(axes: "Axes", rows: "pd.DataFrame", label: str) -> None:
    groups = list(rows.groupby("field", sort=False))
    for number, (field, group) in enumerate(groups):
        places = group["players"] + 0.1 * (number - (len(groups) - 1) / 2)
        draw_estimates(axes, places, group, "value", str(field), number)
    axes.set_xlabel("players")
    axes.set_xticks(sorted(rows["players"].unique()))
    axes.set_ylabel(label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)

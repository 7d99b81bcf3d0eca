"""The style of all figures of experiments: colours, labels with units, intervals, n in the caption; readable at 800 px."""

import textwrap
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from skyjo_sim.simulation.figures import COLORS, STYLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLORS", "MARKERS", "STYLES", "caption_of", "draw_estimates", "new_figure", "png_bytes", "svg_bytes"]

MARKERS = "osD^vPX*"
_DPI = 100  # 8 inches are 800 px


def new_figure(
    title: str,
    caption: str,
    x_label: str,
    y_labels: str | Sequence[str],
    *,
    height: float = 4.8,
) -> "tuple[Figure, list[Axes]]":
    """Return a figure 800 px wide, on a canvas of its own, and its axes side by side, one for each label of y.

    Parameters
    ----------
    title, caption : str
        The caption says what was played and n (`caption_of`).
    x_label, y_labels : str
        With units: ``mean score (points per round)``.
    height : float
        Inches.
    """
    from matplotlib.figure import Figure

    labels = [y_labels] if isinstance(y_labels, str) else list(y_labels)
    figure = Figure(figsize=(8, height), dpi=_DPI, layout="constrained")
    panels = figure.subplots(1, len(labels), squeeze=False)[0]
    lines = textwrap.wrap(caption, 120)
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8, color="0.35")
    for axes, label in zip(panels, labels, strict=True):
        axes.set_xlabel(x_label)
        axes.set_ylabel(label)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    return figure, list(panels)


def caption_of(frame: "pd.DataFrame", unit: str, *notes: str) -> str:
    """Return a caption: notes, n by point, how intervals are meant, abandoned rounds."""
    n_low, n_high = int(frame["n"].min()), int(frame["n"].max())
    n = f"{n_low:,}" if n_low == n_high else f"{n_low:,} to {n_high:,}"
    parts = [*notes, f"n = {n} {unit} a point", "bars and bands are 95 % intervals"]
    if "abandoned" in frame.columns:
        most = float(frame["abandoned"].max())
        parts.append(f"at most {most:.2%} of rounds abandoned" if most > 0 else "no round abandoned")
    return "; ".join(parts)


def draw_estimates(
    axes: "Axes",
    x: ArrayLike,
    frame: "pd.DataFrame",
    measure: str,
    label: str,
    number: int,
    *,
    scale: float = 1.0,
    has_band: bool = False,
) -> None:
    """Draw a measure with its interval, out of columns ``x``, ``x_low``, ``x_high``, as the line of a number.

    Parameters
    ----------
    number : int
        Chooses colour, line style and marker.
    scale : float
        100 for shares in per cent.
    has_band : bool
        Whether intervals are a band, for many points; bars by default.
    """
    mean, low, high = (scale * frame[name].to_numpy(float) for name in (measure, f"{measure}_low", f"{measure}_high"))
    style: dict[str, Any] = {
        "color": COLORS[number % len(COLORS)],
        "linestyle": STYLES[number % len(STYLES)],
        "label": label,
    }
    places = np.asarray(x, float)
    if has_band:
        axes.plot(places, mean, linewidth=2, **style)
        axes.fill_between(places, low, high, color=style["color"], alpha=0.2, linewidth=0)
        return
    ends = np.abs(np.nan_to_num(np.array([mean - low, high - mean])))
    axes.errorbar(
        places, mean, yerr=ends, marker=MARKERS[number % len(MARKERS)], markersize=4, linewidth=1, capsize=2, **style
    )


def svg_bytes(figure: "Figure") -> bytes:
    """Return a figure as SVG, the same bytes for the same figure."""
    import matplotlib

    buffer = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "skyjo-sim"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def png_bytes(figure: "Figure") -> bytes:
    """Return a figure as PNG, 1600 px wide."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=2 * _DPI)
    return buffer.getvalue()

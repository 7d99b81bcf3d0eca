"""Frames as tables that people read: a mean and its interval in one cell."""

import math
from html import escape
from typing import TYPE_CHECKING, Any

from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.tables import align, format_points, format_share

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cells_of", "html_table", "markdown_table", "text_table"]

_SHARES = ("won", "ended", "doubled", "abandoned")


def is_share(name: str) -> bool:
    """Tell by its name whether a column holds shares, to be shown in per cent."""
    return name in _SHARES or name.endswith(("share", "_won", "_ended", "_doubled"))


def cells_of(frame: "pd.DataFrame") -> list[list[str]]:
    """Return the headings and the cells; ``x``, ``x_low`` and ``x_high`` make one column."""
    names = [name for name in frame.columns if not _is_end(frame, name)]
    lines = [[name.replace("_", " ") for name in names]]
    for _, row in frame.iterrows():
        lines.append([_cell(frame, name, row) for name in names])
    return lines


def _is_end(frame: "pd.DataFrame", name: str) -> bool:
    """Tell whether a column is the end of another one's interval."""
    stem, _, end = name.rpartition("_")
    return end in ("low", "high") and stem in frame.columns


def _cell(frame: "pd.DataFrame", name: str, row: Any) -> str:
    value = row[name]
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if f"{name}_low" in frame.columns:
        estimate = Estimate(float(value), math.nan, float(row[f"{name}_low"]), float(row[f"{name}_high"]))
        return format_share(estimate) if is_share(name) else format_points(estimate)
    if value is None or math.isnan(value):
        return "-"
    if is_share(name):
        return f"{value:.2%}"
    return f"{int(value):,}" if float(value).is_integer() else f"{value:.3g}"


def text_table(frame: "pd.DataFrame") -> str:
    """Return a frame as aligned text."""
    return align(cells_of(frame)) if len(frame.columns) else ""


def markdown_table(frame: "pd.DataFrame") -> str:
    """Return a frame as a table of Markdown."""
    head, *lines = cells_of(frame)
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in (head, rule, *lines)
    )


def html_table(frame: "pd.DataFrame") -> str:
    """Return a frame as HTML."""
    head, *lines = cells_of(frame)

    def row(tag: str, cells: list[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row("td", line) for line in lines)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"

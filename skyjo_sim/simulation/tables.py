"""The tables of a result, as text and as HTML: one line per agent, each mean with its 95 % interval."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from skyjo_sim.games import Game
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.summary import AgentSummary

if TYPE_CHECKING:
    from skyjo_sim.simulation.result import SimulationResult

Table = tuple[list[str], list[list[str]]]
"""Headings, and lines of cells."""

_LOPSIDED = 0.5


def format_points(estimate: Estimate) -> str:
    """Return a mean and half its interval: ``1.23 ± 0.05``."""
    if math.isnan(estimate.mean):
        return "-"
    half = (estimate.high - estimate.low) / 2
    digits = 3 if half < 0.01 else 2
    return f"{estimate.mean:.{digits}f}" + ("" if math.isnan(half) else f" ± {half:.{digits}f}")


def format_share(estimate: Estimate) -> str:
    """Return a share in per cent and half its interval, or the interval itself where it is lopsided."""
    if math.isnan(estimate.mean):
        return "-"
    half = (estimate.high - estimate.low) / 2
    digits = 2 if half < 0.005 else 1
    mean = f"{estimate.mean:.{digits}%}"
    if math.isnan(half):
        return mean
    if abs(estimate.high + estimate.low - 2 * estimate.mean) > _LOPSIDED * half:  # near 0 or 100 %
        return f"{mean} [{estimate.low * 100:.{digits}f}, {estimate.high * 100:.{digits}f}]"
    return f"{mean} ± {half * 100:.{digits}f}"


def cells(summaries: Sequence[AgentSummary], unit: str) -> Table:
    """Return the headings and the cells of the table."""
    headings = ["agent", "n", "score", f"{unit}s won", "ended", "doubled if ended", "lines cleared"]
    lines = []
    for summary in summaries:
        estimates = summary.estimates
        lines.append(
            [
                summary.name,
                f"{summary.n:,}",
                format_points(estimates["mean_score"]),
                format_share(estimates["win_share"]),
                format_share(estimates["p_ended"]),
                format_share(estimates["p_doubled_given_ended"]),
                format_points(estimates["lines_cleared_per_round"]),
            ]
        )
    return headings, lines


def align(lines: list[list[str]]) -> str:
    """Return lines of cells as text: the first column to the left, the others to the right."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rendered = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join(rendered)


def text_table(summaries: Sequence[AgentSummary], unit: str, width: int = 120) -> str:
    """Return the table as aligned text; on its side, agents as columns, if it is wider than `width`."""
    return _text(cells(summaries, unit), width)


def _text(table: Table, width: int) -> str:
    headings, lines = table
    text = align([headings, *lines])
    if max(map(len, text.splitlines())) <= width:
        return text
    return align([list(column) for column in zip(headings, *lines, strict=True)])


def html_table(summaries: Sequence[AgentSummary], unit: str) -> str:
    """Return the table as HTML, readable in light and dark notebooks."""
    return _html(cells(summaries, unit))


def _html(table: Table) -> str:
    headings, lines = table

    def row(tag: str, entries: list[str]) -> str:
        style = ["text-align:left", *["text-align:right"] * (len(entries) - 1)]
        return "".join(f'<{tag} style="{s}">{escape(e)}</{tag}>' for e, s in zip(entries, style, strict=True))

    body = "".join(f"<tr>{row('td', line)}</tr>" for line in lines)
    return f"<table><thead><tr>{row('th', headings)}</tr></thead><tbody>{body}</tbody></table>"


def _tables(result: "SimulationResult") -> list[Table]:
    """Return the tables of a result: means by agent and, for Skyjo Action, the cards played by kind."""
    tables = [cells(result.summaries, result.plan.unit)]
    if result.plan.rules.game == Game.ACTION:
        from skyjo_sim.simulation.action_summary import action_cells

        tables.append(action_cells(result.plan, result.sums))
    return [table for table in tables if table[1]]


def text_tables(result: "SimulationResult", width: int = 120) -> list[str]:
    """Return the tables of a result as text."""
    return [_text(table, width) for table in _tables(result)]


def html_tables(result: "SimulationResult") -> list[str]:
    """Return the tables of a result as HTML."""
    return [_html(table) for table in _tables(result)]

"""A comparison in words: a headline, a table, a sentence and what to know besides; as text and as HTML."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from skyjo_experiments.comparison.measures import Measured
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.tables import align, format_points, format_share

if TYPE_CHECKING:
    from skyjo_experiments.comparison.result import Comparison

__all__ = ["format_difference", "html", "html_rows", "sentence", "text", "verdict"]


def format_difference(estimate: Estimate, is_share: bool) -> str:
    """Return a difference with its sign and half its interval; of shares in percentage points."""
    if math.isnan(estimate.mean):
        return "-"
    scale = 100 if is_share else 1
    half = scale * (estimate.high - estimate.low) / 2
    digits = 3 if half < 0.01 else 2 if half < 1 and not is_share else 1
    mean = f"{scale * estimate.mean:+.{digits}f}"
    return f"{mean} ± {half:.{digits}f}" if math.isfinite(half) else mean


def _side(estimate: Estimate, is_share: bool) -> str:
    if not math.isfinite(estimate.high - estimate.low):
        estimate = Estimate(estimate.mean, math.nan, math.nan, math.nan)
    return format_share(estimate) if is_share else format_points(estimate)


def verdict(measured: Measured) -> str:
    """Return ``better``, ``worse``, ``not decided``, or that all deals were even."""
    sign, difference = measured.measure.sign, measured.difference
    if difference.mean == 0 and difference.standard_error == 0:
        return "even in all deals"
    if difference.low > 0 or difference.high < 0:
        return "better" if sign * difference.mean > 0 else "worse"
    return "not decided"


def _primary(comparison: "Comparison") -> str:
    if comparison.stop is not None:
        return comparison.stop.watched(comparison.unit)
    return "win_share" if comparison.unit == "game" else "mean_score"


def sentence(comparison: "Comparison") -> str:
    """Return in a sentence what the comparison says."""
    if comparison.n_deals == 0:
        return "Nothing was played to the end."
    measured = comparison.measured[_primary(comparison)]
    score = comparison.measured["mean_score"].difference
    decided = verdict(measured)
    points = f"scores {_half(abs(score.mean), score, 1, 2)} points {'less' if score.mean < 0 else 'more'} per round"
    unit = comparison.unit
    if measured.measure.name == "mean_score":
        first = points
    elif comparison.field is not None:
        share = measured.difference
        more = "more" if share.mean >= 0 else "fewer"
        first = f"wins {_half(abs(share.mean), share, 100, 1)} percentage points {more} of its {unit}s and {points}"
    else:
        first = f"wins {_side(measured.a, True)} of its {unit}s and {points}"
    return f"{comparison.a.name} {first} {_where(comparison)}: {decided}."


def _half(value: float, estimate: Estimate, scale: float, digits: int) -> str:
    half = scale * (estimate.high - estimate.low) / 2
    number = f"{scale * value:.{digits}f}"
    return f"{number} ± {half:.{digits}f}" if math.isfinite(half) else number


def _where(comparison: "Comparison") -> str:
    if comparison.field is not None:
        return f"than {comparison.b.name} in the same seats"
    if comparison.players == 2:
        return f"against {comparison.b.name}"
    how = "alone among" if comparison.design == "one" else "seated in turn with"
    return (
        f"{how} {comparison.b.name} ({1 / comparison.players:.1%} of the {comparison.unit}s would be an equal agent's)"
    )


def headline(comparison: "Comparison") -> str:
    """Return what was played in one line."""
    deals = f"{comparison.n_games:,} {comparison.unit}s: {comparison.n_deals:,} deals in {_seatings(comparison)}"
    field = "" if comparison.field is None else f", among {', '.join(agent.name for agent in comparison.field)}"
    return (
        f"{comparison.a.name} and {comparison.b.name}{field}\n"
        f"{deals}, {comparison.contest.rules}, seed {comparison.contest.seed}"
    )


def _seatings(comparison: "Comparison") -> str:
    n = len(comparison.contest.seatings)
    return f"{n} seatings each"


def footer(comparison: "Comparison") -> str:
    """Return what to know besides: the kind of the intervals, how it ended, turns, abandoned rounds, luck."""
    lines = [
        "intervals of 95 % over deals, for the number of deals that was planned"
        if comparison.stop is None
        else "intervals are confidence sequences of 95 % over deals: they hold at whatever deal one stops"
    ]
    if comparison.is_interrupted:
        lines.append(f"interrupted; {comparison.n_planned:,} deals were planned")
    elif comparison.stop is not None:
        lines.append("stopped as the rule asks" if comparison.is_stopped else "not decided after all deals")
    lines.append(f"{comparison.turns:.1f} turns per round, {comparison.abandoned:.2%} of the rounds abandoned")
    if math.isfinite(ratio := comparison.variance_ratio):
        lines.append(f"the variance of the difference less luck is {ratio:.2f} of that of the plain scores")
    return "; ".join(lines)


def cells(comparison: "Comparison") -> list[list[str]]:
    """Return the table's cells, headings first."""
    lines = [["per seat", comparison.a.name, comparison.b.name, "difference"]]
    for measured in comparison.measured.values():
        is_share = measured.measure.is_share
        lines.append(
            [
                measured.measure.label.format(unit=comparison.unit) + ("" if is_share else _unit(measured)),
                _side(measured.a, is_share),
                _side(measured.b, is_share),
                format_difference(measured.difference, is_share) + (" pp" if is_share else ""),
            ]
        )
    return lines


def _unit(measured: Measured) -> str:
    return "" if measured.measure.name == "turns" else " (points)"


def text(comparison: "Comparison") -> str:
    """Return the comparison as text."""
    parts = [headline(comparison)]
    if comparison.n_deals:
        parts.append(align(cells(comparison)))
    return "\n".join([*parts, sentence(comparison), footer(comparison)])


def html(comparison: "Comparison") -> str:
    """Return the comparison as HTML, readable in light and dark notebooks."""
    head = "<br>".join(escape(line) for line in headline(comparison).splitlines())
    table = html_rows(cells(comparison)) if comparison.n_deals else ""
    return f"<p>{head}</p>{table}<p><b>{escape(sentence(comparison))}</b></p><p>{escape(footer(comparison))}</p>"


def html_rows(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of cells, headings first, as an HTML table."""

    def row(tag: str, entries: Sequence[str]) -> str:
        style = ["text-align:left", *["text-align:right"] * (len(entries) - 1)]
        return "".join(f'<{tag} style="{s}">{escape(e)}</{tag}>' for e, s in zip(entries, style, strict=True))

    body = "".join(f"<tr>{row('td', line)}</tr>" for line in lines[1:])
    return f"<table><thead><tr>{row('th', lines[0])}</tr></thead><tbody>{body}</tbody></table>"

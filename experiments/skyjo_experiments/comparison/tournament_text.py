"""A tournament in words: the matrix of wins, the ratings, a sentence; as text and as HTML."""

from html import escape
from typing import TYPE_CHECKING

from skyjo_experiments.comparison.text import html_rows
from skyjo_sim.simulation.tables import align

if TYPE_CHECKING:
    from skyjo_experiments.comparison.tournament_result import Tournament

__all__ = ["html", "sentence", "text"]

_ENOUGH_DEALS = 2


def headline(tournament: "Tournament") -> str:
    """Return what was played in one line."""
    return (
        f"{len(tournament.agents)} agents, {len(tournament.pairs)} pairs, {tournament.games_per_pair:,} "
        f"{tournament.unit}s each: {tournament.n_deals:,} deals from every seat, {tournament.rules}, "
        f"seed {tournament.seed}"
    )


def sentence(tournament: "Tournament") -> str:
    """Return in a sentence or two what the tournament says."""
    if tournament.n_deals < _ENOUGH_DEALS:
        return "Too few deals were played to the end."
    ratings = tournament.ratings
    order = ratings.points.argsort(kind="stable")[::-1]
    best, first = int(order[0]), tournament.names[0]
    name = tournament.names[best]
    if best == 0:
        said = f"{name} is rated highest, {-ratings.points[order[1]]:.0f} points above {tournament.names[order[1]]}."
    else:
        interval = f"[{ratings.low[best]:.0f}, {ratings.high[best]:.0f}]"
        said = f"{name} is rated highest, {ratings.points[best]:.0f} {interval} points above {first}."
    if ratings.is_separated:
        said += " Some agents never lost to some others: the distance of their ratings means nothing."
    circles = "; ".join(" > ".join([*triple, triple[0]]) for triple in tournament.cycles)
    if circles:
        return f"{said} No rating is right about who beats whom in a circle: {circles}."
    return f"{said} No circle of agents that beat each other was found."


def footer(tournament: "Tournament") -> str:
    """Return what to know besides."""
    n_sure = int((tournament.p_values < 0.05).sum()) if tournament.n_deals >= _ENOUGH_DEALS else 0
    parts = [
        "intervals of 95 % over deals",
        f"{n_sure} of {len(tournament.pairs)} pairs are decided at 5 % for all pairs together (Holm)",
        f"{tournament.abandoned:.2%} of the rounds abandoned",
    ]
    if tournament.is_interrupted:
        parts.append(f"interrupted; {tournament.n_planned:,} deals were planned")
    return "; ".join(parts)


def matrix_cells(tournament: "Tournament") -> list[list[str]]:
    """Return the matrix of wins in per cent with half intervals."""
    names, wins = tournament.names, tournament.wins
    alone = "" if tournament.players == 2 else " alone"
    lines = [[f"{tournament.unit}s won{alone} (%)", *names]]
    for row, name in enumerate(names):
        cells = [
            "-"
            if row == column
            else f"{100 * wins.mean[row, column]:.1f} ± {50 * (wins.high[row, column] - wins.low[row, column]):.1f}"
            for column in range(len(names))
        ]
        lines.append([name, *cells])
    return lines


def rating_cells(tournament: "Tournament") -> list[list[str]]:
    """Return the ratings, the highest first."""
    lines = [["agent", "rating", "95 %", f"{tournament.unit}s won", "points per round", "alpha-rank", "replicator"]]
    frame = tournament.frame.sort_values("rating", ascending=False, kind="stable")
    lines += [
        [
            row["agent"],
            f"{row['rating']:.0f}",
            f"[{row['rating_low']:.0f}, {row['rating_high']:.0f}]",
            f"{row['win_share']:.1%}",
            f"{row['difference']:+.2f}",
            f"{row['alpha_rank']:.1%}",
            f"{row['replicator']:.1%}",
        ]
        for row in frame.to_dict("records")
    ]
    return lines


def text(tournament: "Tournament") -> str:
    """Return the tournament as text."""
    parts = [headline(tournament)]
    if tournament.n_deals >= _ENOUGH_DEALS:
        parts += [align(matrix_cells(tournament)), "", align(rating_cells(tournament))]
    return "\n".join([*parts, sentence(tournament), footer(tournament)])


def html(tournament: "Tournament") -> str:
    """Return the tournament as HTML, readable in light and dark notebooks."""
    tables = ""
    if tournament.n_deals >= _ENOUGH_DEALS:
        tables = html_rows(matrix_cells(tournament)) + html_rows(rating_cells(tournament))
    said = f"<p><b>{escape(sentence(tournament))}</b></p><p>{escape(footer(tournament))}</p>"
    return f"<p>{escape(headline(tournament))}</p>{tables}{said}"

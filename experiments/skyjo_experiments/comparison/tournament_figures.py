"""Figures of a tournament: the pay-offs as a heat map, the ratings as a forest plot."""

from typing import TYPE_CHECKING

import numpy as np

from skyjo_experiments.comparison.figures import forest
from skyjo_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyjo_experiments.comparison.tournament_result import Tournament

__all__ = ["plot_matrix", "plot_ratings"]

_COLORS = "PuOr"  # diverging, and told apart by the colour-blind
_DARK = 0.62


def plot_matrix(tournament: "Tournament", measure: str = "win_share") -> "Figure":
    """Draw the pay-offs as a heat map with numbers.

    Parameters
    ----------
    tournament : Tournament
    measure : {"win_share", "difference"}
        Shares of games won, or points per round of the row's agent less those of the column's.

    Raises
    ------
    InputError
        If there is no such measure.
    """
    from matplotlib.figure import Figure

    from skyjo_experiments.comparison.tournament_text import headline

    if measure not in ("win_share", "difference"):
        raise InputError(f"measure must be one of win_share, difference, got {measure!r}")
    is_share = measure == "win_share"
    values = 100 * tournament.wins.mean if is_share else tournament.differences.mean
    center = 100 * tournament.neutral if is_share else 0.0
    n = len(tournament.names)
    figure = Figure(figsize=(3.5 + 0.9 * n, 2.4 + 0.6 * n), layout="constrained")
    axes = figure.subplots()
    reach = max(float(np.abs(values - center).max()), 1e-9)
    colors = _COLORS if is_share else f"{_COLORS}_r"  # what is good for the row's agent has one colour
    image = axes.imshow(values, cmap=colors, vmin=center - reach, vmax=center + reach, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            color = "white" if abs(value - center) > _DARK * reach else "black"
            axes.text(column, row, f"{value:.1f}", ha="center", va="center", color=color, fontsize=9)
    axes.set_xticks(range(n), tournament.names, rotation=30, ha="right")
    axes.set_yticks(range(n), tournament.names)
    axes.set_xlabel("against" if tournament.players == 2 else f"against {tournament.players - 1} of")
    label = (
        f"{tournament.unit}s won by the row's agent (%)" if is_share else "score less the opponent's (points per round)"
    )
    figure.colorbar(image, ax=axes, label=label)
    figure.suptitle("Who wins against whom", x=0.01, ha="left", fontsize=12)
    axes.set_title(headline(tournament), loc="left", fontsize=8, color="0.35", wrap=True)
    return figure


def plot_ratings(tournament: "Tournament") -> "Figure":
    """Draw the ratings with their intervals, the highest on top."""
    from matplotlib.figure import Figure

    from skyjo_experiments.comparison.tournament_text import headline

    ratings = tournament.ratings
    order = ratings.points.argsort(kind="stable")[::-1]
    figure = Figure(figsize=(8, 1.8 + 0.4 * len(order)), layout="constrained")
    axes = figure.subplots()
    forest(
        axes,
        [tournament.names[index] for index in order],
        np.stack([ratings.points, ratings.low, ratings.high], axis=1)[order],
    )
    axes.set_xlabel(f"rating (points above {tournament.names[0]}; 400 points are odds of 10 to 1), 95 % intervals")
    figure.suptitle("Ratings", x=0.01, ha="left", fontsize=12)
    axes.set_title(headline(tournament), loc="left", fontsize=8, color="0.35", wrap=True)
    return figure

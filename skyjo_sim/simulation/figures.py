"""Figures of a run: the distribution of scores, and doubling by lead."""

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.engines import engine_of
from skyjo_sim.kernels.cards import HIDDEN_POINTS
from skyjo_sim.simulation.measures import estimate_share

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from skyjo_sim.rules import Rules
    from skyjo_sim.simulation.result import SimulationResult

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C6D31")
"""Okabe and Ito's palette (colour-blind safe), one more for eight agents."""
STYLES = ("-", "--", "-.", ":")
_BIN = 4
_SCORE_BIN = 2  # doubled scores are even: single points would show a comb
_FEWEST_ENDINGS = 20


def _axes(result: "SimulationResult", title: str, x_label: str, y_label: str) -> "tuple[Figure, Axes]":
    """Return a figure of its own canvas, so that pyplot and a notebook's state are left alone; the run is named in it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.subplots()
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    plan = result.plan
    run = f"{result.n_rounds:,} rounds, {plan.rules}, seed {plan.seed}"
    axes.set_title("\n".join(textwrap.wrap(run, 110)), loc="left", fontsize=8, color="0.35")
    axes.set_xlabel(textwrap.fill(x_label, 105))
    axes.set_ylabel(y_label)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    return figure, axes


def _note_of_ends(values: "pd.Series", held: range) -> str:
    """Return what a label says where something was counted at an end of a distribution."""
    ends = [str(end) for end in (held[0], held[-1]) if (values == end).any()]
    return f"; what lies beyond {' and '.join(ends)} is counted there" if ends else ""


def plot_scores(result: "SimulationResult") -> "Figure":
    """Draw the share of rounds by score, one line per agent."""
    frame = result.scores
    ends = _note_of_ends(frame["score"], engine_of(result.plan.rules).scores)
    figure, axes = _axes(result, "Scores by agent", f"score of a round (points, bins of 2{ends})", "rounds (%)")
    for position, summary in enumerate(result.summaries):
        own = frame[frame["position"] == position]
        if own.empty:
            continue
        counts = own.groupby(own["score"] // _SCORE_BIN)["count"].sum()
        counts = counts.reindex(range(counts.index.min() - 1, counts.index.max() + 2), fill_value=0)
        scores = counts.index.to_numpy() * _SCORE_BIN + (_SCORE_BIN - 1) / 2
        share = 100 * counts.to_numpy() / max(counts.sum(), 1)
        mean = summary.estimates["mean_score"]
        axes.step(
            scores,
            share,
            where="mid",
            color=COLORS[position],
            linestyle=STYLES[position % len(STYLES)],
            label=f"{summary.name}: mean {mean.mean:.1f} [{mean.low:.1f}, {mean.high:.1f}]",
        )
        axes.axvline(mean.mean, color=COLORS[position], alpha=0.4, linewidth=1)
    axes.set_ylim(bottom=0)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, title="agent and 95 % interval")
    return figure


def _points_in_lead(rules: "Rules") -> str:
    """Return what a player's points are in a lead."""
    points = f"visible cards + {HIDDEN_POINTS} per hidden card"
    return f"{points} + {rules.unused_action_penalty} per action card" if isinstance(rules, ActionRules) else points


def plot_doubling(result: "SimulationResult") -> "Figure":
    """Draw the share of enders that were penalised by the lead they ended with, with 95 % intervals."""
    frame = result.leads
    ends = _note_of_ends(frame["lead"], engine_of(result.plan.rules).leads)
    figure, axes = _axes(
        result,
        "Doubling by lead",
        f"lead when ending the round (points; best other player's {_points_in_lead(result.plan.rules)}, minus own{ends})",
        "enders penalised (%)",
    )
    for position, summary in enumerate(result.summaries):
        own = frame[frame["position"] == position].assign(bin=lambda rows: rows["lead"] // _BIN)
        bins = own.groupby("bin")[["ended", "doubled"]].sum()
        bins = bins[bins["ended"] >= _FEWEST_ENDINGS]
        if bins.empty:
            continue
        estimates = [
            estimate_share(np.array([doubled, ended, doubled, doubled, ended]), int(ended))
            for ended, doubled in bins.to_numpy()
        ]
        centers = bins.index.to_numpy() * _BIN + (_BIN - 1) / 2
        shares = np.array([estimate.mean for estimate in estimates])
        below = shares - [estimate.low for estimate in estimates]
        above = np.array([estimate.high for estimate in estimates]) - shares
        axes.errorbar(
            centers,
            100 * shares,
            yerr=100 * np.abs(np.array([below, above])),
            color=COLORS[position],
            marker="osD^vPX*"[position],
            markersize=4,
            linewidth=1,
            linestyle=STYLES[position % len(STYLES)],
            label=f"{summary.name} ({int(bins['ended'].sum()):,} rounds ended)",
        )
    axes.axvline(0, color="0.4", linewidth=1)
    axes.set_ylim(-2, 102)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False)
    else:
        note = f"too few rounds: a point needs {_FEWEST_ENDINGS} rounds ended with a lead within {_BIN} points"
        axes.text(0.5, 0.5, note, ha="center", transform=axes.transAxes)
    return figure

"""Which part of the expert gives how much.

Question: From a simple rule to the expert, how much does each idea give, and what does the expert lose without it?

Design: The expert's weights are switched on in groups, one after the other: first the plain expectation (``greedy``: each
turn is valued by the points that show, a hidden card counted as the mean of the unseen), then the worth of pairs, the hope
for hidden cards, the discount on high cards that will be replaced, denial, and what it minds when it ends the round. With
the last group it is the expert. Besides, one group at a time is switched off, the others as they are. Every player plays
games alone among copies of an opponent, on the same deals, from every seat; gains are paired differences by deal. The
weights were tuned together, so that a part which is switched off takes its partners out of tune: gains depend on the order
and do not add up to losses. p is adjusted for all contrasts together (Holm); the unit is the deal.

How to read it: Filled points are steps: points per round gained over the step below. Open points are what the expert loses
without the part, in points per round. The bars are 95 % intervals; one that holds 0 means that no difference was found.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_agents.one_ply.weights import Weights
from skyjo_experiments.comparison.settings import as_agent
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text, texts
from skyjo_experiments.figures import COLORS, caption_of, new_figure
from skyjo_experiments.questions._columns import points, share
from skyjo_experiments.questions._duplicates import play_against, row_of, with_adjusted_p
from skyjo_experiments.questions._variants import variant_of
from skyjo_experiments.statistics.many import SIGNIFICANT
from skyjo_sim import Rules
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

UNIT = "deals"
PARTS = {
    "pairs": ("pair", "pair_points"),
    "hope": ("hope", "hope_per_turn", "hope_per_hidden", "haste"),
    "discount": ("discount",),
    "denial": ("denial",),
    "closing": ("risk", "end", "end_per_hidden"),
}
"""The groups of weights in the order in which they are switched on."""
EXPERT = "expert"
STEP, WITHOUT = "step", "without"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsSettings(Settings):
    """Settings: where the ladder begins, the opponents, at which tables, how many deals."""

    baseline: str = text("cutoff(2)")
    opponents: tuple[str, ...] = texts(("cutoff(2)", "expert"))
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    n_deals: int = integer(300, 2, 10**6)


QUICK = PartsSettings()
FULL = PartsSettings(n_deals=3_500)


def steps_of(expert: str | Agent) -> dict[str, Agent]:
    """Return the players from ``greedy`` to the expert, by the part that was switched on last."""
    return {name: _without(expert, list(PARTS)[number:]) for number, name in enumerate(("greedy", *PARTS))}


def ablations_of(expert: str | Agent) -> dict[str, Agent]:
    """Return the expert without each part."""
    return {name: _without(expert, [name]) for name in PARTS}


def _without(expert: str | Agent, parts: list[str]) -> Agent:
    off = Weights()
    changes = {name: getattr(off, name) for part in parts for name in PARTS[part]}
    return variant_of(expert, **changes) if parts else make_agents(expert)[0]


def run(
    settings: PartsSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per opponent, table and player: the steps of the ladder, and the expert without each part."""
    stages = Stages(len(settings.opponents) * len(settings.players), on_progress)
    steps = {settings.baseline: as_agent("baseline", settings.baseline), **steps_of(EXPERT)}
    ablations = ablations_of(EXPERT)
    agents = [*steps.values(), *ablations.values()]
    with Rows() as rows:
        for name in settings.opponents:
            for players in settings.players:
                update = stages.begin(f"against {name}, {players} players")
                sums = play_against(
                    agents,
                    as_agent("opponent", name),
                    Rules(players=players),
                    n_deals=settings.n_deals,
                    seed=seed,
                    workers=workers,
                    on_progress=update,
                )
                place = {"opponent": name, "players": players}
                last = len(steps) - 1
                for number, step in enumerate(steps):
                    base = sums[number - 1] if number else None
                    rows.add(place | {"kind": STEP, "name": step} | row_of(sums[number], base))
                for number, part in enumerate(ablations, last + 1):
                    rows.add(place | {"kind": WITHOUT, "name": part} | row_of(sums[number], sums[last]))
    return with_adjusted_p(rows.frame())


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return steps and losses per opponent and table."""
    found = {}
    titles = {
        STEP: "Step by step, alone among {} with {} players (gains: over the line above; ahead: points per round; p by Holm)",
        WITHOUT: "The expert without a part, alone among {} with {} players (gains: over the whole expert; p by Holm)",
    }
    for (opponent, players, kind), rows in frame.groupby(["opponent", "players", "kind"], sort=False):
        shown = [name for name in rows.columns if name not in ("opponent", "players", "kind")]
        found[titles[str(kind)].format(opponent, players)] = rows[shown]
    return found


def answer(frame: "pd.DataFrame") -> str:
    """Return what each step gives and what is missed most, per opponent and table."""
    return "\n".join(
        _sentence(opponent, players, rows)
        for (opponent, players), rows in frame.groupby(["opponent", "players"], sort=False)
    )


def _sentence(opponent: str, players: int, rows: "pd.DataFrame") -> str:
    steps = list(rows[rows["kind"] == STEP].itertuples())
    found = ", ".join(f"{row.name} {points(row, 'ahead_gain', '+.2f')}{_doubt(row)}" for row in steps[1:])
    losses = rows[rows["kind"] == WITHOUT].sort_values("ahead_gain")
    worst = next(losses.itertuples())
    idle = ", ".join(losses.loc[losses["p"] >= SIGNIFICANT, "name"])
    note = f" Without {idle} no certain loss was found." if idle else ""
    return (
        f"Among {opponent}, {players} players, points per round gained step by step from {steps[0].name}: {found}. "
        f"The expert wins {share(steps[-1], 'won')} of games (even: {1 / players:.1%}) and misses {worst.name} most: "
        f"{points(worst, 'ahead_gain', '+.2f')} points without it{_doubt(worst)}.{note}"
    )


def _doubt(row: Any) -> str:
    return "" if row.p < SIGNIFICANT else " (not certain)"


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the gains of steps and the losses without parts, by opponent and table."""
    groups = list(frame.groupby(["opponent", "players"], sort=False))
    notes = "filled: gained over the step below; open: the expert without the part"
    labels = [f"among {opponent}, {players} players" for (opponent, players), _ in groups]
    figure, panels = new_figure(
        "Which part of the expert gives how much", caption_of(frame, UNIT, notes), "points per round", labels
    )
    names = list(dict.fromkeys(frame.loc[frame["ahead_gain"].notna(), "name"]))
    for number, (axes, (_, rows)) in enumerate(zip(panels, groups, strict=True)):
        _draw(axes, rows, names, STEP, 0.12)
        _draw(axes, rows, names, WITHOUT, -0.12)
        axes.axvline(0, color="0.4", linewidth=1)
        axes.set_yticks(range(len(names))[::-1], names if number == 0 else [""] * len(names))
        axes.set_title(labels[number], fontsize=9)
        axes.set_ylabel("")
    return figure


def _draw(axes: "Axes", rows: "pd.DataFrame", names: list[str], kind: str, shift: float) -> None:
    chosen = rows[(rows["kind"] == kind) & rows["ahead_gain"].notna()]
    places = np.array([len(names) - 1 - names.index(name) for name in chosen["name"]]) + shift
    means, lows, highs = (chosen[f"ahead_gain{end}"].to_numpy(float) for end in ("", "_low", "_high"))
    color = COLORS[0 if kind == STEP else 1]
    axes.errorbar(
        means,
        places,
        xerr=np.abs(np.nan_to_num(np.stack([means - lows, highs - means]))),
        fmt="o" if kind == STEP else "s",
        color=color,
        markerfacecolor=color if kind == STEP else "white",
        markersize=5,
        capsize=3,
    )

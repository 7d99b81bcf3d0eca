"""What it is worth to know cards.

Question: What are counting cards, a perfect memory and a look at hidden cards worth, and so how much of Skyjo is luck that
no attention can beat?

Design: Two ladders of players that differ in what they know. Counting: ``cutoff(2)`` looks at its own cards only.
``counting(in_view)`` is the expert with the chances of the deck less the cards that lie face up now, as somebody has them who
looks round the table but has not watched the discards; ``counting(nothing)`` has those of the full deck, whatever it has
seen; the expert counts all cards that were seen. Seeing: ``statistician`` plays simpler than the expert and knows what
everybody knows; the seers play like it, but see their own hidden cards, or all on the table. They are no players but bounds:
nobody sees through cards. Each plays games alone among copies of an opponent, on the same deals, from every seat, and every
step of a ladder is the paired difference to the step below. p is adjusted for all steps together (Holm); the unit is the
deal.

How to read it: Points per round by which each player is ahead of its opponents; a number is what it gains over the player
below. The first step of counting, from a simple rule to an expert, is what judgement is worth. Counting what lies in view can
be worse than counting nothing: low cards stay in the grids and high ones vanish under the discards, so that who forgets these
takes the cards still to come for higher than they are. The steps of seeing say how much is hidden: what they do not give is
the luck of the draw, which nobody can know.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.counting import counting_agent
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import COLORS, MARKERS, caption_of, new_figure
from skyjo_experiments.questions._columns import points, share
from skyjo_experiments.questions._duplicates import play_against, row_of, with_adjusted_p
from skyjo_experiments.statistics.many import SIGNIFICANT
from skyjo_sim import Rules
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from skyjo_sim.seer import Seer

UNIT = "deals"


COUNTING, SEEING = "counting", "seeing"
LADDERS = {
    COUNTING: ("cutoff(2)", "counting(in_view)", "counting(nothing)", "expert"),
    SEEING: ("statistician", "own_seer", "table_seer"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationSettings(Settings):
    """Settings: the ladders from below, the opponents, at which tables, how many deals."""

    counting: tuple[str, ...] = texts(LADDERS[COUNTING])
    seeing: tuple[str, ...] = texts(LADDERS[SEEING])
    opponents: tuple[str, ...] = texts(("cutoff(2)", "expert"))
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    n_deals: int = integer(400, 2, 10**6)


QUICK = InformationSettings()
FULL = InformationSettings(n_deals=3_000)


def run(
    settings: InformationSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per opponent, table and step of a ladder."""
    stages = Stages(len(settings.opponents) * len(settings.players), on_progress)
    ladders = {COUNTING: _made(settings.counting), SEEING: _made(settings.seeing)}
    with Rows() as rows:
        for name in settings.opponents:
            (opponent,) = make_agents(name, _OWN)
            for players in settings.players:
                update = stages.begin(f"against {name}, {players} players")
                sums = play_against(
                    [agent for ladder in ladders.values() for agent in ladder],
                    opponent,
                    Rules(players=players),
                    n_deals=settings.n_deals,
                    seed=seed,
                    workers=workers,
                    on_progress=update,
                )
                for row in _ladder_rows(ladders, sums):
                    rows.add({"opponent": name, "players": players, **row})
    return with_adjusted_p(rows.frame())


_OWN = {"counting": counting_agent}


def _made(names: tuple[str, ...]) -> "tuple[Agent | Seer, ...]":
    return make_agents(list(names), _OWN, seers=True)


def _ladder_rows(ladders: "dict[str, tuple[Agent | Seer, ...]]", sums: NDArray[np.float64]) -> list[dict[str, Any]]:
    """Return what each agent did, and how it differs from the one below."""
    found: list[dict[str, Any]] = []
    for ladder, agents in ladders.items():
        for step, agent in enumerate(agents):
            row = row_of(sums[len(found)], sums[len(found) - 1] if step else None)
            found.append({"ladder": ladder, "step": step, "agent": agent.name, **row})
    return found


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the ladders per opponent and table."""
    title = "{}, alone among {} with {} players (ahead: points per round; gains: over the line above; p by Holm)"
    left_out = ("opponent", "players", "ladder", "step")
    return {
        title.format(str(ladder).capitalize(), opponent, players): rows[
            [name for name in rows.columns if name not in left_out]
        ]
        for (opponent, players, ladder), rows in frame.groupby(["opponent", "players", "ladder"], sort=False)
    }


def answer(frame: "pd.DataFrame") -> str:
    """Return what each step is worth against the strongest opponent, and what the tops of the ladders win."""
    opponent = frame["opponent"].iloc[-1]
    return "\n".join(
        _sentence(opponent, int(players), list(rows.sort_values("step").itertuples()))
        for (players, _), rows in frame[frame["opponent"] == opponent].groupby(["players", "ladder"], sort=False)
    )


def _sentence(opponent: str, players: int, steps: list[Any]) -> str:
    gains = ", ".join(
        f"{row.agent} {points(row, 'ahead_gain', '+.2f')}" + ("" if row.p < SIGNIFICANT else " (not certain)")
        for row in steps[1:]
    )
    bottom, top = steps[0], steps[-1]
    return (
        f"Among {opponent}, {players} players, points per round gained over the step below, from {bottom.agent} up: {gains}. "
        f"Of games {bottom.agent} wins {share(bottom, 'won')} and {top.agent} {share(top, 'won')} (even: {1 / players:.1%})."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw points ahead of each player, by opponent and table; the numbers are the gains over the player below."""
    notes = "one player alone among copies of the opponent; numbers: gained over the player below"
    opponents = list(dict.fromkeys(frame["opponent"]))
    labels = [f"among {opponent}" for opponent in opponents]
    figure, panels = new_figure(
        "What it is worth to know cards", caption_of(frame, UNIT, notes), "points ahead per round", labels
    )
    names = list(dict.fromkeys(frame["agent"]))
    for axes, opponent in zip(panels, opponents, strict=True):
        tables_of = list(frame[frame["opponent"] == opponent].groupby("players", sort=False))
        for number, (players, rows) in enumerate(tables_of):
            _draw(axes, rows, names, 0.16 * ((len(tables_of) - 1) / 2 - number), f"{players} players", number)
        axes.axvline(0, color="0.4", linewidth=1)
        axes.set_yticks(range(len(names)), names if axes is panels[0] else [""] * len(names))
        axes.set_ylim(-0.5, len(names) - 0.5)
        axes.set_title(f"among {opponent}", fontsize=10)
        axes.set_ylabel("")
        axes.margins(x=0.15)
    panels[0].legend(frameon=False, fontsize=9, loc="upper left")
    return figure


def _draw(axes: "Axes", rows: "pd.DataFrame", names: list[str], shift: float, label: str, number: int) -> None:
    means, lows, highs = (rows[f"ahead{end}"].to_numpy(float) for end in ("", "_low", "_high"))
    places = np.array([names.index(name) for name in rows["agent"]]) + shift
    ends = np.abs(np.nan_to_num(np.stack([means - lows, highs - means])))
    style: dict[str, Any] = {"color": COLORS[number], "marker": MARKERS[number], "markersize": 5, "capsize": 3}
    axes.errorbar(means, places, xerr=ends, linestyle="none", label=label, **style)
    for mean, place, gained in zip(means, places, rows["ahead_gain"], strict=True):
        if np.isfinite(gained):
            is_above = shift >= 0
            axes.annotate(
                f"{gained:+.2f}",
                (mean, place),
                xytext=(0, 4 if is_above else -4),
                textcoords="offset points",
                ha="center",
                va="bottom" if is_above else "top",
                fontsize=8,
                color=COLORS[number],
            )

"""Where to turn the first two cards.

Question: Should the two opening cards be turned in one column or in two?

Design: A player who opens otherwise than all the rest sits alone among them: one column among players who open in two, and
two columns among players who open in one. Apart from the opening all play alike. Every deal is played from every seat; the
unit of an interval is the deal. A player who plays like the others is 0 points ahead on average, so what is measured is the
difference that the opening makes. Both cards are chosen before either is seen. p-values are adjusted by Holm's method for
the number of comparisons.

How to read it: Left, points per round by which opening in one column puts a player ahead of the others: below 0 one column
is the worse opening. Right, the share of rounds won more or less than an even share, in percentage points. The two lines are
the two tables: the others open in two columns, or in one, which is the same with two players.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._contests import play_alone_among
from skyjo_experiments.questions._variants import variant_of
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.statistics.many import SIGNIFICANT, adjust_by_holm, p_value

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
OTHERS = {"two columns": 1.0, "one column": 0.0}
"""How the others open, and their weight `spread_opening`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningSettings(Settings):
    """Settings: one-ply agents, tables, rounds of each comparison."""

    agents: tuple[str, ...] = texts(("expert",))
    players: tuple[int, ...] = integers((2, 3, 4, 8), 2, 8, 7)
    n_rounds: int = integer(4_000, 16, 10**8)


QUICK = OpeningSettings()
FULL = OpeningSettings(agents=("expert", "columns(1)"), n_rounds=45_000)


def run(
    settings: OpeningSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players and opening of the others."""
    stages = Stages(len(settings.agents) * sum(len(_tables(players)) for players in settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                for others, weight in _tables(players):
                    contested = play_alone_among(
                        variant_of(agent, spread_opening=1 - weight),
                        variant_of(agent, spread_opening=weight),
                        players=players,
                        n_rounds=settings.n_rounds,
                        seed=seed,
                        workers=workers,
                        on_progress=stages.begin(f"{agent}, {players} players, the others open in {others}"),
                    )
                    sign = 1 if others == "two columns" else -1
                    ahead, won = (estimate_deals(sign * values) for values in (contested.ahead, contested.won))
                    row: dict[str, Any] = {"agent": agent, "players": players, "others": others}
                    row |= {"n": contested.ahead.size} | columns_of("ahead", ahead)
                    row |= columns_of("more_won", won)
                    rows.add(row | {"p": p_value(ahead), "abandoned": contested.abandoned})
    frame = rows.frame()
    if not frame.empty:
        frame.insert(len(frame.columns) - 1, "p_holm", adjust_by_holm(frame["p"]))
    return frame


def _tables(players: int) -> list[tuple[str, float]]:
    """Return how the others may open; of two players each is the other's other."""
    return list(OTHERS.items())[: 1 if players == 2 else None]


def answer(frame: "pd.DataFrame") -> str:
    """Return which opening is better, for each agent, and by how much."""
    sentences = [_sentence(agent, rows) for agent, rows in frame.groupby("agent", sort=False)]
    note = "This assumes that both cards are chosen before either is seen, and that play goes on as these agents play."
    return "\n".join([*sentences, note])


def _sentence(agent: str, rows: "pd.DataFrame") -> str:
    usual = rows[rows["others"] == "two columns"]
    found = ", ".join(f"{points(row, 'ahead', '+.2f')} with {row.players} players" for row in usual.itertuples())
    is_sure = rows["p_holm"] < SIGNIFICANT
    verdicts = {
        "two columns": int((is_sure & (rows["ahead"] < 0)).sum()),
        "one column": int((is_sure & (rows["ahead"] > 0)).sum()),
    }
    better = " and ".join(f"{n} in favour of {name}" for name, n in verdicts.items() if n) or "none"
    return (
        f"{agent}: who turns two cards of one column, while the others turn theirs in two, is ahead by {found} "
        f"points per round. Of {len(rows)} comparisons {int(is_sure.sum())} show a difference that is no chance "
        f"(Holm, 5 %): {better}."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw points ahead and rounds won by the number of players."""
    labels = ["one column ahead of the others (points per round)", "more rounds won (percentage points)"]
    caption = caption_of(frame, UNIT, f"agents: {', '.join(frame['agent'].unique())}")
    figure, panels = new_figure("Opening cards in one column instead of two", caption, "players", labels)
    groups, tables = list(frame.groupby(["agent", "others"], sort=False)), sorted(set(frame["players"]))
    for number, ((agent, others), rows) in enumerate(groups):
        label = others if frame["agent"].nunique() == 1 else f"{agent}: {others}"
        places = [tables.index(players) + 0.08 * (number - (len(groups) - 1) / 2) for players in rows["players"]]
        for axes, measure, scale in zip(panels, ("ahead", "more_won"), (1.0, 100.0), strict=True):
            draw_estimates(axes, places, rows, measure, label, number, scale=scale)
    for axes in panels:
        axes.axhline(0, color="0.4", linewidth=1)
        axes.set_xticks(range(len(tables)), [str(players) for players in tables])
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(
        handles, names, loc="outside upper right", ncols=2, frameon=False, fontsize=9, title="the others open in"
    )
    return figure

"""The threshold for ending the round.

Question: You end the round as soon as that leaves you at most so many points, and never otherwise: which threshold is best,
and does it depend on what the others do?

Design: One seat ends by a threshold among others that all end by another one, by every pair of thresholds; the same seat
also plays among copies of other agents. Everybody plays alike in all else. All thresholds meet the same deals, and the own
seat moves on from deal to deal. What counts is points ahead: the mean score of the others less the own score, by round. A
smooth surface (third degree in the own threshold, second in that of the others) is fitted to the payoffs; its top for each
threshold of the others is the best answer, and the threshold that is the best answer to itself is the equilibrium. The
intervals are from a bootstrap over deals in which everything is fitted anew; those of the best answers hold for the whole
curve at once. With two players the mixture of thresholds that no threshold beats is shown besides. At some tables whole
games are played too. For comparison, the break-even own points of an expert that may end now or wait a turn are measured as
in the question "close or wait", on a smaller sample.

How to read it: Left, points ahead by the own threshold, by field. Right, the best answer to a threshold of all others, with
a band for the whole curve; where it meets the diagonal nobody gains by another threshold. A threshold is a plan for the
whole round: it must serve whatever the others' cards are, and a seat that has passed once may still end later. The break-
even point judges a single turn, after which the expert decides freely.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_experiments.endings.decisions import DECIDER
from skyjo_experiments.endings.thresholds import THRESHOLDS, ThresholdSettings, ThresholdTable
from skyjo_experiments.experiment import OnProgress, Rows, Stages
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

QUICK = ThresholdSettings()
FULL = ThresholdSettings(
    thresholds=(0, 2, 4, 6, 8, 12),
    players=(2, 3, 4, 6, 8),
    n_rounds=12_000,
    n_rounds_large=2_500,
    game_players=(2, 4),
    n_games=1_000,
    n_rounds_compared=6_000,
)


def run(
    settings: ThresholdSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return rows of the parts "payoff", "best answer", "equilibrium", "mixture", "games" and "break-even"."""
    n_cells = len(settings.thresholds) * (len(settings.thresholds) + len(settings.fields))
    n_games = len(set(settings.game_players) & set(settings.players)) * len(settings.thresholds)
    n_compared = sum(settings.compared(players, 0, None).n_stages for players in settings.players)
    n_stages = n_cells * len(settings.players) + n_games * (1 + len(settings.fields)) + n_compared
    stages = Stages(n_stages, on_progress)
    with Rows() as rows:
        for players in settings.players:
            table = ThresholdTable(settings, players, seed, workers, stages)
            for row in table.rows():
                rows.add({"part": row["part"], "players": players, **row})
    return rows.frame()


def _part(frame: "pd.DataFrame", part: str, field: str | None = None) -> "pd.DataFrame":
    chosen = frame["part"] == part
    return frame[chosen if field is None else chosen & (frame["field"] == field)]


def _by_players(rows: "pd.DataFrame") -> str:
    return ", ".join(
        f"{row.value:.1f} [{row.value_low:.1f}, {row.value_high:.1f}] with {row.players} players"
        for row in rows.itertuples()
    )


def answer(frame: "pd.DataFrame") -> str:
    """Return the equilibrium, the best thresholds in the fields, and how both compare with the break-even points."""
    balance, points = _part(frame, "equilibrium"), _part(frame, "break-even")
    fields = [field for field in _part(frame, "best answer")["field"].unique() if field != THRESHOLDS]
    answers = "; ".join(f"among {field}, {_by_players(_part(frame, 'best answer', field))}" for field in fields)
    lines = [
        f"If everybody ends by a threshold, the one that is the best answer to itself is {_by_players(balance)} (own points "
        f"at which to end as soon as possible). Against others the best threshold is, {answers}."
        if fields
        else f"If everybody ends by a threshold, the one that is the best answer to itself is {_by_players(balance)}.",
        _cost(frame) + _games(frame),
        f"The break-even own points of an expert that decides anew at every turn are {_by_players(points)}. "
        + _comparison(_part(frame, "best answer", DECIDER), points),
    ]
    return "\n".join(line for line in lines if line)


def _cost(frame: "pd.DataFrame") -> str:
    """Return what the lowest and the highest threshold cost at the smallest table, among others near the equilibrium."""
    row = _part(frame, "equilibrium").sort_values("players").iloc[0]
    table = _part(frame, "payoff", THRESHOLDS)
    table = table[table["players"] == row["players"]]
    nearest = table.loc[(table["others"] - row["value"]).abs().idxmin(), "others"]
    ends = table[table["others"] == nearest].sort_values("threshold").iloc[[0, -1]]
    shown = " and ".join(
        f"{end['value']:+.2f} [{end['value_low']:+.2f}, {end['value_high']:+.2f}] points with {end['threshold']:g}"
        for _, end in ends.iterrows()
    )
    return f"With {row['players']} players, among others that end at {nearest:g}, one is ahead per round by {shown}."


def _games(frame: "pd.DataFrame") -> str:
    """Return the games won with the lowest, the middle and the highest threshold, at the first table of games."""
    games = _part(frame, "games")
    if games.empty:
        return ""
    table = games[games["players"] == games["players"].iloc[0]]
    line = table[table["field"] == table["field"].iloc[-1]].sort_values("threshold")
    row = line.iloc[0]
    shown = ", ".join(
        f"{row['won']:.1%} [{row['won_low']:.1%}, {row['won_high']:.1%}] with {row['threshold']:g}"
        for _, row in line.iloc[[0, len(line) // 2, -1]].iterrows()
    )
    return f" Of whole games with {row['players']} players, the others being {row['field']}, it wins {shown}."


def _comparison(best: "pd.DataFrame", points: "pd.DataFrame") -> str:
    """Return where the best threshold among experts and the break-even points among them can be told apart."""
    both = best.merge(points, on="players", suffixes=("", "_other"))
    words: dict[str, list[str]] = {"higher": [], "lower": [], "not told apart": []}
    for row in both.itertuples():
        if row.value_low > row.value_high_other:
            words["higher"].append(str(row.players))
        elif row.value_high < row.value_low_other:
            words["lower"].append(str(row.players))
        elif row.value_other == row.value_other:
            words["not told apart"].append(str(row.players))
    found = "; ".join(f"{word} with {', '.join(tables)} players" for word, tables in words.items() if tables)
    return (
        f"The best threshold among {DECIDER} is {found or 'not comparable'}. They need not agree: a threshold is one "
        "plan for all of a round, whatever the others' cards; the break-even point weighs one turn and leaves the option "
        "to end later."
    )


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the best thresholds, payoffs among fields and thresholds, and games."""
    values = ["value", "value_low", "value_high"]
    best = frame[frame["part"].isin(["equilibrium", "best answer", "break-even"])]
    payoff = _part(frame, "payoff").rename(columns={name: name.replace("value", "ahead") for name in values})
    games, mixture = _part(frame, "games"), _part(frame, "mixture")
    shown = {
        "Best thresholds, equilibria, and break-even own points": best[
            ["part", "players", "field", "others", "n", *values]
        ],
        "Points ahead per round": payoff[
            ["players", "field", "others", "threshold", "n", "ahead", "ahead_low", "ahead_high", "abandoned"]
        ],
    }
    if len(mixture):
        named = mixture.rename(columns={"value": "weight_share"})
        shown["Mixture of thresholds that no threshold beats, two players"] = named[["threshold", "weight_share", "n"]]
    if len(games):
        columns = ["players", "field", "threshold", "n", "won", "won_low", "won_high", "abandoned"]
        shown["Games won (even: one in as many as there are players)"] = games[columns]
    return shown


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw payoffs by threshold at the smallest table, and the best answers with their bands."""
    first = frame["players"].min()
    caption = caption_of(_part(frame, "payoff"), "rounds", f"left: {first} players", "band: for the whole curve")
    labels = ["ahead of the others (points per round)", "best threshold (own points)"]
    figure, (left, right) = new_figure("The threshold for ending", caption, "own threshold (points)", labels)
    _draw_payoffs(left, frame[frame["players"] == first])
    answers = _part(frame, "best answer", THRESHOLDS)
    for number, (players, rows) in enumerate(answers.groupby("players", sort=False)):
        draw_estimates(right, rows["others"], rows, "value", f"{players} players", number, has_band=True)
    ends = [answers["others"].min(), answers["others"].max()]
    right.plot(ends, ends, color="0.4", linewidth=1)
    right.set_xlabel("threshold of all others (points)")
    right.legend(frameon=False, fontsize=9)
    return figure


def _draw_payoffs(axes: Any, rows: "pd.DataFrame") -> None:
    """Draw points ahead among the fields, and among others near the equilibrium."""
    payoff = _part(rows, "payoff")
    balance = float(_part(rows, "equilibrium")["value"].iloc[0])
    others = payoff["others"].dropna().unique()
    nearest = others[np.abs(others - balance).argmin()]
    lines = [(f"others end at {nearest:g}", payoff[payoff["others"] == nearest])]
    fields = payoff[payoff["field"] != THRESHOLDS]
    lines += [(f"others are {field}", line) for field, line in fields.groupby("field", sort=False)]
    for number, (label, line) in enumerate(lines):
        draw_estimates(axes, line["threshold"] + 0.15 * (number - 1), line, "value", label, number)
    axes.axhline(0, color="0.4", linewidth=1)
    axes.legend(frameon=False, fontsize=9)

"""How likely an ender is doubled.

Question: You end the round with some points: how likely is it that another player gets as low in the last turns, so that
your points are doubled, and how can you tell at the table?

Design: Rounds are played by mixed tables of agents that end at different times, by experts alone, and by a simple agent
alone. At the moment somebody has ended with more than 0 points (others are never doubled) three things foretell the
outcome: the exact chance if everybody else makes the best last turn for the own score (with two players; with more it is
taken from deals); a logistic regression on own points, lead, hidden cards of the best opponent and players; and a card to
look up, by players, lead and hidden cards. The lead is the best opponent's estimated total less the ender's points, hidden
cards counted at the mean of the unseen ones. Regression and card are fitted to the even rounds of the mixed tables;
everything is judged on odd rounds. The outcome is that of the last turns played once by the agents that sit there, on cards
dealt anew. Intervals of shares are Wilson's; a round gives one ending.

How to read it: Left, how often enders were doubled where the exact chance said so and so much, by field: on the diagonal
what is said is true; below it, the others do worse than the best last turn. Right, how often enders were doubled by lead,
by players. In the table of losses the Brier score is the mean squared distance between chance and outcome and the log loss
what a bettor loses: both the smaller the better; the first line of a field says the same chance for every ender.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.decision_rows import columns_of, mean_by_round
from skyjo_experiments.endings.doubling_models import HIDDEN_FROM, LEADS_FROM, TABLES_FROM, Card, fit_card, fit_logit
from skyjo_experiments.endings.enders import Endings, is_judged, measure_endings
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text, texts
from skyjo_experiments.figures import COLORS, caption_of, draw_estimates, new_figure
from skyjo_experiments.statistics.calibration import calibrate
from skyjo_experiments.statistics.deals import wilson
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "endings"
MIXED = "mixed"
ALL = "all"
EXACT, LOGIT, CARD, SAME = "exact chance", "logistic regression", "card", "same for all"
SMALL_RISK = 0.10
FEWEST = 50
"""Endings below which a lead is left out of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskSettings(Settings):
    """Settings: at which tables, who ends, how many rounds, and deals for the chance with more than two players."""

    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    closers: tuple[str, ...] = texts(
        ("expert", "cutoff(2)", "end_below(expert, 5)", "end_below(expert, 10)", "end_below(columns, 15)")
    )
    experts: str = text("expert")
    simple: str = text("cutoff(2)")
    n_rounds: int = integer(2_000, 20, 10**7)
    n_deals: int = integer(128, 16, 10**6)

    def rounds(self, n_casts: int) -> int:
        """Return the rounds at each of so many tables that share a number of players and a field."""
        return max(self.n_rounds // n_casts, 4)


QUICK = RiskSettings()
FULL = RiskSettings(players=(2, 3, 4, 6, 8), n_rounds=20_000, n_deals=256)


def run(
    settings: RiskSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return rows of the parts "calibration", "loss", "lead" and "card", by field and players."""
    casts: dict[str, list[tuple[str, ...]]] = {MIXED: _mixed(settings)}
    casts |= {name: [(name,)] for name in (settings.experts, settings.simple)}
    stages = Stages(2 * len(settings.players) * sum(map(len, casts.values())), on_progress)
    fields: dict[str, Endings] = {}
    with Rows() as rows:
        for name, cast in casts.items():
            parts = [
                measure_endings(
                    agents[:players],
                    players,
                    n_rounds=settings.rounds(len(cast)),
                    n_deals=settings.n_deals,
                    seed=(seed + number) % 2**64,
                    workers=workers,
                    begin=stages.begin,
                )
                for players in settings.players
                for number, agents in enumerate(cast)
            ]
            fields[name] = Endings.join(parts)
            if name == MIXED:
                models = _Models.fit(fields[name])
            n_rounds = len(settings.players) * len(cast) * settings.rounds(len(cast))
            abandoned = 1 - len(fields[name]) / n_rounds
            found = models.rows(fields[name]) + (_card_rows(models.card) if name == MIXED else [])
            for row in found:
                rows.add({"field": name, **row, "abandoned": abandoned})
    return rows.frame()


def _mixed(settings: RiskSettings) -> list[tuple[str, ...]]:
    """Return the mixed tables: the closers from each one on, in turn, so that each sits at tables of every size."""
    closers = settings.closers
    return [(closers[number:] + closers[:number]) * 8 for number in range(len(closers))]


@dataclass(frozen=True)
class _Models:
    """What foretells the outcome, fitted to the even rounds of the mixed tables."""

    share: float
    logit: Any
    card: Card

    @classmethod
    def fit(cls, endings: Endings) -> "_Models":
        """Fit to the even rounds."""
        part = endings.select(~is_judged(endings.units) & (endings.points > 0))
        return cls(float(part.doubled.mean()), fit_logit(part), fit_card(part))

    def rows(self, endings: Endings) -> list[dict[str, Any]]:
        """Return how everything does on the odd rounds of a field."""
        judged = endings.select(is_judged(endings.units) & (endings.points > 0))
        chances = {
            SAME: np.full(len(judged), self.share),
            EXACT: np.clip(judged.chances, 0, 1),
            LOGIT: self.logit.predict(judged),
            CARD: self.card.predict(judged),
        }
        rows = [row for name in chances if name != SAME for row in _calibration_rows(name, chances[name], judged)]
        tables = {ALL: np.ones(len(judged), np.bool_)}
        tables |= {str(players): judged.players == players for players in np.unique(judged.players)}
        for players, where in tables.items():
            rows += [_loss_row(name, chance[where], judged.select(where), players) for name, chance in chances.items()]
        return rows + _lead_rows(judged)


def _calibration_rows(model: str, chances: NDArray[np.float64], judged: Endings) -> list[dict[str, Any]]:
    """Return what was said against what came, in bins of a tenth."""
    return [
        {
            "part": "calibration",
            "players": ALL,
            "model": model,
            "n": found.n,
            "said_share": found.predicted,
            "doubled": found.observed,
            "doubled_low": found.low,
            "doubled_high": found.high,
        }
        for found in calibrate(chances, judged.doubled)
    ]


def _loss_row(model: str, chances: NDArray[np.float64], judged: Endings, players: str) -> dict[str, Any]:
    """Return a model's losses, and its mean chance against the share that was doubled."""
    happened = judged.doubled.astype(np.float64)
    kept = np.clip(chances, 1e-3, 1 - 1e-3)
    units = np.arange(len(judged))
    logs = -(happened * np.log(kept) + (1 - happened) * np.log(1 - kept))
    row = {"part": "loss", "players": players, "model": model, "n": len(judged)}
    row |= _share_columns(int(happened.sum()), len(judged)) | {"said_share": float(chances.mean())}
    row |= columns_of("brier", mean_by_round((chances - happened) ** 2, units))
    return row | columns_of("log_loss", mean_by_round(logs, units))


def _share_columns(k: int, n: int) -> dict[str, float]:
    low, high = wilson(k / n, n) if n else (np.nan, np.nan)
    return columns_of("doubled", Estimate(k / n if n else np.nan, np.nan, low, high))


def _lead_rows(judged: Endings) -> list[dict[str, Any]]:
    """Return how often enders were doubled by lead, for each number of players."""
    rows = []
    lines = np.searchsorted(np.array(LEADS_FROM), judged.lead, side="right") - 1
    for players in np.unique(judged.players):
        for line in range(len(LEADS_FROM)):
            where = (judged.players == players) & (lines == line)
            n = int(np.count_nonzero(where))
            if n:
                row = {"part": "lead", "players": str(players), "model": "", "lead_from": LEADS_FROM[line], "n": n}
                k, lead = int(judged.doubled[where].sum()), float(judged.lead[where].mean())
                rows.append(row | {"lead": lead} | _share_columns(k, n))
    return rows


def _card_rows(card: Card) -> list[dict[str, Any]]:
    """Return the card's cells that have endings."""
    rows = []
    for table, line, column in np.argwhere(card.counts > 0).tolist():
        n, k = int(card.counts[table, line, column]), int(card.doubled[table, line, column])
        row = {"part": "card", "players": _span(TABLES_FROM, table, 8), "model": CARD, "n": n}
        row |= {"lead_from": LEADS_FROM[line], "hidden": _span(HIDDEN_FROM, column, 12)}
        rows.append(row | {"said_share": float(card.chances[table, line, column])} | _share_columns(k, n))
    return rows


def _span(lowest: tuple[int, ...], place: int, most: int) -> str:
    """Return a bin as text: "2", "3 to 4"."""
    last = lowest[place + 1] - 1 if place + 1 < len(lowest) else most
    return str(last) if last == lowest[place] else f"{lowest[place]} to {last}"


def _losses(frame: "pd.DataFrame", field: str) -> "pd.DataFrame":
    chosen = (frame["part"] == "loss") & (frame["field"] == field) & (frame["players"] == ALL)
    return frame[chosen].set_index("model")


def _share(row: Any) -> str:
    return f"{row['doubled']:.1%} [{row['doubled_low']:.1%}, {row['doubled_high']:.1%}]"


def _points(row: Any) -> str:
    return f"{row['brier']:.4f} [{row['brier_low']:.4f}, {row['brier_high']:.4f}]"


def answer(frame: "pd.DataFrame") -> str:
    """Return how often enders are doubled, how well that can be foretold, and which lead is safe."""
    fields = list(frame["field"].unique())
    mixed = _losses(frame, MIXED)
    models = ", ".join(f"{_points(mixed.loc[name])} with the {name}" for name in (EXACT, LOGIT, CARD))
    said = " and ".join(
        f"{found['said_share']:.1%} {_field(field)}, where {_share(found)} were"
        for field, found in ((field, _losses(frame, field).loc[EXACT]) for field in fields)
    )
    return (
        f"At mixed tables, {_share(mixed.loc[EXACT])} of the enders with more than 0 points were doubled "
        f"({mixed.loc[EXACT]['n']:,} endings that nothing was fitted to). "
        f"The mean squared error of foretelling it was {_points(mixed.loc[SAME])} with the same chance for all, {models}.\n"
        f"The exact chance assumes the best last turn of everybody else; on average it said {said}.\n"
        f"At mixed tables the risk is at most {SMALL_RISK:.0%} {_safe_leads(frame)}."
    )


def _field(name: str) -> str:
    return "at mixed tables" if name == MIXED else f"among copies of {name}"


def _safe_leads(frame: "pd.DataFrame") -> str:
    """Return from which lead on the risk is certainly small, by players: the upper ends of its intervals are."""
    rows = frame[(frame["part"] == "lead") & (frame["field"] == MIXED)]
    found: dict[str, list[str]] = {}
    for players, table in rows.groupby("players", sort=False):
        risky = table.loc[(table["doubled_high"] > SMALL_RISK) & (table["n"] >= FEWEST), "lead_from"]
        safe = table.loc[table["lead_from"] > (risky.max() if len(risky) else -np.inf), "lead_from"]
        lead = f"from a lead of {safe.min():g} on" if len(safe) else "at no lead that was seen"
        found.setdefault(lead, []).append(str(players))
    return "; ".join(f"{lead} with {', '.join(tables)} players" for lead, tables in found.items())


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the losses, the card, and the calibration of the exact chance."""
    shares = ["said_share", "doubled", "doubled_low", "doubled_high", "n"]
    loss = [f"{name}{end}" for name in ("brier", "log_loss") for end in ("", "_low", "_high")]
    parts = {part: frame[frame["part"] == part] for part in ("loss", "card", "calibration")}
    return {
        "Losses (said: mean chance; brier and log loss: the smaller the better)": parts["loss"][
            ["field", "players", "model", *loss, *shares]
        ],
        "Card: how often an ender with this lead was doubled, by hidden cards of the best opponent": parts["card"][
            ["players", "lead_from", "hidden", *shares]
        ],
        "Calibration: what was said, and what came": parts["calibration"][["field", "model", *shares]],
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the calibration of the exact chance, and doubling by lead."""
    drawn = frame[frame["part"].isin(["lead", "calibration"])]
    caption = caption_of(drawn, UNIT, "enders with more than 0 points; right: mixed tables")
    labels = ["enders doubled (%)", "enders doubled (%)"]
    figure, (left, right) = new_figure("How likely an ender is doubled", caption, "exact chance said (%)", labels)
    left.plot([0, 100], [0, 100], color="0.4", linewidth=1)
    said = frame[(frame["part"] == "calibration") & (frame["model"] == EXACT)]
    for number, (field, rows) in enumerate(said.groupby("field", sort=False)):
        draw_estimates(left, 100 * rows["said_share"], rows, "doubled", f"{field}", number, scale=100)
    leads = frame[(frame["part"] == "lead") & (frame["field"] == MIXED)]
    for number, (players, rows) in enumerate(leads.groupby("players", sort=False)):
        draw_estimates(right, rows["lead"], rows, "doubled", f"{players} players", number, scale=100)
    right.set_xlabel("lead over the best opponent (points)")
    right.axhline(100 * SMALL_RISK, color=COLORS[6], linewidth=1, linestyle=":")
    for axes in (left, right):
        axes.set_ylim(-2, 102)
        axes.legend(frameon=False, fontsize=9)
    return figure

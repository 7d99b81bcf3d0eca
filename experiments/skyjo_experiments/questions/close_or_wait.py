"""End the round now, or wait a turn.

Question: You have one hidden card left and a drawn card in hand, and nobody has ended the round. When is it better to put
the card on the hidden one and end the round, and when to put it on your highest card and go on?

Design: An expert plays among copies of another agent (the field), and all its decisions of this kind are collected from
whole rounds. Each is played to the end of the round in both ways, on the same re-deals of all that the expert does not
know, the agents going on; the expert may end at a later turn. What counts is points ahead: the mean score of the others
less the own score. Own points are those that ending now would leave. The lead is the best opponent's estimated total less
the own points, its hidden cards counted at the mean of the unseen ones. Left out are decisions with more than 24 points or
an opponent more than 12 points better, where nobody should end. A break-even point is where the gain from ending passes
zero, by a local parabola (tricube weights, 9 points to each side, 13 for the lead); its interval is a bootstrap over
rounds. Rules of thumb are found on the even rounds of all fields together and judged on the odd ones. Regret is what a rule
loses against the better of both ways; the better way is what a surface fitted to the even rounds and one half of a
position's own re-deals suggest, judged by the other half, and the reverse.

How to read it: Top, points gained by ending now, by own points and lead: blue cells say end, red cells say wait, and the
line is where both are equal. Below, the break-even own points and the break-even lead by the number of players, one line
for each field. With fewer points than the first, or more lead than the second, ending gains on average. All this holds for
an expert that decides and goes on as it does, in fields of these agents; break-even by one number leaves the other as it
comes.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.decision_figure import draw_decisions
from skyjo_experiments.endings.decision_rows import bin_rows, columns_of, make_row, map_rows, mean_by_round
from skyjo_experiments.endings.decisions import DECIDER, Decisions, DecisionSearch
from skyjo_experiments.endings.rules_of_thumb import KINDS, Rule, best_ways, find_rule, regrets_of, split
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of
from skyjo_experiments.statistics.break_even import WINDOW, break_even
from skyjo_experiments.statistics.deals import estimate_deals

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "decisions"
ALL_FIELDS = "all fields"
FOR_ALL = {"two numbers": "two numbers, all tables", "lead by points": "lead by points, all tables"}
"""Rules that are the same at all tables, which count alike when they are sought."""

NEVER = "never end here"
ANSWERS = f"{DECIDER}'s own answers"

LEAD_WINDOW = 13.0
"""The gain rises more slowly with the lead than it falls with own points: the fit looks further."""

_SMALL_TABLE = 4
HIDDEN_GROUPS = {"0 or 1": (0, 1), "2 or 3": (2, 3), "4 or more": (4, 12)}


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitSettings(Settings):
    """Settings: at which tables, among whom, how many rounds to search and re-deals of each decision."""

    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    fields: tuple[str, ...] = texts(("cutoff(2)", "end_below(columns, 6)", "expert"))
    n_rounds: int = integer(1_500, 10, 10**7)
    n_rounds_large: int = integer(200, 10, 10**7)
    n_deals: int = integer(6, 2, 10**6)

    def search(self, players: int, others: str, seed: int, workers: int | None) -> DecisionSearch:
        """Return the search of one table; those of more than four players have a number of rounds of their own."""
        n_rounds = self.n_rounds if players <= _SMALL_TABLE else self.n_rounds_large
        return DecisionSearch(
            others=others, players=players, n_rounds=n_rounds, n_deals=self.n_deals, seed=seed, workers=workers
        )


QUICK = WaitSettings()
FULL = WaitSettings(players=(2, 3, 4, 6, 8), n_rounds=90_000, n_rounds_large=4_000, n_deals=4)


def run(
    settings: WaitSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return rows of the parts "own points", "lead", "map", "break-even" and "rule", by players and field."""
    searches = {
        players: {others: settings.search(players, others, seed, workers) for others in settings.fields}
        for players in settings.players
    }
    n_stages = sum(search.n_stages for table in searches.values() for search in table.values())
    stages = Stages(n_stages, on_progress)
    tables: dict[int, Decisions] = {}
    with Rows() as rows:
        for players, table in searches.items():
            fields = []
            for others, search in table.items():
                fields.append(search.measure(stages.begin))
                _add(rows, _field_rows(fields[-1]), players, others)
            joined = tables[players] = Decisions.join(fields)
            _add(rows, [*map_rows(joined), *_hidden_rows(joined), *_rule_rows(joined)], players, ALL_FIELDS)
        even = [split(found)[0] for found in tables.values()]
        together = Decisions.join([replace(found, gains=found.gains / len(found)) for found in even if len(found)])
        for players, found in tables.items():
            judge = _Judge.of(found)
            shared = [judge.row(find_rule(kind, together), name) for kind, name in FOR_ALL.items()]
            _add(rows, shared, players, ALL_FIELDS)
    return rows.frame()


def _add(rows: Rows, found: list[dict[str, Any]], players: int, field: str) -> None:
    for row in found:
        rows.add({"part": row["part"], "players": players, "field": field, **row})


def _field_rows(found: Decisions) -> list[dict[str, Any]]:
    """Return the curves and the break-even points of one field."""
    gains = found.gains.mean(axis=0)
    rows = [*bin_rows(found, "own points", found.own), *bin_rows(found, "lead", found.lead)]
    points: list[tuple[str, NDArray[np.float64], NDArray[np.float64], bool]] = [
        ("own points", found.own, gains, False),
        ("lead", found.lead, gains, True),
        ("own points, own score only", found.own, found.saved.mean(axis=0), False),
    ]
    for name, measure, gain, is_rising in points:
        window = LEAD_WINDOW if is_rising else WINDOW
        crossing = break_even(measure, gain, found.units, is_rising=is_rising, window=window)
        rows.append(make_row("break-even", found, name, crossing))
    return rows


def _hidden_rows(found: Decisions) -> list[dict[str, Any]]:
    """Return the break-even leads by the hidden cards of the best opponent."""
    rows = []
    for name, (low, high) in HIDDEN_GROUPS.items():
        part = found.select((found.hidden >= low) & (found.hidden <= high))
        crossing = break_even(part.lead, part.gains.mean(axis=0), part.units, is_rising=True, window=LEAD_WINDOW)
        rows.append(make_row("break-even", part, f"lead, best opponent with {name} hidden", crossing))
    return rows


def _rule_rows(found: Decisions) -> list[dict[str, Any]]:
    """Return the best rule of each kind with its regret on other rounds, and the expert's own answers."""
    judge, searched = _Judge.of(found), split(found)[0]
    rows = [judge.row(find_rule(kind, searched), kind) for kind in KINDS]
    return [*rows, judge.row(Rule(NEVER, most=-np.inf), NEVER), judge.answers()]


@dataclass(frozen=True, slots=True)
class _Judge:
    """Decisions of rounds that no rule was found on, and the better way in each."""

    decisions: Decisions
    best: NDArray[np.bool_]

    @classmethod
    def of(cls, found: Decisions) -> Self:
        searched, judged = split(found)
        return cls(judged, best_ways(searched, judged))

    def row(self, rule: Rule, name: str) -> dict[str, Any]:
        """Return a row with a rule's numbers and its regret."""
        numbers = {"most_points": rule.most, "least_lead": rule.least, "slope": rule.slope}
        row = self._row(regrets_of(self.decisions, rule.ends(self.decisions), self.best), name)
        return row | {key: float(number) if np.isfinite(number) else np.nan for key, number in numbers.items()}

    def answers(self) -> dict[str, Any]:
        """Return a row with the regret of what the expert answers; below 0 where it knows a third, better way."""
        nothing = np.zeros(len(self.decisions), np.bool_)
        regrets = regrets_of(self.decisions, nothing, self.best) - self.decisions.answered
        return self._row(regrets, ANSWERS)

    def _row(self, regrets: NDArray[np.float64], name: str) -> dict[str, Any]:
        """Return a row with the regret by decision, and by round: that of all its decisions together."""
        found = self.decisions
        row = make_row("rule", found, name, mean_by_round(regrets, found.units))
        rounds = np.bincount(found.units // 2, regrets, found.n_rounds // 2) / found.n_tables
        return row | columns_of("per_round", estimate_deals(rounds))


def _shown(row: Any, name: str = "value", form: str = ".1f") -> str:
    """Return a mean with its interval."""
    mean, low, high = (format(row[f"{name}{end}"], form) for end in ("", "_low", "_high"))
    return f"{mean} [{low}, {high}]"


def _crossings(frame: "pd.DataFrame", field: str, name: str) -> "pd.DataFrame":
    chosen = (frame["part"] == "break-even") & (frame["field"] == field) & (frame["name"] == name)
    return frame[chosen & frame["value"].notna()]


def _by_players(rows: "pd.DataFrame", name: str = "value", form: str = ".1f") -> str:
    return (
        ", ".join(f"{_shown(row, name, form)} with {row['players']} players" for _, row in rows.iterrows())
        or "not found"
    )


def _named(frame: "pd.DataFrame", name: str) -> "pd.DataFrame":
    return frame[(frame["part"] == "rule") & (frame["name"] == name)]


def answer(frame: "pd.DataFrame") -> str:
    """Return the break-even points, and the rule of two numbers with what it loses."""
    fields = [field for field in frame["field"].unique() if field != ALL_FIELDS]
    main = DECIDER if DECIDER in fields else fields[-1]
    others = [row["value"] for field in fields for _, row in _crossings(frame, field, "own points").iterrows()]
    rule, line, never = (_named(frame, name) for name in (*FOR_ALL.values(), NEVER))
    first, slope = rule.iloc[0], line.iloc[0]
    return (
        f"Among copies of {main}, ending now beats waiting, on average, with fewer own points than "
        f"{_by_players(_crossings(frame, main, 'own points'))}. "
        f"By the lead alone, it takes more than {_by_players(_crossings(frame, main, 'lead'))}. "
        f"Over all fields the break-even own points lie between {min(others):.1f} and {max(others):.1f}.\n"
        f"A rule in two numbers for all tables: end if your points are at most {first['most_points']:g} and the best "
        f"opponent's estimated total is at least {first['least_lead']:g} above them. Against the better of both ways, on "
        f"rounds that it was not found on, it loses {_by_players(rule, form='.2f')}, in points per decision "
        f"(at most {_worst(rule)} per round). Another: end if your lead is at least {slope['slope']:g} times your points "
        f"{'plus' if slope['least_lead'] >= 0 else 'less'} {abs(slope['least_lead']):g}; it loses "
        f"{line['value'].min():.2f} to {line['value'].max():.2f} per decision (at most {_worst(line)} per round). "
        f"Never to end in such a decision loses {never['value'].min():.2f} to {never['value'].max():.2f}.\n"
        f"This assumes that you go on as {DECIDER} does, that the others play as in these fields, and that points of the "
        "round count, not the game."
    )


def _worst(rule: "pd.DataFrame") -> str:
    """Return the highest regret per round of a rule over the tables."""
    return _shown(rule.loc[rule["per_round"].idxmax()], "per_round", ".2f")


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return break-even points, rules, and the two curves."""
    shown = {
        "break-even": "Break-even points (nan: ending gains everywhere or nowhere)",
        "rule": "Rules: regret in points per decision and per round, on rounds that they were not found on",
        "own points": "Points gained by ending now, by own points",
        "lead": "Points gained by ending now, by lead",
    }
    return {title: _part(frame, part) for part, title in shown.items()}


def _part(frame: "pd.DataFrame", part: str) -> "pd.DataFrame":
    """Return the rows of a part, with the columns that it has, in the order in which they are read."""
    name = {"break-even": "value", "rule": "regret"}.get(part, "gain")
    columns = {f"value{end}": f"{name}{end}" for end in ("", "_low", "_high")}
    rows = frame[frame["part"] == part].sort_values("players", kind="stable")
    if part == "rule":
        numbers = ["most_points", "least_lead", "slope"]
        losses = [f"{loss}{end}" for loss in ("value", "per_round") for end in ("", "_low", "_high")]
        return rows[["players", "name", *numbers, *losses, "n", "abandoned"]].rename(columns=columns)
    key = ["name"] if part == "break-even" else ["x"]
    rows = rows[["players", "field", *key, *columns, "n", "n_deals", "abandoned"]]
    return rows.rename(columns={"x": f"{part}_from", **columns})


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the map of gains at two tables, and the break-even points by players and field."""
    return draw_decisions(frame, caption_of(frame, UNIT, f"{DECIDER} decides"))

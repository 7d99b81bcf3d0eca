"""The price of one hidden card left.

Question: What is a position worth by the number of hidden cards that are left, and what does a bad draw cost a seat that has
one hidden card left, so that turning it up ends the round?

Design: Rounds are played by one agent in all seats, and positions of seats before the end of the round are kept: at the
beginning of a turn by their hidden cards (part "value"), and with a drawn card in hand by hidden cards and card (part
"draw"), at most one of each kind from a round. Each is played to the end of the round on re-deals of all that the seat does
not know, the agents going on. In part "draw" three ways to use the card are forced on the same re-deals: to put it on the
first hidden slot, to throw it away and flip that slot, or to wait, which is to put it on the highest face-up card. With one
hidden card the first two end the round. What stands is the sum of the face-up cards, plus the mean of the unseen cards for
each hidden one; the cost is the score still to come on top of that. An interval's unit is the round that a position comes
from.

How to read it: Left, the mean score to come above what stands, by hidden cards: the lower, the better, and below 0 a seat
still improves. Right, with one hidden card left, points ahead of the others by the card drawn, for each way to use it: the
highest line is the best way, and its fall from left to right is the price of a bad draw. Points ahead are the mean score of
the others less the seat's own. All this holds for the agents that play on, not for best play.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.forks import (
    Fork,
    ForkResult,
    Positions,
    collect_positions,
    flip_hidden,
    legal_at,
    play_forks,
    put_on_hidden,
    put_on_highest,
)
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_VALUES
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "positions"
WAYS = {"put": "put it on the hidden card", "flip": "throw it away and flip", "wait": "put it on the highest card"}
CARDS = 3
"""Drawn cards are taken together in threes: -2..0, 1..3, ..., 10..12."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingSettings(Settings):
    """Settings: who plays, at which tables, how many positions and re-deals."""

    agents: tuple[str, ...] = texts(("cutoff(2)",))
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    most_hidden: int = integer(6, 1, 12)
    most_hidden_drawn: int = integer(2, 1, 12)
    n_positions: int = integer(300, 2, 10**6)
    n_deals: int = integer(50, 1, 10**6)
    n_rounds: int = integer(50_000, 1, 10**8)


QUICK = EndingSettings()
FULL = EndingSettings(agents=("expert",), players=(2, 4, 8), n_positions=500, n_deals=40, n_rounds=200_000)


def run(
    settings: EndingSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players, part, hidden cards, drawn cards and way to go on."""
    stages = Stages(4 * len(settings.agents) * len(settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                table = _Table(settings, agent, players, seed, workers, stages)
                for measure in (table.values, table.draws):
                    for measured in measure():
                        rows.add({"agent": agent, "players": players, **measured})
    return rows.frame()


@dataclass(frozen=True, slots=True)
class _Table:
    """One agent at tables of one size."""

    settings: EndingSettings
    agent: str
    players: int
    seed: int
    workers: int | None
    stages: Stages

    def values(self) -> list[dict[str, Any]]:
        """Return what positions at the beginning of a turn are worth, by hidden cards."""
        where = {"phase": SOURCE, "last_turns": 0, "own_hidden": (1, self.settings.most_hidden)}
        positions = self._collect(where, {"own_hidden": 1})
        result = self._play(positions, [Fork("go on")])
        cost = result.values("score", "go on") - _standing(positions)
        hidden = positions.feature("own_hidden")
        rows = []
        for number in np.unique(hidden):
            chosen = np.flatnonzero(hidden == number)
            row = _row("value", int(number), "", "go on", result, chosen)
            rows.append(row | _columns("cost", result.mean_of(cost, chosen)) | _columns("gain", None))
        return rows

    def draws(self) -> list[dict[str, Any]]:
        """Return what the ways to use a drawn card are worth, by hidden cards and cards drawn."""
        hidden = (1, self.settings.most_hidden_drawn)
        where = {"phase": PLACE, "last_turns": 0, "own_hidden": hidden, "drawn": (LOWEST_CARD, 12)}
        positions = self._collect(where, {"own_hidden": 1, "drawn": CARDS})
        positions = positions.select(legal_at(positions, put_on_highest(positions)))
        forks = [
            Fork("put", put_on_hidden(positions)),
            Fork("flip", flip_hidden(positions)),
            Fork("wait", put_on_highest(positions)),
        ]
        result = self._play(positions, forks)
        bins = (positions.feature("drawn") - LOWEST_CARD) // CARDS * CARDS + LOWEST_CARD
        groups = np.stack([positions.feature("own_hidden"), bins], axis=1)
        rows = []
        for number, low in np.unique(groups, axis=0).tolist():
            chosen = np.flatnonzero((groups == (number, low)).all(axis=1))
            for way in WAYS:
                row = _row("draw", number, f"{low} to {low + CARDS - 1}", way, result, chosen)
                gain = None if way == "wait" else result.estimate("ahead", way, "wait", chosen)
                rows.append(row | _columns("cost", None) | _columns("gain", gain))
        return rows

    def _collect(self, where: dict[str, Any], by: dict[str, int]) -> Positions:
        update = self.stages.begin(f"{self.agent}, {self.players} players: looking for positions")
        return Rows.whole(
            collect_positions(
                self.agent,
                where,
                by=by,
                limit=self.settings.n_positions,
                n_rounds=self.settings.n_rounds,
                players=self.players,
                seed=self.seed,
                workers=self.workers,
                on_progress=update,
            )
        )

    def _play(self, positions: Positions, forks: list[Fork]) -> ForkResult:
        update = self.stages.begin(f"{self.agent}, {self.players} players: playing {len(positions):,} positions on")
        return Rows.whole(
            play_forks(
                positions,
                forks,
                n_deals=self.settings.n_deals,
                seed=self.seed,
                workers=self.workers,
                on_progress=update,
            )
        )


def _standing(positions: Positions) -> NDArray[np.float64]:
    """Return the sum of the face-up cards, and for each hidden card the mean of the unseen ones, float64[n]."""
    unseen = COPIES - positions.games["table"]["seen"][:, :N_VALUES].astype(np.float64)
    mean = unseen @ np.arange(LOWEST_CARD, LOWEST_CARD + N_VALUES) / unseen.sum(axis=1)
    standing: NDArray[np.float64] = positions.feature("own_points") + positions.feature("own_hidden") * mean
    return standing


def _row(part: str, hidden: int, drawn: str, way: str, result: ForkResult, chosen: NDArray[np.int64]) -> dict[str, Any]:
    """Return a row without cost and gain."""
    row: dict[str, Any] = {"part": part, "hidden": hidden, "drawn": drawn, "way": way, "n": int(chosen.size)}
    row["n_deals"] = result.n_deals
    for measure in ("score", "ahead", "ended", "doubled"):
        row |= _columns(measure, result.estimate(measure, way, where=chosen))
    return row | {"abandoned": float(result.values("abandoned", way)[chosen].mean())}


def _columns(name: str, estimate: Estimate | None) -> dict[str, float]:
    mean, low, high = (np.nan,) * 3 if estimate is None else (estimate.mean, estimate.low, estimate.high)
    return {name: float(mean), f"{name}_low": float(low), f"{name}_high": float(high)}


def answer(frame: "pd.DataFrame") -> str:
    """Return the price of hidden cards and of bad draws, for each agent and table."""
    found = [
        f"{agent}, {players} players: {_value_sentence(rows[rows['part'] == 'value'])} "
        f"{_draw_sentence(rows[(rows['part'] == 'draw') & (rows['hidden'] == 1)])}"
        for (agent, players), rows in frame.groupby(["agent", "players"], sort=False)
    ]
    return "\n".join([*found, _waiting_sentence(frame[(frame["part"] == "draw") & (frame["way"] != "wait")])])


def _waiting_sentence(rows: "pd.DataFrame") -> str:
    """Return how often waiting is better than both other ways, and how often it is worse than one of them."""
    cells = rows.groupby(["agent", "players", "hidden", "drawn"])
    best, worse = int((cells["gain_high"].max() < 0).sum()), int((cells["gain_low"].max() > 0).sum())
    return (
        f"Of {cells.ngroups} groups by agent, players, hidden cards and card drawn, waiting is better than both other ways "
        f"in {best} and worse than one of them in {worse}, by intervals of paired differences; in the rest it is open."
    )


def _value_sentence(rows: "pd.DataFrame") -> str:
    found = ", ".join(
        f"{row.cost:+.1f} [{row.cost_low:+.1f}, {row.cost_high:+.1f}] with {row.hidden}"
        for row in rows.sort_values("hidden").head(3).itertuples()
    )
    return f"at the beginning of a turn the score to come is, above what stands, {found} hidden cards left."


def _draw_sentence(rows: "pd.DataFrame") -> str:
    """Return the best way with the lowest and with the highest cards, and what lies between them."""
    names = list(dict.fromkeys(rows["drawn"]))
    best = [rows[rows["drawn"] == name].nlargest(1, "ahead").iloc[0] for name in (names[0], names[-1])]
    low, high = best
    price = low["ahead"] - high["ahead"]
    half = float(np.hypot(*((row["ahead_high"] - row["ahead_low"]) / 2 for row in best)))
    ways = "; ".join(
        f"with a drawn {row['drawn']} it is best to {WAYS[row['way']]} ({row['ahead']:+.1f} points ahead "
        f"[{row['ahead_low']:+.1f}, {row['ahead_high']:+.1f}], doubled in {row['doubled']:.0%} of rounds)"
        for row in best
    )
    return (
        f"With one hidden card left: {ways}; the bad draw costs {price:.1f} ± {half:.1f} points, these agents going on."
    )


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the two parts, each with the columns that it has."""
    common = ["agent", "players", "hidden"]

    def part(name: str, columns: list[str], *measures: str) -> "pd.DataFrame":
        shown = [f"{measure}{end}" for measure in measures for end in ("", "_low", "_high")]
        return frame.loc[frame["part"] == name, [*common, *columns, "n", *shown, "abandoned"]]

    return {
        "By hidden cards at the beginning of a turn (cost: score to come above what stands)": part(
            "value", [], "cost", "score", "ahead", "ended", "doubled"
        ),
        "With a drawn card in hand (gain: points ahead, less those of waiting, on the same re-deals)": part(
            "draw", ["drawn", "way"], "ahead", "gain", "doubled"
        ),
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the cost by hidden cards, and the ways to use a drawn card with one hidden card left."""
    first = frame.iloc[0]
    notes = f"right: {first['agent']}, {first['players']} players"
    caption = caption_of(frame, UNIT, notes, f"{first['n_deals']} re-deals each")
    labels = ["score to come above what stands (points)", "ahead of the others (points per round)"]
    figure, (left, right) = new_figure("The price of one hidden card left", caption, "own hidden cards", labels)
    values = frame[frame["part"] == "value"]
    for number, ((agent, players), rows) in enumerate(values.groupby(["agent", "players"], sort=False)):
        label = f"{players} players" if frame["agent"].nunique() == 1 else f"{agent}, {players} players"
        draw_estimates(left, rows["hidden"], rows, "cost", label, number)
    left.axhline(0, color="0.4", linewidth=1)
    left.legend(frameon=False, fontsize=9)
    is_first = (frame["agent"] == first["agent"]) & (frame["players"] == first["players"])
    draws = frame[is_first & (frame["part"] == "draw") & (frame["hidden"] == 1)]
    names = list(dict.fromkeys(draws["drawn"]))
    for number, (way, label) in enumerate(WAYS.items()):
        rows = draws[draws["way"] == way]
        places = np.array([names.index(name) for name in rows["drawn"]]) + 0.06 * (number - 1)
        draw_estimates(right, places, rows, "ahead", label, number)
    right.set_xlabel("card drawn, with one hidden card left")
    right.set_xticks(range(len(names)), names, fontsize=9)
    right.axhline(0, color="0.4", linewidth=1)
    right.legend(frameon=False, fontsize=9)
    return figure

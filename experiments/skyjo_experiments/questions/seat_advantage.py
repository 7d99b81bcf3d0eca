"""What it is worth to start.

Question: Does the seat that starts a round do better or worse than the others, and does it matter how the starter is
chosen?

Design: One agent holds all seats, so that only the start differs. Three ways to choose the starter: by the official first
round (the highest sum of two opening cards), by lot, and as in later rounds (who ended the round before). For each, rounds
are played and the starter is compared with the mean of the others in the same round. Under the lot the starter's cards are
like everybody's, so the difference is the worth of the first turn alone; under the highest sum the starter has worse cards
besides. Rounds of the first two kinds are independent; of the third kind the game is the unit of the interval, and its
first round is left out.

How to read it: Left, points by which the starter is below the mean of the others (above 0 the start is good). Right, its
share of rounds won less the share that everybody would have, 1 / players, in percentage points. An interval that holds 0
means that no difference was found.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals
from skyjo_sim import Rules, simulate
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

STARTS = {
    "highest sum": "the highest sum of the opening cards starts",
    "by lot": "a seat by lot starts",
    "previous ender": "who ended the round before starts",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSettings(Settings):
    """Settings: who plays, at which tables, how much."""

    agents: tuple[str, ...] = texts(("cutoff(2)",))
    players: tuple[int, ...] = integers((2, 3, 4, 5, 6, 7, 8), 2, 8, 7)
    n_rounds: int = integer(10_000, 2, 10**7)
    n_games: int = integer(1_000, 2, 10**6)


QUICK = SeatSettings()
FULL = SeatSettings(agents=("expert",), players=(2, 4, 8), n_rounds=60_000, n_games=6_000)


def run(
    settings: SeatSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players and way to choose the starter."""
    stages = Stages(len(settings.agents) * len(settings.players) * len(STARTS), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                for start in STARTS:
                    update = stages.begin(f"{agent}, {players} players, {start}")
                    result = simulate(
                        agent,
                        rules=_rules(start, players),
                        seed=seed,
                        rows=True,
                        workers=workers,
                        on_progress=update,
                        **_size(start, settings),
                    )
                    measured = _measure(list(Rows.whole(result).row_parts()), players, start)
                    rows.add({"agent": agent, "players": players, "start": start, **measured})
    return rows.frame()


def _rules(start: str, players: int) -> Rules:
    return Rules(players=players, first_round_starter="random" if start == "by lot" else "highest_sum")


def _size(start: str, settings: SeatSettings) -> dict[str, Any]:
    return {"n_games": settings.n_games} if start == "previous ender" else {"n_rounds": settings.n_rounds}


def _measure(parts: list[NDArray[Any]], players: int, start: str) -> dict[str, Any]:
    """Return how the starters of rounds did, out of rows."""
    rows = np.concatenate(parts).reshape(-1, players)
    if start == "previous ender":
        rows = rows[rows["round"][:, 0] > 0]
    scores = rows["score"].astype(np.float64)
    starters = rows["starter"][:, 0].astype(np.int64)
    own = scores[np.arange(len(rows)), starters]
    ahead = (scores.sum(axis=1) - own) / (players - 1) - own
    is_best = scores == scores.min(axis=1, keepdims=True)
    won = is_best[np.arange(len(rows)), starters] / is_best.sum(axis=1)
    ended = rows["is_ender"][np.arange(len(rows)), starters].astype(np.float64)
    _, units = np.unique(rows["game"][:, 0], return_inverse=True)
    n_rounds = np.bincount(units).astype(np.float64)
    measured: dict[str, Any] = {"n": len(rows)}
    measured |= _columns("ahead", estimate_deals(np.bincount(units, ahead), n_rounds))
    measured |= _columns("won", estimate_deal_share(np.bincount(units, won), n_rounds))
    measured |= {"even_share": 1 / players}
    measured |= _columns("ended", estimate_deal_share(np.bincount(units, ended), n_rounds))
    return measured | {"abandoned": float(rows["is_abandoned"][:, 0].mean())}


def _columns(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def answer(frame: "pd.DataFrame") -> str:
    """Return what starting is worth, for each agent and way to start."""
    return "\n".join(
        _sentence(agent, start, rows) for (agent, start), rows in frame.groupby(["agent", "start"], sort=False)
    )


def _sentence(agent: str, start: str, rows: "pd.DataFrame") -> str:
    """Return one finding: the smallest and the largest table, and where no difference was found."""
    ends = rows.sort_values("players").iloc[[0, -1]].drop_duplicates("players")
    found = "; ".join(
        f"with {row.players} players the starter is {abs(row.ahead):.2f} points {'better' if row.ahead > 0 else 'worse'} "
        f"than the others [{row.ahead_low:+.2f}, {row.ahead_high:+.2f}] and wins {row.won:.1%} of rounds "
        f"(even: {row.even_share:.1%})"
        for row in ends.itertuples()
    )
    is_open = (rows["ahead_low"] <= 0) & (rows["ahead_high"] >= 0)
    unclear = ", ".join(map(str, rows.loc[is_open, "players"]))
    note = f" No difference in points was found with {unclear} players." if unclear else ""
    return f"{agent}, {STARTS[start]}: {found}.{note}"


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw points and wins of the starter by the number of players."""
    caption = caption_of(frame, "rounds", f"agents: {', '.join(frame['agent'].unique())}")
    labels = ["starter ahead of the others (points per round)", "rounds won less 1 / players (percentage points)"]
    figure, (points, wins) = new_figure("What it is worth to start", caption, "players", labels)
    shifted = frame.assign(**{name: frame[name] - frame["even_share"] for name in ("won", "won_low", "won_high")})
    groups = list(shifted.groupby(["agent", "start"], sort=False))
    for number, ((agent, start), rows) in enumerate(groups):
        label = start if frame["agent"].nunique() == 1 else f"{agent}, {start}"
        places = rows["players"] + 0.08 * (number - (len(groups) - 1) / 2)
        draw_estimates(points, places, rows, "ahead", label, number)
        draw_estimates(wins, places, rows, "won", label, number, scale=100)
    for axes in (points, wins):
        axes.axhline(0, color="0.4", linewidth=1)
    points.legend(frameon=False, title="who starts", fontsize=9)
    return figure

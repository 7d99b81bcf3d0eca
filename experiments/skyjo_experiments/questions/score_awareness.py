"""Playing for the game, not for points.

Question: With two players, should the leader and the one behind end rounds sooner or later than points alone would say, and
what is it worth to know the score?

Design: Experts play each other, and the scores of their rounds make a match-equity table: the chance to win the game from
any two totals, found by iterating over all totals until nothing changes, and compared with games that were not used for it.
Then variants of the expert, which find the end of a round worth some points more or less (the offset), each play rounds
against the expert on the same deals from both seats. What a variant's round is worth at given totals is the match equity
after it. So each state has a variant that wins most games, and there is one that scores best in points. Both are chosen on
one half of the deals and compared on the other, and the other way round. Last, an expert whose offset goes by the totals
plays whole games against the plain one on fresh deals. In the rounds that make the table the lot says who starts; in games
it is who ended the round before.

How to read it: Left, the chance to win by the totals before a round. Right, for each state the offset that wins most games
(above 0: end sooner), and in brackets by how many percentage points of games won it is better in this round than the offset
that is best in points. Many of these gains are smaller than their intervals, which the table shows; p is adjusted for the
number of states (Holm).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_agents.by_score import by_score_agent
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers
from skyjo_experiments.figures import new_figure
from skyjo_experiments.match_equity import MatchEquity, RoundScores
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.questions._comparing import compare_whole
from skyjo_experiments.questions._variant_rounds import (
    EXPERT,
    WIDTH,
    Variant,
    both_ways,
    foretold,
    offsets_by_score,
    play_variant,
)
from skyjo_experiments.questions._variants import weights_of
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals
from skyjo_experiments.statistics.many import SIGNIFICANT, adjust_by_holm, p_value
from skyjo_sim import simulate
from skyjo_sim.agent import Agent
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

UNIT = "deals"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSettings(Settings):
    """Settings: the offsets (points), the totals of the table, how many deals and games."""

    offsets: tuple[int, ...] = integers((-8, -4, -2, 0, 2, 4, 8, 12), -100, 100, 40)
    totals: tuple[int, ...] = integers((0, 30, 60, 80, 90, 95), 0, 99, 20)
    n_deals: int = integer(4_000, 10, 10**7)
    n_games: int = integer(2_000, 10, 10**7)


QUICK = ScoreSettings()
FULL = ScoreSettings(offsets=(-12, -8, -5, -3, -1, 0, 1, 3, 5, 8, 12, 20), n_deals=50_000, n_games=60_000)


def run(
    settings: ScoreSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return rows of the parts ``variant``, ``state``, ``check`` and ``game``."""
    stages = Stages(2 * len(settings.offsets) + 3, on_progress)
    with Rows() as rows:
        variants: dict[int, Variant] = {}
        for offset in sorted(settings.offsets):
            variants[offset] = play_variant(offset, settings.n_deals, seed, workers, stages)
            rows.add({"part": "variant", "offset": offset, **_variant_row(variants[offset])})
        plain = play_variant(0, settings.n_deals, seed + 1, workers, stages)
        equity = MatchEquity.of_rounds(RoundScores.of(*both_ways(plain)))
        for row in _states(variants, equity, settings.totals):
            rows.add({"part": "state", **row})
        for row in _check(equity, settings.n_games, seed + 2, workers, stages):
            rows.add({"part": "check", **row})
        rows.add({"part": "game", **_games(variants, equity, settings.n_games, seed + 3, workers, stages)})
    return rows.frame()


def _variant_row(variant: Variant) -> dict[str, Any]:
    row: dict[str, Any] = {"n": len(variant.own)} | columns_of("ahead", estimate_deals(variant.ahead))
    return row | {"ends_at": variant.ends_at, "abandoned": variant.abandoned}


def _states(variants: dict[int, Variant], equity: MatchEquity, totals: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return, by state, the offset that wins most and its gain over the one that is best in points (cross-fitted)."""
    offsets, played = list(variants), list(variants.values())
    n = len(played[0].own)
    halves = (slice(0, n // 2), slice(n // 2, n))
    in_points = [np.array([variant.ahead[half].mean() for variant in played]).argmax() for half in halves]
    rows = []
    for own in totals:
        for other in totals:
            won = np.stack([variant.won_by_deal(equity, own, other) for variant in played])
            gains = []
            for half, fresh, best_points in zip(halves, halves[::-1], in_points, strict=True):
                best = won[:, half].mean(axis=1).argmax()
                gains.append(won[best, fresh] - won[best_points, fresh])
            chosen = int(won.mean(axis=1).argmax())
            row: dict[str, Any] = {"own": own, "other": other, "offset": offsets[chosen], "n": n}
            row |= {"ends_at": played[chosen].ends_at, "win_chance_share": float(equity.at(own, other))}
            gain = estimate_deals(np.concatenate(gains))
            rows.append(row | columns_of("gain_won", gain) | {"p": p_value(gain)})
    adjusted = adjust_by_holm([row["p"] for row in rows])
    return [row | {"p": float(p)} for row, p in zip(rows, adjusted, strict=True)]


def _check(equity: MatchEquity, n_games: int, seed: int, workers: int | None, stages: Stages) -> list[dict[str, Any]]:
    """Return what share of simulated games was won where the table says what, in fifths."""
    update = stages.begin("games to check the table")
    result = simulate(EXPERT, n_games=n_games, players=2, seed=seed, rows=True, workers=workers, on_progress=update)
    table = np.concatenate(list(Rows.whole(result).row_parts())).reshape(-1, 2)
    before = table["total"].astype(np.int64) - table["score"]
    told = equity.at(before[:, 0], before[:, 1])
    _, games = np.unique(table["game"][:, 0], return_inverse=True)
    won = np.bincount(games, table["win_share"][:, 0])[games]
    fifths = np.minimum((told * 5).astype(np.int64), 4)
    rows = []
    for fifth in np.unique(fifths):
        chosen = fifths == fifth
        _, units = np.unique(games[chosen], return_inverse=True)
        counts = np.bincount(units).astype(np.float64)
        if len(counts) < 2:
            continue
        row: dict[str, Any] = {"n": len(counts), "told_share": float(told[chosen].mean())}
        row |= columns_of("won", estimate_deal_share(np.bincount(units, won[chosen]), counts))
        rows.append(row | {"abandoned": result.n_abandoned / result.n_rounds})
    return rows


def _games(
    variants: dict[int, Variant], equity: MatchEquity, n_games: int, seed: int, workers: int | None, stages: Stages
) -> dict[str, Any]:
    """Return what an expert that goes by the score wins against the plain one, in whole games."""
    offsets = offsets_by_score(variants, equity)
    agent: Agent = by_score_agent(offsets, WIDTH, weights_of(EXPERT))
    update = stages.begin("whole games by the score")
    comparison = compare_whole(agent, EXPERT, n_games=n_games, seed=seed, workers=workers, on_progress=update)
    won, score = comparison.measured["win_share"], comparison.measured["mean_score"].difference
    row: dict[str, Any] = {"n": comparison.n_deals, "told_share": foretold(variants, equity, offsets)}
    row |= columns_of("won", won.a) | columns_of("ahead", _minus(score))
    return row | {"abandoned": comparison.abandoned}


def _minus(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.mean, estimate.standard_error, -estimate.high, -estimate.low)


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the four parts, each with the columns that it has."""

    def part(name: str, *columns: str) -> "pd.DataFrame":
        rows = frame[frame["part"] == name]
        names = [f"{column}{end}" for column in columns for end in ("", "_low", "_high")]
        return rows[[column for column in names if column in rows.columns and rows[column].notna().any()]]

    return {
        "By state (own, other: totals; win chance: of experts; offset: points by which the end of a round is worth more; "
        "ends at: mean points of such endings; gain: over the offset that is best in points; p by Holm)": part(
            "state", "own", "other", "win_chance_share", "offset", "ends_at", "gain_won", "p", "n"
        ),
        "Offsets in points (ahead: points per round against the expert)": part(
            "variant", "offset", "ahead", "ends_at", "n", "abandoned"
        ),
        "The table of chances against games that were played (told: what it says, won: what happened; n: games)": part(
            "check", "told_share", "won", "n", "abandoned"
        ),
        "Whole games, an expert that goes by the score against the plain one (told: by the table)": part(
            "game", "told_share", "won", "ahead", "n", "abandoned"
        ),
    }


def answer(frame: "pd.DataFrame") -> str:
    """Return what the score is worth, and how leader and follower should end."""
    states = frame[frame["part"] == "state"]
    variants = frame[frame["part"] == "variant"]
    (game,) = frame[frame["part"] == "game"].itertuples()
    best = next(variants.loc[[variants["ahead"].idxmax()]].itertuples())
    top = next(states.loc[[states["gain_won_low"].idxmax()]].itertuples())
    clear = states[(states["gain_won"] > 0) & (states["p"] < SIGNIFICANT)]
    worst = float(
        (frame.loc[frame["part"] == "check", "told_share"] - frame.loc[frame["part"] == "check", "won"]).abs().max()
    )
    return "\n".join(
        [
            f"An expert that ends by the score wins {share(game, 'won')} of games against one that plays for points "
            f"(by the table of chances {game.told_share:.1%}); it is {points(game, 'ahead', '+.2f')} points per round ahead.",
            f"In points the offset {best.offset:+.0f} is best (it ends with {best.ends_at:.1f} points on average). "
            + _directions(states, variants),
            f"In a single round the score is worth most at {top.own:.0f} to {top.other:.0f}: {share(top, 'gain_won')} more "
            f"games won; a gain is certain in {len(clear)} of {len(states)} states, all taken together.",
            f"The table of chances was at most {100 * worst:.1f} percentage points off in games that were played.",
        ]
    )


def _directions(states: "pd.DataFrame", variants: "pd.DataFrame") -> str:
    """Return with how many points the leader and the follower end, where one of them is near the target."""
    near = states[np.maximum(states["own"], states["other"]) >= 80]
    sides = {"the leader": near[near["own"] < near["other"]], "the one behind": near[near["own"] > near["other"]]}
    found = [
        f"{side} ends with {rows['ends_at'].mean():.1f} points (offset {rows['offset'].mean():+.1f})"
        for side, rows in sides.items()
        if len(rows)
    ]
    return f"With somebody at 80 or more, on average over such states: {', '.join(found)}." if found else ""


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the chance to win and the best offset by state."""
    states = frame[frame["part"] == "state"]
    caption = (
        "Two experts. In brackets: percentage points of games won that the offset gains in this round over the one that is "
        f"best in points; n = {int(states['n'].max()):,} deals; the table has the intervals."
    )
    labels = ["other's total before the round"] * 2
    figure, (chances, offsets) = new_figure(
        "Playing for the game, not for points", caption, "own total before the round", labels
    )
    most = max(float(states["offset"].abs().max()), 1.0)
    _map(chances, states, "win_chance_share", "cividis", (0, 1), lambda row: f"{100 * row.win_chance_share:.0f}")
    _map(
        offsets, states, "offset", "PuOr", (-most, most), lambda row: f"{row.offset:+.0f}\n({100 * row.gain_won:+.1f})"
    )
    chances.set_title("chance to win (%)", fontsize=10)
    offsets.set_title("best offset (points; +: end sooner)", fontsize=10)
    return figure


def _map(axes: "Axes", states: "pd.DataFrame", name: str, colors: str, ends: tuple[float, float], write: Any) -> None:
    """Draw a map of the states with a text in each."""
    totals = sorted(states["own"].unique())
    grid = states.pivot_table(index="other", columns="own", values=name).to_numpy(float)
    axes.imshow(grid, origin="lower", cmap=colors, vmin=ends[0], vmax=ends[1], aspect="auto")
    for row in states.itertuples():
        place = (totals.index(row.own), totals.index(row.other))
        level = (float(getattr(row, name)) - ends[0]) / (ends[1] - ends[0])
        is_dark = level < 0.4 if colors == "cividis" else abs(level - 0.5) > 0.35
        axes.text(*place, write(row), ha="center", va="center", fontsize=8, color="white" if is_dark else "black")
    axes.set_xticks(range(len(totals)), [f"{total:.0f}" for total in totals])
    axes.set_yticks(range(len(totals)), [f"{total:.0f}" for total in totals])
    axes.grid(False)

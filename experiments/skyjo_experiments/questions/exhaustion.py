"""Empty piles and rounds without an end.

Question: How long do rounds get when everybody waits, how often does the draw pile run out, and what is it worth to know
which cards a reshuffle has put into the draw pile?

Design: One agent holds all seats and independent rounds are played, so that who waits meets others who wait. Nobody but the
turn limit can stop such a round: from the turn in which each round was ended follows which rounds a lower limit would have
abandoned. After a reshuffle everybody could know that the draw pile holds the old discards and that the hidden cards are the
rest: two pools instead of one. Its worth is measured by an expert that takes both for one pool: it plays in the place of an
expert among experts, on the same deals, from every seat. Until the first reshuffle the two are the same player.

How to read it: Left, rounds that would still go on after so many turns of each player. Middle, rounds in which the draw pile
ran out. Right, points per round that it costs to believe in one pool: above 0 it costs something. An interval that holds 0
means that no difference was found; p is adjusted for the number of tables (Holm).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_agents.counting import counting_agent
from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.questions._comparing import compare_whole
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals
from skyjo_experiments.statistics.many import SIGNIFICANT, adjust_by_holm, p_value
from skyjo_sim import simulate
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.result import SimulationResult

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

EXPERT = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustionSettings(Settings):
    """Settings: who plays, at which tables, which turn limits, how many rounds and deals."""

    agents: tuple[str, ...] = texts(("random", "cutoff(2)", "columns(1)", "expert"))
    players: tuple[int, ...] = integers((2, 4, 6, 8), 2, 8, 7)
    limits: tuple[int, ...] = integers((15, 20, 30, 40, 60, 100, 200), 1, 500, 20)
    n_rounds: int = integer(1_000, 2, 10**8)
    players_of_pools: tuple[int, ...] = integers((6, 8), 2, 8, 7)
    n_deals: int = integer(150, 2, 10**6)


QUICK = ExhaustionSettings()
FULL = ExhaustionSettings(players=(2, 3, 4, 5, 6, 7, 8), n_rounds=20_000, players_of_pools=(5, 6, 7, 8), n_deals=5_000)


def run(
    settings: ExhaustionSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, table and turn limit, per agent and table, and per table with two pools."""
    n_stages = len(settings.agents) * len(settings.players) + len(settings.players_of_pools)
    stages = Stages(n_stages, on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                update = stages.begin(f"{agent}, {players} players")
                result = simulate(
                    agent,
                    n_rounds=settings.n_rounds,
                    players=players,
                    seed=seed,
                    rows=True,
                    workers=workers,
                    on_progress=update,
                )
                for row in _rounds(Rows.whole(result), players, settings.limits):
                    rows.add({"agent": agent, "players": players, **row})
        found: list[tuple[dict[str, Any], Estimate]] = []
        for players in settings.players_of_pools:
            update = stages.begin(f"one pool or two, {players} players")
            found.append(_pools(players, settings.n_deals, seed, workers, update))
        for (row, _), p in zip(found, adjust_by_holm([p_value(cost) for _, cost in found]), strict=True):
            rows.add(row | {"p": float(p)})
    return rows.frame()


def _rounds(result: SimulationResult, players: int, limits: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return the rounds that each limit would abandon, and how often the draw pile ran out."""
    table = np.concatenate(list(result.row_parts()))[::players]
    is_abandoned = table["is_abandoned"].astype(bool)
    last = table["turns"] - np.where(is_abandoned, 0, players - 1)  # the turn in which somebody ended the round
    common = {"n": len(table), "abandoned": float(is_abandoned.mean())}
    found = []
    for limit in sorted(limits):
        is_longer = (is_abandoned | (last > limit * players)).astype(np.float64)
        found.append({"part": "limit", "limit": limit, **columns_of("longer_share", estimate_deal_share(is_longer))})
    row: dict[str, Any] = {"part": "pile"} | columns_of("turns", estimate_deals(table["turns"] / players))
    row |= {"longest": float(table["turns"].max() / players)}
    is_empty = (table["reshuffles"] > 0).astype(np.float64)
    row |= columns_of("reshuffle_share", estimate_deal_share(is_empty))
    row |= columns_of("reshuffles", estimate_deals(table["reshuffles"].astype(np.float64)))
    return [common | one for one in [*found, row]]


def _pools(players: int, n_deals: int, seed: int, workers: int | None, update: Any) -> tuple[dict[str, Any], Estimate]:
    """Return what an expert loses that takes two pools for one, in the place of an expert among experts."""
    comparison = compare_whole(
        counting_agent("one_pool"),
        EXPERT,
        field=EXPERT,
        players=players,
        n_deals=n_deals,
        unit="round",
        seed=seed,
        workers=workers,
        on_progress=update,
    )
    cost, doubled, ended = (
        comparison.measured[name].difference for name in ("mean_score", "p_doubled_given_ended", "p_ended")
    )
    row: dict[str, Any] = {"part": "pools", "agent": EXPERT, "players": players, "n": comparison.n_deals}
    row |= columns_of("cost", cost) | columns_of("more_ended", ended) | columns_of("more_doubled", doubled)
    return row | {"abandoned": comparison.abandoned}, cost


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the three parts, each with the columns that it has."""

    def part(name: str, columns: list[str], *measures: str) -> "pd.DataFrame":
        shown = [f"{measure}{end}" for measure in measures for end in ("", "_low", "_high")]
        return frame.loc[frame["part"] == name, ["agent", "players", *columns, "n", *shown, "abandoned"]]

    found = {
        "Rounds that go on after so many turns of each player, and would be abandoned by such a limit": _by_limit(
            frame
        ),
        "Length and draw pile (turns: of each player in a round; longest: the same of the longest round; reshuffle share: "
        "rounds with one; abandoned: at 500 turns of each player)": part(
            "pile", ["longest"], "turns", "reshuffle_share", "reshuffles"
        ),
    }
    if (frame["part"] == "pools").any():
        found["Taking two pools for one (cost: points per round; n: deals, each from every seat; p by Holm)"] = part(
            "pools", ["p"], "cost", "more_ended", "more_doubled"
        )
    return found


def _by_limit(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a line per agent and table, the limits side by side."""
    rows = frame[frame["part"] == "limit"].assign(limit=lambda part: part["limit"].astype(int))
    index = ["agent", "players", "n"]
    wide = rows.pivot_table(index=index, columns="limit", values="longer_share", sort=False)
    wide.columns = [f"{limit}_turns_share" for limit in wide.columns]
    return wide.reset_index()


def answer(frame: "pd.DataFrame") -> str:
    """Return how long rounds get, when the pile runs out, and what two pools are worth."""
    agents = list(dict.fromkeys(frame.loc[frame["part"] == "pile", "agent"]))
    sentences = [_length_sentence(agent, frame[frame["agent"] == agent]) for agent in agents]
    sentences.append(_limit_sentence(frame))
    pools = frame[frame["part"] == "pools"]
    if len(pools):
        sentences.append(_pools_sentence(pools))
    return "\n".join(sentences)


def _length_sentence(agent: str, rows: "pd.DataFrame") -> str:
    """Return what one agent's rounds are like at the smallest and the largest table."""
    piles = rows[rows["part"] == "pile"].sort_values("players")
    ends = list(piles.iloc[[0, -1]].drop_duplicates("players").itertuples())

    def both(texts_of: list[str]) -> str:
        return " and ".join(texts_of)

    tables_of = both([str(row.players) for row in ends])
    turns, longest = both([points(row, "turns", ".1f") for row in ends]), both([f"{row.longest:.0f}" for row in ends])
    empty = both([share(row, "reshuffle_share") for row in ends])
    return (
        f"{agent} in all seats, {tables_of} players: a round lasts {turns} turns of each player, the longest {longest}; the "
        f"draw pile runs out in {empty} of rounds."
    )


def _limit_sentence(frame: "pd.DataFrame") -> str:
    """Return the most that a limit would have stopped, and what was stopped."""
    limits = frame[frame["part"] == "limit"]
    middle = limits["limit"].iloc[(limits["limit"] - 30).abs().argmin()]
    rows = limits[limits["limit"] == middle]
    worst = next(rows.loc[[rows["longer_share"].idxmax()]].itertuples())
    return (
        f"A limit of {middle:.0f} turns would stop at most {share(worst, 'longer_share')} of rounds ({worst.agent}, "
        f"{worst.players} players); that of 500 stopped at most {frame['abandoned'].max():.2%}."
    )


def _pools_sentence(pools: "pd.DataFrame") -> str:
    ordered = pools.sort_values("players")
    found = ", ".join(f"{points(row, 'cost', '+.2f')} with {row.players} players" for row in ordered.itertuples())
    clear = ordered[ordered["p"] < SIGNIFICANT]
    costly, cheap = (
        ", ".join(map(str, clear.loc[where, "players"])) for where in (clear["cost"] > 0, clear["cost"] < 0)
    )
    verdict = [f"knowing them is worth points with {costly} players"] if costly else []
    verdict += [f"with {cheap} players it even costs some, its weights not fitting such a table"] if cheap else []
    return (
        "An expert among experts that takes the draw pile and the hidden cards for one pool after a reshuffle scores, in "
        f"points per round more than one that keeps the two apart: {found}; "
        f"{'; '.join(verdict) or 'no difference was found'} (all tables taken together)."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the rounds that go on, the rounds with a reshuffle, and the cost of one pool."""
    limits, piles, pools = (frame[frame["part"] == name] for name in ("limit", "pile", "pools"))
    most = int(limits["players"].max())
    caption = caption_of(frame, "rounds or, right, deals", f"left: {most} players")
    labels = [
        f"rounds that go on, {most} players (%)",
        "rounds in which the pile ran out (%)",
        "cost of taking two pools for one (points per round)",
    ]
    figure, (longer, empty, cost) = new_figure("Empty piles and rounds without an end", caption, "players", labels)
    for number, agent in enumerate(piles["agent"].unique()):
        rows = limits[(limits["agent"] == agent) & (limits["players"] == most)]
        draw_estimates(longer, rows["limit"], rows, "longer_share", agent, number, scale=100)
        rows = piles[piles["agent"] == agent]
        draw_estimates(empty, rows["players"], rows, "reshuffle_share", agent, number, scale=100)
    longer.set_xlabel("after so many turns of each player")
    longer.set_xscale("log")
    ticks = sorted({int(limit) for limit in limits["limit"]})[::2]
    longer.set_xticks(ticks, [str(tick) for tick in ticks])
    longer.minorticks_off()
    longer.legend(frameon=False, fontsize=8)
    if len(pools):
        draw_estimates(cost, pools["players"], pools, "cost", "one pool instead of two", 5)
        cost.set_xticks(sorted(pools["players"]))
    cost.axhline(0, color="0.4", linewidth=1)
    empty.set_xticks(sorted(piles["players"].unique()))
    return figure

"""Two to eight players.

Question: What changes with the number of players: scores, the length of rounds and games, doubling, the draw pile, and how
much of the result is skill?

Design: Games to the target are played with one agent in all seats, so that only the number of players changes. For skill,
one better player sits alone among copies of a weaker one, its seat changing from game to game, and its score of a round is
compared with that of each other player in the same round. The difference of two scores has a mean, which is skill, and a
spread, which is luck: skill's part is the squared mean as a share of the mean square. From it follows after how many rounds
the better one has fewer points than a given opponent with probability 95 %, the sum of many rounds being about normal. The
unit of all intervals is the game.

How to read it: Left, turns of each player in a round. Middle, how often an ender is doubled. Right, rounds until the better
player is ahead of a given opponent with probability 95 %: the higher, the more luck. A game has the number of rounds that
the table shows. All this holds for these agents; between players who are closer to each other luck weighs more.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals, influences
from skyjo_sim import simulate
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.simulation.result import SimulationResult

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "games"
CONFIDENT = 1.6448536269514722
"""Standard errors from the mean beyond which 5 % of a normal distribution lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSettings(Settings):
    """Settings: who plays alike, who is compared, at which tables, how many games."""

    agents: tuple[str, ...] = texts(("cutoff(2)", "expert"))
    better: str = text("expert")
    weaker: str = text("cutoff(2)")
    players: tuple[int, ...] = integers((2, 3, 4, 5, 6, 7, 8), 2, 8, 7)
    n_games: int = integer(250, 2, 10**6)


QUICK = PlayersSettings()
FULL = PlayersSettings(n_games=6_000)


def run(
    settings: PlayersSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per number of players: for each agent alone with its like, and for the better among the weaker."""
    stages = Stages((len(settings.agents) + 1) * len(settings.players), on_progress)

    def play(agents: list[str], players: int) -> SimulationResult:
        update = stages.begin(f"{agents[0]}, {players} players")
        n_games = settings.n_games
        return Rows.whole(
            simulate(
                agents,
                n_games=n_games,
                players=players,
                seed=seed,
                rows=True,
                workers=workers,
                on_progress=update,
            )
        )

    with Rows() as rows:
        for players in settings.players:
            for agent in settings.agents:
                rows.add({"part": "alike", "agent": agent, **_alike(play([agent], players), players)})
            agents = [settings.better, *[settings.weaker] * (players - 1)]
            name = f"{settings.better} among {settings.weaker}"
            rows.add({"part": "skill", "agent": name, **_skill(play(agents, players), players)})
    return rows.frame()


def _rounds(result: SimulationResult, players: int) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.float64]]:
    """Return rows by round and seat, the game of each round, and the rounds of each game."""
    table = np.concatenate(list(result.row_parts())).reshape(-1, players)
    _, games = np.unique(table["game"][:, 0], return_inverse=True)
    return table, games.astype(np.int64), np.bincount(games).astype(np.float64)


def _alike(result: SimulationResult, players: int) -> dict[str, Any]:
    """Return what rounds and games are like when all players are alike."""
    table, games, n_rounds = _rounds(result, players)

    def by_game(values: NDArray[Any]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.bincount(games, values.astype(np.float64)).astype(np.float64)
        return sums

    summary = result.summaries[0]
    row: dict[str, Any] = {"players": players, "n": result.n_units}
    row |= columns_of("score", summary.estimates["mean_score"]) | {"spread": summary.sd_score}
    row |= columns_of("turns", estimate_deals(by_game(table["turns"][:, 0]) / players, n_rounds))
    row |= columns_of("rounds", estimate_deals(n_rounds))
    row |= columns_of("doubled", summary.estimates["p_doubled_given_ended"])
    row |= columns_of("reshuffle_share", estimate_deal_share(by_game(table["reshuffles"][:, 0] > 0), n_rounds))
    return row | {"abandoned": result.n_abandoned / result.n_rounds}


def _skill(result: SimulationResult, players: int) -> dict[str, Any]:
    """Return how much of the difference between the first agent and another is skill."""
    table, games, n_rounds = _rounds(result, players)
    scores = table["score"].astype(np.float64)
    is_better = table["agent"] == 0
    ahead = (scores - scores[is_better][:, None])[~is_better].reshape(-1, players - 1)
    means = np.bincount(games, ahead.mean(axis=1)).astype(np.float64)
    squares = np.bincount(games, (ahead**2).mean(axis=1)).astype(np.float64)
    explained = explained_share(means, squares, n_rounds)
    won = table["win_share"][is_better]
    row: dict[str, Any] = {"players": players, "n": result.n_units}
    row |= columns_of("won", estimate_deal_share(np.bincount(games, won))) | {"even_share": 1 / players}
    row |= columns_of("ahead", estimate_deals(means, n_rounds)) | columns_of("skill_share", explained)
    row |= columns_of("needed", _rounds_needed(explained)) | columns_of("rounds", estimate_deals(n_rounds))
    return row | {"abandoned": result.n_abandoned / result.n_rounds}


def explained_share(sums: NDArray[np.float64], squares: NDArray[np.float64], n: NDArray[np.float64]) -> Estimate:
    """Estimate the squared mean as a share of the mean square, out of sums by game of ``n`` values each (delta method)."""
    mean, square = float(sums.sum() / n.sum()), float(squares.sum() / n.sum())
    if square == 0:
        return Estimate(0.0, math.nan, math.nan, math.nan)
    moved = 2 * mean / square * influences(sums, n) - (mean / square) ** 2 * influences(squares, n)
    estimate = estimate_deals(moved)
    share_of_mean = mean * mean / square
    half = (estimate.high - estimate.low) / 2
    return Estimate(
        share_of_mean, estimate.standard_error, max(share_of_mean - half, 0.0), min(share_of_mean + half, 1.0)
    )


def _rounds_needed(explained: Estimate) -> Estimate:
    """Return after how many rounds the sum of the differences is above 0 with probability 95 %."""

    def needed(part: float) -> float:
        return CONFIDENT**2 * (1 / part - 1) if part > 0 else math.inf

    return Estimate(needed(explained.mean), math.nan, needed(explained.high), needed(explained.low))


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the two parts, each with the columns that it has."""

    def part(name: str, *measures: str) -> "pd.DataFrame":
        shown = [f"{measure}{end}" for measure in measures for end in ("", "_low", "_high")]
        rows = frame.loc[frame["part"] == name].sort_values(["agent", "players"])
        return rows[["agent", "players", "n", *shown, "abandoned"]]

    return {
        "All players alike (score: points per round; turns: of each player in a round; rounds: of a game; doubled: "
        "enders; reshuffle share: rounds in which the draw pile ran out)": part(
            "alike", "score", "turns", "rounds", "doubled", "reshuffle_share"
        ),
        "One better player among weaker ones (ahead: points per round; skill share: of the squared difference in a "
        "round; needed: rounds until ahead of a given opponent with probability 95 %)": part(
            "skill", "won", "ahead", "skill_share", "needed", "rounds"
        ),
    }


def answer(frame: "pd.DataFrame") -> str:
    """Return what the smallest and the largest table are like, and how much is skill."""
    sentences = [
        _alike_sentence(agent, rows) for agent, rows in frame[frame["part"] == "alike"].groupby("agent", sort=False)
    ]
    skill = frame[frame["part"] == "skill"]
    tables, ends = _ends(skill)
    even = " and ".join(f"{row.even_share:.1%}" for row in ends)
    rounds = " and ".join(f"{row.rounds:.1f}" for row in ends)
    found = (
        f"{skill.iloc[0]['agent']}, {tables}: it wins {_both(ends, share, 'won')} of games (even: {even}). To be ahead of a "
        f"given opponent with probability 95 % it needs {_both(ends, points, 'needed', '.1f')} rounds; a game has {rounds}. "
        f"Skill is {_both(ends, share, 'skill_share')} of the squared difference of two scores in a round, luck the rest."
    )
    return "\n".join([*sentences, found])


def _ends(rows: "pd.DataFrame") -> tuple[str, list[Any]]:
    """Return the smallest and the largest table as words and rows."""
    ends = list(rows.sort_values("players").iloc[[0, -1]].drop_duplicates("players").itertuples())
    return " and ".join(str(row.players) for row in ends) + " players", ends


def _both(ends: list[Any], form: Callable[..., str], *what: str) -> str:
    return " and ".join(form(row, *what) for row in ends)


def _alike_sentence(agent: str, rows: "pd.DataFrame") -> str:
    tables, ends = _ends(rows)
    return (
        f"{agent} in all seats, {tables}: a round costs {_both(ends, points, 'score', '.1f')} points and lasts "
        f"{_both(ends, points, 'turns', '.1f')} turns of each player; a game has {_both(ends, points, 'rounds', '.1f')} "
        f"rounds. Enders are doubled in {_both(ends, share, 'doubled')} of cases; the draw pile runs out in "
        f"{_both(ends, share, 'reshuffle_share')} of rounds."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw length, doubling and the rounds that skill needs by the number of players."""
    caption = caption_of(frame, UNIT, "right: a better player alone among weaker ones")
    labels = ["turns of each player in a round", "enders doubled (%)", "rounds until ahead with probability 95 %"]
    figure, (turns, doubled, needed) = new_figure("Two to eight players", caption, "players", labels)
    for number, (agent, rows) in enumerate(frame[frame["part"] == "alike"].groupby("agent", sort=False)):
        draw_estimates(turns, rows["players"], rows, "turns", agent, number)
        draw_estimates(doubled, rows["players"], rows, "doubled", agent, number, scale=100)
    skill = frame[frame["part"] == "skill"].replace(np.inf, np.nan)  # an end that is open is not drawn
    draw_estimates(needed, skill["players"], skill, "needed", skill.iloc[0]["agent"], 2)
    for axes in (turns, doubled, needed):
        axes.set_ylim(bottom=0)
        axes.set_xticks(sorted(frame["players"].unique()))
        axes.legend(frameon=False, fontsize=8)
    return figure

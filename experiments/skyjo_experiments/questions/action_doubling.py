"""How often the ender is doubled in Skyjo Action.

Question: How often is the score of who ends a round doubled in Skyjo Action, by players and by who plays, and does it matter
whether the last hidden card that was turned up was its own or another's? How is it in the classic game?

Design: Independent rounds of one agent in all seats, with each number of players, in Skyjo Action and in the classic game.
Who turned up the last card of a grid, its own or with an action card another's, has ended the round; it is doubled if it is
not strictly lowest. A round is the unit.

How to read it: Left, the share of enders who are doubled, by players; lines are agents. Right, of the rounds of Skyjo Action
the share that was ended with another's last card. The table also has the share of doubled enders by whose card it was.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.questions._action_figures import ends_of
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals
from skyjo_sim import ActionRules, Rules, simulate
from skyjo_sim.games import Game
from skyjo_sim.simulation.measures import NOTHING, Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "rounds"
TITLES = {Game.ACTION: "Skyjo Action", Game.CLASSIC: "classic"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublingSettings(Settings):
    """Settings: who plays the two games, at which tables, how many rounds."""

    agents: tuple[str, ...] = texts(("action_cutoff", "random"))
    classic_agents: tuple[str, ...] = texts(("cutoff(2)", "random"))
    players: tuple[int, ...] = integers((2, 3, 4, 6, 8), 2, 8, 7)
    n_rounds: int = integer(60, 2, 10**7)


QUICK = DoublingSettings()
FULL = DoublingSettings(n_rounds=40_000)


def run(
    settings: DoublingSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per game, agent and number of players."""
    fields = [(Game.ACTION, agent) for agent in settings.agents]
    fields += [(Game.CLASSIC, agent) for agent in settings.classic_agents]
    stages = Stages(len(fields) * len(settings.players), on_progress)
    with Rows() as rows:
        for game, agent in fields:
            for players in settings.players:
                result = simulate(
                    agent,
                    n_rounds=settings.n_rounds,
                    rules=rules_of(game, players),
                    seed=seed,
                    rows=True,
                    workers=workers,
                    on_progress=stages.begin(f"{TITLES[game]}, {agent}, {players} players"),
                )
                table = np.concatenate(list(Rows.whole(result).row_parts())).reshape(-1, players)
                rows.add({"game": TITLES[game], "agent": agent, "players": players} | measure(table))
    return rows.frame()


def rules_of(game: Game, players: int) -> Rules:
    """Return the official rules of a game."""
    return ActionRules(players=players) if game == Game.ACTION else Rules(players=players)


def measure(table: NDArray[Any]) -> dict[str, Any]:
    """Return what enders met, out of rows [n_rounds, players]."""
    is_ender = table["is_ender"] == 1
    ended = is_ender.any(axis=1)
    doubled = ((table["is_doubled"] == 1) & is_ender).any(axis=1)
    by_other = np.zeros(len(table), np.bool_)
    if "is_ended_by_other" in (table.dtype.names or ()):
        by_other = (table["is_ended_by_other"] == 1).any(axis=1)
    row: dict[str, Any] = {"n": len(table)}
    row |= columns_of("doubled", _share_of(doubled, ended))
    row |= columns_of("own_card_doubled", _share_of(doubled, ended & ~by_other))
    row |= columns_of("anothers_card_doubled", _share_of(doubled, ended & by_other))
    row |= columns_of("anothers_card_ended", _share_of(by_other, ended))
    row |= columns_of("score", estimate_deals(table["score"].mean(axis=1)))
    row |= columns_of("turns", estimate_deals(table["turns"][:, 0] / table.shape[1]))
    return row | {"abandoned": float(table["is_abandoned"][:, 0].mean())}


def _share_of(is_so: NDArray[np.bool_], among: NDArray[np.bool_]) -> Estimate:
    """Estimate a share among some rounds, which are independent; nothing where there are fewer than two."""
    if np.count_nonzero(among) < 2:
        return NOTHING
    return estimate_deal_share(is_so[among].astype(np.float64))


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return how often enders are doubled, per game."""
    found = {}
    for game, rows in frame.groupby("game", sort=False):
        names = ["agent", "players", *ends_of("doubled", "own_card_doubled", "anothers_card_doubled")]
        names += ends_of("anothers_card_ended", "score", "turns")
        if game != TITLES[Game.ACTION]:
            names = ["agent", "players", *ends_of("doubled", "score", "turns")]
        note = "score: points of a seat in a round; turns: of each player in a round"
        found[f"{game} ({note})"] = rows[[*names, "n", "abandoned"]]
    return found


def answer(frame: "pd.DataFrame") -> str:
    """Return how often enders are doubled at the smallest and the largest table, per game and agent."""
    return "\n".join(
        _sentence(game, agent, rows.sort_values("players"))
        for (game, agent), rows in frame.groupby(["game", "agent"], sort=False)
    )


def _sentence(game: str, agent: str, rows: "pd.DataFrame") -> str:
    ends = list(rows.iloc[[0, -1]].drop_duplicates("players").itertuples())
    found = ", ".join(f"{share(row, 'doubled')} with {row.players} players" for row in ends)
    text = f"{game}, {agent}: of those who end a round {found} are doubled; a seat scores {points(ends[0], 'score', '.1f')} "
    text += f"points with {ends[0].players} players."
    if game != TITLES[Game.ACTION]:
        return text
    last = ends[-1]
    ended = share(last, "anothers_card_ended")
    text += f" With {last.players} players {ended} of rounds are ended with another's last card"
    if not np.isnan(last.anothers_card_doubled):
        text += (
            f"; of these enders {share(last, 'anothers_card_doubled')} are doubled, of those who turned up their own "
            f"{share(last, 'own_card_doubled')}"
        )
    return f"{text}."


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw doubled enders, and rounds ended with another's card, by players."""
    labels = ["enders doubled (per cent)", "ended with another's card (per cent)"]
    figure, (doubled, by_other) = new_figure(
        "Doubled enders", caption_of(frame, UNIT, "one agent in all seats"), "players", labels
    )
    groups = list(frame.groupby(["game", "agent"], sort=False))
    for number, ((game, agent), rows) in enumerate(groups):
        places = rows["players"] + 0.08 * (number - (len(groups) - 1) / 2)
        draw_estimates(doubled, places, rows, "doubled", f"{game}: {agent}", number, scale=100)
        if game == TITLES[Game.ACTION]:
            draw_estimates(by_other, places, rows, "anothers_card_ended", agent, number, scale=100)
    for axes in (doubled, by_other):
        axes.set_ylim(bottom=0)
    handles, names = doubled.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper right", ncols=2, frameon=False, fontsize=9)
    return figure

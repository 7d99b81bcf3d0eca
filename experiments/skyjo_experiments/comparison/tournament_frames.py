"""The frames of a tournament: a row per pair, a row per agent."""

from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_experiments.comparison.result import plain

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_experiments.comparison.tournament_result import Tournament

__all__ = ["PAIR_COLUMNS", "RATING_COLUMNS", "agents_frame", "pairs_frame", "records"]

PAIR_COLUMNS = {
    "a": "an agent; with more than two players, the one that sat alone",
    "b": "its opponent, at all other seats",
    "win_share": "share of games won by a, ties split; of rounds, if rounds are independent",
    "win_share_low": "lower end of its 95 % interval over deals",
    "win_share_high": "upper end",
    "difference": "points per round of a less those of b",
    "difference_low": "lower end of its 95 % interval",
    "difference_high": "upper end",
    "p_value": "that the pair is even by chance, adjusted for the number of pairs (Holm)",
    "n_deals": "deals, each from every seat",
    "n_games": "games, or independent rounds, of this pair",
    "abandoned": "share of rounds that the turn limit stopped",
}
"""The columns of `Tournament.pairs_frame`."""

RATING_COLUMNS = {
    "agent": "name",
    "rating": "rating points; 400 more are odds of ten to one, the first agent is at 0",
    "rating_low": "lower end of its 95 % interval, of the bootstrap over deals",
    "rating_high": "upper end",
    "win_share": "mean share of games won over all opponents",
    "difference": "mean of the differences of points per round over all opponents",
    "alpha_rank": "share of a population in which better answers spread",
    "replicator": "share of a population that grows by what it wins, in the end",
    "n_deals": "deals, each from every seat",
    "n_games": "games, or independent rounds, of all pairs with this agent",
    "abandoned": "share of their rounds that the turn limit stopped",
}
"""The columns of `Tournament.frame`."""


def pairs_frame(tournament: "Tournament") -> "pd.DataFrame":
    """Return a row per pair, with the columns `PAIR_COLUMNS`."""
    import pandas as pd

    rows = []
    for index, (i, j) in enumerate(tournament.pairs):
        share, points = tournament.measured["win_share"][index].a, tournament.measured["mean_score"][index].difference
        row: dict[str, Any] = {"a": tournament.names[i], "b": tournament.names[j]}
        row |= {"win_share": share.mean, "win_share_low": share.low, "win_share_high": share.high}
        row |= {"difference": points.mean, "difference_low": points.low, "difference_high": points.high}
        row |= {
            "p_value": tournament.p_values[index],
            "n_deals": tournament.n_deals,
            "n_games": tournament.games_per_pair,
        }
        rows.append(row | {"abandoned": tournament.abandoned_of(np.arange(len(tournament.pairs)) == index)})
    return pd.DataFrame(rows, columns=list(PAIR_COLUMNS))


def agents_frame(tournament: "Tournament") -> "pd.DataFrame":
    """Return a row per agent, with the columns `RATING_COLUMNS`."""
    import pandas as pd

    others = len(tournament.agents) - 1
    rows = []
    for index, name in enumerate(tournament.names):
        own = np.array([index in pair for pair in tournament.pairs])
        rows.append(
            {
                "agent": name,
                "rating": tournament.ratings.points[index],
                "rating_low": tournament.ratings.low[index],
                "rating_high": tournament.ratings.high[index],
                "win_share": (tournament.wins.mean[index].sum() - tournament.neutral) / others,
                "difference": tournament.differences.mean[index].sum() / others,
                "alpha_rank": tournament.alpha_rank[index],
                "replicator": tournament.replicator[index],
                "n_deals": tournament.n_deals,
                "n_games": tournament.games_per_pair * int(own.sum()),
                "abandoned": tournament.abandoned_of(own),
            }
        )
    return pd.DataFrame(rows, columns=list(RATING_COLUMNS))


def records(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return the rows of a frame as plain values for JSON."""
    return [{key: plain(value) for key, value in row.items()} for row in frame.to_dict("records")]

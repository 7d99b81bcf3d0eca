"""Ratings of agents from results at tables, with intervals by bootstrap over deals."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from skyjo_experiments.statistics.arguments import Floats, check_count, deal_array
from skyjo_experiments.statistics.bootstrap import FEWEST_RESAMPLES
from skyjo_experiments.statistics.luce import fit_strengths
from skyjo_experiments.statistics.resampling import resampled_sums
from skyjo_experiments.statistics.tables import Tables, wins_alone, wins_of_pairs
from skyjo_sim.errors import InputError

__all__ = ["POINTS", "Ratings", "rate", "rate_alone", "rate_pairs"]

POINTS = 400 / math.log(10)
"""Rating points of a strength e times as great: 400 points are odds of ten to one, as in Elo's scale."""

_PRIOR_GAMES = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings in rating points, the anchor at 0; agents in the order given.

    Attributes
    ----------
    points, standard_error, low, high : ndarray, float64[n_agents]
        The anchor's interval has no width: the others are of differences to it.
    anchor : int
    is_separated : bool
        Whether some agents never lost to any of the others. The results then set no bound to their lead: its size comes from
        the one tied game that every table is given besides, and its interval means nothing.
    """

    points: Floats
    standard_error: Floats
    low: Floats
    high: Floats
    anchor: int
    is_separated: bool


def rate_pairs(wins: ArrayLike, *, anchor: int = 0, n_resamples: int = 1000, seed: int = 0) -> Ratings:
    """Rate the agents of a round robin of pairs.

    Parameters
    ----------
    wins : array_like, float64[n_deals, n_agents, n_agents]
        By deal, the games that the agent of the second axis won against that of the third, ties split. The diagonal is not
        read.
    anchor : int
        The agent whose rating is 0.
    n_resamples : int
        At least 200.
    seed : int
        Of the resampling.

    Raises
    ------
    InputError
        As `rate`.

    References
    ----------
    Bradley and Terry (1952), Rank analysis of incomplete block designs, Biometrika 39.
    """
    return rate(*wins_of_pairs(wins), anchor=anchor, n_resamples=n_resamples, seed=seed)


def rate_alone(
    wins: ArrayLike, n_games: int, players: int, *, anchor: int = 0, n_resamples: int = 1000, seed: int = 0
) -> Ratings:
    """Rate agents that sat alone among copies of each other.

    Parameters
    ----------
    wins : array_like, float64[n_deals, n_agents, n_agents]
        By deal, the games that the agent of the second axis won alone among copies of that of the third, ties split. The
        diagonal is not read.
    n_games : int
        Games per deal and pair: one from each seat makes it `players`.
    players : int
        Seats at the table.
    anchor, n_resamples, seed : int
        As in `rate_pairs`.

    Raises
    ------
    InputError
        As `rate`, and if there are more wins than games.
    """
    return rate(*wins_alone(wins, n_games, players), anchor=anchor, n_resamples=n_resamples, seed=seed)


def rate(wins: ArrayLike, tables: Tables, *, anchor: int = 0, n_resamples: int = 1000, seed: int = 0) -> Ratings:
    """Rate agents by who won which tables, all results at once.

    Each table is given one tied game besides (its seats share it), so that a rating is finite where somebody won
    everything; over hundreds of games it does not matter.

    Parameters
    ----------
    wins : array_like, float64[n_deals, n_entries]
        By deal, the games won by entry of `tables`, ties split. The sum over a table is its games.
    tables : Tables
    anchor : int
        The agent whose rating is 0.
    n_resamples : int
        At least 200.
    seed : int
        Of the resampling.

    Returns
    -------
    Ratings
        With 95 % intervals of the percentile bootstrap over deals.

    Raises
    ------
    InputError
        If the shapes differ, there are fewer than two deals, wins are negative, two groups of agents never met, or an
        option is not allowed.

    References
    ----------
    Hunter (2004), MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32.
    """
    array = deal_array("wins", wins, 2)
    _check(array, tables, anchor, n_resamples)
    prior = tables.seats / tables.by_table(tables.seats)[tables.table] * _PRIOR_GAMES
    total = array.sum(axis=0)
    best = fit_strengths((total + prior)[None, :], tables)[0]
    resampled = fit_strengths(resampled_sums(array, n_resamples, seed=seed) + prior, tables, best)
    points = POINTS * (best - best[anchor])
    spread = POINTS * (resampled - resampled[:, [anchor]])
    low, high = np.quantile(spread, [0.025, 0.975], axis=0)
    return Ratings(points, spread.std(axis=0, ddof=1), low, high, anchor, _n_groups(total, tables, "strong") > 1)


def _check(wins: Floats, tables: Tables, anchor: int, n_resamples: int) -> None:
    if wins.shape[1] != tables.table.size:
        raise InputError(f"wins must have {tables.table.size} entries, as the tables, got {wins.shape[1]}")
    if wins.min() < 0:
        raise InputError(f"wins must be at least 0, got {wins.min():g}")
    if not 0 <= check_count("anchor", anchor, 0) < tables.n_agents:
        raise InputError(f"anchor must be in 0..{tables.n_agents - 1}, got {anchor}")
    check_count("n_resamples", n_resamples, FEWEST_RESAMPLES)
    if (n_groups := _n_groups(np.ones(tables.table.size), tables, "weak")) > 1:
        raise InputError(f"all agents must be linked by tables, got {n_groups} groups that never met")


def _n_groups(won: Floats, tables: Tables, connection: str) -> int:
    """Return in how many groups the agents fall; an agent is linked to those at whose tables it won."""
    winners, losers = [], []
    for first, end in zip(tables.starts, [*tables.starts[1:], tables.table.size], strict=True):
        sitting = tables.agent[first:end]
        for agent in sitting[won[first:end] > 0]:
            winners += [agent] * sitting.size
            losers += sitting.tolist()
    links = coo_array((np.ones(len(winners)), (winners, losers)), shape=(tables.n_agents,) * 2)
    return int(connected_components(links, directed=True, connection=connection)[0])

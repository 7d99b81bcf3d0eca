"""Which agents sat at which tables: what ratings are fitted to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.statistics.arguments import Floats, check_count, deal_array, finite_array
from skyjo_sim.errors import InputError

__all__ = ["Tables", "wins_alone", "wins_of_pairs"]

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The kinds of table at which games were played, as entries (table, agent).

    Attributes
    ----------
    table : ndarray, int64[n_entries]
        The table of an entry, in rising order from 0.
    agent : ndarray, int64[n_entries]
        The agent of an entry, from 0; at most once a table.
    seats : ndarray, float64[n_entries]
        Seats that the agent holds there.
    """

    table: Integers
    agent: Integers
    seats: Floats

    @classmethod
    def of(cls, seats: ArrayLike) -> "Tables":
        """Return the tables of a matrix of seats, float64[n_tables, n_agents]; 0 where an agent does not sit.

        Raises
        ------
        InputError
            If a number is negative, a table has fewer than two agents, or an agent no table.
        """
        matrix = finite_array("seats", seats, 2)
        if matrix.min() < 0:
            raise InputError(f"seats must be at least 0, got {matrix.min():g}")
        present = matrix > 0
        if present.sum(axis=1).min() < 2:
            raise InputError(f"table {present.sum(axis=1).argmin()} must seat at least 2 agents")
        if not present.any(axis=0).all():
            raise InputError(f"agent {present.any(axis=0).argmin()} must sit at some table")
        table, agent = np.nonzero(present)
        return cls(table.astype(np.int64), agent.astype(np.int64), matrix[present])

    @property
    def n_tables(self) -> int:
        """Number of tables."""
        return int(self.table[-1]) + 1

    @property
    def n_agents(self) -> int:
        """Number of agents."""
        return int(self.agent.max()) + 1

    @property
    def starts(self) -> Integers:
        """First entry of each table, int64[n_tables]."""
        return np.searchsorted(self.table, np.arange(self.n_tables)).astype(np.int64)

    def by_table(self, entries: Floats) -> Floats:
        """Return sums over the entries of each table, float64[..., n_tables]."""
        sums: Floats = np.add.reduceat(entries, self.starts, axis=-1)
        return sums

    def by_agent(self, entries: Floats) -> Floats:
        """Return sums over the entries of each agent, float64[..., n_agents]."""
        sits = (self.agent[:, None] == np.arange(self.n_agents)).astype(np.float64)
        sums: Floats = entries @ sits
        return sums


def wins_of_pairs(wins: ArrayLike) -> tuple[Floats, Tables]:
    """Return wins by entry, and the tables, of a round robin of pairs.

    Parameters
    ----------
    wins : array_like, float64[n_deals, n_agents, n_agents]
        By deal, the games that the agent of the second axis won against that of the third, ties split. The diagonal is not
        read.

    Raises
    ------
    InputError
        If it has another shape, or fewer than two deals or agents.
    """
    array = _deals_of_matrices(wins)
    n_agents = array.shape[1]
    first, second = np.triu_indices(n_agents, 1)
    seats = np.zeros((first.size, n_agents))
    seats[np.arange(first.size), first] = seats[np.arange(first.size), second] = 1
    entries = np.stack([array[:, first, second], array[:, second, first]], axis=2)
    return entries.reshape(len(array), -1), Tables.of(seats)


def wins_alone(wins: ArrayLike, n_games: int, players: int) -> tuple[Floats, Tables]:
    """Return wins by entry, and the tables, of agents that sat alone among copies of another.

    Parameters
    ----------
    wins : array_like, float64[n_deals, n_agents, n_agents]
        By deal, the games that the agent of the second axis won alone among copies of that of the third, ties split. The
        diagonal is not read.
    n_games : int
        Games per deal and pair: one from each seat makes it `players`.
    players : int
        Seats at the table.

    Raises
    ------
    InputError
        If it has another shape, fewer than two deals or agents, or holds more wins than games.
    """
    array = _deals_of_matrices(wins)
    check_count("n_games", n_games, 1)
    check_count("players", players, 2)
    n_agents = array.shape[1]
    alone, field = np.nonzero(~np.eye(n_agents, dtype=bool))
    seats = np.zeros((alone.size, n_agents))
    seats[np.arange(alone.size), alone] = 1
    seats[np.arange(alone.size), field] = players - 1
    won = array[:, alone, field]
    if won.max() > n_games:
        raise InputError(f"wins must be at most n_games, {n_games}, got {won.max():g}")
    entries = np.stack([won, n_games - won], axis=2)
    entries[:, alone > field] = entries[:, alone > field, ::-1]  # entries stand in the order of agents
    return entries.reshape(len(array), -1), Tables.of(seats)


def _deals_of_matrices(wins: ArrayLike) -> Floats:
    array = deal_array("wins", wins, 3)
    if array.shape[1] != array.shape[2] or array.shape[1] < 2:
        raise InputError(
            f"wins must be [n_deals, n_agents, n_agents] of at least 2 agents, got the shape {array.shape}"
        )
    return array

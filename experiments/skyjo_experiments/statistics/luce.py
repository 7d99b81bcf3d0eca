"""Strengths by Luce's choice rule, for all results at once: nothing depends on the order of games.

The winner of a table is an agent with a probability in proportion to its strength, times the seats that it holds: at a
table of two that is the model of Bradley and Terry. A ranking is a winner, then a winner of the rest, and so on (Plackett),
each of them a table. The logarithms of the strengths maximise a concave likelihood, which Newton's method does.
"""

import numpy as np

from skyjo_experiments.statistics.arguments import Floats
from skyjo_experiments.statistics.tables import Tables
from skyjo_sim.errors import InputError

__all__ = ["fit_strengths", "winning_chances"]

_MOST_STEPS = 100
_LONGEST_STEP = 1.0
"""Longer steps can run past the top and back for ever."""
_TOLERANCE = 1e-9
_NUMBERS_AT_ONCE = 1 << 21


def fit_strengths(wins: Floats, tables: Tables, start: Floats | None = None) -> Floats:
    """Return the logarithms of the strengths, their mean 0, for each row of wins.

    Parameters
    ----------
    wins : ndarray, float64[n_fits, n_entries]
        Games won by entry. Rows must allow a finite fit.
    tables : Tables
    start : ndarray, float64[n_agents], optional
        Where to begin.

    Returns
    -------
    ndarray, float64[n_fits, n_agents]

    Raises
    ------
    InputError
        If a row has no finite fit.

    References
    ----------
    Plackett (1975), The analysis of permutations, Applied Statistics 24; Luce (1959), Individual Choice Behavior; Hunter
    (2004), MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32 (concavity, existence).
    """
    rows_at_once = max(1, _NUMBERS_AT_ONCE // (tables.n_tables * tables.n_agents + tables.n_agents**2))
    begin = np.zeros(tables.n_agents) if start is None else start
    parts = [wins[first : first + rows_at_once] for first in range(0, len(wins), rows_at_once)]
    return np.concatenate([_fit_part(part, tables, begin) for part in parts])


def winning_chances(strengths: Floats, tables: Tables) -> Floats:
    """Return each entry's chance to win its table, float64[..., n_entries], by log strengths, float64[..., n_agents]."""
    weights = tables.seats * np.exp(strengths[..., tables.agent])
    chances: Floats = weights / tables.by_table(weights)[..., tables.table]
    return chances


def _fit_part(wins: Floats, tables: Tables, start: Floats) -> Floats:
    n_games = tables.by_table(wins)
    won = tables.by_agent(wins)
    strengths = np.tile(start, (len(wins), 1))
    for _ in range(_MOST_STEPS):
        expected = winning_chances(strengths, tables) * n_games[:, tables.table]
        slope = won - tables.by_agent(expected)
        step = np.linalg.solve(_curvature(expected, n_games, tables), slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        strengths = strengths + step * np.minimum(1.0, _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
        if longest.max() < _TOLERANCE:
            centred: Floats = strengths - strengths.mean(axis=1, keepdims=True)
            return centred
    raise InputError("wins must allow a finite rating, got results without one")


def _curvature(expected: Floats, n_games: Floats, tables: Tables) -> Floats:
    """Return the negative second derivatives, float64[n_fits, n_agents, n_agents], the free common level held by ones."""
    n_fits, n_agents = len(expected), tables.n_agents
    spread = np.zeros((n_fits, tables.n_tables, n_agents))
    spread[:, tables.table, tables.agent] = expected / np.sqrt(np.maximum(n_games, 1e-300))[:, tables.table]
    curvature: Floats = -(np.swapaxes(spread, 1, 2) @ spread)
    diagonal = np.arange(n_agents)
    curvature[:, diagonal, diagonal] += tables.by_agent(expected)
    curvature += np.abs(curvature[:, diagonal, diagonal]).mean(axis=1)[:, None, None] / n_agents
    return curvature

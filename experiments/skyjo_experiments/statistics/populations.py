"""Populations of agents under a pay-off matrix: who remains, and whether the matrix runs in circles.

A rating is one number per agent; where A beats B, B beats C and C beats A, no number is right. These are the checks.
"""

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from skyjo_experiments.statistics.arguments import Floats, check_count, finite_array, square_array
from skyjo_sim.errors import InputError

__all__ = ["alpha_rank", "cycles", "replicate"]

_LIMIT_STRENGTH = 50.0
"""Selection strength, times the smallest difference, at which the rarest jumps are e**-50 times the others."""


def alpha_rank(
    payoffs: ArrayLike, half_widths: ArrayLike | None = None, *, alpha: float | None = None, population: int = 50
) -> Floats:
    """Return how much of the time each agent fills a population in which better answers spread (alpha-rank).

    Parameters
    ----------
    payoffs : array_like, float64[n_agents, n_agents]
        What the agent of the first axis gets against that of the second.
    half_widths : array_like, float64[n_agents, n_agents], optional
        Of the pay-offs' intervals: two agents whose difference is no larger than both of theirs together count as equal.
        Without them every difference counts, be it by chance, because the limit asks only for its sign.
    alpha : float, optional
        Strength of selection; by default its limit, infinity.
    population : int
        Individuals.

    Returns
    -------
    ndarray, float64[n_agents]
        Shares, their sum 1: the stationary distribution.

    Raises
    ------
    InputError
        If the shapes are wrong, a number is not finite, or an option is not allowed.

    References
    ----------
    Omidshafiei et al. (2019), Alpha-rank: multi-agent evaluation by evolution, Scientific Reports 9; stationary distribution
    without subtractions: Grassmann, Taksar, Heyman (1985), Operations Research 33.
    """
    matrix = square_array("payoffs", payoffs)
    check_count("population", population, 2)
    if alpha is not None and not 0 < alpha < np.inf:
        raise InputError(f"alpha must be above 0 and finite, got {alpha!r}")
    gains = matrix.T - matrix  # [resident, mutant]: what the mutant gets against the resident, less the reverse
    gains[np.abs(gains) <= _noise(matrix, half_widths)] = 0
    if alpha is None:
        differences = np.abs(gains[gains != 0])
        alpha = _LIMIT_STRENGTH / differences.min() if differences.size else 1.0
    shares: Floats = np.exp(_stationary(_log_fixations(alpha * gains, population)))
    return shares


def _noise(matrix: Floats, half_widths: ArrayLike | None) -> Floats:
    """Return the differences that count as none: rounding, or the intervals'."""
    rounding: Floats = np.full_like(matrix, 1e-12 * np.abs(matrix).max())
    if half_widths is None:
        return rounding
    halves = square_array("half_widths", half_widths)
    if halves.shape != matrix.shape or halves.min() < 0:
        raise InputError(
            f"half_widths must be at least 0 and of the shape {matrix.shape}, got the shape {halves.shape}"
        )
    return np.maximum(rounding, halves + halves.T)


def _log_fixations(strengths: Floats, population: int) -> Floats:
    """Return logarithms of the chances that one mutant takes over, ``(1 - e^-x) / (1 - e^-mx)``."""
    sizes = np.where(strengths == 0, 1.0, np.abs(strengths))
    gained = np.log(-np.expm1(-sizes)) - np.log(-np.expm1(-population * sizes))
    lost = gained - (population - 1) * sizes
    logs: Floats = np.where(strengths == 0, -np.log(population), np.where(strengths > 0, gained, lost))
    return logs


def _stationary(log_rates: Floats) -> Floats:
    """Return logarithms of the stationary shares of a chain, by elimination of one state after another."""
    rates = log_rates.copy()
    n_states = len(rates)
    for state in range(n_states - 1, 0, -1):
        rates[:state, state] -= logsumexp(rates[state, :state])
        rates[:state, :state] = np.logaddexp(rates[:state, :state], rates[:state, [state]] + rates[[state], :state])
    shares = np.zeros(n_states)
    for state in range(1, n_states):
        shares[state] = logsumexp(shares[:state] + rates[:state, state])
    logs: Floats = shares - logsumexp(shares)
    return logs


def replicate(
    payoffs: ArrayLike, start: ArrayLike | None = None, *, n_steps: int = 10_000, pace: float = 0.1
) -> Floats:
    """Return the path of a population whose agents multiply by what they get (replicator dynamics).

    The last row says who remains; where it runs in circles, the mean over rows says how often each is met.

    Parameters
    ----------
    payoffs : array_like, float64[n_agents, n_agents]
        What the agent of the first axis gets against that of the second.
    start : array_like, float64[n_agents], optional
        Shares at the start; equal by default.
    n_steps : int
    pace : float
        Growth in a step of an agent that is ahead by the whole range of the pay-offs, as a logarithm.

    Returns
    -------
    ndarray, float64[n_steps + 1, n_agents]
        Shares, each row's sum 1.

    Raises
    ------
    InputError
        If the shapes are wrong, a number is not finite, the shares are not shares, or an option is not allowed.

    References
    ----------
    Taylor and Jonker (1978), Evolutionary stable strategies and game dynamics, Mathematical Biosciences 40.
    """
    matrix = square_array("payoffs", payoffs)
    check_count("n_steps", n_steps, 1)
    if not 0 < pace <= 1:
        raise InputError(f"pace must be above 0 and at most 1, got {pace!r}")
    shares = np.full(len(matrix), 1 / len(matrix)) if start is None else finite_array("start", start, 1)
    if shares.size != len(matrix) or shares.min() < 0 or abs(shares.sum() - 1) > 1e-9:
        raise InputError(f"start must be {len(matrix)} shares with the sum 1, got {shares.tolist()}")
    growth = pace * matrix / max(float(np.ptp(matrix)), 1e-300)
    path = np.empty((n_steps + 1, len(matrix)))
    path[0] = shares
    for step in range(n_steps):
        gains = growth @ path[step]
        path[step + 1] = path[step] * np.exp(gains - gains.max())
        path[step + 1] /= path[step + 1].sum()
    return path


def cycles(low: ArrayLike, neutral: float = 0.0) -> list[tuple[int, int, int]]:
    """Return the triples of agents of which each beats the next, and the last the first, beyond doubt.

    Parameters
    ----------
    low : array_like, float64[n_agents, n_agents]
        Lower ends of the pay-offs' intervals: an agent beats another if its end is above `neutral`.
    neutral : float
        The pay-off of equals: 0 for differences, 0.5 for shares of wins.

    Returns
    -------
    list of tuple of int
        The lowest agent first. By chance some appear among many agents, unless the intervals are made for all pairs together.

    Raises
    ------
    InputError
        If the matrix is not square or finite.
    """
    ends = np.array(low, dtype=np.float64)
    if ends.ndim == 2:
        np.fill_diagonal(ends, neutral)  # nobody plays against itself
    beats = square_array("low", ends) > neutral
    found = []
    for a, b, c in combinations(range(len(beats)), 3):
        if beats[a, b] and beats[b, c] and beats[c, a]:
            found.append((a, b, c))
        elif beats[a, c] and beats[c, b] and beats[b, a]:
            found.append((a, c, b))
    return found

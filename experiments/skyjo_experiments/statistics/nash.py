"""The mixture of agents that no agent beats."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import linprog, minimize

from skyjo_experiments.statistics.arguments import Floats, square_array
from skyjo_sim.errors import InputError

__all__ = ["nash_mixture"]


def nash_mixture(payoffs: ArrayLike) -> Floats:
    """Return the mixture of agents that no agent beats: a symmetric Nash equilibrium of a game of two.

    Where there are several, the most even one (least sum of squares): copies of an agent share its weight.

    Parameters
    ----------
    payoffs : array_like, float64[n_agents, n_agents]
        What the agent of the first axis gets against that of the second; with the reverse it must make the same sum for all
        pairs, as shares of wins and score differences do.

    Returns
    -------
    ndarray, float64[n_agents]
        Shares, their sum 1.

    Raises
    ------
    InputError
        If the matrix is not square or finite, or the sums differ.

    References
    ----------
    Balduzzi, Tuyls, Perolat, Graepel (2018), Re-evaluating evaluation, NeurIPS (with the entropy in place of the squares).
    """
    matrix = square_array("payoffs", payoffs)
    sums = (matrix + matrix.T)[~np.eye(len(matrix), dtype=bool)]
    if np.ptp(sums) > 1e-9 * max(1.0, float(np.abs(matrix).max())):
        raise InputError(
            f"payoffs of a pair must have the same sum for all pairs, got {sums.min():g} to {sums.max():g}"
        )
    gains = (matrix - matrix.T) / max(float(np.abs(matrix - matrix.T).max()), 1e-300)
    found = minimize(
        lambda shares: float(shares @ shares),
        _safe_mixture(gains),
        jac=lambda shares: 2 * shares,
        bounds=[(0, 1)] * len(matrix),
        constraints=[
            {"type": "eq", "fun": lambda shares: shares.sum() - 1, "jac": lambda shares: np.ones(len(matrix))},
            {"type": "ineq", "fun": lambda shares: shares @ gains, "jac": lambda shares: gains.T},
        ],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    shares: Floats = np.clip(found.x, 0.0, None)
    mixture: Floats = shares / shares.sum()
    return mixture


def _safe_mixture(gains: Floats) -> Floats:
    """Return some mixture that loses to nobody, by linear programming: shares with ``shares @ gains >= 0``."""
    n_agents = len(gains)
    found = linprog(np.zeros(n_agents), -gains.T, np.zeros(n_agents), np.ones((1, n_agents)), [1.0], bounds=(0, 1))
    return np.asarray(found.x, dtype=np.float64)

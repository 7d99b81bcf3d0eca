"""A one-ply agent that wants the end of a round more or less by the totals of the game."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from skyjo_agents.expert import EXPERT
from skyjo_agents.one_ply.aside import answer_aside
from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.policy import answer_turn
from skyjo_agents.one_ply.sheet import N_ROWS, WIDTH
from skyjo_agents.one_ply.weights import END, SPREAD_OPENING, Weights
from skyjo_sim.agent import Agent, policy
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.weights import weights_of

__all__ = ["by_score_agent", "by_score_policy"]

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def bin_of(total, n_bins, width):  # type: ignore[no-untyped-def]
    """Return the bin of a total; the ends hold what lies beyond."""
    return min(max(np.int64(total) // np.int64(width), np.int64(0)), n_bins - 1)


@_kernel
def offset_at(table, seat, offsets):  # type: ignore[no-untyped-def]
    """Return what the end is worth more at these totals: ``offsets[0]`` is the width of a bin, the rest a square of bins."""
    best = np.int64(1 << 30)
    for other in range(np.int64(table.n_players)):
        if other != seat:
            best = min(best, np.int64(table.totals[other]))
    n_bins = np.int64(0)
    while (n_bins + 1) * (n_bins + 1) < offsets.size:
        n_bins += 1
    own = bin_of(table.totals[seat], n_bins, offsets[0])
    return np.float64(offsets[1 + own * n_bins + bin_of(best, n_bins, offsets[0])])


@policy
def by_score_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer as the one-ply policy does, the worth of an end moved by the totals."""
    if table.phase not in (SOURCE, PLACE):
        return answer_aside(table, seat, params.values[SPREAD_OPENING] > 0)
    weights = params.values.copy()
    weights[END] += offset_at(table, seat, weights_of(params))
    sheet = np.empty((N_ROWS, WIDTH))
    return answer_turn(table, seat, weights, write_chances(table, sheet), sheet)


def by_score_agent(offsets: Sequence[Sequence[float]] | ArrayLike, width: int = 10, weights: Weights = EXPERT) -> Agent:
    """Make an agent that plays by `weights`, but finds the end of a round worth more or less by the totals of the game.

    Idea: who is far behind must take risks, who is ahead near the target wants the game over: the same grid is ended or not
    by what the totals ask for.
    Provenance: written for this project; the offsets come from a match-equity table.
    Ignores: with three players and more, all others but the one with the fewest points.

    Parameters
    ----------
    offsets : array_like, float64[n_bins, n_bins]
        Points by which an end is worth more, by bins of the own total and of the lowest other total.
    width : int
        Points of a bin; the first begins at 0, the ends hold what lies beyond.

    Raises
    ------
    InputError
        If the offsets are no square of finite numbers, or the width is not positive.
    """
    square = np.asarray(offsets, np.float64)
    if square.ndim != 2 or square.shape[0] != square.shape[1] or not square.size or not np.isfinite(square).all():
        raise InputError(f"offsets must be a square of finite numbers, got the shape {square.shape}")
    if width < 1:
        raise InputError(f"width must be at least 1, got {width}")
    numbers = np.concatenate([[width], square.ravel()]).astype(np.float32)
    return Agent("by_score", by_score_policy, replace(weights).params(), numbers)

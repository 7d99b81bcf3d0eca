"""Successive halving: the best of many candidates on common deals, without playing the bad ones to the end."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from skyjo_experiments.statistics.arguments import Floats, check_count, finite_array
from skyjo_sim.errors import InputError

__all__ = ["Halving", "HalvingRound", "successive_halving"]

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class HalvingRound:
    """One round of a halving.

    Attributes
    ----------
    candidates : tuple of int
        Positions of those who took part, best first; the first half of them, rounded up, went on.
    means : tuple of float
        Their means over all deals so far, in the same order.
    n_deals : int
        Deals that each of them had played after the round.
    """

    candidates: tuple[int, ...]
    means: tuple[float, ...]
    n_deals: int


@dataclass(frozen=True, slots=True)
class Halving(Generic[C]):
    """What a halving found.

    Attributes
    ----------
    winner : object
        The candidate that is left. Its mean here is too good, because it was chosen for it: measure it on fresh deals.
    position : int
        Its place among the candidates.
    rounds : tuple of HalvingRound
    next_deal : int
        The first deal that no candidate has played.
    """

    winner: C
    position: int
    rounds: tuple[HalvingRound, ...]
    next_deal: int


def successive_halving(
    candidates: Sequence[C],
    evaluate: Callable[[list[C], int, int], ArrayLike],
    n_plays: int,
    *,
    first_deal: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> Halving[C]:
    """Find the candidate with the highest mean: play, drop the worse half, play on with the rest.

    Every round costs about the same, so those who are left play twice as many deals as the round before. Equal means: the
    earlier candidate goes on.

    Parameters
    ----------
    candidates : sequence
    evaluate : callable
        ``evaluate(candidates, first_deal, n_deals)`` returns float64[n_candidates, n_deals], higher is better; deal d must be
        the same for all.
    n_plays : int
        Deals times candidates to play in all; at least one deal per candidate and round.
    first_deal : int
    on_progress : callable, optional
        Called with the plays done and the plays in all after each round.

    Raises
    ------
    InputError
        If there is no candidate, `n_plays` is too small, or `evaluate` returns another shape or a number that is not finite.

    References
    ----------
    Karnin, Koren, Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML.
    """
    if not candidates:
        raise InputError("candidates must be at least 1, got none")
    check_count("first_deal", first_deal, 0)
    plan = _plan(len(candidates), n_plays)
    n_all, n_done = sum(n_left * n_deals for n_left, n_deals in plan), 0
    left, sums = list(range(len(candidates))), np.zeros(len(candidates))
    rounds, deal = [], first_deal
    for n_left, n_deals in plan:
        left = left[:n_left]
        sums[left] += _sums([candidates[position] for position in left], evaluate, deal, n_deals)
        deal += n_deals
        left.sort(key=lambda position: (-sums[position], position))
        means = tuple(float(sums[position]) / (deal - first_deal) for position in left)
        rounds.append(HalvingRound(tuple(left), means, deal - first_deal))
        n_done += n_left * n_deals
        if on_progress is not None:
            on_progress(n_done, n_all)
    return Halving(candidates[left[0]], left[0], tuple(rounds), deal)


def _plan(n_candidates: int, n_plays: int) -> list[tuple[int, int]]:
    """Return the candidates and new deals of each round."""
    n_rounds = math.ceil(math.log2(n_candidates))
    check_count("n_plays", n_plays, n_candidates * n_rounds)
    plan = []
    for _ in range(n_rounds):
        plan.append((n_candidates, n_plays // (n_rounds * n_candidates)))
        n_candidates = -(-n_candidates // 2)
    return plan


def _sums(chosen: list[C], evaluate: Callable[[list[C], int, int], ArrayLike], first_deal: int, n_deals: int) -> Floats:
    values = finite_array("evaluate(...)", evaluate(chosen, first_deal, n_deals), 2)
    if values.shape != (len(chosen), n_deals):
        raise InputError(f"evaluate must return the shape {(len(chosen), n_deals)}, got {values.shape}")
    sums: Floats = values.sum(axis=1)
    return sums

"""Rules of thumb as small decision trees, found by trying all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Tree", "find_tree"]

Features = Mapping[str, NDArray[np.int64]]

_NOTHING, _DIGITS = 1e-8, 8
"""Gains that differ by less are rounding errors: of questions that divide alike the first is asked."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A question with two answers, or a decision.

    Attributes
    ----------
    feature : str
        What is asked about; empty for a decision.
    most : int
        The question: is the feature at most this?
    is_yes : bool
        The decision.
    below, above : Tree, optional
        What follows if it is, and if it is not.
    """

    feature: str = ""
    most: int = 0
    is_yes: bool = False
    below: "Tree | None" = None
    above: "Tree | None" = None

    def decide(self, features: Features) -> NDArray[np.bool_]:
        """Return the decisions, bool[n]."""
        n = len(next(iter(features.values())))
        if self.below is None or self.above is None:
            return np.full(n, self.is_yes)
        is_below = features[self.feature] <= self.most
        return np.where(is_below, self.below.decide(features), self.above.decide(features))

    def text(self, yes: str, no: str, words: Callable[[str, int], str]) -> str:
        """Return the tree in words, ``if the card is at most 3: take; else draw``; `words` are those of a question."""
        if self.below is None or self.above is None:
            return yes if self.is_yes else no
        below, above = self.below.text(yes, no, words), self.above.text(yes, no, words)
        if self.below.below is not None:
            below = f"({below})"
        return f"if {words(self.feature, self.most)}: {below}; else {above}"


def find_tree(features: Features, gains: NDArray[np.float64], depth: int, least: int = 1) -> Tree:
    """Return the tree of at most `depth` questions that gains most when it says yes; all are tried.

    Parameters
    ----------
    features : mapping of str to int64[n]
    gains : float64[n]
        What yes gains over no.
    depth : int
        0 to 3.
    least : int
        Positions on each side of a question at least.
    """
    splits = [(name, most) for name, column in features.items() for most in np.unique(column)[:-1].tolist()]
    is_below = np.array([features[name] <= most for name, most in splits], np.bool_).reshape(len(splits), gains.size)
    return _Search(splits, is_below, gains, least).best(np.ones(gains.size, np.bool_), depth)[1]


@dataclass(frozen=True, slots=True)
class _Search:
    """The questions, whether each position is at most what they ask, and the gains."""

    splits: list[tuple[str, int]]
    is_below: NDArray[np.bool_]
    gains: NDArray[np.float64]
    least: int

    def best(self, where: NDArray[np.bool_], depth: int) -> tuple[float, Tree]:
        """Return the gain of the best tree for some positions, and the tree."""
        total = float(self.gains[where].sum())
        found = _leaf(total)
        if depth == 0 or not self.splits:
            return found
        below, gains = self.is_below[:, where].astype(np.float64), self.gains[where]
        is_allowed = _are_enough(below.sum(axis=1), float(gains.size), self.least)
        if depth == 1:
            return self._question(below @ gains, total, is_allowed)
        if depth == 2:
            return self._two_questions(below, gains, total, is_allowed)
        for split in np.flatnonzero(is_allowed).tolist():
            low = self.best(where & self.is_below[split], depth - 1)
            high = self.best(where & ~self.is_below[split], depth - 1)
            found = self._better(found, split, low, high)
        return found

    def _better(
        self, found: tuple[float, Tree], split: int, low: tuple[float, Tree], high: tuple[float, Tree]
    ) -> tuple[float, Tree]:
        """Return the tree that begins with a question, if it gains more."""
        if low[0] + high[0] <= found[0] + _NOTHING or low[1] == high[1]:
            return found
        return low[0] + high[0], Tree(*self.splits[split], below=low[1], above=high[1])

    def _question(self, low: NDArray[np.float64], total: float, is_allowed: NDArray[np.bool_]) -> tuple[float, Tree]:
        """Return the best tree of at most one question, by the gains below each."""
        if not is_allowed.any():
            return _leaf(total)
        split = int(_of_two_leaves(low, total - low, is_allowed).argmax())
        return self._better(_leaf(total), split, _leaf(float(low[split])), _leaf(float(total - low[split])))

    def _two_questions(
        self, below: NDArray[np.float64], gains: NDArray[np.float64], total: float, is_allowed: NDArray[np.bool_]
    ) -> tuple[float, Tree]:
        """Return the best tree of at most two questions in a row; all pairs of questions at once."""
        counts, sums = below @ below.T, (below * gains) @ below.T
        n_low, low = counts.diagonal(), sums.diagonal()
        allowed_low = _are_enough(counts, n_low[:, None], self.least)
        allowed_high = _are_enough(n_low - counts, (gains.size - n_low)[:, None], self.least)
        best_low = _of_two_leaves(sums, low[:, None] - sums, allowed_low).max(axis=1)
        high_low = low - sums
        best_high = _of_two_leaves(high_low, (total - low)[:, None] - high_low, allowed_high).max(axis=1)
        gained = np.maximum(best_low, np.maximum(low, 0.0)) + np.maximum(best_high, np.maximum(total - low, 0.0))
        if not is_allowed.any():
            return _leaf(total)
        split = int(np.where(is_allowed, gained, -np.inf).argmax())
        first = self._question(sums[split], float(low[split]), allowed_low[split])
        second = self._question(high_low[split], float(total - low[split]), allowed_high[split])
        return self._better(_leaf(total), split, first, second)


def _leaf(total: float) -> tuple[float, Tree]:
    return max(total, 0.0), Tree(is_yes=total > 0)


def _are_enough(n: NDArray[np.float64], n_all: NDArray[np.float64] | float, least: int) -> NDArray[np.bool_]:
    """Tell whether both sides of a question have enough positions."""
    is_enough: NDArray[np.bool_] = (n >= least) & (n_all - n >= least)
    return is_enough


def _of_two_leaves(
    low: NDArray[np.float64], high: NDArray[np.float64], is_allowed: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return what a question gains with the better decision on each side; minus infinity where it is not allowed."""
    gained: NDArray[np.float64] = np.where(is_allowed, np.maximum(low, 0.0) + np.maximum(high, 0.0), -np.inf)
    return np.round(gained, _DIGITS)

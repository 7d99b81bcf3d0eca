"""Foretelling whether an ender is doubled: a logistic regression on a few features, and a card to look it up in."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.enders import Endings
from skyjo_experiments.statistics.logistic import LogisticFit, fit_logistic

__all__ = ["HIDDEN_FROM", "LEADS_FROM", "TABLES_FROM", "Card", "fit_card", "fit_logit"]

LEADS_FROM = (-99, 0, 3, 6, 9, 12, 15, 20, 25)
HIDDEN_FROM = (0, 1, 2, 4)
TABLES_FROM = (2, 3, 5)
"""The lowest lead, hidden cards of the best opponent, and players of each line, column and page of the card."""

_ENOUGH = 20
"""Endings without which a cell of the card takes the chance of its line."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LogitModel:
    """A logistic regression of being doubled, on the features that differed where it was fitted."""

    fit: LogisticFit
    used: NDArray[np.bool_]

    def predict(self, endings: Endings) -> Floats:
        """Return chances, float64[n]."""
        return self.fit.predict(_features(endings)[:, self.used])


def _features(endings: Endings) -> Floats:
    """Return the features, float64[n, 5]: points, lead, hidden cards, both together, and players."""
    lead, hidden = endings.lead / 10, endings.hidden / 4
    return np.stack([endings.points / 10, lead, hidden, lead * hidden, np.log2(endings.players)], axis=1)


def fit_logit(endings: Endings) -> LogitModel:
    """Fit the logistic regression.

    Raises
    ------
    InputError
        If the endings are too few or too much alike.
    """
    features = _features(endings)
    used = np.ptp(features, axis=0) > 0
    return LogitModel(fit_logistic(features[:, used], endings.doubled.astype(np.float64)), used)


@dataclass(frozen=True)
class Card:
    """A card for the table: how often enders were doubled, by players, lead and hidden cards of the best opponent.

    Attributes
    ----------
    counts, doubled : int64[tables, leads, hidden]
        Endings, and those doubled.
    chances : float64[tables, leads, hidden]
    """

    counts: NDArray[np.int64] = field(repr=False)
    doubled: NDArray[np.int64] = field(repr=False)
    chances: Floats = field(repr=False)

    def predict(self, endings: Endings) -> Floats:
        """Return chances, float64[n]."""
        return self.chances[_cells(endings)]


def _cells(endings: Endings) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    def place(values: NDArray[np.float64] | NDArray[np.int64], lowest: tuple[int, ...]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = np.searchsorted(np.array(lowest), values, side="right") - 1
        return np.maximum(found, 0)

    return place(endings.players, TABLES_FROM), place(endings.lead, LEADS_FROM), place(endings.hidden, HIDDEN_FROM)


def fit_card(endings: Endings) -> Card:
    """Count how often enders were doubled; a cell with few endings takes the chance of its line, all hidden together."""
    shape = (len(TABLES_FROM), len(LEADS_FROM), len(HIDDEN_FROM))
    cells = np.ravel_multi_index(_cells(endings), shape)
    size = int(np.prod(shape))
    counts = np.bincount(cells, minlength=size).reshape(shape)
    doubled = np.bincount(cells[endings.doubled], minlength=size).reshape(shape)
    lines = (doubled.sum(axis=2, keepdims=True) + 0.5) / (counts.sum(axis=2, keepdims=True) + 1)
    chances = np.where(counts >= _ENOUGH, (doubled + 0.5) / (counts + 1), lines)
    return Card(counts, doubled, chances)

"""Rows about decisions: means by bins of own points and lead, with intervals over rounds."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.endings.decisions import Decisions
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_sim.simulation.measures import NOTHING, Estimate

__all__ = ["MAP_BIN", "bin_rows", "columns_of", "make_row", "map_rows", "mean_by_round"]

MAP_BIN = 3
"""Points in a bin of the map, own points and lead alike."""

_BIN = 2
_FEWEST = 5
"""Decisions without which a bin is left out."""


def columns_of(name: str, estimate: Estimate) -> dict[str, float]:
    """Return an estimate as the columns ``name``, ``name_low`` and ``name_high``."""
    return {name: float(estimate.mean), f"{name}_low": float(estimate.low), f"{name}_high": float(estimate.high)}


def mean_by_round(values: ArrayLike, units: ArrayLike) -> Estimate:
    """Return the mean of values, float64[n], with its 95 % interval over rounds; NaN for fewer than two rounds."""
    _, places = np.unique(np.asarray(units), return_inverse=True)
    if places.size == 0 or places.max() < 1:
        return NOTHING
    return estimate_deals(np.bincount(places, np.asarray(values, np.float64)), np.bincount(places).astype(np.float64))


def make_row(
    part: str, found: Decisions, name: str, value: Estimate, x: float = np.nan, y: float = np.nan
) -> dict[str, Any]:
    """Return a row of a part: what was estimated, out of how many decisions."""
    return {
        "part": part,
        "name": name,
        "x": x,
        "y": y,
        "n": len(found),
        "n_deals": found.n_deals,
        **columns_of("value", value),
        "abandoned": found.abandoned,
    }


def bin_rows(found: Decisions, part: str, measure: NDArray[np.float64]) -> list[dict[str, Any]]:
    """Return what ending gains, by bins of two points of a measure."""
    bins = np.floor(measure / _BIN).astype(np.int64) * _BIN
    return _rows(found, part, bins[:, None])


def map_rows(found: Decisions) -> list[dict[str, Any]]:
    """Return what ending gains, by bins of own points and lead."""
    bins = [np.floor(measure / MAP_BIN).astype(np.int64) * MAP_BIN for measure in (found.own, found.lead)]
    return _rows(found, "map", np.stack(bins, axis=1))


def _rows(found: Decisions, part: str, bins: NDArray[np.int64]) -> list[dict[str, Any]]:
    gains = found.gains.mean(axis=0)
    places, numbers = np.unique(bins, axis=0, return_inverse=True)
    rows = []
    for number, place in enumerate(places.tolist()):
        chosen = numbers.reshape(-1) == number
        if np.count_nonzero(chosen) >= _FEWEST:
            x, y = [*place, np.nan][:2]
            value = mean_by_round(gains[chosen], found.units[chosen])
            rows.append(make_row(part, found.select(chosen), "gain", value, float(x), float(y)))
    return rows

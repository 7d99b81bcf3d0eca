"""What forks gave: means by position and fork, paired differences, intervals over rounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.forks.continuing import MEASURES
from skyjo_experiments.forks.positions import Positions
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import NOTHING, Estimate

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SHARES", "ForkResult"]

SHARES = frozenset({"won", "ended", "doubled", "abandoned"})
"""Measures that are shares in 0..1."""


@dataclass(frozen=True)
class ForkResult:
    """Positions played on in several ways.

    Attributes
    ----------
    positions : Positions
    forks : tuple of str
        Their names; differences within a position are to the first.
    means : float64[n, forks, measures]
        Means over deals, in the order of `skyjo_experiments.forks.MEASURES`.
    squares : float64[n, forks, measures]
        Means over deals of the squared difference to the first fork.
    n_deals : int
        Re-deals of each position.
    is_complete : bool
        Whether all positions were played on; after an interrupt only those that were are here.
    """

    positions: Positions
    forks: tuple[str, ...]
    means: NDArray[np.float64] = field(repr=False)
    squares: NDArray[np.float64] = field(repr=False)
    n_deals: int
    is_complete: bool = True

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.positions)

    def _fork(self, name: str) -> int:
        if name not in self.forks:
            raise InputError(f"fork must be one of {', '.join(self.forks)}, got {name!r}")
        return self.forks.index(name)

    def _measure(self, name: str) -> int:
        if name not in MEASURES:
            raise InputError(f"measure must be one of {', '.join(MEASURES)}, got {name!r}")
        return list(MEASURES).index(name)

    def values(self, measure: str, fork: str, base: str | None = None) -> NDArray[np.float64]:
        """Return a measure by position, float64[n]; with `base`, less that of another fork on the same deals.

        Raises
        ------
        InputError
            If there is no such measure or fork.
        """
        place = self._measure(measure)
        values: NDArray[np.float64] = self.means[:, self._fork(fork), place]
        return values if base is None else values - self.means[:, self._fork(base), place]

    def errors(self, measure: str, fork: str) -> NDArray[np.float64]:
        """Return the standard error, over deals, of each position's difference to the first fork, float64[n].

        NaN with a single deal.
        """
        mean = self.values(measure, fork, self.forks[0])
        square = self.squares[:, self._fork(fork), self._measure(measure)]
        if self.n_deals < 2:
            return np.full(len(self), np.nan)
        return np.sqrt(np.maximum(square - mean**2, 0.0) / (self.n_deals - 1))

    def estimate(self, measure: str, fork: str, base: str | None = None, where: ArrayLike | None = None) -> Estimate:
        """Return the mean over positions with its 95 % interval; the unit is the round a position comes from.

        Parameters
        ----------
        measure, fork : str
        base : str, optional
            Another fork: the paired difference ``fork - base`` is estimated.
        where : bool[n] or indices, optional
            The positions; all by default.

        Raises
        ------
        InputError
            If there is no such measure or fork.
        """
        return self.mean_of(self.values(measure, fork, base), where, is_share=measure in SHARES and base is None)

    def mean_of(self, values: ArrayLike, where: ArrayLike | None = None, *, is_share: bool = False) -> Estimate:
        """Return the mean of any values by position, (n,), with its 95 % interval over rounds."""
        chosen = np.arange(len(self))[slice(None) if where is None else np.asarray(where)]
        _, units = np.unique(self.positions.units[chosen], return_inverse=True)
        tops = np.bincount(units, np.asarray(values, np.float64)[chosen])
        bottoms = np.bincount(units).astype(np.float64)
        if tops.size == 0:
            return NOTHING
        if tops.size == 1:
            return Estimate(float(tops[0] / bottoms[0]), np.nan, np.nan, np.nan)
        return estimate_deal_share(tops, bottoms) if is_share else estimate_deals(tops, bottoms)

    def row(self, fork: str, base: str | None = None, where: ArrayLike | None = None) -> dict[str, Any]:
        """Return every measure of a fork, or its difference to `base`, as ``name``, ``name_low``, ``name_high``, and n.

        ``n`` counts positions; ``abandoned`` is a share of rounds and has no interval.
        """
        chosen = np.arange(len(self))[slice(None) if where is None else np.asarray(where)]
        row: dict[str, Any] = {"fork": fork, "base": base or "", "n": int(chosen.size), "n_deals": self.n_deals}
        for name in MEASURES:
            if name == "abandoned":
                row[name] = float(self.values(name, fork)[chosen].mean()) if chosen.size else np.nan
                continue
            estimate = self.estimate(name, fork, base, chosen)
            row |= {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        return row

    def frame(self, by: Mapping[str, int] | None = None, base: str | None = None) -> "pd.DataFrame":
        """Return tidy rows: one per group of positions and fork, every measure with its 95 % interval.

        Parameters
        ----------
        by : mapping, optional
            Features that tell groups apart, each with the width of a bin; a bin is named by its lowest value.
        base : str, optional
            The fork that is subtracted from the others; by default nothing is.
        """
        import pandas as pd

        names = list(by or {})
        bins = np.zeros((len(self), len(names)), np.int64)
        for column, (name, width) in enumerate((by or {}).items()):
            bins[:, column] = self.positions.feature(name) // width * width
        groups, numbers = np.unique(bins, axis=0, return_inverse=True)
        rows: list[dict[str, Any]] = []
        for number, group in enumerate(groups):
            where = np.flatnonzero(numbers.reshape(-1) == number)
            key = dict(zip(names, group.tolist(), strict=True))
            rows += [key | self.row(fork, base, where) for fork in self.forks if fork != base]
        return pd.DataFrame(rows)

"""How much of the measured luck is taken off: what the other half of the deals suggests.

Luck has mean 0, so any share of it may be taken off, as long as no deal's share depends on the deal itself. The best share
is that of a regression of score differences on luck; deals of even numbers use that of the odd ones, and the reverse.
"""

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels.columns import LUCK, ROUNDS, SCORE
from skyjo_experiments.comparison.seatings import FIRST, SECOND
from skyjo_experiments.statistics.deals import influences

__all__ = ["luck_shares"]

_FEWEST_DEALS = 50
_MOST = 1.5


def luck_shares(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by deal the share of its luck that is taken off, float64[n_deals]; all of it where there are few deals.

    Parameters
    ----------
    values : ndarray, float64[n_deals, 2, columns]

    References
    ----------
    Control variates with weights from other data: Avramidis and Wilson (1993), A splitting scheme for control variates,
    Operations Research Letters 14.
    """
    shares = np.ones(len(values))
    for fold in range(2):
        other = values[1 - fold :: 2]
        if len(other) >= _FEWEST_DEALS:
            shares[fold::2] = _best_share(other)
    return shares


def _best_share(values: NDArray[np.float64]) -> float:
    """Return the share that leaves the least variance of the difference of scores, within 0 and `_MOST`."""
    rounds = [values[:, side, ROUNDS] for side in (FIRST, SECOND)]
    scores = [values[:, side, SCORE] for side in (FIRST, SECOND)]
    if not all(number.any() for number in rounds):
        return 1.0
    moved = influences(scores[0], rounds[0]) - influences(scores[1], rounds[1])
    luck = values[:, FIRST, LUCK] / rounds[0].mean() - values[:, SECOND, LUCK] / rounds[1].mean()
    luck = luck - luck.mean()
    spread = float(luck @ luck)
    return min(max(float(moved @ luck) / spread, 0.0), _MOST) if spread > 0 else 1.0

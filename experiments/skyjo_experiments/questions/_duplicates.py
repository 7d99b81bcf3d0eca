"""Several agents in turn alone among copies of the same opponent: every agent meets the same deals, from every seat."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.playing import BATCH, DealPlayer
from skyjo_experiments.comparison.seatings import FIRST, SECOND, Contest, one_against
from skyjo_experiments.questions._columns import columns_of
from skyjo_experiments.statistics.deals import estimate_deal_share, estimate_deals, influences
from skyjo_experiments.statistics.many import adjust_by_holm, p_value
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.measures import NOTHING, Estimate
from skyjo_sim.simulation.schedule import Progress

__all__ = ["Measured", "Sums", "ahead", "gain", "play_against", "ratio", "row_of", "with_adjusted_p", "won"]

if TYPE_CHECKING:
    import pandas as pd

Sums = NDArray[np.float64]
"""By deal and side, float64[n_deals, 2, columns]: the agent's, and its opponents' (`comparison.kernels.columns`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A measure of one agent: its mean, and by how much each deal moves it, float64[n_deals]."""

    mean: float
    moved: NDArray[np.float64]

    @property
    def estimate(self) -> Estimate:
        """The mean with its 95 % interval over deals."""
        return estimate_deals(self.moved + self.mean)

    def __sub__(self, other: "Measured") -> "Measured":
        return Measured(self.mean - other.mean, self.moved - other.moved)


def play_against(
    agents: Sequence[Agent | Seer],
    opponent: Agent | Seer,
    rules: Rules,
    *,
    n_deals: int,
    unit: str = "game",
    seed: int = 0,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> NDArray[np.float64]:
    """Play each agent, or seer, alone among copies of `opponent`.

    Returns
    -------
    ndarray, float64[n_agents, n_deals, 2, columns]
        `Sums` of each.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    InputError, PolicyError
        If an argument does not fit, or an agent fails.
    """
    contests = [
        Contest(
            seatings=one_against(agent, opponent, rules.players),
            rules=rules,
            unit=unit,
            seed=check_seed(seed),
        )
        for agent in agents
    ]
    parts = []
    with DealPlayer(contests, n_deals, workers=workers, on_progress=on_progress) as player:
        for first in range(0, n_deals, BATCH):
            parts.append(player.play(first, min(first + BATCH, n_deals)))
            if player.is_interrupted:
                raise KeyboardInterrupt
    return np.concatenate(parts, axis=1)


def ratio(sums: Sums, top: int, bottom: int, side: int = FIRST, scale: float = 1.0) -> Measured:
    """Return the ratio of two columns of one side."""
    tops, bottoms = sums[:, side, top] / scale, sums[:, side, bottom]
    return Measured(float(tops.sum() / bottoms.sum()), influences(tops, bottoms))


def ahead(sums: Sums) -> Measured:
    """Return the points per round by which the agent's score is below the mean of the others."""
    return ratio(sums, columns.SCORE, columns.ROUNDS, SECOND) - ratio(sums, columns.SCORE, columns.ROUNDS)


def won(sums: Sums) -> Measured:
    """Return the agent's share of games, or of independent rounds, won."""
    return ratio(sums, columns.WINS, columns.UNITS, scale=WIN)


def gain(measure: Callable[[Sums], Measured], sums: Sums, base: Sums) -> Estimate:
    """Estimate by how much one agent's measure is above another's on the same deals."""
    return (measure(sums) - measure(base)).estimate


def row_of(sums: Sums, base: Sums | None) -> dict[str, Any]:
    """Return what an agent did and its gain over another one, `base`: points ahead, games won, p of the gain in points."""
    row: dict[str, Any] = {"n": len(sums)}
    wins, games = sums[:, FIRST, columns.WINS] / WIN, sums[:, FIRST, columns.UNITS]
    row |= columns_of("ahead", ahead(sums).estimate) | columns_of("won", estimate_deal_share(wins, games))
    in_points = NOTHING if base is None else gain(ahead, sums, base)
    row |= columns_of("ahead_gain", in_points)
    row |= columns_of("gain_won", NOTHING if base is None else gain(won, sums, base))
    row["p"] = math.nan if base is None else p_value(in_points)
    rounds = sums[:, :, columns.ROUNDS].sum()
    return row | {"abandoned": float(sums[:, :, columns.ABANDONED].sum() / rounds)}


def with_adjusted_p(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a frame of such rows in which the p of all gains are adjusted together (Holm)."""
    attrs = dict(frame.attrs)
    if len(frame) and frame["p"].notna().any():
        p = frame["p"].to_numpy(float, copy=True)
        is_gain = np.isfinite(p)
        p[is_gain] = adjust_by_holm(p[is_gain])
        frame = frame.assign(p=p)
    frame.attrs = attrs
    return frame

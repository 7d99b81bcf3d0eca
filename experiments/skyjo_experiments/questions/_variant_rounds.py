"""Rounds of variants of the expert, which find the end of a round worth more or less, and what they win at which totals."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import Rows, Stages
from skyjo_experiments.match_equity import MatchEquity, RoundScores
from skyjo_experiments.questions._variants import variant_of, weights_of
from skyjo_sim import Rules, simulate
from skyjo_sim.agent import Agent

__all__ = ["BINS", "EXPERT", "WIDTH", "Variant", "both_ways", "foretold", "offsets_by_score", "play_variant"]

EXPERT = "expert"
BINS, WIDTH = 10, 10
"""The states of the agent that goes by the score: tens of both totals."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Rounds of a variant: its own and the other's score, int64[n_deals, 2 seats], and the points it ends with."""

    own: Integers
    other: Integers
    ends_at: float
    abandoned: float

    @property
    def ahead(self) -> Floats:
        """Points ahead by deal."""
        means: Floats = (self.other - self.own).mean(axis=1)
        return means

    def scores(self, half: slice) -> RoundScores:
        """Return the scores of some of the deals."""
        return RoundScores.of(self.own[half], self.other[half])

    def won_by_deal(self, equity: MatchEquity, own: int, other: int) -> Floats:
        """Return the chance to win after the round from given totals, by deal."""
        means: Floats = equity.at(own + self.own, other + self.other).mean(axis=1)
        return means


def play_variant(offset: int, n_deals: int, seed: int, workers: int | None, stages: Stages) -> Variant:
    """Play a variant against the expert from both seats."""
    agent = variant_of(EXPERT, end=weights_of(EXPERT).end + offset)
    own, other, ended, abandoned = [], [], [], []
    orders: tuple[list[str | Agent], ...] = ([agent, EXPERT], [EXPERT, agent])
    for seat, agents in enumerate(orders):
        update = stages.begin(f"an end worth {offset:+d} points, seat {seat + 1}")
        result = simulate(
            agents,
            n_rounds=n_deals,
            rules=Rules(players=2, first_round_starter="random"),
            seed=seed,
            rotate=False,
            rows=True,
            workers=workers,
            on_progress=update,
        )
        table = np.concatenate(list(Rows.whole(result).row_parts())).reshape(-1, 2)
        scores = table["score"].astype(np.int64)
        own.append(scores[:, seat])
        other.append(scores[:, 1 - seat])
        ended.append(table["raw"][:, seat][table["is_ender"][:, seat] == 1])
        abandoned.append(table["is_abandoned"][:, 0].mean())
    ends_at = float(np.concatenate(ended).mean())
    return Variant(np.stack(own, axis=1), np.stack(other, axis=1), ends_at, float(np.mean(abandoned)))


def both_ways(variant: Variant) -> tuple[Integers, Integers]:
    """Return the scores of rounds of equals, seen from both sides."""
    pair = (variant.own.ravel(), variant.other.ravel())
    return np.concatenate(pair), np.concatenate(pair[::-1])


def offsets_by_score(variants: dict[int, Variant], equity: MatchEquity) -> Floats:
    """Return the offset that wins most in the middle of each bin of totals, float64[bins, bins]."""
    maps = np.stack([equity.after_round(variant.scores(slice(None))) for variant in variants.values()])
    middles = np.arange(BINS) * WIDTH + WIDTH // 2 - equity.low
    best = maps[:, middles[:, None], middles[None, :]].argmax(axis=0)
    offsets: Floats = np.array(list(variants), float)[best]
    return offsets


def foretold(variants: dict[int, Variant], equity: MatchEquity, offsets: Floats) -> float:
    """Return the chance to win a game from the start with offsets by bins of totals, against the expert."""
    totals = np.clip(np.arange(equity.low, equity.target) // WIDTH, 0, BINS - 1)
    chosen = offsets[totals[:, None], totals[None, :]]
    scores = {offset: variant.scores(slice(None)) for offset, variant in variants.items()}
    for _ in range(60):
        values = np.zeros_like(equity.values)
        for offset in np.unique(chosen):
            values = np.where(chosen == offset, equity.after_round(scores[int(offset)]), values)
        equity = MatchEquity(equity.target, equity.low, values)
    return float(equity.at(0, 0))

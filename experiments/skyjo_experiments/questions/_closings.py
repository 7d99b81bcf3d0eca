"""Closings of the expert that are tuned to a set of rules."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import Stages
from skyjo_experiments.questions._columns import columns_of
from skyjo_experiments.questions._duplicates import ahead, gain, play_against
from skyjo_experiments.questions._variants import variant_of, weights_of
from skyjo_experiments.statistics.many import p_value
from skyjo_sim import Rules
from skyjo_sim.agent import Agent

__all__ = ["Closing", "Tuner"]

EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Closing:
    """How the expert's closing is changed: the weight of the risk in parts of its own, and what is added for an end."""

    risk: float = 1.0
    offset: float = 0.0

    def agent(self) -> Agent:
        """Return the expert that closes in this way."""
        own = weights_of(EXPERT)
        return variant_of(EXPERT, risk=own.risk * self.risk, end=own.end + self.offset)


@dataclass(frozen=True, slots=True)
class Tuner:
    """Tunes closings at tables of one size."""

    risks: tuple[float, ...]
    offsets: tuple[float, ...]
    n_rounds: int
    players: int
    seed: int
    workers: int | None
    stages: Stages

    def row(self, name: str, rules: Rules) -> dict[str, Any]:
        """Return the closing that two sweeps find, and its gain over the expert's own on fresh deals."""
        risks = [Closing(risk) for risk in self.risks]
        best = self._best(f"{name}: risk", risks, Closing(), rules, self.seed)
        offsets = [Closing(best.risk, offset) for offset in self.offsets]
        best = self._best(f"{name}: offset", offsets, best, rules, self.seed + 1)
        sums = self._play(f"{name}: fresh deals", [best, Closing()], best, rules, self.seed + 2)
        found = gain(ahead, sums[0], sums[1])
        row: dict[str, Any] = {"risk": best.risk, "offset": best.offset, "n_deals": len(sums[0])}
        return row | columns_of("gain", found) | {"p": p_value(found)}

    def _best(self, what: str, closings: list[Closing], own: Closing, rules: Rules, seed: int) -> Closing:
        """Return the best closing among players who close as `own`, which stays unless another one is certainly better."""
        tried = [own, *(closing for closing in closings if closing != own)]
        sums = self._play(what, tried, own, rules, seed)
        best = int(np.argmax([ahead(one).mean for one in sums]))
        return tried[best] if best and gain(ahead, sums[best], sums[0]).low > 0 else own

    def _play(
        self, what: str, closings: list[Closing], others: Closing, rules: Rules, seed: int
    ) -> NDArray[np.float64]:
        return play_against(
            [closing.agent() for closing in closings],
            others.agent(),
            rules,
            n_deals=max(self.n_rounds // self.players, 2),
            unit="round",
            seed=seed,
            workers=self.workers,
            on_progress=self.stages.begin(f"{what}, {self.players} players"),
        )

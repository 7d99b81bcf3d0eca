"""Proposing candidates around the incumbent."""

from hashlib import blake2b
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.tuning.parameters import Parameter, Point
from skyjo_sim.kernels.philox import philox_block

__all__ = ["LocalSampler", "Sampler"]

_FIRST_SCALE, _LAST_SCALE = 0.25, 0.02
"""Standard deviation of a step, as a share of the parameter's range, in the first generation and in the last."""
_PART_CHANGED = 1 / 3


class Sampler(Protocol):
    """What proposes candidates.

    Deterministic: asked and told the same again in the same order, it answers the same. So a resumed tuning repeats it.
    """

    def propose(self, generation: int, incumbent: Point, n: int) -> list[Point]:
        """Return `n` candidates beside the incumbent."""
        ...

    def learn(self, gains: list[float]) -> None:
        """Take note of how good those proposed last were: their objectives, as far above the start's."""
        ...


class LocalSampler:
    """Gaussian steps from the incumbent in about a third of the parameters; they shrink from generation to generation.

    In the first generation every other candidate has uniform values instead. The luck is counted by generation and
    candidate, so that nothing needs to be learned or kept.

    Parameters
    ----------
    parameters : tuple of Parameter
    generations : int
        Planned in all.
    seed : int
    """

    def __init__(self, parameters: tuple[Parameter, ...], generations: int, seed: int) -> None:
        self._parameters = parameters
        self._generations = generations
        digest = blake2b(f"{seed} tuning".encode(), digest_size=8, person=b"skyjo-sim").digest()
        self._key = int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")

    def propose(self, generation: int, incumbent: Point, n: int) -> list[Point]:
        """Return `n` candidates beside the incumbent."""
        shrinking = (_LAST_SCALE / _FIRST_SCALE) ** (generation / max(1, self._generations - 1))
        return [self._candidate(generation, number, incumbent, _FIRST_SCALE * shrinking) for number in range(n)]

    def learn(self, gains: list[float]) -> None:
        """Do nothing: all that this sampler knows is the incumbent."""

    def _candidate(self, generation: int, number: int, incumbent: Point, scale: float) -> Point:
        from scipy.special import ndtri

        chances = self._uniforms(generation, number)
        is_changed = chances[:, 0] < _PART_CHANGED
        is_changed[np.argmin(chances[:, 0])] = True
        is_uniform = generation == 0 and number % 2 == 1
        point = list(incumbent)
        for place in np.flatnonzero(is_changed):
            parameter, chance = self._parameters[place], float(chances[place, 1])
            width = parameter.high - parameter.low
            step = parameter.low + chance * width if is_uniform else point[place] + scale * width * float(ndtri(chance))
            point[place] = parameter.fit(step)
        return tuple(point)

    def _uniforms(self, generation: int, number: int) -> NDArray[np.float64]:
        """Return two numbers between 0 and 1 for each parameter, float64[n_parameters, 2]."""
        blocks: Any = np.arange(len(self._parameters), dtype=np.uint64)
        words: Any = philox_block((blocks, number, generation, 0), self._key)
        return np.stack([(word.astype(np.float64) + 0.5) / 2.0**32 for word in words[:2]], axis=1)

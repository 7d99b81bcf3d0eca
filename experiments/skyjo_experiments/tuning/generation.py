"""One generation: halving on common deals, then the survivor against the incumbent on deals of their own."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.statistics.halving import successive_halving
from skyjo_experiments.tuning.objective import Reference, objective, objective_difference, objective_estimate
from skyjo_experiments.tuning.parameters import Point
from skyjo_experiments.tuning.playing import CandidatePlayer, Games
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.simulation.measures import Estimate

__all__ = ["Evaluation", "Generation", "n_generation_games", "run_generation"]

CONFIRMING = -1
"""The rung of an evaluation on the deals by which the survivor is confirmed."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a candidate reached.

    Attributes
    ----------
    generation, rung : int
        From 0; rung `CONFIRMING` is of the deals after the halving.
    candidate : int
        0 is the incumbent.
    point : Point
    n_games : int
        Games in each field that the rest is measured over.
    objective : float
    gain : float
        The objective less the incumbent's in the first rung, to first order: what the halving compares.
    """

    generation: int
    rung: int
    candidate: int
    point: Point
    n_games: int
    objective: float
    gain: float


@dataclass(frozen=True, slots=True)
class Generation:
    """What a generation ended with.

    Attributes
    ----------
    number : int
    point : Point
        The incumbent after it.
    is_new : bool
        Whether it is another than before.
    n_games : int
        Games in each field on the deals of the confirmation, of which the estimates are.
    objective : Estimate
        The incumbent's after it.
    difference : Estimate
        The survivor's objective less the former incumbent's; 0 if they are the same.
    next_deal : int
        The first deal that nobody has played.
    """

    number: int
    point: Point
    is_new: bool
    n_games: int
    objective: Estimate
    difference: Estimate
    next_deal: int


def n_generation_games(settings: TuningSettings) -> int:
    """Return how many games a generation plays at most, about."""
    n_rungs = math.ceil(math.log2(settings.candidates))
    plays = n_rungs * settings.candidates * settings.n_games + 2 * settings.n_confirming_games
    return plays * len(settings.fields)


@dataclass(slots=True)
class _Rungs:
    """What `successive_halving` asks; keeps everything."""

    settings: TuningSettings
    player: CandidatePlayer
    number: int
    points: list[Point]
    evaluations: list[Evaluation] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    _played: dict[int, Games] = field(default_factory=dict)
    _reference: Reference | None = None
    _n_rungs: int = 0

    def play(self, candidates: list[int], first: int, n: int) -> NDArray[np.float64]:
        """Play games; return what each adds to the objective, float64[n_candidates, n_games]."""
        agents = [self.settings.tunable.agent(self.points[candidate]) for candidate in candidates]
        games = self.player.play(agents, self.settings.seed, first, n)
        if self._reference is None:
            self._reference = Reference.of(games[0], self.settings.measure)  # the incumbent comes first
            self.gains = [0.0] * len(candidates)
        for candidate, own in zip(candidates, games, strict=True):
            before = self._played.get(candidate)
            whole = own if before is None else np.concatenate([before, own], axis=1)
            self._played[candidate] = whole
            self.gains[candidate] = float(self._reference.gains(whole).mean())
            self._note(candidate, whole)
        self._n_rungs += 1
        return self._reference.gains(games)

    def _note(self, candidate: int, games: Games) -> None:
        level, gain = objective(games, self.settings.measure), self.gains[candidate]
        point, n = self.points[candidate], games.shape[-2]
        self.evaluations.append(Evaluation(self.number, self._n_rungs, candidate, point, n, level, gain))


def run_generation(
    settings: TuningSettings,
    player: CandidatePlayer,
    number: int,
    incumbent: Point,
    proposed: list[Point],
    first_deal: int,
) -> tuple[Generation, list[Evaluation], list[float]]:
    """Play a generation; return it, its evaluations, and the gain of each proposed candidate over the incumbent.

    Raises
    ------
    PolicyError
        If a candidate or an opponent answers something illegal.
    """
    points = [incumbent, *proposed]
    rungs = _Rungs(settings, player, number, points)
    n_plays = math.ceil(math.log2(len(points))) * len(points) * settings.n_games
    halving = successive_halving(range(len(points)), rungs.play, n_plays, first_deal=first_deal)
    survivor, n = points[halving.winner], settings.n_confirming_games
    finalists = [incumbent] if survivor == incumbent else [incumbent, survivor]
    agents = [settings.tunable.agent(point) for point in finalists]
    games = player.play(agents, settings.seed, halving.next_deal, n)
    difference = objective_difference(games[-1], games[0], settings.measure)
    is_new = difference.mean > 0
    winner = len(finalists) - 1 if is_new else 0
    for place, point in enumerate(finalists):
        level, gain = objective(games[place], settings.measure), difference.mean if place else 0.0
        candidate = halving.winner if place else 0
        rungs.evaluations.append(Evaluation(number, CONFIRMING, candidate, point, n, level, gain))
    estimate = objective_estimate(games[winner], settings.measure)
    next_deal = halving.next_deal + n
    generation = Generation(number, finalists[winner], is_new, n, estimate, difference, next_deal)
    return generation, rungs.evaluations, rungs.gains[1:]

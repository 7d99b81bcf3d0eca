"""The search: generation after generation, then the closing games; kept after each."""

import contextlib
import time
from collections.abc import Callable

from skyjo_experiments.tuning.closing import ClosingRow, play_closing
from skyjo_experiments.tuning.folder import TuningFolder
from skyjo_experiments.tuning.generation import CONFIRMING, Evaluation, Generation, n_generation_games, run_generation
from skyjo_experiments.tuning.parameters import Point
from skyjo_experiments.tuning.playing import CandidatePlayer
from skyjo_experiments.tuning.result import Tuning, TuningProgress
from skyjo_experiments.tuning.sampling import Sampler
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.errors import RunError, SkyjoError

__all__ = ["Search"]


class Search:
    """What one process does for a tuning.

    Parameters
    ----------
    settings : TuningSettings
    folder : TuningFolder or None
        Begun, and locked by this process.
    workers : int
    on_progress : callable or None
    """

    def __init__(
        self,
        settings: TuningSettings,
        folder: TuningFolder | None,
        workers: int,
        on_progress: Callable[[TuningProgress], None] | None,
    ) -> None:
        self._settings = settings
        self._folder = folder
        self._workers = workers
        self._on_progress = on_progress
        self._generations: list[Generation] = []
        self._evaluations: list[Evaluation] = []
        self._closing: tuple[ClosingRow, ...] = ()
        self._n_resumed = 0
        self._n_games = 0
        self._began = time.perf_counter()

    def run(self, generations: list[Generation], evaluations: list[Evaluation]) -> Tuning:
        """Search on after `generations`, to the end or to a keyboard interrupt.

        Raises
        ------
        PolicyError
            If a candidate or an opponent answers something illegal.
        RunError
            If the folder cannot be written.
        """
        self._generations, self._evaluations = generations, evaluations
        self._n_resumed = len(generations)
        try:
            self._run_to_the_end()
        except KeyboardInterrupt:
            if self._folder is not None:
                self._folder.note(state="interrupted")
        except SkyjoError as error:
            if self._folder is not None:
                with contextlib.suppress(RunError):
                    self._folder.note(state="failed", error=str(error))
            raise
        return self._result()

    def _run_to_the_end(self) -> None:
        sampler = self._repeated_sampler()
        with CandidatePlayer(self._settings.fields, self._workers, self._count) as player:
            while len(self._generations) < self._settings.generations:
                self._run_generation(sampler, player)
            closing = play_closing(self._settings, player, self._settings.tunable.agent(self._incumbent))
        self._close(closing)

    def _run_generation(self, sampler: Sampler, player: CandidatePlayer) -> None:
        number, n = len(self._generations), self._settings.candidates - 1
        proposed = sampler.propose(number, self._incumbent, n)
        first = self._generations[-1].next_deal if self._generations else 0
        level = _level(self._generations)
        generation, evaluations, gains = run_generation(
            self._settings, player, number, self._incumbent, proposed, first
        )
        sampler.learn([level + gain for gain in gains])
        self._generations.append(generation)
        self._evaluations += evaluations
        self._n_games = 0
        if self._folder is not None:
            best = self._settings.tunable.agent(self._incumbent).name
            self._folder.keep(self._settings, self._generations, self._evaluations, best)
        self._count(0)

    def _repeated_sampler(self) -> Sampler:
        """Return a sampler that has been asked and told what was asked and told before an interruption."""
        sampler, incumbent = self._settings.make_sampler(), self._settings.tunable.start
        for number, generation in enumerate(self._generations):
            proposed = sampler.propose(number, incumbent, self._settings.candidates - 1)
            last = _last_of(self._evaluations, number)
            if [last[candidate].point for candidate in sorted(last)] != [incumbent, *proposed]:
                raise RunError(f"the history is not of this tuning: generation {number} has other candidates")
            level = _level(self._generations[:number])
            sampler.learn([level + last[candidate + 1].gain for candidate in range(len(proposed))])
            incumbent = generation.point
        return sampler

    @property
    def _incumbent(self) -> Point:
        return self._generations[-1].point if self._generations else self._settings.tunable.start

    def _close(self, closing: tuple[ClosingRow, ...]) -> None:
        """Write what a complete tuning leaves behind."""
        self._closing = closing
        if self._folder is not None:
            self._folder.keep_closing(closing)
            self._folder.write_figure("tuning", self._result().plot())
            self._folder.note(state="complete", error=None)

    def _result(self) -> Tuning:
        path = None if self._folder is None else self._folder.path
        return Tuning(self._settings, tuple(self._generations), tuple(self._evaluations), self._closing, path)

    def _count(self, n_games: int) -> None:
        """Report how far the search is."""
        self._n_games += n_games
        if self._on_progress is None:
            return
        part = min(self._n_games / n_generation_games(self._settings), 0.99)
        done, total = len(self._generations), self._settings.generations
        progress = TuningProgress(
            done=min(done + part, total),
            n_generations=total,
            resumed=self._n_resumed,
            seconds=time.perf_counter() - self._began,
            best=self._generations[-1].objective if self._generations else None,
            name=self._settings.tunable.agent(self._incumbent).name,
        )
        self._on_progress(progress)


def _level(generations: list[Generation]) -> float:
    """Return how far the incumbent's objective is above the start's, by the deals of the confirmations."""
    return sum(generation.difference.mean for generation in generations if generation.is_new)


def _last_of(evaluations: list[Evaluation], number: int) -> dict[int, Evaluation]:
    """Return the last evaluation of each candidate in the halving of a generation."""
    last: dict[int, Evaluation] = {}
    for evaluation in evaluations:
        if evaluation.generation == number and evaluation.rung != CONFIRMING:
            last[evaluation.candidate] = evaluation
    return last

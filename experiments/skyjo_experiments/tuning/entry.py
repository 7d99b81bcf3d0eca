"""`tune` and `resume_tuning`: the public way into a tuning, and back to one."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from skyjo_experiments.tuning.folder import TuningFolder
from skyjo_experiments.tuning.parameters import make_tunable
from skyjo_experiments.tuning.result import Tuning, TuningProgress
from skyjo_experiments.tuning.search import Search
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.agent_names import split_names
from skyjo_sim.games import OPPONENTS
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.lock import locked
from skyjo_sim.simulation.schedule import check_workers

__all__ = ["resume_tuning", "tune"]


def tune(
    agent: str,
    *,
    ranges: Mapping[str, tuple[float, float] | None] | None = None,
    start: str | None = None,
    against: str | Sequence[str] | None = None,
    players: int | Sequence[int] = (2, 4),
    measure: str = "wins",
    candidates: int = 16,
    generations: int = 20,
    n_games: int = 200,
    n_closing_games: int = 10_000,
    seed: int = 0,
    workers: int | None = None,
    sampler: str = "local",
    rules: Rules | str | Path | None = None,
    out: str | Path | None = None,
    on_progress: Callable[[TuningProgress], None] | None = None,
) -> Tuning:
    """Search for the numbers with which an agent does best, and measure what was found on fresh deals.

    Each generation proposes candidates around the best so far, the incumbent. Successive halving on common deals leaves one
    of them and the incumbent; it takes the incumbent's place if it beats it also on deals that neither has played.

    Parameters
    ----------
    agent : str
        An agent whose name takes numbers, such as ``expectation``.
    ranges : mapping, optional
        Low and high end by parameter, over the packaged `RANGES`; None for a parameter that stays as it is.
    start : str, optional
        Where the search begins, such as ``cutoff(9)``; the agent's defaults, if `agent` names no numbers.
    against : str or sequence of str, optional
        Opponents, ``cutoff(2)`` or in Skyjo Action ``action_cutoff`` by default; ``self`` is the start. A candidate plays
        alone against a table full of one of them.
    players : int or sequence of int
        Seats, 2..8: every opponent is met at every number.
    measure : {"wins", "points"}
        The objective is the mean, over opponents and numbers of players, of the logit of the share of games won (kept half
        a game from 0 and 1), or of the points per round ahead of the mean of the others.
    candidates, generations : int
        Candidates include the incumbent.
    n_games : int
        Games of each candidate in the first rung, per opponent and number of players. Those who are left play twice as
        many in each next rung, survivor and incumbent then ``candidates / 2`` times as many.
    n_closing_games : int
        Games of start and tuned agent at the end, per opponent and number of players.
    seed : int
        0..2**64-1. Same seed, same result, whatever the workers or interruptions. The closing games have another.
    workers : int, optional
        Threads; by default one per processor.
    sampler : {"local", "tpe", "cmaes"}
        Who proposes: Gaussian steps in a third of the parameters, or a sampler of optuna (the extra ``tune``).
    rules : Rules, str or path, optional
        The official ones of the classic game by default. The agents play the game of the rules.
    out : path, optional
        A new or empty folder.
    on_progress : callable, optional
        Called about ten times a second with a `TuningProgress`.

    Returns
    -------
    Tuning
        After a keyboard interrupt, of the generations until then (``is_complete`` is False).

    Raises
    ------
    InputError
        If an argument does not fit, or a sampler is not installed.
    PolicyError
        If an agent raises or answers something illegal.
    RunError
        If `out` cannot be used.
    """
    if rules is None or not isinstance(rules, Rules):
        rules = Rules() if rules is None else Rules.load(rules)
    if against is None:
        against = OPPONENTS[rules.game]
    settings = TuningSettings(
        tunable=make_tunable(agent, start, ranges, game=rules.game),
        against=tuple(split_names(against)) if isinstance(against, str) else tuple(against),
        players=(players,) if isinstance(players, int) else tuple(players),
        measure=measure,
        candidates=candidates,
        generations=generations,
        n_games=n_games,
        n_closing_games=n_closing_games,
        seed=seed,
        sampler=sampler,
        rules=rules,
    )
    n_workers = check_workers(workers)
    with ExitStack() as stack:
        folder = None
        if out is not None:
            folder = TuningFolder(out)
            folder.make()
            stack.enter_context(locked(folder.path))
            folder.begin(folder.new_manifest(settings))
        return Search(settings, folder, n_workers, on_progress).run([], [])


def resume_tuning(
    path: str | Path,
    *,
    workers: int | None = None,
    on_progress: Callable[[TuningProgress], None] | None = None,
) -> Tuning:
    """Go on with a tuning that was interrupted; it ends as if nothing had happened. A complete one is read back.

    Parameters
    ----------
    path : path
        The tuning's folder.
    workers, on_progress
        As for `tune`.

    Raises
    ------
    RunError
        If there is no tuning, it is damaged, another process is at it, or agents or libraries are others than they were.
    PolicyError
        If an agent raises or answers something illegal.
    """
    n_workers = check_workers(workers)
    folder = TuningFolder(path)
    folder.manifest()  # where there is no tuning, no lock is left behind
    with locked(folder.path):
        settings = folder.settings()
        generations, evaluations = folder.kept(settings)
        if folder.manifest()["state"] == "complete":
            return Tuning(settings, tuple(generations), tuple(evaluations), folder.closing(), folder.path)
        folder.check_versions()
        folder.remove_leftovers()
        folder.note(state="running", error=None)
        return Search(settings, folder, n_workers, on_progress).run(generations, evaluations)

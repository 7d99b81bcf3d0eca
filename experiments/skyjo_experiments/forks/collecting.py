"""Finding positions: rounds are played, and decisions that match are kept, so many in each stratum."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks.choosing import Choice, Range, make_choice
from skyjo_experiments.forks.features import FEATURES
from skyjo_experiments.forks.keeping import keep_positions
from skyjo_experiments.forks.positions import Positions
from skyjo_experiments.forks.seating import make_seating, policy_error
from skyjo_experiments.forks.threads import Pieces, run_in_order
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError, SkyjoError
from skyjo_sim.kernels.actions import ILLEGAL
from skyjo_sim.kernels.cards import CLEARED, N_SEATS
from skyjo_sim.kernels.layout import GAME, STREAM
from skyjo_sim.luck import table_key
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from skyjo_sim.simulation.schedule import Progress, check_workers

__all__ = ["collect_positions"]

_MOST_ROUNDS = 10**9
_MOST_KEPT = 4096
"""Positions that one piece may keep: 5 MB."""


def collect_positions(
    agents: str | Agent | Sequence[str | Agent],
    where: Mapping[str, Range],
    *,
    by: Mapping[str, int] | None = None,
    limit: int = 1000,
    n_rounds: int = 100_000,
    players: int | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Positions:
    """Play rounds and keep positions in which the seat to decide sees what `where` says.

    The rounds are those of ``simulate(agents, n_rounds=..., seed=seed)``. From each, at most one position a stratum is
    kept, drawn among its matching decisions; the first `limit` rounds that have one fill a stratum.

    Parameters
    ----------
    agents : str, Agent or a sequence of them
        Who plays, repeated cyclically and rotated from round to round.
    where : mapping
        For features (`skyjo_experiments.forks.FEATURES`) the value, or the lowest and the highest, that matches.
    by : mapping, optional
        Features that tell strata apart, each with the width of a bin.
    limit : int
        Positions per stratum at most.
    n_rounds : int
        Rounds to be played at most; fewer when all strata are full.
    players : int, optional
        Seats; what `rules` say, else the number of agents, at least 2.
    rules : Rules, optional
        Official by default.
    seed : int
        0..2**64-1. Same seed, same positions, whatever the workers.
    workers : int, optional
        Threads; one per processor by default.
    on_progress : callable, optional
        Called with the rounds played so far.

    Returns
    -------
    Positions
        Sorted by round; after a keyboard interrupt of the rounds until then (``is_complete`` is False).

    Raises
    ------
    InputError
        If an argument does not fit.
    PolicyError
        If an agent raises or answers something illegal.
    """
    made = make_agents(agents)
    official = rules if rules is not None else Rules(players=max(2, len(made)) if players is None else players)
    rules = official if players is None else official.replace(players=players)
    if len(made) > rules.players:
        raise InputError(f"{len(made)} agents do not fit at a table of {rules.players} players")
    limit = _check_count("limit", limit, 10**7)
    n_rounds = _check_count("n_rounds", n_rounds, _MOST_ROUNDS)
    search = _Search(made, rules, make_choice(where, by), limit, seed)
    n_workers = check_workers(workers)
    progress, began = Progress(n_rounds), time.perf_counter()

    def take(first: int, size: int, found: "_Found") -> bool:
        search.add(found)
        progress.done, progress.seconds = first + size, time.perf_counter() - began
        if on_progress is not None:
            on_progress(progress)
        return not search.is_full.all()

    try:
        most = max(1, _MOST_KEPT // search.choice.n_strata)
        run_in_order(Pieces(n_rounds, most), search.play, take, n_workers)
    except KeyboardInterrupt:
        return search.positions(progress.done, False)
    return search.positions(progress.done, True)


def _check_count(name: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= most:
        raise InputError(f"{name} must be an integer in 1..{most}, got {value!r}")
    return int(value)


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return games in one array; `numpy.concatenate` would drop the padding of their records, which kernels rely on."""
    games: NDArray[Any] = np.zeros(sum(part.size for part in parts), GAME)
    first = 0
    for part in parts:
        games[first : first + part.size] = part
        first += part.size
    return games


@dataclass(slots=True)
class _Found:
    """What a piece of rounds has kept."""

    games: NDArray[Any]
    strata: NDArray[np.int64]
    features: NDArray[np.int64]


@dataclass
class _Search:
    """A search under way: what is fixed, what was found, which strata are full."""

    agents: tuple[Agent, ...]
    rules: Rules
    choice: Choice
    limit: int
    seed: int
    found: list[_Found] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.counts = np.zeros(self.choice.n_strata, np.int64)
        self.is_full = np.zeros(self.choice.n_strata, np.bool_)
        self.key = table_key(self.seed)
        self.play(0, 0)  # compiled, and errors of agents shown, before threads start

    def play(self, first: int, size: int) -> _Found:
        """Play rounds and return what they keep; strata that are full by now are left out."""
        seating = make_seating(self.agents, self.rules, self.seed)[0]
        games: NDArray[Any] = np.zeros(1, GAME)
        games["table"]["visible"] = CLEARED
        n_strata = self.choice.n_strata
        room = size * n_strata
        found = _Found(np.zeros(room, GAME), np.zeros(room, np.int64), np.zeros((room, len(FEATURES)), np.int64))
        done = np.zeros(2, np.int64)
        rest = (np.zeros(n_strata, GAME), np.zeros(1, STREAM)[0], found.games, found.strata, found.features, done)
        rules, is_full = rules_record(self.rules), self.is_full.copy()
        try:
            status = keep_positions(games[0], rules, seating, self.key, first, size, self.choice.box, is_full, *rest)
        except SkyjoError:
            raise
        except Exception as error:
            if games[0]["table"]["n_players"] == 0 or games[0]["table"]["seat"] < 0:  # nobody was asked
                raise
            raise policy_error(self.agents, games[0], seating, f"raised {type(error).__name__}: {error}") from error
        if status == ILLEGAL:
            what = f"answered {int(seating['answer'])}, which is not legal here"
            raise policy_error(self.agents, games[0], seating, what)
        n_kept = int(done[1])
        return _Found(found.games[:n_kept].copy(), found.strata[:n_kept].copy(), found.features[:n_kept].copy())

    def add(self, found: _Found) -> None:
        """Take what there is still room for, round by round."""
        wanted = np.zeros(found.strata.size, np.bool_)
        for stratum in np.unique(found.strata):
            (places,) = np.nonzero(found.strata == stratum)
            taken = places[: self.limit - self.counts[stratum]]
            wanted[taken] = True
            self.counts[stratum] += taken.size
        self.is_full = self.counts >= self.limit
        self.found.append(_Found(found.games[wanted], found.strata[wanted], found.features[wanted]))

    def positions(self, n_played: int, is_complete: bool) -> Positions:
        """Return all that was found in the first rounds."""
        games = _joined([found.games for found in self.found])
        strata = np.concatenate([np.zeros(0, np.int64), *(found.strata for found in self.found)])
        empty = np.zeros((0, len(FEATURES)), np.int64)
        features = np.concatenate([empty, *(found.features for found in self.found)])
        units = games["secret"]["game"].astype(np.int64)
        n_players = self.rules.players
        places = (np.arange(N_SEATS) - (units % n_players)[:, None]) % n_players % len(self.agents)
        return Positions(
            games,
            places.astype(np.int8),
            features,
            strata,
            units,
            self.agents,
            self.rules,
            n_rounds=int(units.max()) + 1 if self.is_full.all() else n_played,
            is_complete=is_complete,
        )

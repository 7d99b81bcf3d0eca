"""`tournament`: every agent against every other, on the same deals."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from pathlib import Path

import numpy as np

from skyjo_experiments.comparison.playing import BATCH, DealPlayer
from skyjo_experiments.comparison.seatings import Contest, one_against
from skyjo_experiments.comparison.settings import rules_for
from skyjo_experiments.comparison.sizes import n_deals_of, unit_of
from skyjo_experiments.comparison.tournament_result import Tournament
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.schedule import Progress

__all__ = ["tournament"]

_DEFAULT_UNITS = 2000
_NUMBERS_AT_ONCE = 1 << 22


def tournament(
    agents: str | Sequence[str | Agent | Seer],
    *,
    players: int | None = None,
    n_deals: int | None = None,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    unit: str | None = None,
    rules: Rules | str | Path | None = None,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Tournament:
    """Play every pair of agents on the same deals, from every seat.

    With two players each pair plays once. With more, each agent sits alone among copies of each other one.

    Parameters
    ----------
    agents : str or a sequence of str and Agent
        At least two; the first is at 0 in the ratings.
    players : int, optional
        Seats; by default those of `rules`, or 2.
    n_deals : int, optional
        Deals, the same for every pair, each played from every seat.
    n_games, n_rounds : int, optional
        Instead, games or independent rounds of each pair; 2,000 by default.
    seed : int
        Of the deals.
    unit : {"game", "round"}, optional
        What `n_deals` are deals of.
    rules : Rules, str or path, optional
        Official by default.
    workers : int, optional
        Threads; by default one per processor. Never changes a result.
    on_progress : callable, optional
        Called about ten times a second with a `Progress`.

    Returns
    -------
    Tournament
        After a keyboard interrupt, of the deals that all pairs had played until then.

    Raises
    ------
    InputError
        If an argument does not fit.
    PolicyError
        If an agent raises or answers something illegal.
    """
    played = rules_for(rules, players)
    made = _checked(make_agents(agents, game=played.game, seers=True))
    chosen = unit_of(unit, n_games, n_rounds)
    n_units = n_games if n_games is not None else n_rounds
    n = n_deals_of(n_deals, n_units, played.players, _DEFAULT_UNITS)
    pairs = tuple((combinations if played.players == 2 else permutations)(range(len(made)), 2))
    contests = [
        Contest(
            seatings=one_against(made[i], made[j], played.players), rules=played, unit=chosen, seed=check_seed(seed)
        )
        for i, j in pairs
    ]
    with DealPlayer(contests, n, workers=workers, on_progress=on_progress) as player:
        batch = max(1, min(BATCH, _NUMBERS_AT_ONCE // (20 * len(pairs))))
        parts = []
        for first in range(0, n, batch):
            parts.append(player.play(first, min(first + batch, n)))
            if player.is_interrupted:
                break
    return Tournament(
        agents=made,
        rules=played,
        unit=chosen,
        seed=contests[0].seed,
        pairs=pairs,
        n_planned=n,
        sums=np.concatenate(parts, axis=1),
        is_interrupted=player.is_interrupted,
    )


def _checked(agents: tuple[Agent | Seer, ...]) -> tuple[Agent | Seer, ...]:
    names = [agent.name for agent in agents]
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, got {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"every agent must be given once, {name} is there twice")
    return agents

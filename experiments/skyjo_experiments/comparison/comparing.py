"""`compare`: which of two agents is better, and by how much."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.comparison.playing import BATCH, DealPlayer
from skyjo_experiments.comparison.result import Comparison
from skyjo_experiments.comparison.seatings import Contest, make_seatings
from skyjo_experiments.comparison.settings import as_agent, as_field, rules_for
from skyjo_experiments.comparison.sizes import n_deals_of, unit_of
from skyjo_experiments.comparison.stopping import StopRule, as_stop_rule, next_look
from skyjo_sim.agent import Agent
from skyjo_sim.engines import check_is_classic
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.schedule import Progress

__all__ = ["compare"]

_DEFAULT_UNITS = 10_000
_MOST_UNITS = 1_000_000


def compare(
    a: str | Agent | Seer,
    b: str | Agent | Seer,
    *,
    players: int | None = None,
    n_deals: int | None = None,
    n_games: int | None = None,
    n_rounds: int | None = None,
    seed: int = 0,
    unit: str | None = None,
    design: str = "one",
    field: str | Agent | Seer | Sequence[str | Agent | Seer] | None = None,
    rules: Rules | str | Path | None = None,
    stop: StopRule | str | float | None = None,
    adjust: bool = False,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """Play two agents on the same deals, from every seat, and say which is better.

    Parameters
    ----------
    a, b : str, Agent or Seer
        Such as ``"cutoff(2)"``.
    players : int, optional
        Seats; by default those of `rules`, or 2.
    n_deals : int, optional
        Deals, each played in several seatings.
    n_games, n_rounds : int, optional
        Games to the target, or independent rounds, in all: as many deals as fit. 10,000 by default; 1,000,000 at most
        with `stop`.
    seed : int
        Of the deals. Deal i is game i of `skyjo_sim.simulate` with this seed.
    unit : {"game", "round"}, optional
        What `n_deals` are deals of.
    design : {"one", "half"}
        ``"one"``: `a` alone among copies of `b`, in every seat. ``"half"``: `a` and `b` in turn round the table.
    field : str, Agent, Seer or a sequence of them, optional
        The others at the table instead, repeated to fill it: `a`, then `b` in the same seat of the same deals. That is the
        design for two agents that differ little, such as with and without one idea.
    rules : Rules, str or path, optional
        Official by default.
    stop : StopRule, "decided" or float, optional
        Stop when it is decided which is better, or when half an interval is at most this precision: in shares of games
        won, or, where rounds are independent, in points.
    adjust : bool
        Measure luck too, and take it off the scores: a narrower interval, at a fifth of the speed where the
        agents are fast themselves. Classic game only.
    workers : int, optional
        Threads; by default one per processor. Never changes a result.
    on_progress : callable, optional
        Called about ten times a second with a `Progress`.

    Returns
    -------
    Comparison
        After a keyboard interrupt, of the deals played until then.

    Raises
    ------
    InputError
        If an argument does not fit.
    PolicyError
        If an agent raises or answers something illegal.
    """
    played = rules_for(rules, players)
    if adjust:
        check_is_classic(played, "the measure of luck")
    first, second, others = as_agent("a", a, played.game), as_agent("b", b, played.game), as_field(field, played.game)
    rule = as_stop_rule(stop)
    chosen = unit_of(unit, n_games, n_rounds)
    contest = Contest(
        seatings=make_seatings(first, second, played.players, design, others),
        rules=played,
        unit=chosen,
        seed=check_seed(seed),
        is_adjusted=bool(adjust),
    )
    n_units = n_games if n_games is not None else n_rounds
    n = n_deals_of(n_deals, n_units, len(contest.seatings), _DEFAULT_UNITS if rule is None else _MOST_UNITS)
    with DealPlayer([contest], n, workers=workers, on_progress=on_progress) as player:
        sums, is_met = _play(player, n, rule, chosen, others is not None)
    return Comparison(
        a=first,
        b=second,
        contest=contest,
        design=design,
        field=others,
        n_planned=n,
        sums=sums,
        stop=rule,
        is_stopped=is_met,
        is_interrupted=player.is_interrupted,
    )


def _play(
    player: DealPlayer, n_deals: int, rule: StopRule | None, unit: str, has_field: bool
) -> tuple[NDArray[np.float64], bool]:
    """Play the deals, or as many as a stop rule asks for; return their sums and whether the rule was met."""
    parts: list[NDArray[np.float64]] = []
    first = 0
    for end in _ends(n_deals, rule):
        for start in range(first, end, BATCH):
            parts.append(player.play(start, min(start + BATCH, end))[0])
            if player.is_interrupted:
                return np.concatenate(parts), False
        first = end
        if rule is not None:
            parts = [np.concatenate(parts)]
            if rule.is_met(parts[0], unit, has_field):
                return parts[0], True
    return np.concatenate(parts), False


def _ends(n_deals: int, rule: StopRule | None) -> Iterator[int]:
    """Yield the deals at which results are looked at; the schedule depends on nothing that is measured."""
    end = 0
    while rule is not None and (end := next_look(end, rule)) < n_deals:
        yield end
    yield n_deals

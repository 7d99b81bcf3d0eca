"""What other rules of Skyjo Action change: games on the same seeds, under the usual rules and under others."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.playing import BATCH, DealPlayer
from skyjo_experiments.comparison.seatings import FIRST, Contest, one_against
from skyjo_experiments.questions._action_agents import NEVER, action_agent, with_taking
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.questions._duplicates import Measured, Sums, ratio
from skyjo_experiments.questions._holm import is_found, p_text
from skyjo_experiments.statistics.many import p_value
from skyjo_sim.agent import Agent
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.measures import NOTHING
from skyjo_sim.simulation.schedule import Progress

__all__ = ["MEASURES", "P_NAMES", "compare_rules", "found_changes"]

MEASURES = ("won", "ended", "score", "turns", "doubled")
"""Share of rounds that an agent wins, and ends, among players that never take action cards; points, turns of each player
and share of enders doubled where all play as it does."""
SHARES = ("won", "ended", "doubled")
WORDS = {
    "won": "rounds won by who takes action cards",
    "ended": "rounds ended by it",
    "score": "points per round",
    "turns": "turns of each player",
    "doubled": "enders doubled",
}
P_NAMES = tuple(f"{name}_p" for name in MEASURES)


def compare_rules(
    agent: str | Agent,
    named: Mapping[str, Rules],
    *,
    n_deals: int,
    seed: int,
    workers: int | None,
    on_progress: Callable[[Progress], None] | None,
) -> list[dict[str, Any]]:
    """Return a row for each set of rules: `MEASURES`, and by how much more they are than under the first set.

    Raises
    ------
    KeyboardInterrupt
        If one came.
    InputError, PolicyError
        If an argument does not fit, or an agent fails.
    """
    contests = [contest for rules in named.values() for contest in _contests(action_agent(agent), rules, seed)]
    parts = []
    with DealPlayer(contests, n_deals, workers=workers, on_progress=on_progress) as player:
        for first in range(0, n_deals, BATCH):
            parts.append(player.play(first, min(first + BATCH, n_deals)))
            if player.is_interrupted:
                raise KeyboardInterrupt
    sums = np.concatenate(parts, axis=1)
    measured = [_measure(*sums[2 * number : 2 * number + 2]) for number in range(len(named))]
    rows = []
    for number, (name, rules) in enumerate(named.items()):
        row: dict[str, Any] = {"rules": name, "players": rules.players, "n": n_deals}
        rows.append(row | _row(measured[number], measured[0] if number else None) | _abandoned(sums, number))
    return rows


def _contests(agent: Agent, rules: Rules, seed: int) -> tuple[Contest, Contest]:
    """Return the agent alone among players that never take action cards, from every seat, and among its like."""
    among = one_against(agent, with_taking(agent, NEVER), rules.players)
    alike = one_against(agent, agent, rules.players)[:1]
    options: dict[str, Any] = {"rules": rules, "unit": "round", "seed": check_seed(seed)}
    return Contest(seatings=among, **options), Contest(seatings=alike, **options)


def _measure(among: Sums, alike: Sums) -> dict[str, Measured]:
    everybody = alike.sum(axis=1, keepdims=True)
    players = float(everybody[0, 0, columns.ROUNDS])
    return {
        "won": ratio(among, columns.WINS, columns.UNITS, FIRST, WIN),
        "ended": ratio(among, columns.ENDED, columns.ROUNDS, FIRST),
        "score": ratio(everybody, columns.SCORE, columns.ROUNDS),
        "turns": ratio(everybody, columns.TURNS, columns.ROUNDS, scale=players),
        "doubled": ratio(everybody, columns.DOUBLED, columns.ENDED),
    }


def _row(measured: dict[str, Measured], base: dict[str, Measured] | None) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in measured.items():
        more = NOTHING if base is None else (value - base[name]).estimate
        row |= columns_of(name, value.estimate) | columns_of(f"more_{name}", more)
        row[f"{name}_p"] = math.nan if base is None else p_value(more)
    return row


def found_changes(row: Any) -> str:
    """Return in words which differences are found in a row, each with its interval and adjusted p; empty without one."""
    found = []
    for name, word in WORDS.items():
        p = getattr(row, f"{name}_p")
        if is_found(p):
            is_share = name in SHARES
            change = (share if is_share else points)(row, f"more_{name}")
            found.append(f"{word} {'+' if getattr(row, f'more_{name}') > 0 else ''}{change} ({p_text(p)})")
    return ", ".join(found)


def _abandoned(sums: Any, number: int) -> dict[str, float]:
    both = sums[2 * number : 2 * number + 2]
    return {"abandoned": float(both[..., columns.ABANDONED].sum() / both[..., columns.ROUNDS].sum())}

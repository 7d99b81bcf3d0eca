"""The tables at which candidates are measured: one of them against a table full of one opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.rules import Rules
from skyjo_sim.simulation.plan import MAX_UNITS, Plan

__all__ = ["SELF", "Field", "make_fields"]

SELF = "self"
"""An opponent's name that stands for the start."""


@dataclass(frozen=True, slots=True)
class Field:
    """A table full of one opponent.

    Attributes
    ----------
    opponent : Agent
    rules : Rules
        With the number of players.
    """

    opponent: Agent
    rules: Rules

    @property
    def players(self) -> int:
        """Return the number of seats, the candidate's included."""
        return self.rules.players

    def plan(self, candidate: Agent, seed: int) -> Plan:
        """Return the plan of games of a candidate: in game i it sits at seat ``i mod players``."""
        agents = (candidate, *[self.opponent] * (self.players - 1))
        return Plan(agents=agents, rules=self.rules, unit="game", n_units=MAX_UNITS, seed=seed)


def make_fields(against: Sequence[str], players: Sequence[int], rules: Rules, start: Agent) -> tuple[Field, ...]:
    """Return every opponent at every number of players.

    Raises
    ------
    InputError
        If a name or a number does not fit, or one stands twice.
    """
    if not against:
        raise InputError("against must name at least one opponent, got none")
    if not players:
        raise InputError("players must be at least one number of players, got none")
    for number in players:
        if isinstance(number, bool) or not isinstance(number, int) or not 2 <= number <= N_SEATS:
            raise InputError(f"players must be in 2..{N_SEATS}, got {number!r}")
    opponents = [start if name.strip() == SELF else _one(name, rules.game) for name in against]
    fields = tuple(Field(opponent, rules.replace(players=number)) for opponent in opponents for number in players)
    for position, field in enumerate(fields):
        if field in fields[:position]:
            raise InputError(
                f"{field.opponent.name} at {field.players} players stands twice in the opponents or players"
            )
        for agent in (start, field.opponent):
            agent.check_rules(field.rules)
    return fields


def _one(name: str, game: Game) -> Agent:
    made = make_agents(name, game=game)
    if len(made) > 1:
        raise InputError(f"an opponent must be one agent, got {name!r}")
    return made[0]

"""Rules, agents and seats as they may be given."""

from collections.abc import Sequence
from pathlib import Path

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer

__all__ = ["as_agent", "as_field", "rules_for"]


def as_agent(what: str, agent: str | Agent | Seer, game: Game = Game.CLASSIC) -> Agent | Seer:
    """Return one agent of a game, or seer.

    Raises
    ------
    InputError
        If it is none, or more than one.
    """
    made = make_agents(agent, game=game, seers=True)
    if len(made) != 1:
        raise InputError(f"{what} must be one agent, got {len(made)}: {agent!r}")
    return made[0]


def as_field(
    field: str | Agent | Seer | Sequence[str | Agent | Seer] | None, game: Game = Game.CLASSIC
) -> tuple[Agent | Seer, ...] | None:
    """Return the agents of a field, None without one."""
    return None if field is None else make_agents(field, game=game, seers=True)


def rules_for(rules: Rules | str | Path | None, players: int | None) -> Rules:
    """Return rules, loaded where a name or a path is given, for a number of seats.

    Raises
    ------
    InputError
        If something does not fit.
    """
    if isinstance(rules, str | Path):
        rules = Rules.load(rules)
    elif rules is None:
        rules = Rules()
    elif not isinstance(rules, Rules):
        raise InputError(f"rules must be Rules, a table's name or the path of a TOML file, got {rules!r}")
    return rules if players is None else rules.replace(players=players)

"""The agent of the questions about Skyjo Action, and variants of it that always or never take an action card."""

from typing import Any

from skyjo_agents.action.habits import TAKE_ACTION
from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_agents.action.policy import action_cutoff_policy
from skyjo_experiments.comparison.settings import as_agent
from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game

__all__ = ["ALWAYS", "NEVER", "action_agent", "with_taking"]

NEVER = 1000.0
ALWAYS = -1000.0
"""How much more than another turn an action card must be worth to be taken: no card, and any card, is."""


def action_agent(agent: str | Agent) -> Agent:
    """Return an agent of Skyjo Action.

    Raises
    ------
    InputError
        If it is none.
    """
    made: Any = as_agent("agent", agent, Game.ACTION)
    if not isinstance(made, Agent) or made.game != Game.ACTION:
        raise InputError(f"agent must be an agent of Skyjo Action, got {made.name}")
    return made


def with_taking(agent: str | Agent, take_action: float) -> Agent:
    """Return an ``action_cutoff`` agent that is the same but for its readiness to take action cards.

    Raises
    ------
    InputError
        If it is another agent.
    """
    made = action_agent(agent)
    if made.policy is not action_cutoff_policy:
        raise InputError(f"agent must be an action_cutoff agent, whose habits can be changed, got {made.name}")
    numbers = list(made.params)
    numbers[TAKE_ACTION] = take_action
    return action_cutoff_agent(*numbers)

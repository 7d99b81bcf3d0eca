"""Giving a base an ending rule: the agent, and the name that rebuilds it."""

import math
from typing import Any

from skyjo_sim.agent import Agent
from skyjo_sim.agent_arguments import split_at_commas
from skyjo_sim.agent_names import format_number, format_text, make_agent
from skyjo_sim.errors import InputError

__all__ = ["with_rule"]


def with_rule(word: str, base: str | Agent, policy: Any, kind: float, **numbers: float) -> Agent:
    """Return the agent ``word(base,numbers)`` that ends rounds by a rule of this policy and kind.

    Raises
    ------
    InputError
        If the base is neither an agent nor the name of one, or a number is not finite.
    """
    agent = make_agent(base) if isinstance(base, str) else base
    if not isinstance(agent, Agent):
        raise InputError(f"{word}: the base must be an agent or the name of one, got {agent!r}")
    for name, number in numbers.items():
        if not math.isfinite(number):
            raise InputError(f"{word}: {name} must be a finite number, got {number}")
    arguments = [_argument(agent.name), *(format_number(number) for number in numbers.values())]
    return Agent(f"{word}({','.join(arguments)})", policy, (kind, *numbers.values()), base=agent)


def _argument(name: str) -> str:
    """Return an agent's name as it stands in another's: as it is, unless it must be quoted."""
    is_plain = '"' not in name and name == name.strip() and split_at_commas(name) == [name]
    return name if is_plain else format_text(name)

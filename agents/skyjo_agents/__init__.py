"""skyjo_agents: strategies for Skyjo, each a function that takes numbers and returns a `skyjo_sim.Agent`."""

from skyjo_agents.low_cards import cutoff_agent
from skyjo_agents.uniform import random_agent

__all__ = ["cutoff_agent", "random_agent"]

"""The packaged policy network: learned by MaskablePPO, for two players under official rules."""

from pathlib import Path

from skyjo_agents.network_agent import agent_of_network
from skyjo_agents.network_files import load_network
from skyjo_sim.agent import Agent

__all__ = ["ppo_agent"]

WEIGHTS = Path(__file__).parent / "weights" / "ppo.npz"


def ppo_agent() -> Agent:
    """Make ``ppo``.

    Idea: a network of two hidden layers of 256 sees what the seat sees and values every legal decision; the highest value is
    played.
    Provenance: ``skyjo train --seed 2``, the packaged configuration: eight million decisions against `cutoff(2)`, round by
    round; the strongest of three seeds.
    Ignores: totals, as far as they call for another play than points do; opponents that play otherwise than `cutoff(2)`.
    """
    return agent_of_network(load_network(WEIGHTS), "ppo")

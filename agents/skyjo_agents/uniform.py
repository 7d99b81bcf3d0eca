"""The floor: play at random."""

from skyjo_sim.agent import Agent
from skyjo_sim.kernels.baselines import random_policy

__all__ = ["random_agent"]


def random_agent() -> Agent:
    """Make ``random``, which decides by coins and uniform slots.

    Idea: pile or discard by a coin; a drawn card is kept or thrown away by a coin; slots uniformly among the legal ones.
    Provenance: the usual floor in the literature on card-game agents; the definition is the yardstick's.
    Ignores: every card.
    """
    return Agent("random", random_policy)

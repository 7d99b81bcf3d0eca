"""The floor: play Skyjo Action at random."""

from skyjo_sim.agent import Agent
from skyjo_sim.games import Game
from skyjo_sim.kernels.action.baselines import random_policy

__all__ = ["random_agent"]


def random_agent() -> Agent:
    """Make ``random``, which chooses uniformly among all that is legal.

    Idea: every legal id of a decision is equally likely, action cards and what they ask for included.
    Provenance: the usual floor in the literature on card-game agents.
    Ignores: every card.
    """
    return Agent("random", random_policy, game=Game.ACTION)

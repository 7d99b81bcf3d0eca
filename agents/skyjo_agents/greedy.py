"""The plain player: put every card where it helps most at once."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent

__all__ = ["greedy_agent"]

HABITS = Habits(hidden_points=0, counts=1)


def greedy_agent() -> Agent:
    """Make ``greedy``.

    Idea: put the card, discard or drawn, where it lowers the own points most, usually on the highest card; a hidden card
    counts the mean of all cards unseen. A discard that lowers nothing is left, a drawn card that lowers nothing is thrown
    away for a flip.
    Provenance: the most common public bot, rebuilt from its description; own code.
    Ignores: pairs, until a third card completes them; the other players, when to end the round.
    """
    return Agent("greedy", thumb_policy, HABITS.params())

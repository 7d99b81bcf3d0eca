"""The sprinter: end the round before the others are ready."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent

__all__ = ["rusher_agent"]


def rusher_agent() -> Agent:
    """Make ``rusher``.

    Idea: turn a card up in every turn, whatever it is, and end the round at once, whatever it costs.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: the lead, the penalty, pairs unless they come by themselves.
    """
    habits = Habits(hidden_points=5, take=2, haste=3, pair=0, pair_share=0.2, eager=20)
    return Agent("rusher", thumb_policy, habits.params())

"""The counter of cards: hope only for what is still to come."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent

__all__ = ["memory_agent"]


def memory_agent() -> Agent:
    """Make ``memory``.

    Idea: remember every card that was seen: hidden cards count the mean of what is left, and a pair is worth as much
    as cards are left that would complete it.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: what a discard gives the next player, totals.
    """
    habits = Habits(
        hidden_points=-0.5,
        counts=1,
        take=2,
        haste=0.3,
        pair=0.5,
        pair_share=0.4,
        odds=15,
        end_lead=2,
        eager=3,
        last_gain=2,
    )
    return Agent("memory", thumb_policy, habits.params())

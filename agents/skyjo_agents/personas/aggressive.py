"""The gambler: turn cards up fast and end the round without much of a lead."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["aggressive_agent"]


def aggressive_agent(lead: float = -3) -> Agent:
    """Make ``aggressive(lead)``.

    Idea: turn a card up in nearly every turn, take only discards that gain much, and end the round as soon as the
    best other player is expected to have `lead` points more: by default even three points fewer, for those may still
    be lost.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: the risk that the points are doubled, what a discard gives the next player, which cards are gone.

    Parameters
    ----------
    lead : float
        End the round from this lead on, in points; it may be negative.

    Raises
    ------
    InputError
        If a number is not finite.
    """
    habits = Habits(hidden_points=4.5, take=2, haste=1.5, pair=0.5, pair_share=0.3, end_lead=lead, eager=6)
    return Agent(f"aggressive({format_number(lead)})", thumb_policy, habits.params())

"""The careful one: give nothing away, end with a clear lead only."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["defensive_agent"]


def defensive_agent(lead: float = 6) -> Agent:
    """Make ``defensive(lead)``.

    Idea: throw away what the next player can use least, and end the round only `lead` points ahead of what the best
    other player may reach in its last turn.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: which cards are gone, totals.

    Parameters
    ----------
    lead : float
        End the round from this lead on, in points.

    Raises
    ------
    InputError
        If a number is not finite.
    """
    habits = Habits(
        hidden_points=5, take=2, haste=0.5, pair=0.5, pair_share=0.3, feed=0.5, end_lead=lead, eager=3, last_gain=3
    )
    return Agent(f"defensive({format_number(lead)})", thumb_policy, habits.params())

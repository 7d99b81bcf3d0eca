"""The worrier: hidden cards are risks, and so is a doubled score."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["risk_aware_agent"]


def risk_aware_agent(lead: float = 4) -> Agent:
    """Make ``risk_aware(lead)``.

    Idea: count a hidden card well above the mean and replace it by anything moderate; end the round with at most 20
    points and `lead` points ahead of what the best other player may reach in its last turn.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: which cards are gone, what a discard gives the next player.

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
        hidden_points=6.5,
        take=1,
        haste=0.5,
        pair=0.5,
        pair_share=0.3,
        end_at_most=20,
        end_lead=lead,
        eager=4,
        last_gain=3,
    )
    return Agent(f"risk_aware({format_number(lead)})", thumb_policy, habits.params())

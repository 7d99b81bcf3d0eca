"""The spoiler: harm the next player."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["saboteur_agent"]


def saboteur_agent(weight: float = 1) -> Agent:
    """Make ``saboteur(weight)``.

    Idea: weigh every discard by what the next player would gain by it, at its best slot, a column that it completes
    included; play a worse card rather than lay down a good one.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: players other than the next, which cards are gone.

    Parameters
    ----------
    weight : float
        How much the next player's gain by a discard counts against the own gain.

    Raises
    ------
    InputError
        If a number is not finite.
    """
    habits = Habits(
        hidden_points=5, take=2, haste=0.5, pair=0.5, pair_share=0.3, feed=weight, end_lead=1, eager=3, last_gain=1
    )
    return Agent(f"saboteur({format_number(weight)})", thumb_policy, habits.params())

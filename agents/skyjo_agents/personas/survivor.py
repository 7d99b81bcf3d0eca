"""The survivor: the higher the own total, the fewer risks."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["survivor_agent"]


def survivor_agent(care: float = 8) -> Agent:
    """Make ``survivor(care)``.

    Idea: keep away from 100: with a total of 0 a small lead is enough to end the round; the nearer 100 comes, the
    larger it has to be, up to `care` points more, because doubled points would end the game.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: the others' totals, which cards are gone, what a discard gives the next player.

    Parameters
    ----------
    care : float
        Points of lead that are wanted more, in the end, with a total of 100 than with 0.

    Raises
    ------
    InputError
        If a number is not finite.
    """
    habits = Habits(
        hidden_points=5.5, take=2, haste=0.8, pair=0.5, pair_share=0.3, end_lead=1, eager=5, care=care, last_gain=2
    )
    return Agent(f"survivor({format_number(care)})", thumb_policy, habits.params())

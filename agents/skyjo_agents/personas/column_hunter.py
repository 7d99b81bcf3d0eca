"""The collector: complete columns."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["column_hunter_agent"]


def column_hunter_agent(pair: float = 2) -> Agent:
    """Make ``column_hunter(pair)``.

    Idea: lay equal cards into a column, keep pairs together, turn up cards beside a pair first, and take any discard
    that makes or completes one. A pair is worth `pair` points and half of what it would clear.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: whether the third card is still to come, what a discard gives the next player.

    Parameters
    ----------
    pair : float
        What a pair is worth, in points, besides the cards that it may clear.

    Raises
    ------
    InputError
        If a number is not finite.
    """
    habits = Habits(hidden_points=5, take=2, haste=0.5, pair=pair, pair_share=0.5, end_lead=2, eager=2, spread=0)
    return Agent(f"column_hunter({format_number(pair)})", thumb_policy, habits.params())

"""The reckoner: compare with what a draw may be expected to bring."""

from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim.agent import Agent

__all__ = ["HABITS", "statistician_agent"]

HABITS = Habits(
    hidden_points=-1.4,
    counts=1,
    take=0.6,
    weigh=1,
    haste=0.4,
    pair=0.3,
    pair_share=0.33,
    odds=11,
    end_lead=3.8,
    eager=2,
    last_gain=3.2,
)
"""Found by a short search against `cutoff(2)`."""


def statistician_agent() -> Agent:
    """Make ``statistician``.

    Idea: take the discard if it gains more than a draw does on average, over all values by the cards that are left,
    each kept or thrown away; hidden cards count the mean of what is left, less what may still be gained on them.
    Provenance: rebuilt from the description of a style that public bots use; own code.
    Ignores: what a discard gives the next player, totals.
    """
    return Agent("statistician", thumb_policy, HABITS.params())

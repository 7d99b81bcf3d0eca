"""End with few points."""

from skyjo_agents.ending_rules.numbers import BELOW
from skyjo_agents.ending_rules.policy import ending_policy
from skyjo_agents.ending_rules.wrapping import with_rule
from skyjo_sim.agent import Agent

__all__ = ["end_below_agent"]


def end_below_agent(base: str | Agent, points: float = 8) -> Agent:
    """Make ``end_below(base,points)``.

    Idea: play as `base`, but end the round as soon as that leaves at most `points` points, and not before: the drawn card
    goes on the highest face-up card instead. Turning up the last card counts by the points to be expected. After 40 turns
    of each seat the base decides alone.
    Provenance: the rule of thumb that players name first; own code.
    Ignores: the others' cards.

    Parameters
    ----------
    base : str or Agent
        The agent that plays, such as ``cutoff(2)``.
    points : float
        The most own points, a column that is completed not counted.

    Raises
    ------
    InputError
        If the base is no agent or `points` is not a finite number.
    """
    return with_rule("end_below", base, ending_policy, BELOW, points=points)

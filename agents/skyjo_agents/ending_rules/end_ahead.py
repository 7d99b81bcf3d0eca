"""End with a lead."""

from skyjo_agents.ending_rules.numbers import AHEAD
from skyjo_agents.ending_rules.policy import ending_policy
from skyjo_agents.ending_rules.wrapping import with_rule
from skyjo_sim.agent import Agent

__all__ = ["end_ahead_agent"]


def end_ahead_agent(base: str | Agent, factor: float = 1, margin: float = 3) -> Agent:
    """Make ``end_ahead(base,factor,margin)``.

    Idea: play as `base`, but end the round as soon as the best other player has to expect at least `factor` times the own
    points and `margin` more, and not before: the drawn card goes on the highest face-up card instead. Hidden cards count the
    mean of all cards unseen. After 40 turns of each seat the base decides alone.
    Provenance: what players do who look at the other grids; own code.
    Ignores: what the others may gain in their last turn, and by how much their hidden cards may differ from the mean.

    Parameters
    ----------
    base : str or Agent
        The agent that plays, such as ``cutoff(2)``.
    factor : float
        How many times the own points.
    margin : float
        Points besides.

    Raises
    ------
    InputError
        If the base is no agent or a number is not finite.
    """
    return with_rule("end_ahead", base, ending_policy, AHEAD, factor=factor, margin=margin)

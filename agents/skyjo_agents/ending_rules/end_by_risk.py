"""End when the penalty to be expected is small."""

from skyjo_agents.ending_rules.risk_policy import risk_policy
from skyjo_agents.ending_rules.wrapping import with_rule
from skyjo_sim.agent import Agent

__all__ = ["end_by_risk_agent"]


def end_by_risk_agent(base: str | Agent, weight: float = 1, most: float = 2) -> Agent:
    """Make ``end_by_risk(base,weight,most)``.

    Idea: play as `base`, but end the round as soon as `weight` times the probability of being doubled times the own points is
    at most `most`, and not before: the drawn card goes on the highest face-up card instead. The probability is exact
    for one other player, who makes the best of the last turn; several are taken as independent. After 40 turns of each
    seat the base decides alone.
    Provenance: written for this project, on the exact value of ending now.
    Ignores: what waiting might bring; that the others' totals depend on each other; house rules for the penalty.

    Parameters
    ----------
    base : str or Agent
        The agent that plays, such as ``cutoff(2)``.
    weight : float
        Weight of the penalty.
    most : float
        The most points that the penalty may be expected to cost.

    Raises
    ------
    InputError
        If the base is no agent or a number is not finite.
    """
    return with_rule("end_by_risk", base, risk_policy, 0, weight=weight, most=most)

"""Leave it to the others to end the round."""

from skyjo_agents.ending_rules.numbers import NEVER
from skyjo_agents.ending_rules.policy import ending_policy
from skyjo_agents.ending_rules.wrapping import with_rule
from skyjo_sim.agent import Agent

__all__ = ["end_never_agent"]


def end_never_agent(base: str | Agent) -> Agent:
    """Make ``end_never(base)``.

    Idea: play as `base`, but do not end the round while that can be avoided: the drawn card goes on the highest face-up
    card instead of the last hidden one. After 40 turns of each seat the base decides alone.
    Provenance: the other end of the scale of ending rules; own code.
    Ignores: everything that would speak for ending.

    Parameters
    ----------
    base : str or Agent
        The agent that plays, such as ``cutoff(2)``.

    Raises
    ------
    InputError
        If the base is no agent.
    """
    return with_rule("end_never", base, ending_policy, NEVER)

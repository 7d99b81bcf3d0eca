"""Columns first: pairs are built, kept and completed."""

from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["columns_agent"]


def columns_agent(pair: float = 1.0) -> Agent:
    """Make ``columns(pair)``.

    Idea: a card goes where the grid is worth the fewest points; a pair in a column is worth more by the chance of the third
    card, `pair` times that chance for each turn left. Flips look for pairs; columns of 0 and below are not completed.
    Provenance: the first improvement that players of the game name; written anew on the one-ply evaluation.
    Ignores: that hidden cards can be improved, the other players, when to end the round.

    Raises
    ------
    InputError
        If `pair` is not a finite number.
    """
    weights = Weights(pair=pair)
    return Agent(f"columns({format_number(pair)})", one_ply_policy, weights.params())

"""Columns first, and nothing for the next player."""

from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["denier_agent"]


def denier_agent(pair: float = 1.0, denial: float = 0.4) -> Agent:
    """Make ``denier(pair,denial)``.

    Idea: as `columns`, but a discard is charged for what it gives the next player beyond a card drawn (a column completed, a
    high card replaced), `denial` times that, divided among the others.
    Provenance: the advice not to feed the player to the left; written anew on the one-ply evaluation.
    Ignores: that hidden cards can be improved, the players behind the next one, when to end the round.

    Raises
    ------
    InputError
        If a parameter is not a finite number.
    """
    weights = Weights(pair=pair, denial=denial)
    return Agent(f"denier({format_number(pair)},{format_number(denial)})", one_ply_policy, weights.params())

"""The strongest of the heuristics: the one-ply expectation, tuned."""

from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim.agent import Agent

__all__ = ["EXPERT", "expert_agent"]

EXPERT = Weights(
    hope=0.1447,
    hope_per_turn=-0.2346,
    hope_per_hidden=0.103,
    pair=0.9085,
    pair_points=-0.3619,
    discount=0.6587,
    discount_from=4.1678,
    haste=0.089,
    risk=2.0237,
    end=0.3131,
    end_per_hidden=0.229,
    denial=0.3528,
    spread_opening=1.0,
    turns=0.1807,
    last_gain=0.3717,
    last_spread=1.5329,
)
"""The weights."""


def expert_agent() -> Agent:
    """Make ``expert``.

    Idea: `expectation` with the weights that won most: hidden cards are charged by the turns that are left, cards above four
    at about half of what they exceed it, and an end of the round at twice the penalty that it has to expect.
    Provenance: written for this project.
    Ignores: what comes after the next card; the totals of the game.
    """
    return Agent("expert", one_ply_policy, EXPERT.params())

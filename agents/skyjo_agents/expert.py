"""The strongest of the heuristics: the one-ply expectation, tuned."""

from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim.agent import Agent

__all__ = ["EXPERT", "expert_agent"]

EXPERT = Weights(
    hope=0.5237,
    hope_per_turn=-0.1717,
    hope_per_hidden=0.04495,
    pair=0.7474,
    pair_points=1.049,
    discount=0.7554,
    discount_from=4.189,
    haste=0.5199,
    risk=1.571,
    end=1.692,
    end_per_hidden=-0.1531,
    denial=0.3839,
    spread_opening=1.0,
    turns=0.2756,
    last_gain=0.4032,
    last_spread=3.094,
)
"""The weights, as tuned; the command stands in the documentation of tuning."""


def expert_agent() -> Agent:
    """Make ``expert``.

    Idea: `expectation` with the weights that won most: of what a card is above four, three quarters are forgiven, because it
    will be replaced; an end of the round counts the penalty that it has to expect one and a half times.
    Provenance: written for this project; the weights are the result of ``skyjo tune expectation`` against `cutoff(2)` and its
    own start, with 2 and 4 players.
    Ignores: what comes after the next card; the totals of the game.
    """
    return Agent("expert", one_ply_policy, EXPERT.params())

"""The exact one-ply expectation with every weight open: what is tuned."""

from dataclasses import astuple

from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number

__all__ = ["expectation_agent"]


def expectation_agent(
    hope: float = 0.0,
    hope_per_turn: float = 0.0,
    hope_per_hidden: float = 0.0,
    pair: float = 1.0,
    pair_points: float = 0.0,
    discount: float = 0.0,
    discount_from: float = 6.0,
    haste: float = 0.0,
    risk: float = 1.0,
    end: float = 0.0,
    end_per_hidden: float = 0.0,
    denial: float = 0.0,
    spread_opening: float = 1.0,
    turns: float = 1.0,
    last_gain: float = 0.5,
    last_spread: float = 3.5,
) -> Agent:
    """Make ``expectation(hope,hope_per_turn,...)``; what the weights mean stands in `skyjo_agents.one_ply.weights.Weights`.

    Idea: each turn is valued by the expectation of what the own grid is worth after it, exact over the 15 values that may
    come; hidden cards are charged the mean less what may still be gained, high cards less because they will be replaced,
    pairs by the chance of the third card, an end of the round with the penalty it has to expect.
    Provenance: written for this project; the weights are for ``skyjo tune expectation`` to find.
    Ignores: what comes after the next card; the totals of the game.

    Raises
    ------
    InputError
        If a weight is not a finite number.
    """
    weights = Weights(
        hope=hope,
        hope_per_turn=hope_per_turn,
        hope_per_hidden=hope_per_hidden,
        pair=pair,
        pair_points=pair_points,
        discount=discount,
        discount_from=discount_from,
        haste=haste,
        risk=risk,
        end=end,
        end_per_hidden=end_per_hidden,
        denial=denial,
        spread_opening=spread_opening,
        turns=turns,
        last_gain=last_gain,
        last_spread=last_spread,
    )
    numbers = ",".join(format_number(number) for number in astuple(weights))
    return Agent(f"expectation({numbers})", one_ply_policy, weights.params())

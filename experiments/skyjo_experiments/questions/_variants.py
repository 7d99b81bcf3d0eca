"""One-ply agents with a weight changed, and what an agent would answer in given positions."""

from dataclasses import asdict, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.expectation import expectation_agent
from skyjo_agents.one_ply.policy import one_ply_policy
from skyjo_agents.one_ply.weights import Weights
from skyjo_experiments.comparison.settings import as_agent
from skyjo_experiments.forks import Positions
from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.layout import PARAMS, STREAM

__all__ = ["answers_of", "best_takes", "variant_of", "weights_of"]


def weights_of(agent: str | Agent) -> Weights:
    """Return the weights of a one-ply agent.

    Raises
    ------
    InputError
        If it is another agent.
    """
    made = as_agent("agent", agent)
    if made.policy is not one_ply_policy:
        raise InputError(
            "agents must be one-ply agents, whose weights can be changed (columns, denier, expectation, expert), "
            f"got {made.name}"
        )
    return Weights(**{field.name: number for field, number in zip(fields(Weights), made.params, strict=True)})


def variant_of(agent: str | Agent, **changes: float) -> Agent:
    """Return a one-ply agent with some weights changed.

    Raises
    ------
    InputError
        If it is another agent.
    """
    return expectation_agent(**asdict(replace(weights_of(agent), **changes)))


def answers_of(positions: Positions) -> NDArray[np.int64]:
    """Return what the agents of the deciding seats would do, int64[n]."""
    return _asked(positions, positions.games)


def best_takes(positions: Positions) -> NDArray[np.int64]:
    """Return where one-ply agents would put the discard if they had to take it, as actions, int64[n].

    They are asked with an empty draw pile. Before a reshuffle nothing else depends on it.
    """
    games = positions.games.copy()
    games["table"]["n_pile"] = 0
    games["table"]["n_discard"] = 1
    return _asked(positions, games)


def _asked(positions: Positions, games: NDArray[Any]) -> NDArray[np.int64]:
    params: NDArray[Any] = np.zeros(len(positions.agents), PARAMS)
    for number, agent in enumerate(positions.agents):
        agent.fill_params(params[number])
    luck: NDArray[Any] = np.zeros(1, STREAM)
    answers = np.zeros(len(positions), np.int64)
    for position, game in enumerate(games):
        seat = int(game["table"]["seat"])
        number = int(positions.seats[position, seat])
        answers[position] = positions.agents[number].policy(game["table"], seat, params[number], luck[0])
    return answers

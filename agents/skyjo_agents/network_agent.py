"""Agents that play a policy network from an .npz file."""

from pathlib import Path
from typing import Any

import numpy as np

from skyjo_agents import network_header as header
from skyjo_agents.network_files import load_network
from skyjo_agents.network_policy import network_policy
from skyjo_agents.networks import Network
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_text
from skyjo_sim.switches import ColumnRule, FlipAfterDiscard

__all__ = ["agent_of_network", "npz_agent"]

_ACTIVATIONS = {"relu": header.RELU, "tanh": header.TANH}


def npz_agent(path: str | Path) -> Agent:
    """Make ``npz(path)``.

    Idea: a network that was trained elsewhere sees what the seat sees and values every legal decision; the highest value
    is played. The file is written by `skyjo_agents.save_network`.
    Provenance: whoever trained it.
    Ignores: whatever the training did; tables of another size than the one it was trained at are refused.

    Raises
    ------
    InputError
        If the file cannot be read or is no network.
    """
    return agent_of_network(load_network(path), f"npz({format_text(str(path))})")


def agent_of_network(network: Network, name: str) -> Agent:
    """Return the agent that plays a network."""
    sizes = [network.layers[0].weights.shape[0], *(layer.biases.size for layer in network.layers)]
    params = [0.0] * header.SIZES + sizes
    params[header.PLAYERS] = network.players
    params[header.ACTIVATION] = _ACTIVATIONS[network.activation]
    params[header.OPTIONAL_FLIP] = network.optional_flip
    params[header.TAKE_THEN_FLIP] = network.take_then_flip
    params[header.N_LAYERS] = len(network.layers)
    weights = np.concatenate([part.ravel() for layer in network.layers for part in (layer.weights, layer.biases)])
    return Agent(name, network_policy, tuple(params), weights, _plays_under(network))


def _plays_under(network: Network) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return where all that is legal by the network's own mask is legal, and all that is asked has an answer."""
    needed: list[tuple[str, tuple[Any, ...]]] = [("players", (network.players,))]
    if network.optional_flip:
        needed.append(("flip_after_discard", (FlipAfterDiscard.OPTIONAL,)))
    if network.take_then_flip:
        needed.append(("discard_take_then_flip", (True,)))
    if not network.optional_clearing:
        needed.append(("column_rule", (ColumnRule.MANDATORY, ColumnRule.OFF)))
    return tuple(needed)

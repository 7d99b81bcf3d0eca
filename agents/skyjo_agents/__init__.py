"""skyjo_agents: strategies for Skyjo, each a function that takes numbers or texts and returns a `skyjo_sim.Agent`."""

from skyjo_agents.columns import columns_agent
from skyjo_agents.denier import denier_agent
from skyjo_agents.expectation import expectation_agent
from skyjo_agents.expert import expert_agent
from skyjo_agents.low_cards import cutoff_agent
from skyjo_agents.network_agent import agent_of_network, npz_agent
from skyjo_agents.network_files import load_network, save_network
from skyjo_agents.networks import Layer, Network
from skyjo_agents.sb3_export import network_of
from skyjo_agents.uniform import random_agent

__all__ = [
    "Layer",
    "Network",
    "agent_of_network",
    "columns_agent",
    "cutoff_agent",
    "denier_agent",
    "expectation_agent",
    "expert_agent",
    "load_network",
    "network_of",
    "npz_agent",
    "random_agent",
    "save_network",
]

"""skyjo_agents: strategies for Skyjo, each a function that takes numbers or texts and returns a `skyjo_sim.Agent`."""

from skyjo_agents.columns import columns_agent
from skyjo_agents.denier import denier_agent
from skyjo_agents.ending_rules import end_ahead_agent, end_below_agent, end_by_risk_agent, end_never_agent
from skyjo_agents.expectation import expectation_agent
from skyjo_agents.expert import expert_agent
from skyjo_agents.greedy import greedy_agent
from skyjo_agents.low_cards import cutoff_agent
from skyjo_agents.network_agent import agent_of_network, npz_agent
from skyjo_agents.network_files import load_network, save_network
from skyjo_agents.networks import Layer, Network
from skyjo_agents.personas import (
    aggressive_agent,
    column_hunter_agent,
    defensive_agent,
    memory_agent,
    risk_aware_agent,
    rusher_agent,
    saboteur_agent,
    statistician_agent,
    survivor_agent,
)
from skyjo_agents.sb3_export import network_of
from skyjo_agents.seers import own_seer, table_seer
from skyjo_agents.uniform import random_agent

__all__ = [
    "Layer",
    "Network",
    "agent_of_network",
    "aggressive_agent",
    "column_hunter_agent",
    "columns_agent",
    "cutoff_agent",
    "defensive_agent",
    "denier_agent",
    "end_ahead_agent",
    "end_below_agent",
    "end_by_risk_agent",
    "end_never_agent",
    "expectation_agent",
    "expert_agent",
    "greedy_agent",
    "load_network",
    "memory_agent",
    "network_of",
    "npz_agent",
    "own_seer",
    "random_agent",
    "risk_aware_agent",
    "rusher_agent",
    "saboteur_agent",
    "save_network",
    "statistician_agent",
    "survivor_agent",
    "table_seer",
]

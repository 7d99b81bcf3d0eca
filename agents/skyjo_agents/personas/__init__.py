"""Personas: styles of play that public bots use, each a set of habits (`skyjo_agents.thumb`)."""

from skyjo_agents.personas.aggressive import aggressive_agent
from skyjo_agents.personas.column_hunter import column_hunter_agent
from skyjo_agents.personas.defensive import defensive_agent
from skyjo_agents.personas.memory import memory_agent
from skyjo_agents.personas.risk_aware import risk_aware_agent
from skyjo_agents.personas.rusher import rusher_agent
from skyjo_agents.personas.saboteur import saboteur_agent
from skyjo_agents.personas.statistician import statistician_agent
from skyjo_agents.personas.survivor import survivor_agent

__all__ = [
    "aggressive_agent",
    "column_hunter_agent",
    "defensive_agent",
    "memory_agent",
    "risk_aware_agent",
    "rusher_agent",
    "saboteur_agent",
    "statistician_agent",
    "survivor_agent",
]

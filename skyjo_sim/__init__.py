"""skyjo_sim: rules, compiled engine, simulation and positions of the card game Skyjo."""

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.agent import Agent, policy
from skyjo_sim.errors import InputError, NotationError, PolicyError, RulesError, RunError, SkyjoError
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.entry import load_run, resume, simulate
from skyjo_sim.simulation.result import SimulationResult

__all__ = [
    "ActionRules",
    "Agent",
    "InputError",
    "NotationError",
    "PolicyError",
    "Rules",
    "RulesError",
    "RunError",
    "Seer",
    "SimulationResult",
    "SkyjoError",
    "load_run",
    "policy",
    "resume",
    "simulate",
]

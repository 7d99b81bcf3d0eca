"""When to end a round: rules that any agent can be given, instead of its own."""

from skyjo_agents.ending_rules.end_ahead import end_ahead_agent
from skyjo_agents.ending_rules.end_below import end_below_agent
from skyjo_agents.ending_rules.end_by_risk import end_by_risk_agent
from skyjo_agents.ending_rules.end_never import end_never_agent

__all__ = ["end_ahead_agent", "end_below_agent", "end_by_risk_agent", "end_never_agent"]

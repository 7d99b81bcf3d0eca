"""Seers: players that see hidden cards, with the habits of `statistician`. They are upper bounds, not agents."""

from skyjo_agents.seers.own import own_seer
from skyjo_agents.seers.table import table_seer

__all__ = ["own_seer", "table_seer"]

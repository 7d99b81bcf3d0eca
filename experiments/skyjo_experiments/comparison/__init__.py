"""Comparisons: two agents, or many, on the same deals from every seat."""

from skyjo_experiments.comparison.comparing import compare
from skyjo_experiments.comparison.result import Comparison
from skyjo_experiments.comparison.stopping import StopRule
from skyjo_experiments.comparison.tournament_result import Tournament
from skyjo_experiments.comparison.tournaments import tournament

__all__ = ["Comparison", "StopRule", "Tournament", "compare", "tournament"]

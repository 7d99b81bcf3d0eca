"""Tuning of agents' numbers: candidates on common deals, successive halving, a closing estimate on fresh deals."""

from skyjo_experiments.tuning.entry import resume_tuning, tune
from skyjo_experiments.tuning.ranges import RANGES
from skyjo_experiments.tuning.result import Tuning, TuningProgress

__all__ = ["RANGES", "Tuning", "TuningProgress", "resume_tuning", "tune"]

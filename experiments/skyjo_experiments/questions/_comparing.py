"""`compare` as a stage of a question."""

from typing import Any

from skyjo_experiments.comparison import Comparison, compare
from skyjo_sim.agent import Agent

__all__ = ["compare_whole"]


def compare_whole(a: str | Agent, b: str | Agent, **settings: Any) -> Comparison:
    """Return what `skyjo_experiments.comparison.compare` gives, if it was not interrupted.

    Raises
    ------
    KeyboardInterrupt
        If it was.
    InputError, PolicyError
        As `compare`.
    """
    comparison = compare(a, b, **settings)
    if comparison.is_interrupted:
        raise KeyboardInterrupt
    return comparison

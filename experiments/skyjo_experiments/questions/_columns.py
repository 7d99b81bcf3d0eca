"""Estimates as columns of a question's rows, and texts of them."""

import math

from skyjo_sim.simulation.measures import Estimate

__all__ = ["columns_of", "points", "share"]


def columns_of(name: str, estimate: Estimate) -> dict[str, float]:
    """Return a mean and its 95 % interval as ``name``, ``name_low``, ``name_high``."""
    return {name: float(estimate.mean), f"{name}_low": float(estimate.low), f"{name}_high": float(estimate.high)}


def share(row: object, name: str) -> str:
    """Return a share of a frame's row and its interval: ``12.3 % [11.9, 12.7]``.

    With more decimals where one would not keep the ends of the interval apart: ``0.01 % [0.00, 0.02]``.
    """
    mean, low, high = (100 * float(getattr(row, f"{name}{end}")) for end in ("", "_low", "_high"))
    if math.isnan(low):
        return f"{mean:.1f} %"
    form = (
        ".1f" if low == high else next((form for form in (".1f", ".2f") if f"{low:{form}}" != f"{high:{form}}"), ".3f")
    )
    return f"{mean:{form}} % [{low:{form}}, {high:{form}}]"


def points(row: object, name: str, form: str = ".2f") -> str:
    """Return a mean of a frame's row and its interval: ``1.23 [1.20, 1.26]``."""
    mean, low, high = (float(getattr(row, f"{name}{end}")) for end in ("", "_low", "_high"))
    return f"{mean:{form}}" if math.isnan(low) else f"{mean:{form}} [{low:{form}}, {high:{form}}]"

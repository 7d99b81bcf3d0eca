"""Parameters of agents with names: numbers in the order in which a policy finds them."""

import math
from dataclasses import astuple, dataclass, fields

from skyjo_sim.errors import InputError

__all__ = ["Parameters"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Numbers with names; a subclass has a field for each.

    Raises
    ------
    InputError
        If one is not a finite number.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not math.isfinite(value):
                raise InputError(f"{field.name} must be a finite number, got {value}")

    def params(self) -> tuple[float, ...]:
        """Return them as an agent's parameters."""
        return astuple(self)

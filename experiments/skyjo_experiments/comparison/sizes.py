"""How many deals: from games, rounds or deals, and from which unit."""

import numpy as np

from skyjo_sim.errors import InputError
from skyjo_sim.simulation.plan import MAX_UNITS

__all__ = ["UNITS", "n_deals_of", "unit_of"]

UNITS = ("game", "round")


def unit_of(unit: str | None, n_games: int | None, n_rounds: int | None) -> str:
    """Return the unit: games, unless rounds are asked for.

    Raises
    ------
    InputError
        If it is unknown or contradicts the numbers.
    """
    if unit is not None and unit not in UNITS:
        raise InputError(f"unit must be 'game' or 'round', got {unit!r}")
    if n_games is not None and n_rounds is not None:
        raise InputError("give the number of games or of rounds, not both")
    asked = "round" if n_rounds is not None else "game" if n_games is not None else None
    if unit is not None and asked is not None and unit != asked:
        raise InputError(f"n_{asked}s contradicts unit={unit!r}")
    return unit or asked or "game"


def n_deals_of(n_deals: int | None, n_units: int | None, n_seatings: int, default: int) -> int:
    """Return the deals to play: as given, or as many as fit into `n_units` games or rounds, or into `default`.

    Raises
    ------
    InputError
        If both are given, or a number is no positive integer, or less than a deal.
    """
    if n_deals is not None and n_units is not None:
        raise InputError("give the number of deals, or of games or rounds, not both")
    if n_deals is not None:
        return _count("the number of deals", n_deals, 1)
    if n_units is None:
        return max(1, default // n_seatings)
    return _count("the number of games or rounds", n_units, n_seatings) // n_seatings


def _count(what: str, n: int, least: int) -> int:
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or not least <= n <= MAX_UNITS:
        why = "" if least == 1 else f" (a deal is played {least} times)"
        raise InputError(f"{what} must be an integer in {least}..{MAX_UNITS}{why}, got {n!r}")
    return int(n)

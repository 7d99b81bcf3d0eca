"""The work sheet of one decision: float64[N_ROWS, WIDTH], which kernels share, so that memory is asked for once."""

from skyjo_agents.one_ply.sheet import DRAWN, N_ROWS, UNSEEN, WIDTH

__all__ = [
    "CHARGE",
    "DRAWN",
    "HABITS",
    "IS_FREE",
    "LEAD",
    "NEXT",
    "NOW",
    "N_ROWS",
    "OWN",
    "RIVAL",
    "SWING",
    "UNSEEN",
    "WIDTH",
]

OWN = 0
"""By slot: the card as far as the player knows it; below the lowest card where it does not, or where the slot is cleared."""
NEXT = 1
"""The same of the next player's grid."""
HABITS = 2
"""The player's habits."""
NOW = 3
"""Numbers about the moment:"""

CHARGE = 0
"""what an unknown card counts,"""
RIVAL = 1
"""what the best other player may be expected to have in the end,"""
LEAD = 2
"""how much more than the own points that has to be for the round to be ended,"""
SWING = 3
"""what it is worth to turn a card up,"""
IS_FREE = 4
"""whether the round may be ended anyhow: it has been long, or is over after this turn."""
IS_LAST = 5
"""whether this is the last turn."""

assert NOW < DRAWN

"""The work sheet of one decision: float64[N_ROWS, WIDTH], so that memory is asked for once.

Rows 0..11 are slots, columns card values (``card - LOWEST_CARD``): what the grid is worth with that card at that slot,
less what it is worth now. Points are bad: a negative number is an improvement.
"""

from skyjo_sim.kernels.cards import N_SEATS, N_SLOTS, N_VALUES

FLIPS = N_SLOTS
"""By slot, not by value: what it changes to flip it."""
COST = N_SLOTS + 1
"""What a card that shows is charged."""
DRAWN = N_SLOTS + 2
"""Chances of the next card drawn."""
UNSEEN = N_SLOTS + 3
"""Chances of a hidden card."""
PAIRS = N_SLOTS + 4
"""What a pair is worth beside a card that shows."""
OPEN_PAIRS = N_SLOTS + 5
"""What a pair is worth beside a hidden card."""
BEST = N_SLOTS + 6
"""The best of the rows of slots."""
FED = N_SLOTS + 7
"""What a discard gives the next player."""
OTHERS = N_SLOTS + 8
"""By seat, twice eight: about a player's points after its last turn, and the slope of the chance of fewer; 0 for the own."""
N_ROWS = N_SLOTS + 9
WIDTH = 16
"""A row is padded to a power of two; the last column is of no value."""

assert N_VALUES < WIDTH
assert 2 * N_SEATS == WIDTH

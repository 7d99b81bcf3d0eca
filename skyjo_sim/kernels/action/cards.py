"""The cards of Skyjo Action: stars beside the numbers, and the action cards (RULES.md 9.1)."""

import numpy as np

from skyjo_sim.kernels.cards import HIGHEST_CARD, LOWEST_CARD, N_VALUES

STAR = 13
"""A star card; it is worth 0 points. Arrays over values have it at ``STAR - LOWEST_CARD``, behind the numbers."""
N_FACES = 16
"""Values of playing cards: -2..12 and `STAR`."""

COPIES = np.array([3, 7, 11] + [7] * 12 + [15], np.uint8)
"""Copies of each playing card in the deck, stars last, RULES.md 9.1: 120 cards, sum of the numbers 533."""
COPIES_WITH_15_ZEROS = np.array([3, 3, 15] + [7] * 12 + [15], np.uint8)
"""The same by the house rule, which has four -1 less (RULES.md Q20)."""
MOST_COPIES = np.maximum(COPIES, COPIES_WITH_15_ZEROS)
"""At most so many are in a deck, whatever the rules."""

STARS_FIRST = 0
BY_POSITION = 1
BY_OWNER = 2
"""In which order a cleared line with stars is discarded."""

SWAP_OWN = 0
DOUBLE_TURN = 1
DRAW_THREE = 2
REVEAL = 3
REACTIVATE = 4
DEFENSE = 5
SWAP_PLAYERS = 6
STEAL = 7
METEOR = 8
BLANK = 9
NO_KIND = -1
"""Where no action card is."""

N_EFFECTS = 9
"""Kinds of action cards that can be played."""
N_KINDS = 10
"""Kinds of action cards, the blank ones, which have no effect, included."""
KINDS_WIDTH = 16
"""An array over kinds is padded to 16 entries."""

KIND_NAMES = (
    "swap_own",
    "double_turn",
    "draw_three",
    "reveal",
    "reactivate",
    "defense",
    "swap_players",
    "steal",
    "meteor",
    "blank",
)
ATTACKS = (SWAP_PLAYERS, STEAL, METEOR)
"""The kinds that a Defence card blocks (RULES.md 9.4)."""

N_MARKET = 4
COPIES_OF_KIND = 3
N_DRAWN = 3
"""Cards that Draw three looks at."""

assert STAR == HIGHEST_CARD + 1
assert STAR - LOWEST_CARD == N_VALUES
assert len(KIND_NAMES) == N_KINDS <= KINDS_WIDTH

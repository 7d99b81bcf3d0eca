"""The cards of Skyjo Action: stars beside the numbers, and the action cards (RULES.md 9.1)."""

from skyjo_sim.kernels.cards import HIGHEST_CARD, LOWEST_CARD, N_VALUES

STAR = 13
"""A star card; it is worth 0 points. Arrays over values have it at ``STAR - LOWEST_CARD``, behind the numbers."""
N_FACES = 16
"""Values of playing cards: -2..12 and `STAR`."""

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

assert STAR == HIGHEST_CARD + 1
assert STAR - LOWEST_CARD == N_VALUES
assert len(KIND_NAMES) == N_KINDS <= KINDS_WIDTH

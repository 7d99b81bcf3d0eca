"""The classic cards: values, copies and the two sentinels of a slot that shows no card."""

import numpy as np

LOWEST_CARD = -2
HIGHEST_CARD = 12
N_VALUES = 15
"""Card values are -2..12; arrays over values are indexed by ``card - LOWEST_CARD``."""

COPIES = np.array([5, 10, 15] + [10] * 12, np.uint8)
"""Copies of each value in the deck, RULES.md 1.1: 150 cards, sum of values 760."""

N_CARDS = 150
DECK = np.repeat(np.arange(LOWEST_CARD, HIGHEST_CARD + 1), COPIES).astype(np.int8)
"""The deck in ascending order, int8[150]: what the lazy shuffle draws from."""

HIDDEN_POINTS = 5
"""What a hidden card counts in a lead, in both games: about the mean number, 760/150 here (RULES.md 1.1) and 533/105 in
Skyjo Action (9.1). With its stars, which count 0, the mean card of that game is 533/120: the scale is one all the same."""

HIDDEN = -100
CLEARED = -101
NO_CARD = -102
"""`HIDDEN` and `CLEARED` stand in ``visible``; `NO_CARD` where no card is (nothing drawn, an empty pile's top)."""

N_SEATS = 8
SEAT_MASK = N_SEATS - 1
"""Masking an index of a seat tells the compiler that it is not negative, which saves the wrap-around."""
N_ROWS = 3
N_COLUMNS = 4
N_SLOTS = 12
GRID_WIDTH = 16
"""A grid row is padded to 16 bytes; the padding stays `CLEARED`."""

ALL_SLOTS = 0xFFF
COLUMN = 0b111
"""Slots run column by column: column c has the bits ``COLUMN << 3 * c``."""
ROW = 0b001001001001
"""Row r has the bits ``ROW << r``."""

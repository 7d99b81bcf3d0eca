"""Where each part of the flat observation of Skyjo Action begins, and its scales.

The layout is version `FLAT_VERSION`; its table stands in the documentation of the environments. There are `COMMON`
numbers that belong to no seat, then `PER_SEAT` for each seat, the viewer's first and the others clockwise.
"""

import numpy as np

from skyjo_sim.kernels.action.actions import N_CHOICES
from skyjo_sim.kernels.action.cards import N_DRAWN, N_EFFECTS, N_FACES, N_KINDS
from skyjo_sim.kernels.actions import N_DECISION_PHASES
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS, N_SLOTS

FLAT_VERSION = 1

_N_LINES = N_COLUMNS + N_ROWS

PHASE = 0
CHOICE = PHASE + N_DECISION_PHASES
IN_PLAY = CHOICE + N_CHOICES - 1
TOP = IN_PLAY + N_EFFECTS
TOP_STAR = TOP + 1
HAS_TOP = TOP_STAR + 1
DRAWN = HAS_TOP + 1
DRAWN_STAR = DRAWN + 1
THREE = DRAWN_STAR + 1
THREE_STAR = THREE + N_DRAWN
HAS_THREE = THREE_STAR + N_DRAWN
KEPT = HAS_THREE + N_DRAWN
FIRST_FACE = KEPT + N_DRAWN
SWAPS = FIRST_FACE + 2
ASKED = SWAPS + 1
LINES = ASKED + _N_LINES
MARKET = LINES + _N_LINES
ACTION_TOP = MARKET + N_KINDS
ACTION_DISCARD = ACTION_TOP + N_KINDS
ACTION_PILE = ACTION_DISCARD + N_KINDS
PILE = ACTION_PILE + 1
DISCARD = PILE + 1
TURNS = DISCARD + 1
LAST_TURNS = TURNS + 1
PENDING = LAST_TURNS + 1
RIGHTS = PENDING + 1
COLUMN_MATCHES = RIGHTS + 1
ROW_MATCHES = COLUMN_MATCHES + N_SLOTS
SEEN = ROW_MATCHES + N_SLOTS
HIDDEN_CHANCES = SEEN + N_FACES
DRAW_CHANCES = HIDDEN_CHANCES + N_FACES
COMMON = DRAW_CHANCES + N_FACES
"""Where each common part begins; `COMMON` is their length in all."""

CARDS = 0
IS_STAR = CARDS + N_SLOTS
IS_HIDDEN = IS_STAR + N_SLOTS
IS_CLEARED = IS_HIDDEN + N_SLOTS
KNOWN = IS_CLEARED + N_SLOTS
KNOWN_STAR = KNOWN + N_SLOTS
IS_KNOWN = KNOWN_STAR + N_SLOTS
MARKED = IS_KNOWN + N_SLOTS
HELD = MARKED + N_SLOTS
LOCKED = HELD + N_KINDS
SHOWN = LOCKED + N_KINDS
N_HIDDEN = SHOWN + 1
EXPECTED = N_HIDDEN + 1
TOTAL = EXPECTED + 1
IS_ENDER = TOTAL + 1
DECIDES = IS_ENDER + 1
IS_TARGET = DECIDES + 1
IS_CHOSEN = IS_TARGET + 1
PER_SEAT = IS_CHOSEN + 2
"""The same within the part of a seat."""

CARDS_UNIT = np.float32(1 / 120)
SLOTS_UNIT = np.float32(1 / N_SLOTS)
KIND_UNIT = np.float32(1 / 4)
ACTION_PILE_UNIT = np.float32(1 / 30)
SEEN_UNIT = np.float32(1 / 15)
FEW_UNIT = np.float32(1 / 4)
"""Scales besides those of the classic form: 120 playing cards, 30 and 4 action cards, 15 of a face, 4 turns are 1."""

MARK_OF_SECOND = np.float32(0.5)
"""In `MARKED`, the slot of a swap that was named second; the first is 1."""


def n_flat(players: int) -> int:
    """Return how many numbers the flat observation has at a table of so many players."""
    return COMMON + PER_SEAT * players

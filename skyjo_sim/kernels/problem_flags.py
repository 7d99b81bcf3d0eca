"""One bit for each invariant of a game; what each means stands in `skyjo_sim.problems`."""

PLAYERS = 1 << 0
PILE_SIZE = 1 << 1
PHASE = 1 << 2
SEAT = 1 << 3
STARTER = 1 << 4
BAD_CARD = 1 << 5
UNKNOWN_CARD = 1 << 6
EXTRA_CARD = 1 << 7
MISSING_CARD = 1 << 8
SLOT_STATE = 1 << 9
VISIBLE = 1 << 10
PADDING = 1 << 11
SEEN = 1 << 12
POOL = 1 << 13
DISCARD_TOP = 1 << 14
LUCK = 1 << 15
DRAWN = 1 << 16
CHOSEN = 1 << 17
ASKED = 1 << 18
KEPT = 1 << 19
TURN_ORDER = 1 << 20
TURN_LIMIT = 1 << 21
ENDER = 1 << 22
LAST_TURNS = 1 << 23
NO_HIDDEN_CARD = 1 << 24
HIDDEN_LEFT = 1 << 25
LINE_LEFT = 1 << 26
STATISTICS = 1 << 27
RAW = 1 << 28
SCORE = 1 << 29
WINNERS = 1 << 30
GAME_END = 1 << 31
"""Bits for `skyjo_sim.kernels.problems.problems`."""

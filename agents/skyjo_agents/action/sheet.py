"""The work sheet of one decision: float64[N_ROWS, WIDTH], which kernels share, so that memory is asked for once.

A face is ``card - LOWEST_CARD``: 0 to 14 for the numbers, 15 for a star. Gains are points saved.
"""

from skyjo_sim.kernels.action.cards import KINDS_WIDTH, N_FACES, STAR
from skyjo_sim.kernels.cards import LOWEST_CARD

GAINS = 0
"""Rows by face, by slot: what the own grid gains by that card, face up, at that slot."""
COLUMN_GAINS = N_FACES
"""Rows by face, by slot: the part of it that the slot's column has."""
BEST = 2 * N_FACES
"""By face: what its best slot gains, less what the replaced card gives the next player."""
BEST_SLOT = BEST + 1
"""By face: that slot; -1 in an empty grid."""
CHANCES = BEST + 2
"""By face: the chance that the next card drawn is that."""
ENDINGS = BEST + 3
"""By face: what it is worth to end the round with that card at the last hidden slot; 0 with more slots hidden."""
GIFTS = BEST + 4
"""By face: what a discard gives the next player, weighted."""
HABITS = BEST + 5
"""The player's habits (`skyjo_agents.action.habits`)."""
NOW = BEST + 6
"""Numbers about the moment:"""
OWN = BEST + 7
"""By slot: the card as far as the player knows it, else what ``visible`` says."""
OTHER = BEST + 8
"""The same of another player's grid."""
WEIGHTS = BEST + 9
"""By seat: weight of points that this player loses; 0 for oneself."""
POINTS = BEST + 10
"""By seat: points to be expected in the end, were it now."""
DRAWN = BEST + 11
"""By face: what that card gains when it is drawn, put at its best slot or thrown away for a flip."""
EFFECTS = BEST + 12
"""By kind: what it gains to play that action card now."""
OF_COLUMN = BEST + 13
"""By face: what the column in question is worth with that card at the slot in question."""
OF_ROW = BEST + 14
"""By face: the same of the row."""
GIVEN = BEST + 15
"""By slot: what its card gives the next player as a discard, weighted."""
N_ROWS = BEST + 16
WIDTH = 16

MEAN = 0
"""of the cards unseen,"""
IS_LAST = 1
"""whether this is the last turn,"""
SWING = 2
"""what it is worth to turn a card up,"""
RIVAL = 3
"""the fewest points of another player to be expected,"""
TURN = 4
"""what a turn with playing cards gains,"""
TURNS_LEFT = 5
"""how many own turns are left,"""
HAS_ROWS = 6
"""whether rows count: in the variant with numbers only they do not,"""
DRAW_GAIN = 7
"""what a draw gains,"""
BURDEN = 8
"""what the held action cards cost if the round ends,"""
FLIP_SLOT = 9
"""which hidden slot is best turned up, -1 without one,"""
FLIP_GAIN = 10
"""what that gains,"""
CHANCE_TO_PLAY = 11
"""about the chance that an action card taken now can be played."""

STAR_FACE = STAR - LOWEST_CARD
assert WIDTH == N_FACES == KINDS_WIDTH

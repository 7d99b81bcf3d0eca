"""Action ids and choices of Skyjo Action. Ids 0 to 37, phases and statuses are those of the classic game.

============  ===========================================================================  =======================
id            meaning                                                                      asked in
============  ===========================================================================  =======================
0             draw the top playing card                                                    SOURCE
1 + slot      take the top discard and put it at ``slot``                                  SOURCE
13 + slot     put the drawn card at ``slot``                                               PLACE
25 + slot     throw the drawn card away and flip ``slot``                                  PLACE
25 + slot     choose ``slot`` to be flipped                                                OPENING
37            nothing: flip no card; decline a star's right; keep none of three cards;      PLACE, STAR_RIGHT, KEEP,
              clear no further optional line; where a position made by hand leaves         LINES, FLIP_ONE, SOURCE
              nothing else to do at the beginning of a turn, nothing at all
38 + place    take the action card at a place of the market                                SOURCE, STAR_RIGHT
42            take the top card of the action pile unseen                                  SOURCE, STAR_RIGHT
43 + kind     play an action card                                                          SOURCE
52 + kind     throw an action card away without effect                                     SOURCE
62 + slot     choose a slot of the grid in question                                        SLOT, FLIP_ONE
74 + k        choose the player k places to the left, 0 being oneself                      PLAYER
82 + column   choose a column                                                              LINE, LINES
86 + row      choose a row                                                                 LINE, LINES
89 + kind     choose an action card                                                        KIND
99 + place    choose one of the three cards drawn                                          KEEP, ORDER
102, 103      lay the card face up, face down                                              FACE
104 + slot    leave the discard where it is and flip ``slot``                              SOURCE, house rule
116, 117      discard a line's stars under, on top of its numbers                          STARS, house rule
============  ===========================================================================  =======================

What is asked in the phase CHOICE is said by ``table.choice``; the grid in question by ``table.target``; the action card
that is being carried out by ``table.card``.
"""

from skyjo_sim.kernels.actions import (
    DRAW,
    FLIP,
    OPENING,
    PASS,
    PLACE,
    PUT,
    SOURCE,
    TAKE,
)

__all__ = ["DRAW", "FLIP", "OPENING", "PASS", "PLACE", "PUT", "SOURCE", "TAKE"]

TAKE_MARKET = 38
TAKE_PILE = 42
PLAY = 43
THROW = 52
CHOOSE_SLOT = 62
CHOOSE_PLAYER = 74
CHOOSE_COLUMN = 82
CHOOSE_ROW = 86
CHOOSE_KIND = 89
CHOOSE_DRAWN = 99
FACE_UP = 102
FACE_DOWN = 103
FLIP_INSTEAD = 104
STARS_UNDER = 116
STARS_ON_TOP = 117
N_OFFICIAL_ACTIONS = 104
N_ACTIONS = 118
"""104 ids are enough under official rules; `N_ACTIONS` covers every house rule."""

CHOICE = 3
"""The phase in which ``table.choice`` says what is asked."""

NO_CHOICE = 0
STAR_RIGHT = 1
LINES = 2
STARS = 3
PLAYER = 4
SLOT = 5
FACE = 6
LINE = 7
KIND = 8
KEEP = 9
ORDER = 10
FLIP_ONE = 11
N_CHOICES = 12
CHOICE_NAMES = (
    "none",
    "star_right",
    "lines",
    "stars",
    "player",
    "slot",
    "face",
    "line",
    "kind",
    "keep",
    "order",
    "flip_one",
)
PHASE_NAMES = ("opening", "source", "place", "choice", "round_over", "game_over")

assert len(CHOICE_NAMES) == N_CHOICES

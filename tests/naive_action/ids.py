"""The ids of decisions, as the game's table of ids has them."""

from tests import naive

DRAW = naive.DRAW
TAKE = naive.TAKE  # + slot
PUT = naive.PLACE  # + slot
FLIP = naive.FLIP  # + slot
PASS = naive.THROW
TAKE_MARKET = 38  # + place
TAKE_PILE = 42
PLAY = 43  # + kind
THROW = 52  # + kind
SLOT = 62  # + slot
PLAYER = 74  # + places to the left
COLUMN = 82  # + column
ROW = 86  # + row
KIND = 89  # + kind
DRAWN = 99  # + place among the three cards
FACE_UP = 102
FACE_DOWN = 103
FLIP_INSTEAD = 104  # + slot
STARS_UNDER = 116
STARS_ON_TOP = 117

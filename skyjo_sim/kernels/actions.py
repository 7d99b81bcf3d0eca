"""Action ids, phases and statuses of the classic game.

=========  ==============================================================  ==========================
id         meaning                                                         phase
=========  ==============================================================  ==========================
0          draw the top card of the draw pile                              SOURCE
1 + slot   take the top discard and put it at ``slot``                     SOURCE
13 + slot  put the drawn card at ``slot``                                  PLACE
25 + slot  throw the drawn card away and flip ``slot``                     PLACE
25 + slot  choose ``slot`` to be flipped                                   OPENING
37         throw the drawn card away and flip nothing                      PLACE, house rule (*)
38 + slot  leave the discard where it is and flip ``slot``                 SOURCE, house rule
50         clear the column asked about                                    CLEAR, house rule
51         keep the column asked about                                     CLEAR, house rule
=========  ==============================================================  ==========================

(*) Also legal for a mover without hidden card, which only a hand-made position can have (RULES.md Q34).
"""

DRAW = 0
TAKE = 1
PUT = 13
FLIP = 25
PASS = 37
FLIP_INSTEAD = 38
CLEAR_LINE = 50
KEEP_LINE = 51
N_OFFICIAL_ACTIONS = 37
N_ACTIONS = 52
"""37 ids are enough under official rules; `N_ACTIONS` covers every house rule."""

OPENING = 0
SOURCE = 1
PLACE = 2
CLEAR = 3
ROUND_OVER = 4
GAME_OVER = 5
N_DECISION_PHASES = ROUND_OVER
PHASE_NAMES = ("opening", "source", "place", "clear", "round_over", "game_over")

PLAYING = 0
ROUND_ENDED = 1
GAME_ENDED = 2
ILLEGAL = -1
"""What a step returns: play goes on, the round or the game is over, or nothing happened because the id was illegal."""

BROKEN = -2
TOUCHED = -3
"""What the debug mode may return besides: an invariant is broken, a policy changed the table."""

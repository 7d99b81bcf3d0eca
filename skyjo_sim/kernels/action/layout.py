"""The records of Skyjo Action: those of the classic game, and what the game has besides.

None begins with all fields of a classic one: numba would take it for a subtype of that, and warn.
"""

from typing import Any

import numpy as np

from skyjo_sim.kernels import layout as classic
from skyjo_sim.kernels.action.cards import KINDS_WIDTH, N_FACES, N_MARKET
from skyjo_sim.kernels.cards import GRID_WIDTH, N_SEATS
from skyjo_sim.kernels.layout import record

MAX_ACTION_PILE = 32
"""Room for a pile of action cards: 27 and three blank ones, rounded up."""
MAX_IN_PLAY = MAX_ACTION_PILE
"""Room for the cards being carried out: a Reactivation may choose another one, and that the next."""


NO_TARGET = -1
UNNAMED = -2
"""In ``targets``: a seat that is not hit; one whose slot is still to be named."""


def fields_of(dtype: np.dtype[Any]) -> list[tuple[str, np.dtype[Any]]]:
    """Return the fields of a record, to be extended."""
    assert dtype.fields is not None
    return [(name, field[0]) for name, field in dtype.fields.items()]


TABLE = record(
    [
        ("legal", np.uint64, (2,)),  # the legal ids of the seat to decide as bits: id k is bit k % 64 of word k // 64
        *fields_of(classic.TABLE),
        ("known", np.int8, (N_SEATS, GRID_WIDTH)),  # face-down cards that the seat to decide knows; else HIDDEN
        ("knows", np.uint16, (N_SEATS, N_SEATS)),  # [viewer, owner]: bit k, the viewer knows the owner's hidden slot k
        ("public", np.uint16, (N_SEATS,)),  # bit k: the hidden card at slot k was shown to all
        ("has_knowledge", np.uint8),  # somebody knew a hidden card in this round
        ("held", np.uint8, (N_SEATS, KINDS_WIDTH)),  # action cards in front of a seat, by kind
        ("locked", np.uint8, (N_SEATS, KINDS_WIDTH)),  # of these, taken in the current turn: not to be played in it
        ("stolen", np.uint8, (N_SEATS, KINDS_WIDTH)),  # of these, not to be played until another has finished a turn
        ("n_held", np.uint8, (N_SEATS,)),  # action cards in front of a seat
        ("market", np.int8, (N_MARKET,)),  # kinds; NO_KIND behind the last one
        ("n_market", np.int8),
        ("action_discard", np.int8, (MAX_ACTION_PILE,)),  # kinds, bottom first
        ("n_action_discard", np.int16),
        ("n_action_pile", np.int16),
        ("n_action_reshuffles", np.int32),
        ("pending_turns", np.int32),  # turns that follow for the current seat after this one
        ("star_rights", np.int8),  # action cards that the current seat may still take for stars in this turn
        ("setup_left", np.int8),  # house rule: seats still to use the rights of stars turned in the opening
        ("choice", np.int8),  # what is asked in the phase CHOICE
        ("in_play", np.int8, (MAX_IN_PLAY,)),  # kinds being carried out: one from the hand, then those reactivated
        ("n_in_play", np.int8),
        ("card", np.int8),  # the innermost of them, NO_KIND if there is none
        ("target", np.int8),  # whose grid or cards are asked about; -1 where nobody's are
        ("n_chosen", np.int8),  # slots chosen for a swap
        ("seats_chosen", np.int8, (2,)),  # players and slots chosen for a swap; -1 behind the last one
        ("slots_chosen", np.int8, (2,)),
        ("first_face", np.int8),  # FACE_UP or FACE_DOWN for the card laid at the first slot; -1 before
        ("swaps_left", np.int8),  # exchanges of Swap with players still to be made, the current one included
        ("targets", np.int8, (N_SEATS,)),  # Meteor shower: the slot named by seat; NO_TARGET, or UNNAMED before it is
        ("three", np.int8, (4,)),  # the three cards drawn, for the mover's eyes; NO_CARD where there is none
        ("kept_of_three", np.int8),  # which of them is kept; -1
        ("lines_chosen", np.uint8),  # optional lines chosen in this pass: bits 0-3 columns, 4-6 rows
        ("rows_only", np.uint8),  # house rule: in this pass no column goes, so rows may
        ("stars_asked", np.uint8),  # house rule: lines of this pass whose order is decided; the next one is ``asked``
        ("stars_on_top", np.uint8),  # of these, with the stars on top
        ("played", np.int32, (N_SEATS, KINDS_WIDTH)),  # cards played from the hand in this round, by kind
        ("thrown", np.int32, (N_SEATS, KINDS_WIDTH)),  # cards thrown away without effect
        ("blocked", np.int32, (N_SEATS, KINDS_WIDTH)),  # attacks of the seat that a Defence stopped, one per Defence
        ("n_taken", np.int32, (N_SEATS,)),  # action cards taken from market and pile, those for stars included
        ("n_for_stars", np.int32, (N_SEATS,)),  # of these, for stars
        ("n_stolen", np.int32, (N_SEATS,)),  # action cards stolen
        ("n_reactivated", np.int32, (N_SEATS,)),
        ("n_extra_turns", np.int32, (N_SEATS,)),
        ("n_columns", np.uint8, (N_SEATS,)),  # columns cleared
        ("n_rows", np.uint8, (N_SEATS,)),
        ("n_star_lines", np.uint8, (N_SEATS,)),  # of these, lines with a star
        ("n_stars", np.uint8, (N_SEATS,)),  # stars left in the grid, set when the round is scored
        ("star_bonus", np.int32, (N_SEATS,)),  # points for lines of stars, set when the round is scored
        ("n_held_at_end", np.uint8, (N_SEATS,)),  # action cards held when the round is scored
        ("ended_by_other", np.int8),  # the ender had hidden cards: it turned up the last one of somebody else
    ]
)
"""What everybody at the table sees; ``drawn``, ``three``, ``chosen`` and ``known`` are for the seat to decide alone."""

SECRET = record(
    [
        ("action_luck", classic.STREAM),
        *fields_of(classic.SECRET),
        ("action_pile", np.int8, (MAX_ACTION_PILE,)),  # kinds; drawn from its end when its order is fixed
        ("is_action_ordered", np.uint8),
    ]
)
"""What nobody sees."""

GAME = record([("table", TABLE), ("secret", SECRET)])
"""A game of Skyjo Action in progress."""

RULES = record(
    [
        ("copies", np.uint8, (N_FACES,)),  # of each playing card, by ``card - LOWEST_CARD``
        *fields_of(classic.RULES),
        ("action_copies", np.uint8, (KINDS_WIDTH,)),
        *(
            (name, np.int32)
            for name in (
                "n_cards",
                "n_action_cards",
                "seed_action_discard",
                "star_revealed",  # which stars give a right
                "star_from_discard",
                "star_from_draw",
                "star_market_only",
                "star_at_setup",
                "fixed_geometry",
                "columns_first",
                "star_order",  # STARS_FIRST, BY_POSITION, BY_OWNER of `kernels.action.cards`
                "face_choice",
                "swap_self_only",
                "n_swaps",
                "meteor_opponents",
                "steal_at_once",
                "steal_blocked_extra",
                "reactivate_top",
                "replaced_free",
                "no_action_reshuffle",
                "must_swap",
                "unused_penalty",
                "star_three",
                "star_four",
            )
        ),
    ]
)
"""The switches of ``skyjo_sim.ActionRules`` as numbers."""

N_MEASURES = 23
"""Measures by agent: those of the classic game first (`kernels.action.sums`)."""

SCORE_LOW, N_SCORES = -45, 864
"""Every official score: three rows of stars take 45 points off; a grid has up to 139 points (seven 12s, five 11s), all
27 action cards cost 270, and the sum may be doubled: 818."""
LEAD_LOW, N_LEADS = -422, 845
"""Every official lead: stars count 0 in it, so that a grid has -13 points at least (three -2s, seven -1s, two 0s), and
with action cards 409 at most."""

_SUMS = {
    "moments": np.dtype((np.int64, (N_SEATS, 5, N_MEASURES))),
    "scores": np.dtype((np.int64, (N_SEATS, N_SCORES))),
    "leads": np.dtype((np.int64, (N_SEATS, N_LEADS))),
    "doubled_leads": np.dtype((np.int64, (N_SEATS, N_LEADS))),
}
"""The fields of another shape than in the classic game."""

SUMS = record(
    [
        *((name, _SUMS.get(name, dtype)) for name, dtype in fields_of(classic.SUMS)),
        ("kinds", np.int64, (N_SEATS, 3, KINDS_WIDTH)),  # by agent: cards played, thrown away, attacks blocked, by kind
    ]
)
"""What a simulation adds up."""

ROW = np.dtype(
    (
        np.record,
        [
            *fields_of(classic.ROW),
            ("actions_taken", "<i4"),
            ("actions_for_stars", "<i4"),
            ("actions_stolen", "<i4"),
            ("actions_thrown", "<i4"),
            ("actions_reactivated", "<i4"),
            ("actions_held", "<u1"),
            ("played_swap_own", "<i4"),
            ("played_double_turn", "<i4"),
            ("played_draw_three", "<i4"),
            ("played_reveal", "<i4"),
            ("played_reactivate", "<i4"),
            ("played_defense", "<i4"),
            ("played_swap_players", "<i4"),
            ("played_steal", "<i4"),
            ("played_meteor", "<i4"),
            ("attacks_blocked", "<i4"),
            ("extra_turns", "<i4"),
            ("stars", "<u1"),
            ("star_bonus", "<i4"),
            ("columns_cleared", "<u1"),
            ("rows_cleared", "<u1"),
            ("star_lines_cleared", "<u1"),
            ("is_ended_by_other", "<u1"),
        ],
    )
)
"""One row per seat and round, packed, little-endian."""

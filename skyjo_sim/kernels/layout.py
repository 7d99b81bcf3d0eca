"""The records kernels work on: shapes, dtypes and meanings, once.

A game is one `GAME` record; a batch is a 1-D array of them, and ``games[i] = games[j]`` copies a game. ``table`` is what
everybody at the table sees, ``secret`` what nobody does. Records have the type ``np.record``, so that the same kernels
run uncompiled.
"""

import numpy as np

from skyjo_sim.kernels.cards import GRID_WIDTH, N_SEATS, N_VALUES

WORDS = 32
"""Words of luck made at a time: eight Philox blocks of four."""

MAX_PILE = 160
"""Room for a pile: 150 cards, rounded up."""

N_PARAMS = 16


_CACHE_LINE = 64


def record(fields: list[tuple]) -> np.dtype:  # type: ignore[type-arg]
    """Make an aligned record type, padded to whole cache lines so that it nests."""
    plain = np.dtype(fields, align=True)
    assert plain.fields is not None
    names = list(plain.fields)
    padded = np.dtype(
        {
            "names": names,
            "formats": [plain.fields[name][0] for name in names],
            "offsets": [plain.fields[name][1] for name in names],
            "itemsize": -(-plain.itemsize // _CACHE_LINE) * _CACHE_LINE,
        },
        align=True,
    )
    return np.dtype((np.record, padded))


STREAM = record(
    [
        ("words", np.uint32, (WORDS,)),  # the words made last
        ("position", np.int64),  # next word to use; WORDS when new ones are needed
        ("key", np.uint32, (2,)),
        ("counter", np.uint32, (4,)),  # next block, stream and round, game (low), game (high)
    ]
)
"""A counter-based stream of luck (`skyjo_sim.kernels.streams`)."""

PARAMS = record(
    [
        ("values", np.float64, (N_PARAMS,)),  # padded with zeros
        ("weights", np.uint64),  # where the agent's float32 numbers are (`kernels.weights`); 0 where there are none
        ("n_weights", np.int64),
        ("base_policy", np.uint64),  # of the agent that this one builds on (`kernels.bases`); 0 where there is none
        ("base_params", np.uint64),
    ]
)
"""An agent's parameters: a few numbers, and references to what the agent keeps alive: many numbers, another agent."""

SEATING = record(
    [
        ("agents", np.int8, (N_SEATS,)),  # which agent sits at a seat
        ("addresses", np.uint64, (N_SEATS,)),  # of each agent's policy
        ("kinds", np.int8, (N_SEATS,)),  # whether the play loop knows an agent's policy (`kernels.baselines`)
        ("params", PARAMS, (N_SEATS,)),  # of each agent
        ("luck", STREAM, (N_SEATS,)),  # of each seat
        ("keys", np.uint32, (N_SEATS, 2)),  # of the seats' luck
        ("n_agents", np.int64),
        ("is_rotating", np.int64),  # game i seats agent j at (j + i) mod players
        ("answer", np.int64),  # the last unusual answer, for error messages
    ]
)
"""Who sits where. One record, because arrays passed from kernel to kernel are reference-counted at each call."""

TABLE = record(
    [
        ("visible", np.int8, (N_SEATS, GRID_WIDTH)),  # the card, HIDDEN or CLEARED, by seat and slot
        ("hidden", np.uint16, (N_SEATS,)),  # bit k: slot k is face down
        ("cleared", np.uint16, (N_SEATS,)),  # bit k: slot k was cleared
        ("seen", np.uint8, (16,)),  # cards of each value shown to all in this round; 15 values
        ("pool", np.uint8, (16,)),  # after a reshuffle: the draw pile's public composition
        ("totals", np.int32, (N_SEATS,)),  # points before this round; after it, with it
        ("raw", np.int32, (N_SEATS,)),  # points in the grid, set when the round is scored
        ("score", np.int32, (N_SEATS,)),  # the same after doubling
        ("turns", np.int32),  # turns finished in this round
        ("round_index", np.int32),  # rounds begun before this one in the game
        ("n_pile", np.int16),
        ("n_discard", np.int16),
        ("discard_top", np.int8),  # NO_CARD when there is none
        ("drawn", np.int8),  # the card just drawn, for its owner's eyes; else NO_CARD
        ("phase", np.int8),
        ("seat", np.int8),  # whose decision it is; -1 when the round is over
        ("n_players", np.int8),
        ("starter", np.int8),  # -1 before it is known
        ("ender", np.int8),  # -1 while nobody has ended the round
        ("last_turns_left", np.int8),  # the current seat's included; 0 outside the last turns
        ("asked", np.int8),  # phase CLEAR: the column asked about; else -1
        ("is_doubled", np.int8),  # the ender was penalised
        ("is_abandoned", np.int8),  # the round was stopped by the turn limit
        ("is_game_abandoned", np.int8),
        ("is_extra", np.int8),  # this round, or when it is scored the next, is one to break a tie for the win
        ("extra_rounds", np.int8),  # such rounds that were scored
        ("chosen", np.uint16),  # opening: slots the current seat has chosen, for its eyes
        ("winners", np.uint16),  # bit s: seat s has won; set when the game is over
        ("lead", np.int16),  # of the ender when it ended the round (`kernels.turn.lead_of`)
        ("n_reshuffles", np.int32),
        ("kept", np.uint8, (N_SEATS,)),  # optional clearing: bit c, the owner keeps column c
        ("n_lines_cleared", np.uint8, (N_SEATS,)),
        ("hidden_at_end", np.uint8, (N_SEATS,)),  # hidden cards before the final reveal
    ]
)
"""What everybody at the table sees."""

SECRET = record(
    [
        ("luck", STREAM),  # the deal and the piles
        ("cards", np.int8, (N_SEATS, GRID_WIDTH)),  # the card at each slot, hidden or not
        ("pile", np.int8, (MAX_PILE,)),  # the draw pile; drawn from its end when its order is fixed
        ("discard", np.int8, (MAX_PILE,)),  # bottom first
        ("chosen", np.uint16, (N_SEATS,)),  # opening: slots chosen so far
        ("to_clear", np.uint8),  # optional clearing: columns chosen in this pass
        ("is_ordered", np.uint8),  # the pile's order is fixed instead of drawn by lot
        ("n_next_order", np.int16),
        ("next_order", np.int8, (MAX_PILE,)),  # hand-made positions: the order after the next reshuffle
        ("key", np.uint32, (2,)),
        ("game", np.uint64),  # index of the game: luck is keyed by it
    ]
)
"""What nobody sees."""

GAME = record([("table", TABLE), ("secret", SECRET)])
"""A game in progress."""

RULES = record(
    [
        (name, np.int32)
        for name in (
            "n_players",
            "initial_flips",
            "first_starter",
            "tiebreak",
            "next_starter",
            "column_rule",
            "row_rule",
            "optional_flip",
            "take_then_flip",
            "no_last_turns",
            "early_reveal",
            "take_all",
            "double_on_tie",
            "double_any",
            "double_factor",
            "flat_penalty",
            "target",
            "target_exceeded",
            "extra_round",
            "turn_limit",
            "checks_all_lines",
        )
    ]
)
"""The switches of ``skyjo_sim.Rules`` as numbers."""

N_MEASURES = 8
SCORE_LOW, N_SCORES = -32, 352
"""Official scores are -17 (five -2s, seven -1s) to 284 (ten 12s and two 11s, doubled)."""
LEAD_LOW, N_LEADS = -100, 201
"""Official leads are within 159 points; a million rounds of `random`, two players, stay within 95."""

SUMS = record(
    [
        ("n_units", np.int64),  # rounds or games: what intervals count
        ("n_rounds", np.int64),
        ("n_turns", np.int64),
        ("n_reshuffles", np.int64),
        ("n_abandoned", np.int64),  # rounds
        ("n_abandoned_games", np.int64),
        # By agent and measure (`kernels.sums`), over units with numerator x and denominator y: x, y, xx, xy, yy.
        ("moments", np.int64, (N_SEATS, 5, N_MEASURES)),
        ("squares", np.int64, (N_SEATS,)),  # by agent: squared scores over seats and rounds
        ("scores", np.int64, (N_SEATS, N_SCORES)),  # by agent: how often each score; the ends hold what lies beyond
        ("leads", np.int64, (N_SEATS, N_LEADS)),  # by agent: rounds ended with each lead; likewise
        ("doubled_leads", np.int64, (N_SEATS, N_LEADS)),  # of these, doubled
    ]
)
"""What a simulation adds up: integers only, so that parts may be merged in any order."""

ROW = np.dtype(
    (
        np.record,
        [
            ("game", "<i8"),
            ("round", "<i4"),
            ("seat", "<i1"),
            ("agent", "<i1"),
            ("raw", "<i4"),
            ("score", "<i4"),
            ("total", "<i4"),
            ("lines_cleared", "<u1"),
            ("cards_cleared", "<u1"),
            ("hidden_at_end", "<u1"),
            ("is_ender", "<u1"),
            ("is_doubled", "<u1"),
            ("lowest_other", "<i4"),
            ("lead", "<i2"),
            ("turns", "<i4"),
            ("starter", "<i1"),
            ("reshuffles", "<i4"),
            ("is_abandoned", "<u1"),
            ("win_share", "<f8"),
        ],
    )
)
"""One row per seat and round, packed, little-endian: the order and types that row hashes are taken over."""

assert N_VALUES <= 16

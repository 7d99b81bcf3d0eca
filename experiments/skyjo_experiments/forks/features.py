"""What a position is described, chosen and grouped by: whole numbers that the seat to decide can see."""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import COLUMN, HIDDEN_POINTS, LOWEST_CARD, N_COLUMNS, NO_CARD
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.scoring import points_shown
from skyjo_sim.kernels.turn import lead_of
from skyjo_sim.kernels.views import highest_visible

__all__ = ["FEATURES", "LIMIT", "read_features", "stratum_of", "write_features"]

FEATURES = {
    "phase": "the decision: 0 opening, 1 source, 2 place, 3 clear",
    "turn": "the seat's turn in the round, from 1",
    "own_hidden": "its hidden cards",
    "others_hidden": "the fewest hidden cards of another seat",
    "own_points": "the sum of its face-up cards",
    "lead": f"points by which the best other seat is behind, a hidden card counted as {HIDDEN_POINTS}",
    "highest": "its highest face-up card, -9 without any",
    "pairs": "its columns with two equal face-up cards and a hidden third",
    "pair_value": "the highest card of such a pair, -102 without any",
    "cleared": "its cleared slots",
    "discard": "the top discard, -102 without any",
    "drawn": "the card it has drawn, -102 in other phases than place",
    "last_turns": "last turns left, this one included; 0 while nobody has ended the round",
    "pile": "cards in the draw pile",
    "reshuffles": "reshuffles so far in the round",
    "agent": "index of its agent",
}
"""The features in the order of the kernels."""

LIMIT = 2**31
"""No feature is further from 0."""

_PLACES = {name: place for place, name in enumerate(FEATURES)}
PHASE, TURN, OWN_HIDDEN, OTHERS_HIDDEN = (_PLACES[n] for n in ("phase", "turn", "own_hidden", "others_hidden"))
OWN_POINTS, LEAD, HIGHEST, PAIRS = (_PLACES[n] for n in ("own_points", "lead", "highest", "pairs"))
PAIR_VALUE, CLEARED_SLOTS, DISCARD, DRAWN = (_PLACES[n] for n in ("pair_value", "cleared", "discard", "drawn"))
LAST_TURNS, PILE, RESHUFFLES, AGENT = (_PLACES[n] for n in ("last_turns", "pile", "reshuffles", "agent"))

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def waiting_pair(visible, hidden, column):  # type: ignore[no-untyped-def]
    """Return the card of a column's pair that waits for its hidden third; `NO_CARD` if it is none."""
    bits = hidden >> 3 * column & COLUMN
    if count(bits) != 1:
        return np.int64(NO_CARD)
    first = 3 * column + (1 if bits & 1 else 0)
    second = 3 * column + (1 if bits == 4 else 2)
    card = np.int64(visible[first])
    return card if card >= LOWEST_CARD and card == visible[second] else np.int64(NO_CARD)


@_kernel
def write_features(table, seat, agent, values):  # type: ignore[no-untyped-def]
    """Write the features of a seat to decide into int64[features]."""
    hidden = np.int64(table.hidden[seat])
    fewest = np.int64(99)
    for other in range(np.int64(table.n_players)):
        if other != seat:
            fewest = min(fewest, count(np.int64(table.hidden[other])))
    values[PAIRS], values[PAIR_VALUE] = 0, NO_CARD
    for column in range(N_COLUMNS):
        card = waiting_pair(table.visible[seat], hidden, column)
        if card != NO_CARD:
            values[PAIRS] += 1
            values[PAIR_VALUE] = max(values[PAIR_VALUE], card)
    values[PHASE] = table.phase
    values[TURN] = table.turns // table.n_players + 1
    values[OWN_HIDDEN] = count(hidden)
    values[OTHERS_HIDDEN] = fewest
    values[OWN_POINTS] = points_shown(table, seat)
    values[LEAD] = lead_of(table, seat)
    values[HIGHEST] = highest_visible(table, seat)[0]
    values[CLEARED_SLOTS] = count(np.int64(table.cleared[seat]))
    values[DISCARD] = table.discard_top
    values[DRAWN] = table.drawn
    values[LAST_TURNS] = table.last_turns_left
    values[PILE] = table.n_pile
    values[RESHUFFLES] = table.n_reshuffles
    values[AGENT] = agent


@_kernel
def stratum_of(values, box):  # type: ignore[no-untyped-def]
    """Return the stratum of features, -1 outside of the box.

    ``box`` is int64[features, 4]: the lowest and the highest value, the width of a bin and its stride in the strata's
    numbers, which is 0 where a feature does not tell strata apart.
    """
    stratum = np.int64(0)
    for place in range(values.size):
        value, low = values[place], box[place, 0]
        if value < low or value > box[place, 1]:
            return np.int64(-1)
        stratum += (value - low) // box[place, 2] * box[place, 3]
    return stratum


@_kernel
def read_features(games, seats, values):  # type: ignore[no-untyped-def]
    """Write the features of games at their seats to decide; ``seats``, int8[n, 8], is the agent at each seat."""
    for position in range(games.size):
        table = games[position].table
        seat = np.int64(table.seat)
        write_features(table, seat, np.int64(seats[position, seat]), values[position])

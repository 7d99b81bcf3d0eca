"""The structured observation: what a seat sees as planes and counts, the viewer's grid first, then clockwise.

The layout is version `PLANES_VERSION`; its fields stand in `skyjo_sim.kernels.layout_episodes.PLANES` and in the
documentation of the environments. Like the flat form it depends on the table alone.
"""

import numpy as np

from skyjo_sim.kernels.actions import N_DECISION_PHASES, OPENING
from skyjo_sim.kernels.cards import (
    HIDDEN,
    LOWEST_CARD,
    N_COLUMNS,
    N_ROWS,
    N_SEATS,
    N_VALUES,
    NO_CARD,
)
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.flat import n_in_pool, n_unseen, own_card

PLANES_VERSION = 1

IS_HIDDEN = N_VALUES
IS_CLEARED = N_VALUES + 1
N_PLANES = N_VALUES + 2
"""Planes 0..14 are the card values -2..12."""

NONE = N_VALUES
"""The last place of ``top`` and ``drawn``: no card."""


@kernel
def write_card(out, card):
    """Write a card, or its absence, one-hot."""
    out[:] = 0
    out[NONE if card == NO_CARD else card - LOWEST_CARD] = 1


@kernel
def write_grid_planes(row, out):
    """Write one grid as int8[N_PLANES, 3, 4]."""
    out[:] = 0
    for column in range(N_COLUMNS):
        for line in range(N_ROWS):
            card = np.int64(row[N_ROWS * column + line])
            if card >= LOWEST_CARD:
                plane = card - LOWEST_CARD
            else:
                plane = np.int64(IS_HIDDEN if card == HIDDEN else IS_CLEARED)
            out[plane, line, column] = 1


@kernel
def write_situation(table, seat, out):
    """Write phase, ender, totals and the counts that belong to no card."""
    n_players = np.int64(table.n_players)
    for phase in range(N_DECISION_PHASES):
        out.phase[phase] = table.phase == phase
    for column in range(N_COLUMNS):
        out.asked[column] = table.asked == column
    is_choosing = table.phase == OPENING and table.seat == seat
    for slot in range(N_ROWS * N_COLUMNS):
        out.chosen[slot % N_ROWS, slot // N_ROWS] = is_choosing and np.int64(table.chosen) >> slot & 1
    out.ender[:] = 0
    out.ender[N_SEATS if table.ender < 0 else (np.int64(table.ender) - seat) % n_players] = 1
    for turned in range(n_players):
        out.totals[turned] = table.totals[(seat + turned) % n_players]
    out.n_pile[0] = table.n_pile
    out.n_discard[0] = table.n_discard
    out.last_turns_left[0] = table.last_turns_left
    out.turns[0] = table.turns


@kernel
def write_planes(table, seat, out):
    """Write what `seat` sees into a record of the type PLANES; the parts of seats that do not play are left alone."""
    n_players = np.int64(table.n_players)
    for turned in range(n_players):
        write_grid_planes(table.visible[(seat + turned) % n_players], out.grids[turned])
    card = own_card(table, seat)
    write_card(out.top, np.int64(table.discard_top))
    write_card(out.drawn, card)
    for position in range(N_VALUES):
        out.hidden_cards[position] = n_unseen(table, card, position)
        out.pile_cards[position] = n_in_pool(table, card, position)
    write_situation(table, seat, out)

"""The structured observation of Skyjo Action: planes and counts, the viewer's grid first, then clockwise.

The layout is version `PLANES_VERSION`; its fields are those of `skyjo_sim.kernels.action.layout_episodes.PLANES` and
stand in the documentation of the environments. ``table.known`` must be the viewer's.
"""

import numpy as np

from skyjo_sim.kernels.action.actions import FACE_UP, N_CHOICES
from skyjo_sim.kernels.action.cards import N_DRAWN, N_EFFECTS, N_FACES, N_KINDS, N_MARKET, NO_KIND
from skyjo_sim.kernels.action.flat import own_three
from skyjo_sim.kernels.action.lines import N_LINES
from skyjo_sim.kernels.action.unseen import write_drawable, write_unseen
from skyjo_sim.kernels.actions import N_DECISION_PHASES, OPENING
from skyjo_sim.kernels.cards import HIDDEN, LOWEST_CARD, N_ROWS, N_SEATS, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import inner, kernel
from skyjo_sim.kernels.flat import own_card

PLANES_VERSION = 1

IS_HIDDEN = N_FACES
IS_CLEARED = N_FACES + 1
NO_FACE = N_FACES
"""The last place of a card that is one-hot: no card."""


@inner
def write_one(out, place):
    """Write a one at a place, zeros elsewhere."""
    out[:] = 0
    out[place] = 1


@inner
def write_card(out, card):
    """Write a card, or its absence."""
    write_one(out, NO_FACE if card == NO_CARD else card - LOWEST_CARD)


@inner
def write_place(out, table, seat, other):
    """Write how far to the left of `seat` another sits; the last place: there is none."""
    write_one(out, N_SEATS if other < 0 else (other - seat) % np.int64(table.n_players))


@inner
def write_grid(visible, known, grid, known_grid):
    """Write a grid, and what the viewer knows of its hidden cards."""
    grid[:] = 0
    known_grid[:] = 0
    for slot in range(N_SLOTS):
        card, row, column = np.int64(visible[slot]), slot % N_ROWS, slot // N_ROWS
        plane = card - LOWEST_CARD if card >= LOWEST_CARD else np.int64(IS_HIDDEN if card == HIDDEN else IS_CLEARED)
        grid[plane, row, column] = 1
        if known[slot] >= LOWEST_CARD:
            known_grid[np.int64(known[slot]) - LOWEST_CARD, row, column] = 1


@inner
def write_seats(table, seat, out):
    """Write what belongs to the seats."""
    n_players = np.int64(table.n_players)
    out.marked[:] = 0
    for turned in range(n_players):
        other = (seat + turned) % n_players
        write_grid(table.visible[other], table.known[other], out.grids[turned], out.known[turned])
        named = np.int64(table.targets[other])
        if named >= 0:
            out.marked[turned, 0, named % N_ROWS, named // N_ROWS] = 1
        for kind in range(N_KINDS):
            out.held[turned, kind] = table.held[other, kind]
            out.locked[turned, kind] = table.locked[other, kind] + table.stolen[other, kind]
        out.totals[turned] = table.totals[other]
    for place in range(2):
        other, slot = np.int64(table.seats_chosen[place]), np.int64(table.slots_chosen[place])
        write_place(out.seats_chosen[place], table, seat, other)
        if slot >= 0:
            out.marked[(other - seat) % n_players, place, slot % N_ROWS, slot // N_ROWS] = 1


@inner
def write_question(table, seat, out):
    """Write what is asked, of whom and about whom."""
    for phase in range(N_DECISION_PHASES):
        out.phase[phase] = table.phase == phase
    for choice in range(N_CHOICES):
        out.choice[choice] = table.choice == choice
    write_one(out.in_play, N_EFFECTS if table.card == NO_KIND else np.int64(table.card))
    write_one(out.first_face, 2 if table.first_face < 0 else np.int64(table.first_face != FACE_UP))
    for line in range(N_LINES):
        out.asked[line] = table.asked == line
        out.lines[line] = np.int64(table.lines_chosen) >> line & 1
    is_choosing = table.phase == OPENING and table.seat == seat
    for slot in range(N_SLOTS):
        out.chosen[slot % N_ROWS, slot // N_ROWS] = is_choosing and np.int64(table.chosen) >> slot & 1
    write_place(out.decides, table, seat, np.int64(table.seat))
    write_place(out.ender, table, seat, np.int64(table.ender))
    write_place(out.target, table, seat, np.int64(table.target))


@inner
def write_piles(table, rules, seat, out):
    """Write the cards that lie in no grid and in no hand."""
    write_card(out.top, np.int64(table.discard_top))
    write_card(out.drawn, own_card(table, seat))
    for place in range(N_DRAWN):
        write_card(out.three[place], own_three(table, seat, place))
        out.kept[place] = table.kept_of_three == place
    out.market[:] = 0
    out.action_discard[:] = 0
    for place in range(N_MARKET):
        if table.market[place] != NO_KIND:
            out.market[np.int64(table.market[place])] += 1
    n_discard = np.int64(table.n_action_discard)
    for place in range(n_discard):
        out.action_discard[np.int64(table.action_discard[place])] += 1
    write_one(out.action_top, N_KINDS if n_discard == 0 else np.int64(table.action_discard[n_discard - 1]))
    for face in range(N_FACES):
        out.seen[face] = table.seen[face]
    write_unseen(table, rules, seat, out.hidden_cards)
    write_drawable(table, rules, seat, out.pile_cards)


@kernel
def write_planes(table, rules, seat, out):
    """Write what `seat` sees into a record of the type PLANES; the parts of seats that do not play are left alone."""
    write_seats(table, seat, out)
    write_question(table, seat, out)
    write_piles(table, rules, seat, out)
    out.n_pile[0] = table.n_pile
    out.n_discard[0] = table.n_discard
    out.n_action_pile[0] = table.n_action_pile
    out.last_turns_left[0] = table.last_turns_left
    out.swaps_left[0] = table.swaps_left
    out.star_rights[0] = table.star_rights
    out.pending_turns[0] = table.pending_turns
    out.turns[0] = table.turns

"""Draw three: look at three cards, keep one or none (RULES.md 9.5)."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOOSE_DRAWN, CHOOSE_SLOT, FLIP_ONE, KEEP, ORDER, PASS, SLOT
from skyjo_sim.kernels.action.cards import N_DRAWN, N_FACES
from skyjo_sim.kernels.action.grid import lay_face_up, turn_up
from skyjo_sim.kernels.action.stars import note_star
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.compiler import inlined, inner, merged
from skyjo_sim.kernels.piles import can_draw, discard, draw


@merged
def begin_draw_three(game, rules):
    """Draw three cards, or as many as there are, for the current seat's eyes; ask which is kept."""
    table = game.table
    table.choice = KEEP
    for place in range(N_DRAWN):
        table.three[place] = draw(game, rules) if can_draw(table) else NO_CARD


@inner
def drawn_left(table):
    """Return the places of the drawn cards that are still to be discarded, as bits; not that of one to be laid."""
    places = np.int64(0)
    for place in range(N_DRAWN):
        if table.three[place] != NO_CARD and (place != table.kept_of_three or table.n_chosen > 0):
            places |= np.int64(1) << place
    return places


@inlined
def is_unshown(table, place):
    """Tell whether one of the three cards drawn is for the eyes of the seat to decide alone."""
    return table.three[place] != NO_CARD and not (place == table.kept_of_three and table.n_chosen > 0)


@merged
def is_of_pool(table, place):
    """Tell whether one of the three, not shown yet, belongs to the pool: was drawn after the last reshuffle.

    What the pool has beyond the pile are those of them that were drawn last.
    """
    n_of_pool = -np.int64(table.n_pile)
    for value in range(N_FACES):
        n_of_pool += np.int64(table.pool[value])
    for later in range(place + 1, N_DRAWN):
        n_of_pool -= is_unshown(table, later)
    return n_of_pool > 0


@inner
def show_one(table, place):
    """Count one of the three as seen by all, when it is placed or discarded.

    The pile may have been reshuffled in the midst of drawing: what was drawn before is in no pool any more.
    """
    value = np.int64(table.three[place]) - LOWEST_CARD
    if table.n_reshuffles > 0 and is_of_pool(table, place):
        table.pool[value] -= 1
    elif table.n_reshuffles <= 1:
        table.seen[value] += 1


@inner
def answer_draw_three(game, rules, seat, action):
    """Carry out an answer about the three cards; tell whether the effect is over."""
    table = game.table
    if table.choice == KEEP:
        if action != PASS:
            table.kept_of_three = action - CHOOSE_DRAWN
            if rules.replaced_free:
                ask_for_slot(table)
                return False
        return go_on_discarding(game, seat)
    if table.choice == ORDER:
        discard_drawn(game, action - CHOOSE_DRAWN)
        return go_on_discarding(game, seat)
    if action != PASS:
        note_star(table, turn_up(game, seat, action - CHOOSE_SLOT), rules.star_revealed)
    return True


@inner
def ask_for_slot(table):
    """Ask where the kept card is laid."""
    table.choice = SLOT
    table.target = table.seat


@inner
def discard_drawn(game, place):
    """Discard one of the three; a card that was replaced in the grid has been seen before."""
    table = game.table
    card = np.int64(table.three[place])
    if place != table.kept_of_three:
        show_one(table, place)
    table.three[place] = NO_CARD
    discard(game, card)


@inner
def go_on_discarding(game, seat):
    """Ask which card is discarded next, if several are left; then for what follows. Tell whether the effect is over."""
    table = game.table
    left = drawn_left(table)
    if count(left) > 1:
        table.choice = ORDER
        table.target = -1
        return False
    if left:
        discard_drawn(game, lowest(left))
    if table.kept_of_three >= 0 and table.n_chosen == 0:
        ask_for_slot(table)
        return False
    if table.kept_of_three >= 0 or table.hidden[seat] == 0:
        return True
    table.choice = FLIP_ONE
    table.target = seat
    return False


@merged
def place_kept(game, rules, seat, slot):
    """Lay the kept card; the replaced one is discarded, or by a house rule ordered with the others."""
    table = game.table
    place = np.int64(table.kept_of_three)
    card = np.int64(table.three[place])
    show_one(table, place)
    old = lay_face_up(game, seat, slot, card)
    note_star(table, card, rules.star_from_draw)
    table.n_chosen = 1
    if rules.replaced_free:
        table.three[place] = old
        return go_on_discarding(game, seat)
    table.three[place] = NO_CARD
    discard(game, old)
    return True

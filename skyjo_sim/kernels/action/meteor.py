"""Meteor shower: a card of every player is replaced by the next one of the pile (RULES.md 9.5)."""

import numpy as np

from skyjo_sim.kernels.action.actions import SLOT
from skyjo_sim.kernels.action.cards import METEOR
from skyjo_sim.kernels.action.grid import lay_face_up
from skyjo_sim.kernels.action.hands import is_blocked
from skyjo_sim.kernels.action.layout import NO_TARGET, UNNAMED
from skyjo_sim.kernels.action.piles import discard_at_bottom
from skyjo_sim.kernels.action.stars import note_star
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import inner, merged
from skyjo_sim.kernels.piles import can_draw, draw, show_drawn


@inner
def begin_meteor(game, rules, seat):
    """Find out who is hit, Defences being spent; ask for the first slot. Tell whether nobody is hit."""
    table = game.table
    n_players = np.int64(table.n_players)
    for step in range(1, n_players + 1):
        other = (seat + step) % n_players
        if table.cleared[other] == ALL_SLOTS or (other == seat and rules.meteor_opponents):
            continue
        if other == seat or not is_blocked(table, other, seat, np.int64(METEOR)):
            table.targets[other] = UNNAMED
    return not asks_for_target(table, seat)


@inner
def asks_for_target(table, seat):
    """Ask for the slot of the next player who is hit; tell whether there is one."""
    n_players = np.int64(table.n_players)
    for step in range(1, n_players + 1):
        other = (seat + step) % n_players
        if table.targets[other] == UNNAMED:
            table.target = other
            table.choice = SLOT
            return True
    return False


@inner
def name_target(game, rules, seat, slot):
    """Note the slot of the player in question; when all are named, let the cards fall. Tell whether it is over."""
    table = game.table
    table.targets[table.target] = slot
    if asks_for_target(table, seat):
        return False
    n_players = np.int64(table.n_players)
    for step in range(1, n_players + 1):
        other = (seat + step) % n_players
        if table.targets[other] >= 0:
            hit(game, rules, seat, other, np.int64(table.targets[other]))
        table.targets[other] = NO_TARGET
    return True


@merged
def hit(game, rules, seat, other, slot):
    """Replace a card by the next one of the pile, if there is one; the old one goes under the discard pile."""
    table = game.table
    if not can_draw(table):
        return
    card = draw(game, rules)
    show_drawn(table, card)
    discard_at_bottom(game, lay_face_up(game, other, slot, card))
    note_star(table, card, other == seat and rules.star_from_draw)

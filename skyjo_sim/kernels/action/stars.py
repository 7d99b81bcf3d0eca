"""The right to an action card that a star gives (RULES.md 9.6)."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE, NO_CHOICE, PASS, SOURCE, STAR_RIGHT, TAKE_MARKET, TAKE_PILE
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.action.hands import lay_in_front
from skyjo_sim.kernels.action.piles import can_draw_action, draw_action, take_from_market
from skyjo_sim.kernels.action.scanning import places_of
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import inlined, inner


@inlined
def note_star(table, card, is_trigger):
    """Give the current seat a right if a card that has become visible in its grid is a star."""
    table.star_rights += card == STAR and is_trigger


@inlined
def can_take_for_star(table, rules):
    """Tell whether there is an action card that a star's right can be used for."""
    return table.n_market > 0 or (can_draw_action(table, rules) and not rules.star_market_only)


@inner
def take_action_card(game, rules, seat, action, is_locked):
    """Take the action card that an action names; lay it in front of a seat."""
    table = game.table
    if action == TAKE_PILE:
        kind = draw_action(game, rules)
    else:
        kind = take_from_market(game, rules, action - TAKE_MARKET)
    lay_in_front(table, seat, kind, is_locked)
    table.n_taken[seat] += 1


@inner
def asks_for_rights(table, rules):
    """Ask whether the current seat uses a right, if it has one and there is a card to take; tell whether it is asked."""
    if table.star_rights > 0 and can_take_for_star(table, rules):
        table.phase = CHOICE
        table.choice = STAR_RIGHT
        return True
    table.star_rights = 0
    table.choice = NO_CHOICE
    return False


@inner
def use_right(game, rules, seat, action):
    """Take a card for a star, or decline all rights."""
    table = game.table
    if action == PASS:
        table.star_rights = 0
        return
    take_action_card(game, rules, seat, action, np.int64(table.setup_left == 0))
    table.star_rights -= 1
    table.n_for_stars[seat] += 1


@inner
def stars_shown(table, seat):
    """Return how many stars lie face up in a grid."""
    return count(places_of(table.visible[seat], STAR))


@inner
def begin_setup_rights(game, rules):
    """Begin, by the house rule, to let the seats take cards for stars of the opening, clockwise from the starter."""
    table = game.table
    if rules.star_at_setup:
        table.setup_left = table.n_players
        table.star_rights = stars_shown(table, np.int64(table.starter))
        go_on_with_setup(table, rules)


@inner
def go_on_with_setup(table, rules):
    """Ask the next seat with a right from the opening; after the last one let the starter begin."""
    n_players = np.int64(table.n_players)
    while not asks_for_rights(table, rules):
        table.setup_left -= 1
        if table.setup_left == 0:
            table.seat = table.starter
            table.phase = SOURCE
            return
        seat = (np.int64(table.seat) + 1) % n_players
        table.seat = seat
        table.star_rights = stars_shown(table, seat)

"""Swap own cards and Swap with players: two slots, two faces, one exchange (RULES.md 9.5)."""

import numpy as np

from skyjo_sim.kernels.action.actions import FACE, FACE_UP, PLAYER, SLOT
from skyjo_sim.kernels.action.grid import lay_moved
from skyjo_sim.kernels.action.knowledge import knowers, show_known
from skyjo_sim.kernels.action.stars import note_star
from skyjo_sim.kernels.compiler import inner, merged


@merged
def begin_swap_players(table, rules, seat):
    """Ask for the players; by a house rule the current one is the first."""
    table.swaps_left = rules.n_swaps
    table.choice = PLAYER
    if rules.swap_self_only:
        table.seats_chosen[0] = seat


@inner
def ask_first_slot(table, first, second):
    """Ask for the slot of the first card, of a seat."""
    table.seats_chosen[0] = first
    table.seats_chosen[1] = second
    table.target = first
    table.choice = SLOT


@merged
def choose_swap_slot(game, rules, seat, slot):
    """Note a slot; ask for the second one, for the faces, or exchange the cards. Tell whether the effect is over."""
    table = game.table
    table.slots_chosen[table.n_chosen] = slot
    table.n_chosen += 1
    if table.n_chosen == 1:
        table.target = table.seats_chosen[1]
        return False
    if rules.face_choice:
        table.choice = FACE
        table.target = table.seats_chosen[0]
        return False
    first_up = table.hidden[table.seats_chosen[1]] >> table.slots_chosen[1] & 1 == 0
    second_up = table.hidden[table.seats_chosen[0]] >> table.slots_chosen[0] & 1 == 0
    return exchange(game, rules, seat, first_up, second_up)


@merged
def answer_face(game, rules, seat, action):
    """Note how a card is to be laid; after the second answer exchange the cards. Tell whether the effect is over."""
    table = game.table
    if table.first_face < 0:
        table.first_face = action
        table.target = table.seats_chosen[1]
        return False
    return exchange(game, rules, seat, table.first_face == FACE_UP, action == FACE_UP)


@inner
def exchange(game, rules, seat, first_up, second_up):
    """Exchange the chosen cards; tell whether the effect is over."""
    table, secret = game.table, game.secret
    seat_a, slot_a = np.int64(table.seats_chosen[0]), np.int64(table.slots_chosen[0])
    seat_b, slot_b = np.int64(table.seats_chosen[1]), np.int64(table.slots_chosen[1])
    card_a, card_b = np.int64(secret.cards[seat_a, slot_a]), np.int64(secret.cards[seat_b, slot_b])
    hidden_a = np.int64(table.hidden[seat_a]) >> slot_a & 1
    hidden_b = np.int64(table.hidden[seat_b]) >> slot_b & 1
    knowers_a, knowers_b = knowers(table, seat_a, slot_a), knowers(table, seat_b, slot_b)
    lay_moved(game, seat_a, slot_a, card_b, hidden_b, knowers_b, first_up)
    lay_moved(game, seat_b, slot_b, card_a, hidden_a, knowers_a, second_up)
    note_star(table, card_b, seat_a == seat and hidden_b and first_up and rules.star_revealed)
    note_star(table, card_a, seat_b == seat and hidden_a and second_up and rules.star_revealed)
    if table.has_knowledge:
        show_known(game, seat)
    return is_last_exchange(table)


@merged
def is_last_exchange(table):
    """Tell whether all exchanges of the card are made; if not, ask for the next two slots."""
    table.swaps_left -= 1
    if table.swaps_left <= 0:
        return True
    table.n_chosen = 0
    table.first_face = -1
    for place in range(2):
        table.slots_chosen[place] = -1
    ask_first_slot(table, np.int64(table.seats_chosen[0]), np.int64(table.seats_chosen[1]))
    return False

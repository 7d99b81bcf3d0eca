"""Swap own cards and Swap with players: which cards to exchange, and which way up to lay them."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.placing import NOTHING, placed, write_cards
from skyjo_agents.action.sheet import COLUMN_GAINS, GAINS, MEAN, NOW, OTHER, OWN, POINTS, RIVAL, WEIGHTS
from skyjo_sim.kernels.action.cards import DEFENSE, STAR
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, LOWEST_CARD, N_SLOTS


@inner
def own_swap_gain(first, second, sheet):  # type: ignore[no-untyped-def]
    """Return what an exchange of two own cards that are known gains: by the lines that only one of them lies in."""
    own = sheet[OWN]
    if own[first] == own[second]:
        return NOTHING
    face_a, face_b = np.int64(own[first]) - LOWEST_CARD, np.int64(own[second]) - LOWEST_CARD
    gain = sheet[GAINS + face_b, first] + sheet[GAINS + face_a, second]
    of_columns = sheet[COLUMN_GAINS + face_b, first] + sheet[COLUMN_GAINS + face_a, second]
    if first % 3 == second % 3:
        return of_columns
    return gain - of_columns if first // 3 == second // 3 else gain


@inner
def known_slots(cleared, sheet):  # type: ignore[no-untyped-def]
    """Return the own slots whose cards are known."""
    slots = ALL_SLOTS & ~cleared
    for slot in range(N_SLOTS):
        if sheet[OWN, slot] < LOWEST_CARD:
            slots &= ~(np.int64(1) << slot)
    return slots


@inner
def best_of_partners(first, slots, sheet):  # type: ignore[no-untyped-def]
    """Return with which of some slots a slot is best exchanged, the first of equals, and what that gains; -1 for none."""
    chosen, best = np.int64(-1), NOTHING
    while slots:
        slot = lowest(slots)
        slots &= slots - 1
        gain = own_swap_gain(first, slot, sheet)
        if gain > best:
            chosen, best = slot, gain
    return chosen, best


@inner
def best_own_partner(first, cleared, sheet):  # type: ignore[no-untyped-def]
    """Return with which slot a slot is best exchanged, and what that gains; -1 where nothing is known."""
    known, own_bit = known_slots(cleared, sheet), np.int64(1) << first
    return best_of_partners(first, known & ~own_bit if known & own_bit else np.int64(0), sheet)


@inner
def best_own_swap(cleared, sheet):  # type: ignore[no-untyped-def]
    """Return the slot to exchange first, the lower one of the two, and what the exchange gains; -1 where nothing is known."""
    chosen, best = np.int64(-1), NOTHING
    left = known_slots(cleared, sheet)
    while left:
        slot = lowest(left)
        left &= left - 1
        _, gain = best_of_partners(slot, left, sheet)
        if gain > best:
            chosen, best = slot, gain
    return chosen, best


@inner
def exchange_gain(own_slot, card, hidden, weight, sheet):  # type: ignore[no-untyped-def]
    """Return what it gains to have another player's card for the one at a slot, which that player gets."""
    given = sheet[OWN, own_slot]
    points = sheet[NOW, MEAN] if given < LOWEST_CARD else (given if given != STAR else 0.0)
    lost = points - (card if card != STAR else -2.0)
    return placed(np.int64(card) - LOWEST_CARD, own_slot, hidden, sheet) + weight * lost


@inner
def best_exchange(table, seat, other, fixed_slot, sheet):  # type: ignore[no-untyped-def]
    """Return the own slot and the other player's slot whose cards are best exchanged, and what that gains.

    With a `fixed_slot` of at least 0 the own slot is that. Only cards of the other player that are known count.
    """
    own_chosen, other_chosen, best = np.int64(-1), np.int64(-1), NOTHING
    hidden = np.int64(table.hidden[seat])
    cards, weight = sheet[OTHER], sheet[WEIGHTS, other]
    write_cards(table, other, cards)
    for slot in range(N_SLOTS):
        left = ALL_SLOTS & ~np.int64(table.cleared[seat])
        if fixed_slot >= 0:
            left = np.int64(1) << fixed_slot
        while left and cards[slot] >= LOWEST_CARD:
            own_slot = lowest(left)
            left &= left - 1
            gain = exchange_gain(own_slot, cards[slot], hidden, weight, sheet)
            if gain > best:
                own_chosen, other_chosen, best = own_slot, np.int64(slot), gain
    return own_chosen, other_chosen, best


@inner
def best_partner(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the player to exchange a card with, and what that gains; players behind a Defence count less than any."""
    chosen, best = np.int64(-1), NOTHING
    for other in range(np.int64(table.n_players)):
        if other != seat and table.cleared[other] != ALL_SLOTS and table.held[other, DEFENSE] == 0:
            _, _, gain = best_exchange(table, seat, other, np.int64(-1), sheet)
            if gain > best:
                chosen, best = np.int64(other), gain
    return chosen, best


@inner
def is_laid_up(table, seat, place, sheet):  # type: ignore[no-untyped-def]
    """Tell whether the card that comes to the first or the second slot of an exchange is laid face up.

    In the own grid it is if it is known, unless that turns up the last hidden card with a bad hand. In the grid of a
    player who is ahead it is laid face down, which delays the end; else as it lay.
    """
    owner, slot = np.int64(table.seats_chosen[place]), np.int64(table.slots_chosen[place])
    giver, origin = np.int64(table.seats_chosen[1 - place]), np.int64(table.slots_chosen[1 - place])
    was_hidden = np.int64(table.hidden[giver]) >> origin & 1 != 0
    if owner != seat:
        return not was_hidden and sheet[POINTS, owner] > sheet[POINTS, seat]
    if np.int64(table.hidden[seat]) == np.int64(1) << slot and sheet[POINTS, seat] >= sheet[NOW, RIVAL]:
        return False
    return not was_hidden or table.known[giver, origin] >= LOWEST_CARD

"""Invariants of what is being carried out in Skyjo Action: the choice, the card in play, what was chosen for it."""

import numpy as np

from skyjo_sim.kernels.action.actions import (
    CHOICE,
    FACE,
    FLIP_ONE,
    KEEP,
    KIND,
    LINE,
    LINES,
    NO_CHOICE,
    ORDER,
    PLACE,
    PLAYER,
    SLOT,
    STARS,
)
from skyjo_sim.kernels.action.cards import (
    DRAW_THREE,
    METEOR,
    N_DRAWN,
    NO_KIND,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from skyjo_sim.kernels.action.layout import MAX_IN_PLAY, NO_TARGET, UNNAMED
from skyjo_sim.kernels.action.legal import update_legal
from skyjo_sim.kernels.action.lines import ALL_LINES, N_LINES
from skyjo_sim.kernels.action.problem_flags import CHOICE_STATE, LEGAL, THREE
from skyjo_sim.kernels.cards import N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.problem_flags import ASKED, DRAWN


@inner
def legal_problems(game, rules):
    """Check that the legal ids are those that follow from the position; they are restored."""
    legal = game.table.legal
    first, second = legal[0], legal[1]
    update_legal(game, rules)
    is_same = legal[0] == first and legal[1] == second
    legal[0] = first
    legal[1] = second
    return 0 if is_same else LEGAL


@inner
def choice_state_problems(game, rules):
    """Check what is asked, and that nothing is left of earlier choices."""
    table = game.table
    flags = drawn_and_asked_problems(game)
    if (table.choice != NO_CHOICE) != (table.phase == CHOICE) or not is_play_sound(table):
        return flags | CHOICE_STATE
    if not is_target_sound(table) or not is_swap_sound(table, rules) or not is_meteor_sound(table):
        return flags | CHOICE_STATE
    is_clearing = table.choice == LINES or table.choice == STARS
    lines = np.int64(table.lines_chosen)
    if (lines or table.rows_only or table.stars_asked) and not is_clearing:
        flags |= CHOICE_STATE
    if lines & ~ALL_LINES or np.int64(table.stars_on_top) & ~np.int64(table.stars_asked):
        flags |= CHOICE_STATE
    return flags


@inner
def drawn_and_asked_problems(game):
    """Check the drawn card, and the line whose stars are asked about."""
    table = game.table
    flags = 0
    if table.drawn != NO_CARD and table.phase != PLACE:
        flags |= DRAWN
    is_asked = table.choice == STARS
    if game.secret.to_clear or (table.asked != -1) != is_asked or table.asked < -1 or table.asked >= N_LINES:
        flags |= ASKED
    return flags


@inner
def is_play_sound(table):
    """Tell whether the cards in play are a chain of Reactivations, and the last fits what is asked."""
    n = np.int64(table.n_in_play)
    for place in range(MAX_IN_PLAY):
        kind = table.in_play[place]
        if place >= n and kind != NO_KIND:
            return False
        if place < n - 1 and kind != REACTIVATE:
            return False
    if n == 0:
        return table.card == NO_KIND and not asks_for_effect(table.choice)
    return table.card == table.in_play[n - 1] and is_asked_by(table.card, table.choice)


@inner
def asks_for_effect(choice):
    """Tell whether something is asked for the effect of an action card."""
    return choice >= PLAYER and choice <= FLIP_ONE


@inner
def is_asked_by(card, choice):
    """Tell whether an action card asks for this."""
    if card == SWAP_OWN:
        return choice in (SLOT, FACE)
    if card == SWAP_PLAYERS:
        return choice in (PLAYER, SLOT, FACE)
    if card == DRAW_THREE:
        return choice in (KEEP, ORDER, SLOT, FLIP_ONE)
    if card == REVEAL:
        return choice in (PLAYER, LINE)
    if card == STEAL:
        return choice in (PLAYER, KIND)
    if card == METEOR:
        return choice == SLOT
    return card == REACTIVATE and choice == KIND


@inner
def is_target_sound(table):
    """Tell whether somebody's grid or cards are in question where they must be, and only there."""
    choice, target, seat = table.choice, np.int64(table.target), np.int64(table.seat)
    if choice in (LINES, STARS, FLIP_ONE):
        return target == seat
    if choice == SLOT and (table.card == SWAP_OWN or table.card == DRAW_THREE):
        return target == seat
    if choice == KIND and table.card == STEAL:
        return target >= 0 and target != seat
    if choice in (SLOT, FACE, LINE):
        return target >= 0
    return target == -1


@inner
def is_swap_sound(table, rules):
    """Tell whether the players, slots and faces chosen for a swap are as many as what is asked next tells."""
    is_swap = table.card == SWAP_OWN or table.card == SWAP_PLAYERS
    n_seats, n_slots = 0, 0
    for place in range(2):
        seat, slot = np.int64(table.seats_chosen[place]), np.int64(table.slots_chosen[place])
        if seat < -1 or seat >= table.n_players or slot < -1 or slot >= N_SLOTS:
            return False
        n_seats += seat >= 0
        n_slots += slot >= 0
    if not is_swap:
        is_laid = table.card == DRAW_THREE and table.choice == ORDER and rules.replaced_free
        return n_seats == 0 and n_slots == 0 and table.n_chosen <= is_laid and table.first_face == -1
    if table.n_chosen != n_slots or (table.swaps_left > 0) != (table.card == SWAP_PLAYERS):
        return False
    if table.choice == PLAYER:
        return n_seats <= 1 and n_slots == 0
    if table.choice == SLOT:
        return n_seats == 2 and n_slots <= 1 and table.target == table.seats_chosen[n_slots]
    is_second = table.first_face != -1
    return n_seats == 2 and n_slots == 2 and table.target == table.seats_chosen[1 if is_second else 0]


@inner
def is_meteor_sound(table):
    """Tell whether slots are named for a Meteor shower only, and the next one is asked for."""
    is_meteor = table.card == METEOR
    for seat in range(np.int64(table.n_players)):
        slot = np.int64(table.targets[seat])
        if slot < UNNAMED or slot >= N_SLOTS or (slot != NO_TARGET and not is_meteor):
            return False
    return not is_meteor or table.targets[np.int64(table.target)] == UNNAMED


@inner
def three_problems(table):
    """Check that cards drawn are kept apart for Draw three only, and that the kept one is among them."""
    n = 0
    for place in range(N_DRAWN + 1):
        n += table.three[place] != NO_CARD
    kept = np.int64(table.kept_of_three)
    if kept < -1 or kept >= N_DRAWN or table.three[N_DRAWN] != NO_CARD:
        return THREE
    if table.card != DRAW_THREE:
        return THREE if n > 0 or kept >= 0 else 0
    if kept >= 0 and table.three[kept] == NO_CARD and table.n_chosen == 0:
        return THREE
    if table.choice == KEEP or table.choice == FLIP_ONE:
        return THREE if kept >= 0 else 0
    if table.choice == SLOT:
        return THREE if kept < 0 else 0
    return THREE if n < 2 else 0

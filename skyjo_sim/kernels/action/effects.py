"""Carrying out action cards, one small decision at a time (RULES.md 9.5)."""

import numpy as np

from skyjo_sim.kernels.action.actions import (
    CHOICE,
    CHOOSE_COLUMN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_SLOT,
    FACE,
    KIND,
    LINE,
    PLAYER,
    SLOT,
)
from skyjo_sim.kernels.action.cards import (
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    METEOR,
    NO_KIND,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from skyjo_sim.kernels.action.choices import forget_choices
from skyjo_sim.kernels.action.draw_three import answer_draw_three, begin_draw_three, place_kept
from skyjo_sim.kernels.action.hands import give_up, is_blocked, lay_in_front
from skyjo_sim.kernels.action.knowledge import show_known
from skyjo_sim.kernels.action.lines import slots_of
from skyjo_sim.kernels.action.meteor import begin_meteor, name_target
from skyjo_sim.kernels.action.piles import take_out, throw_action
from skyjo_sim.kernels.action.swaps import answer_face, ask_first_slot, begin_swap_players, choose_swap_slot
from skyjo_sim.kernels.compiler import apart, inner, merged


@merged
def play_card(game, rules, seat, kind):
    """Play an action card from the hand; tell whether its effect is over already."""
    apart()
    table = game.table
    give_up(table, seat, kind, np.int64(0))
    table.played[seat, kind] += 1
    put_in_play(table, kind)
    return begin_effect(game, rules, seat)


@inner
def put_in_play(table, kind):
    """Note that a card's effect is being carried out."""
    table.in_play[table.n_in_play] = kind
    table.n_in_play += 1
    table.card = kind
    table.phase = CHOICE
    table.target = -1


@inner
def begin_effect(game, rules, seat):
    """Begin the effect of the card in play; tell whether it is over already."""
    table = game.table
    kind = table.card
    if kind == DOUBLE_TURN:
        table.pending_turns += 2
        return True
    if kind == DEFENSE:
        table.pending_turns += 1
        return True
    if kind == METEOR:
        return begin_meteor(game, rules, seat)
    if kind == SWAP_OWN:
        ask_first_slot(table, seat, seat)
    elif kind == DRAW_THREE:
        begin_draw_three(game, rules)
    elif kind == SWAP_PLAYERS:
        begin_swap_players(table, rules, seat)
    else:
        table.choice = KIND if kind == REACTIVATE else PLAYER
    return False


@inner
def answer_choice(game, rules, seat, action):
    """Carry out a choice for the card in play; tell whether its effect is over."""
    apart()
    table = game.table
    choice = table.choice
    if choice == PLAYER:
        n_players = np.int64(table.n_players)
        return choose_player(game, rules, seat, (seat + action - CHOOSE_PLAYER) % n_players)
    if choice == SLOT:
        return choose_slot(game, rules, seat, action - CHOOSE_SLOT)
    if choice == FACE:
        return answer_face(game, rules, seat, action)
    if choice == KIND:
        return choose_kind(game, rules, seat, action - CHOOSE_KIND)
    if choice == LINE:
        look_at(game, seat, action - CHOOSE_COLUMN)
        return True
    return answer_draw_three(game, rules, seat, action)


@merged
def choose_player(game, rules, seat, other):
    """Note a chosen player: whose line to look at, whose card to steal, with whom to exchange cards."""
    table = game.table
    if table.card == REVEAL:
        table.target = other
        table.choice = LINE
        return False
    if table.card == STEAL:
        if is_blocked(table, other, seat, np.int64(STEAL)):
            table.pending_turns += rules.steal_blocked_extra
            return True
        table.target = other
        table.choice = KIND
        return False
    if table.seats_chosen[0] < 0:
        table.seats_chosen[0] = other
        return False
    table.seats_chosen[1] = other
    if is_swap_blocked(table, seat):
        return True
    ask_first_slot(table, np.int64(table.seats_chosen[0]), other)
    return False


@merged
def is_swap_blocked(table, seat):
    """Let every chosen opponent that has a Defence spend one; tell whether any did."""
    is_any = False
    for place in range(2):
        other = np.int64(table.seats_chosen[place])
        if other != seat and is_blocked(table, other, seat, np.int64(SWAP_PLAYERS)):
            is_any = True
    return is_any


@merged
def choose_slot(game, rules, seat, slot):
    """Note a chosen slot, and go on with the card in play."""
    card = game.table.card
    if card == METEOR:
        return name_target(game, rules, seat, slot)
    if card == DRAW_THREE:
        return place_kept(game, rules, seat, slot)
    return choose_swap_slot(game, rules, seat, slot)


@merged
def choose_kind(game, rules, seat, kind):
    """Carry out the chosen discarded card, or steal the chosen one."""
    table = game.table
    if table.card == REACTIVATE:
        take_out(table, kind)
        table.n_reactivated[seat] += 1
        put_in_play(table, kind)
        return begin_effect(game, rules, seat)
    give_up(table, np.int64(table.target), kind, np.int64(1))
    lay_in_front(table, seat, kind, np.int64(0))
    table.stolen[seat, kind] += 1 - rules.steal_at_once
    table.n_stolen[seat] += 1
    table.pending_turns += 1
    return True


@merged
def look_at(game, seat, line):
    """Let a seat know the hidden cards of a line of the grid in question."""
    table = game.table
    owner = np.int64(table.target)
    table.knows[seat, owner] |= np.int64(table.hidden[owner]) & slots_of(line)
    table.has_knowledge = 1
    show_known(game, seat)


@merged
def finish_effect(table):
    """Discard the cards in play, the innermost first, and empty what was chosen for them."""
    while table.n_in_play > 0:
        last = np.int64(table.n_in_play) - 1
        throw_action(table, np.int64(table.in_play[last]))
        table.in_play[last] = NO_KIND
        table.n_in_play = last
    forget_choices(table)

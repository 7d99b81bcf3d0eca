"""Invariants of cards in Skyjo Action: both decks conserved, hands and the market sound."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE
from skyjo_sim.kernels.action.cards import KINDS_WIDTH, N_DRAWN, N_KINDS, N_MARKET, NO_KIND
from skyjo_sim.kernels.action.problem_flags import HANDS, MARKET
from skyjo_sim.kernels.cards import HIDDEN, NO_CARD
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.problem_flags import BAD_CARD
from skyjo_sim.kernels.problems_cards import copy_problems, tally, tally_all


@inner
def card_problems(game, rules, counts):
    """Check that the playing cards are those of the deck; leave in `counts` how many there are of each."""
    flags = tally_all(game, counts) | tally_three(game.table, counts)
    return flags | copy_problems(counts, rules.copies, rules.n_cards)


@inner
def tally_three(table, counts):
    """Count the three cards drawn; HIDDEN is one that is there and not known."""
    flags = 0
    for place in range(N_DRAWN):
        card = np.int64(table.three[place])
        if card == HIDDEN:
            flags |= tally(np.int64(NO_CARD), counts)
        elif card != NO_CARD:
            flags |= tally(card, counts)
    return flags


@inner
def tally_kind(kind, counts):
    """Count an action card; return BAD_CARD for anything else."""
    if kind < 0 or kind >= N_KINDS:
        return BAD_CARD
    counts[kind] += 1
    return 0


@inner
def tally_kinds(kinds, n_kinds, counts):
    """Count the first `n_kinds` of some action cards, all of them known."""
    flags = 0
    for position in range(n_kinds):
        flags |= tally_kind(np.int64(kinds[position]), counts)
    return flags


@inner
def kind_problems(game, rules):
    """Check that the action cards are those of the deck."""
    table = game.table
    counts = np.zeros(N_KINDS + 1, np.int64)
    flags = tally_kinds(table.market, np.int64(table.n_market), counts)
    flags |= tally_kinds(table.action_discard, np.int64(table.n_action_discard), counts)
    flags |= tally_kinds(table.in_play, np.int64(table.n_in_play), counts)
    for position in range(np.int64(table.n_action_pile)):
        kind = np.int64(game.secret.action_pile[position])
        if kind == NO_KIND:
            counts[N_KINDS] += 1
        else:
            flags |= tally_kind(kind, counts)
    for seat in range(np.int64(table.n_players)):
        for kind in range(KINDS_WIDTH):
            held = np.int64(table.held[seat, kind])
            if kind < N_KINDS:
                counts[kind] += held
            elif held:
                flags |= BAD_CARD
    return flags | copy_problems(counts, rules.action_copies, rules.n_action_cards)


@inner
def hand_problems(table):
    """Check the number of held cards, and the locks: at most so many, for this turn with the seat to decide alone."""
    seat = np.int64(table.seat)
    n_thieves = 0
    for owner in range(np.int64(table.n_players)):
        n_held, n_locked, n_stolen = 0, 0, 0
        for kind in range(KINDS_WIDTH):
            locked, stolen = np.int64(table.locked[owner, kind]), np.int64(table.stolen[owner, kind])
            if locked + stolen > table.held[owner, kind]:
                return HANDS
            n_held += np.int64(table.held[owner, kind])
            n_locked += locked
            n_stolen += stolen
        if n_held != table.n_held[owner]:
            return HANDS
        if n_locked and (owner != seat or table.phase != CHOICE):
            return HANDS
        n_thieves += n_stolen > 0 and owner != seat
    return HANDS if n_thieves > 1 else 0


@inner
def market_problems(table, rules, is_complete):
    """Check that the market has no gap, and, all cards being there, that it is full if the pile never ran out."""
    n_market = np.int64(table.n_market)
    for place in range(n_market, N_MARKET):
        if table.market[place] != NO_KIND:
            return MARKET
    is_short = n_market < min(np.int64(N_MARKET), np.int64(rules.n_action_cards))
    return MARKET if is_short and is_complete and table.n_action_pile > 0 and table.n_action_reshuffles == 0 else 0

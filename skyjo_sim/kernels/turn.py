"""Decisions: which are legal, and what each does (RULES.md 3, 5 and 8b)."""

from typing import NamedTuple

import numpy as np

from skyjo_sim.kernels.actions import (
    CLEAR,
    CLEAR_LINE,
    DRAW,
    FLIP,
    FLIP_INSTEAD,
    ILLEGAL,
    KEEP_LINE,
    OPENING,
    PASS,
    PLACE,
    PLAYING,
    PUT,
    SOURCE,
    TAKE,
)
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import ALL_SLOTS, HIDDEN_POINTS, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import apart, inlined, inner, inner_inlined, kernel
from skyjo_sim.kernels.grid import replace, replace_or_flip, turn_up
from skyjo_sim.kernels.lines import MANDATORY, OPTIONAL, clear_all, clear_column, clear_until_asked
from skyjo_sim.kernels.opening import choose
from skyjo_sim.kernels.piles import can_draw, discard, draw, show_drawn, take
from skyjo_sim.kernels.scoring import ALL_COLUMNS, finish_round, points_shown, reveal

NO_SLOT = N_SLOTS
"""What a decision that changes no slot returns; its "column" is padding, which is never complete."""

SLOT_MASK = 15
"""Masking an index tells the compiler that it is not negative, which saves the wrap-around."""


class LegalSwitches(NamedTuple):
    """All that `legal` reads of the rules, for policies, which have no record of them."""

    optional_flip: np.int64
    take_then_flip: np.int64


@inlined
def legal(table, rules):
    """Return the legal ids of the seat to decide as bits of an int64; 0 when the round is over.

    ``rules`` is a record of the rules or `LegalSwitches`.
    """
    seat = np.int64(table.seat)
    phase = table.phase
    if phase == SOURCE:
        return legal_sources(table, rules, seat)
    if phase == PLACE:
        hidden = np.int64(table.hidden[seat])
        may_pass = rules.optional_flip or hidden == 0
        return ((ALL_SLOTS & ~np.int64(table.cleared[seat])) << PUT) | hidden << FLIP | np.int64(may_pass) << PASS
    if phase == OPENING:
        return (np.int64(table.hidden[seat]) & ~np.int64(table.chosen)) << FLIP
    if phase == CLEAR:
        return 1 << CLEAR_LINE | 1 << KEEP_LINE
    return 0


@inlined
def is_legal(table, rules, action):
    """Tell whether the seat to decide may do this; any integer may be asked about."""
    return 0 <= action <= KEEP_LINE and legal(table, rules) >> action & 1 != 0


@inner_inlined
def legal_sources(table, rules, seat):
    """Return the legal ids at the beginning of a turn."""
    ids = np.int64(can_draw(table)) << DRAW
    if table.n_discard > 0:
        ids |= (ALL_SLOTS & ~np.int64(table.cleared[seat])) << TAKE
        if rules.take_then_flip:
            ids |= np.int64(table.hidden[seat]) << FLIP_INSTEAD
    return ids


@kernel
def step(game, rules, action):
    """Carry out one decision of the current seat.

    Returns PLAYING, ROUND_ENDED or GAME_ENDED; ILLEGAL, and nothing is changed, when the id is not legal.
    """
    apart()
    table = game.table
    if not is_legal(table, rules, action):
        return ILLEGAL
    if action == DRAW:
        table.drawn = draw(game, rules)
        table.phase = PLACE
        return PLAYING
    if table.phase == OPENING:
        choose(game, rules, action - FLIP)
        return PLAYING
    seat = np.int64(table.seat)
    slot = change_grid(game, seat, action)
    if not rules.checks_all_lines:
        clear_column(game, seat, slot // 3)
    elif clear_by_house_rules(game, rules, seat, slot):
        return PLAYING
    return end_turn(game, rules, seat)


@inner_inlined
def change_grid(game, seat, action):
    """Do what an action that may end a turn does to the grid and the piles; return the slot that changed."""
    if action < PUT:
        return place_taken(game, seat, action)
    if action < FLIP_INSTEAD:
        return place_or_flip(game, seat, action)
    if action < CLEAR_LINE:
        slot = action - FLIP_INSTEAD
        turn_up(game, seat, slot)
        return slot
    answer(game, seat, action)
    return np.int64(NO_SLOT)


@inner_inlined
def place_taken(game, seat, action):
    """Take the discard and place it."""
    slot = (action - TAKE) & SLOT_MASK
    replace(game, seat, slot, take(game))
    return slot


@inner_inlined
def place_or_flip(game, seat, action):
    """Place the drawn card; or throw it away and flip a card, or none."""
    table = game.table
    card = np.int64(table.drawn)
    table.drawn = NO_CARD
    show_drawn(table, card)
    if action == PASS:
        discard(game, card)
        return np.int64(NO_SLOT)
    is_flip = action >= FLIP
    slot = (action - (FLIP if is_flip else PUT)) & SLOT_MASK
    replace_or_flip(game, seat, slot, card, is_flip)
    return slot


@kernel
def answer(game, seat, action):
    """Note whether the column asked about is to be cleared or kept."""
    table = game.table
    column = 1 << np.int64(table.asked)
    table.asked = -1
    if action == CLEAR_LINE:
        game.secret.to_clear |= column
    else:
        table.kept[seat] |= column


@inner
def clear_by_house_rules(game, rules, seat, slot):
    """Clear lines where more than the changed column counts; tell whether the owner must be asked first.

    A column that its owner kept is asked about again when one of its cards has changed.
    """
    apart()
    table = game.table
    table.kept[seat] &= ~np.int64(1 << slot // 3)
    if rules.column_rule == OPTIONAL:
        column = clear_until_asked(game, rules, seat)
        if column >= 0:
            table.asked = column
            table.phase = CLEAR
            return True
    else:
        clear_all(game, rules, seat, ALL_COLUMNS if rules.column_rule == MANDATORY else 0)
    return False


@inner_inlined
def end_turn(game, rules, seat):
    """Find out whether the round is being ended or over, and whose turn is next."""
    table = game.table
    turns = table.turns + 1
    table.turns = turns
    is_over = False
    if table.ender < 0:
        if table.hidden[seat] == 0:
            table.ender = seat
            table.lead = lead_of(table, seat)
            table.last_turns_left = 0 if rules.no_last_turns else table.n_players - 1
            is_over = rules.no_last_turns != 0
        elif turns >= rules.turn_limit:
            table.is_abandoned = 1
            is_over = True
    else:
        is_over = end_last_turn(game, rules, seat)
    if is_over:
        return finish_round(game, rules)
    table.seat = following_seat(seat, np.int64(table.n_players))
    table.phase = SOURCE
    return PLAYING


@inlined
def following_seat(seat, n_players):
    """Return the seat to the left."""
    following = seat + 1
    return following if following < n_players else np.int64(0)


@inner
def lead_of(table, seat):
    """Return by how much the best other player is behind the seat, by `estimate`."""
    own = estimate(table, seat)
    best = np.int64(1 << 30)
    for other in range(np.int64(table.n_players)):
        if other != seat:
            best = min(best, estimate(table, other))
    return best - own


@kernel
def estimate(table, seat):
    """Return a seat's visible points and `HIDDEN_POINTS` for each hidden card."""
    return points_shown(table, seat) + HIDDEN_POINTS * count(np.int64(table.hidden[seat]))


@kernel
def end_last_turn(game, rules, seat):
    """Count a last turn as done; tell whether it was the last of them."""
    table = game.table
    if rules.early_reveal:
        reveal(game, rules, seat)
    left = table.last_turns_left - 1
    table.last_turns_left = left
    return left == 0

"""Invariants of the cards: conserved, and truly shown."""

import numpy as np

from skyjo_sim.kernels.actions import PLACE
from skyjo_sim.kernels.cards import (
    ALL_SLOTS,
    CLEARED,
    COLUMN,
    COPIES,
    GRID_WIDTH,
    HIDDEN,
    LOWEST_CARD,
    N_CARDS,
    N_COLUMNS,
    N_ROWS,
    N_SLOTS,
    NO_CARD,
    ROW,
)
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.lines import OFF
from skyjo_sim.kernels.problem_flags import (
    BAD_CARD,
    EXTRA_CARD,
    MISSING_CARD,
    PADDING,
    SLOT_STATE,
    UNKNOWN_CARD,
    VISIBLE,
)


@kernel
def tally(card, counts):
    """Count a card, or behind the values one that is not known; return BAD_CARD for anything else."""
    n_values = counts.size - 1
    if card == NO_CARD:
        counts[n_values] += 1
    elif card < LOWEST_CARD or card - LOWEST_CARD >= n_values:
        return BAD_CARD
    else:
        counts[card - LOWEST_CARD] += 1
    return 0


@kernel
def tally_known(cards, n_cards, counts):
    """Count the first `n_cards` of a pile none of whose cards may be unknown."""
    flags = 0
    for position in range(n_cards):
        card = np.int64(cards[position])
        flags |= BAD_CARD if card == NO_CARD else tally(card, counts)
    return flags


@kernel
def tally_grids(game, counts):
    """Count the cards of all grids; only hidden ones may be unknown."""
    table, secret = game.table, game.secret
    flags = 0
    for seat in range(np.int64(table.n_players)):
        hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
        for slot in range(N_SLOTS):
            card = np.int64(secret.cards[seat, slot])
            if cleared >> slot & 1:
                continue
            is_unknown = card == NO_CARD and not hidden >> slot & 1
            flags |= BAD_CARD if is_unknown else tally(card, counts)
    return flags


@kernel
def card_problems(game, counts):
    """Check that the cards are those of the deck; leave in `counts` how many there are of each value."""
    return tally_all(game, counts) | copy_problems(counts, COPIES, N_CARDS)


@kernel
def tally_all(game, counts):
    """Count the cards of the grids and the piles, and the drawn one."""
    table, secret = game.table, game.secret
    orders = np.zeros(counts.size, np.int64)
    flags = tally_grids(game, counts) | tally_known(secret.discard, np.int64(table.n_discard), counts)
    flags |= tally_known(secret.next_order, np.int64(secret.n_next_order), orders)
    for position in range(np.int64(table.n_pile)):
        flags |= tally(np.int64(secret.pile[position]), counts)
    if table.phase == PLACE:
        flags |= tally(np.int64(table.drawn), counts)
    return flags


@kernel
def copy_problems(counts, copies, n_cards):
    """Check counts by value, and behind them of cards that are not known, against the copies there are."""
    n_values = counts.size - 1
    flags = 0
    total = counts[n_values]
    for value in range(n_values):
        total += counts[value]
        if counts[value] > copies[value]:
            flags |= EXTRA_CARD
    if counts[n_values] > 0:
        flags |= UNKNOWN_CARD
    if total > n_cards:
        flags |= EXTRA_CARD
    if total < n_cards:
        flags |= MISSING_CARD
    return flags


@kernel
def whole_lines(cleared, has_rows):
    """Return the slots of the columns, and the rows, that lie wholly in the set `cleared`."""
    slots = 0
    for column in range(N_COLUMNS):
        line = COLUMN << 3 * column
        if cleared & line == line:
            slots |= line
    if has_rows:
        for row in range(N_ROWS):
            line = ROW << row
            if cleared & line == line:
                slots |= line
    return slots


@kernel
def slot_problems(game, rules):
    """Check the states of all slots, and that what is visible is true."""
    table = game.table
    flags = 0
    for seat in range(np.int64(table.n_players)):
        hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
        is_whole = whole_lines(cleared, rules.row_rule != OFF) == cleared
        if hidden & cleared or (hidden | cleared) > ALL_SLOTS or not is_whole:
            flags |= SLOT_STATE
        flags |= visible_problems(game, seat, hidden, cleared)
    return flags


@kernel
def visible_problems(game, seat, hidden, cleared):
    """Check that a grid shows its face-up cards, and nothing else."""
    flags = 0
    visible = game.table.visible[seat]
    for slot in range(N_SLOTS):
        expected = np.int64(game.secret.cards[seat, slot])
        if cleared >> slot & 1:
            expected = np.int64(CLEARED)
        elif hidden >> slot & 1:
            expected = np.int64(HIDDEN)
        if visible[slot] != expected:
            flags |= VISIBLE
    for slot in range(N_SLOTS, GRID_WIDTH):
        if visible[slot] != CLEARED:
            flags |= PADDING
    return flags

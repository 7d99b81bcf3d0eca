"""How much chance did to a seat's score: for each card that luck turned up, its worth less the expected worth.

The worth is a fixed function of what everybody sees. The expectation is exact, over the 15 values of the pool the card came
from: the terms have mean 0 for any agents, and their sum can be taken off a score without a bias. Which cards are
left is public: before a reshuffle the hidden cards and the draw pile are one pool, after it there are two.

Worth, in points of the final score: a card that stays is worth its points, and one that completes a column takes away the
other two. A card flipped in mid-round counts in full up to `STAYS`, above it in part, because it will be replaced. A drawn
card is worth what its best placement saves.
"""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels.actions import FLIP, FLIP_INSTEAD, OPENING, PASS, PLACE
from skyjo_sim.kernels.cards import CLEARED, COPIES, GRID_WIDTH, LOWEST_CARD, N_SEATS, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.layout import record

__all__ = ["BEFORE", "DRAWN", "EARLY", "FINAL", "N_KINDS", "OPENED", "add_drawn", "add_revealed", "look"]

OPENED = 0
EARLY = 1
DRAWN = 2
FINAL = 3
N_KINDS = 4
"""Kinds of terms: opening flips, flips in mid-round, draws, cards that nobody can replace any more."""

STAYS = 4
REPLACED = 0.5

_kernel = kernel_of(Path(__file__).parent)


BEFORE = record(
    [
        ("hidden", np.int64, (N_SEATS,)),  # the table before a decision: as in the table's record
        ("visible", np.int8, (N_SEATS, GRID_WIDTH)),
        ("cards", np.int8, (N_SEATS, GRID_WIDTH)),  # the card at each slot, hidden or not
        ("counts", np.int64, (16,)),  # what a hidden card can be, by value
        ("n", np.int64),  # their sum
        ("final_mean", np.float64),  # the mean worth of a hidden card that stays, and of one flipped in mid-round
        ("early_mean", np.float64),
        ("gains", np.float64, (16,)),  # what drawing each value saves
        ("weights", np.float64, (N_KINDS,)),  # what a term of each kind counts
        ("luck", np.float64, (N_SEATS,)),  # the terms added up, by seat
    ]
)
"""What is noted before a decision, and the sums of the terms."""


@_kernel
def worth(card, is_final):  # type: ignore[no-untyped-def]
    """Return the points that a card turned up will count."""
    return np.float64(card) if is_final or card <= STAYS else STAYS + REPLACED * (card - STAYS)


@_kernel
def look(game, before):  # type: ignore[no-untyped-def]
    """Note the table as it is, and what a hidden card can be for the seat to decide."""
    table, cards = game.table, game.secret.cards
    for seat in range(np.int64(table.n_players)):
        before.hidden[seat] = table.hidden[seat]
        for slot in range(N_SLOTS):
            before.visible[seat, slot] = table.visible[seat, slot]
            before.cards[seat, slot] = cards[seat, slot]
    is_drawn_unseen = table.phase == PLACE and table.n_reshuffles == 0
    n, points, early = np.int64(0), np.float64(0), np.float64(0)
    for value in range(N_VALUES):
        copies = np.int64(COPIES[value]) - np.int64(table.seen[value])
        if is_drawn_unseen and table.drawn == value + LOWEST_CARD:
            copies -= 1  # known to the seat, though not shown yet
        before.counts[value] = copies
        n += copies
        points += copies * worth(value + LOWEST_CARD, True)
        early += copies * worth(value + LOWEST_CARD, False)
    before.n = n
    before.final_mean = points / n if n > 0 else 0.0
    before.early_mean = early / n if n > 0 else 0.0


@_kernel
def pair_beside(visible, slot):  # type: ignore[no-untyped-def]
    """Return the value that the other two cards of a slot's column show, or `CLEARED` where they are no pair."""
    column = slot // 3
    first = np.int64(visible[3 * column + (slot + 1) % 3])
    second = np.int64(visible[3 * column + (slot + 2) % 3])
    return first if first == second and first >= LOWEST_CARD else np.int64(CLEARED)


@_kernel
def revealed_term(before, seat, slot, is_final):  # type: ignore[no-untyped-def]
    """Return the worth of the card that was hidden at a slot, less the expected worth."""
    card = np.int64(before.cards[seat, slot])
    expected = before.final_mean if is_final else before.early_mean
    pair = pair_beside(before.visible[seat], slot)
    if pair >= LOWEST_CARD:
        clears = -2.0 * pair
        expected += before.counts[pair - LOWEST_CARD] * (clears - worth(pair, is_final)) / before.n
        if card == pair:
            return clears - expected
    return worth(card, is_final) - expected


@_kernel
def add_revealed(game, before, mover, phase, action, is_over):  # type: ignore[no-untyped-def]
    """Add the terms of hidden cards that a decision turned up ; one that was replaced has none."""
    table = game.table
    kept = (FLIP <= action < PASS) or action >= FLIP_INSTEAD
    target = -1 if kept or phase == OPENING else (action - 1) % N_SLOTS
    for seat in range(np.int64(table.n_players)):
        gone = before.hidden[seat] & ~np.int64(table.hidden[seat])
        slot = 0
        while gone:
            if gone & 1 and not (seat == mover and slot == target):
                kind = OPENED if phase == OPENING else EARLY
                if phase != OPENING and (is_over or table.ender >= 0):
                    kind = FINAL
                before.luck[seat] += before.weights[kind] * revealed_term(before, seat, slot, kind == FINAL)
            gone >>= 1
            slot += 1


@_kernel
def set_gains(visible, hidden, cleared, mean, gains):  # type: ignore[no-untyped-def]
    """Set what each value saves at its best place: the highest card goes, or a column is completed."""
    highest = -100.0
    for slot in range(N_SLOTS):
        if not cleared >> slot & 1:
            highest = max(highest, mean if hidden >> slot & 1 else np.float64(visible[slot]))
    for value in range(N_VALUES):
        gains[value] = max(0.0, highest - (value + LOWEST_CARD))
    for slot in range(N_SLOTS):
        pair = pair_beside(visible, slot)
        if pair >= LOWEST_CARD and not cleared >> slot & 1:
            charge = mean if hidden >> slot & 1 else np.float64(visible[slot])
            gains[pair - LOWEST_CARD] = max(gains[pair - LOWEST_CARD], charge + 2.0 * pair)


@_kernel
def mean_unseen(seen):  # type: ignore[no-untyped-def]
    """Return the mean of the cards that nobody has seen in this round, or 0 where there are none."""
    n, points = np.int64(0), np.int64(0)
    for value in range(N_VALUES):
        copies = np.int64(COPIES[value]) - np.int64(seen[value])
        n += copies
        points += copies * (value + LOWEST_CARD)
    return points / n if n > 0 else 0.0


@_kernel
def add_drawn(game, before, mover):  # type: ignore[no-untyped-def]
    """Add the term of the card just drawn."""
    table = game.table
    hidden, cleared = np.int64(table.hidden[mover]), np.int64(table.cleared[mover])
    set_gains(table.visible[mover], hidden, cleared, mean_unseen(table.seen), before.gains)
    n, expected = np.int64(0), 0.0
    for value in range(N_VALUES):
        copies = np.int64(table.pool[value])
        if table.n_reshuffles == 0:
            copies = np.int64(COPIES[value]) - np.int64(table.seen[value])
        n += copies
        expected += copies * before.gains[value]
    saved_more = before.gains[np.int64(table.drawn) - LOWEST_CARD] - expected / n
    before.luck[mover] -= before.weights[DRAWN] * saved_more

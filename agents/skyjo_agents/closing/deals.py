"""The last turns of all other seats together, by dealing the unseen cards many times.

Totals of several seats depend on each other: they come out of one pool, and what a seat leaves on the discard pile the
next may take. Each seat plays its best last turn by what it can know at that moment.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing import decks
from skyjo_agents.closing.columns import put
from skyjo_agents.closing.compiling import kernel, merged
from skyjo_agents.closing.last_turn import N_PLAN, TAKE_TO, plan_turn
from skyjo_agents.closing.piles import PILES, can_draw, discard, is_valid, remove_drawn
from skyjo_agents.closing.totals import LOWEST_TOTAL
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SEATS, N_SLOTS, N_VALUES, NO_CARD
from skyjo_sim.kernels.layout import STREAM

__all__ = ["deal_last_turns"]

HIGHEST = 1 << 20


@merged
def turn_up(hidden_cards, piles):
    """Return a hidden card that everybody gets to see."""
    card = decks.pop(hidden_cards)
    piles.hidden[card - LOWEST_CARD] -= 1
    return card


@merged
def place(cells, slot, card, piles, hidden_cards, after):
    """Put a card at a slot, discard the old one and what that clears."""
    old = cells[slot]
    if old == HIDDEN:
        old = turn_up(hidden_cards, piles)
    discard(piles, old)
    if put(cells, slot, card, after):
        for _ in range(N_ROWS):
            discard(piles, card)
    for other in range(N_SLOTS):
        cells[other] = after[other]


@merged
def throw(cells, card, piles, hidden_cards, after):
    """Throw a card away and flip the first hidden one, if there is any."""
    discard(piles, card)
    for slot in range(N_SLOTS):
        if cells[slot] == HIDDEN:
            flipped = turn_up(hidden_cards, piles)
            if put(cells, slot, flipped, after):
                for _ in range(N_ROWS):
                    discard(piles, flipped)
            for other in range(N_SLOTS):
                cells[other] = after[other]
            return


@merged
def draw(piles, shared, pile, luck):
    """Draw a card; `shared` holds it before a reshuffle, `pile` after it."""
    if piles.n_pile == 0:
        decks.fill(pile, piles.under)
        decks.mix(pile, luck)
        card = decks.pop(pile)
    else:
        card = decks.pop(shared if piles.is_shared else pile)
    remove_drawn(piles, card)
    return card


@merged
def play_turn(cells, plan, piles, shared, pile, luck, after):
    """Play a turn by a plan."""
    if plan[TAKE_TO] >= 0:
        card, piles.top = piles.top, NO_CARD
        place(cells, plan[TAKE_TO], card, piles, shared, after)
        return
    if not can_draw(piles):
        return
    card = draw(piles, shared, pile, luck)
    slot = plan[card - LOWEST_CARD]
    if slot < 0:
        throw(cells, card, piles, shared, after)
    else:
        place(cells, slot, card, piles, shared, after)


@merged
def final_total(cells, hidden_cards):
    """Turn the hidden cards up and return the total after clearing."""
    total = np.int64(0)
    for column in range(N_COLUMNS):
        points, first, is_equal = np.int64(0), np.int64(0), True
        for row in range(N_ROWS):
            card = cells[N_ROWS * column + row]
            if card == HIDDEN:
                card = decks.pop(hidden_cards)
            first = card if row == 0 else first
            is_equal = is_equal and card == first
            points += card if is_valid(card) else 0
        total += 0 if is_equal else points
    return total


@merged
def deal_once(grids, order, n_turns_done, piles, plans, is_planned, room, hidden_cards, pile, luck, totals):
    """Play the last turns once; return the lowest total. `piles` is used up."""
    cells, after = room[0], room[1]
    lowest = np.int64(HIGHEST)
    for number in range(order.size):
        seat = order[number]
        for slot in range(N_SLOTS):
            cells[slot] = grids[seat, slot]
        if number >= n_turns_done:
            plan = room[2]
            if is_planned:
                plan = plans[seat, piles.top - LOWEST_CARD if is_valid(piles.top) else N_VALUES]
            else:
                plan_turn(cells, piles, plan)
            play_turn(cells, plan, piles, hidden_cards, pile, luck, after)
        totals[seat] = final_total(cells, hidden_cards)
        lowest = min(lowest, totals[seat])
    return lowest


@kernel
def deal_last_turns(grids, order, n_turns_done, start, plans, is_planned, own_raw, n_deals, counts, lowest_counts):
    """Play the last turns `n_deals` times or a few more.

    Parameters
    ----------
    grids : int64[8, 16]
        The cards that the seats show, HIDDEN, CLEARED.
    order : int64[n]
        The other seats in the order of their turns; the first `n_turns_done` have had theirs.
    start : PILES record
    plans : int64[8, 16, 16]
        If `is_planned`, for each seat and discard top the plan to play by; else each seat plans when its turn comes.
    counts, lowest_counts : int64[8, 169], int64[169]
        Added to: how often each seat had each total, from -24 on, and the lowest of them.

    Returns
    -------
    int64, float64, float64
        Rounds through the deck; over these, the sum and the sum of squares of the share with a total of at most `own_raw`.
    """
    luck, key = np.zeros(1, STREAM), np.array([0x5EED, 0xC105], np.uint32)
    streams.start(luck[0], key, streams.SAMPLE, 0, 0, 0)
    piles, both = np.zeros(1, PILES), np.zeros(2, decks.DECK)
    decks.fill(both[0], start.hidden)
    room, totals = np.zeros((3, N_PLAN), np.int64), np.zeros(N_SEATS, np.int64)
    n_each, n_rounds, moment, square = max(both[0].n_cards, 16), 0, 0.0, 0.0
    while n_rounds * n_each < n_deals:
        decks.mix(both[0], luck[0])
        n_low = 0
        for number in range(n_each):
            if number == 0 or start.n_pile < order.size:
                decks.fill(both[1], start.draw)
                decks.mix(both[1], luck[0])
            decks.begin(both[0], number)
            decks.begin(both[1], number)
            piles[0] = start
            lowest = deal_once(
                grids, order, n_turns_done, piles[0], plans, is_planned, room, both[0], both[1], luck[0], totals
            )
            n_low += lowest <= own_raw
            lowest_counts[lowest - LOWEST_TOTAL] += 1
            for position in range(order.size):
                counts[order[position], totals[order[position]] - LOWEST_TOTAL] += 1
        n_rounds += 1
        moment += n_low / n_each
        square += (n_low / n_each) ** 2
    return n_rounds, moment, square


assert CLEARED < LOWEST_CARD

"""P(the ender is doubled), for compiled policies and for whole distributions.

`p_doubled` is exact for one other seat and deals the unseen cards for more (`skyjo_agents.closing.deals`).
`p_doubled_marginals` follows the seats in the order of their turns without dealing: what it carries from one to the next
is the chance that nobody has reached the ender's score so far, by the discard top that is left. It leaves out that the
seats' cards are from one pool, which matters the less the more cards are unseen.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.columns import EPSILON, N_LINES, pool_size, put, read_lines
from skyjo_agents.closing.compiling import inner, kernel, merged
from skyjo_agents.closing.deals import deal_last_turns
from skyjo_agents.closing.last_turn import N_PLAN, chance_at_most, count_hidden, plan_draws, plan_take
from skyjo_agents.closing.piles import PILES, draw_counts, is_valid, read_piles
from skyjo_agents.closing.totals import add_totals
from skyjo_agents.closing.ways import N_TOTALS, count_ways, new_ways, remove_card
from skyjo_sim.kernels.cards import GRID_WIDTH, HIDDEN, LOWEST_CARD, N_SEATS, N_SLOTS, N_VALUES, NO_CARD
from skyjo_sim.kernels.compiler import apart

__all__ = ["N_DEALS", "chance_nobody_low", "p_doubled", "p_doubled_marginals", "read_order"]

N_DEALS = 1 << 16
"""So many deals keep P(doubled) within 0.01: its standard error is at most 0.002."""

_NO_TOP = N_VALUES


@kernel
def read_order(table, ender, grids, order):
    """Set the grids, int64[8, 16], and the other seats in the order of their turns; return how many have had theirs."""
    n_players = np.int64(table.n_players)
    for seat in range(n_players):
        for slot in range(GRID_WIDTH):
            grids[seat, slot] = table.visible[seat, slot]
    for distance in range(1, n_players):
        order[distance - 1] = (ender + distance) % n_players
    return n_players - 1 - np.int64(table.last_turns_left) if table.ender == ender else np.int64(0)


@inner
def follow(cells, slot, card, weight, hidden, most, ways, layer, left):
    """Follow one thing a seat may do, which has chance `weight`: put a card at a slot, or at none (-1).

    Adds to ``left`` the chance that its total is over `most` then, by the discard top that is left.
    """
    apart()
    after, totals = np.empty(N_SLOTS, np.int64), np.zeros(N_TOTALS)
    top = card
    if slot >= 0:
        is_cleared = put(cells, slot, card, after)
        top = card if is_cleared else np.int64(cells[slot])
        add_totals(after, hidden, weight, ways, layer, totals)
    else:
        add_totals(cells, hidden, weight, ways, layer, totals)
    over = max(weight - chance_at_most(totals, most), 0.0)
    if top == HIDDEN:
        n, _ = pool_size(hidden)
        for value in range(N_VALUES):
            left[value] += over * hidden[value] / n
    else:
        left[top - LOWEST_CARD if is_valid(top) else _NO_TOP] += over


@merged
def follow_draws(cells, plan, weight, piles, most, ways, left):
    """Follow all cards that a seat may draw, as `follow` does."""
    draws = np.zeros(N_VALUES)
    is_shared = draw_counts(piles, draws)
    n_draws, _ = pool_size(draws)
    if n_draws == 0:
        follow(cells, -1, NO_CARD, weight, piles.hidden, most, ways, 0, left)
    for value in range(N_VALUES):
        if draws[value] > 0:
            if is_shared:
                piles.hidden[value] -= 1
                remove_card(ways[0], value, count_hidden(cells), ways[1])
            share = weight * draws[value] / n_draws
            layer = 1 if is_shared else 0
            follow(cells, plan[value], value + LOWEST_CARD, share, piles.hidden, most, ways, layer, left)
            piles.hidden[value] += is_shared


@merged
def follow_seat(cells, piles, most, ways, tops, left):
    """Follow a seat's last turn, from the chances of the discard tops it meets to those of the tops that it leaves."""
    plan, lines = np.empty(N_PLAN, np.int64), np.empty((N_LINES, 3), np.int64)
    read_lines(cells, lines)
    drawing = plan_draws(lines, piles, plan)
    drawing_weight = 0.0
    for top in range(_NO_TOP + 1):
        piles.top = top + LOWEST_CARD if top < _NO_TOP else NO_CARD
        slot, taking = plan_take(lines, piles)
        if slot >= 0 and taking <= drawing + EPSILON:
            if tops[top] > 0:
                follow(cells, slot, piles.top, tops[top], piles.hidden, most, ways, 0, left)
        else:
            drawing_weight += tops[top]
    if drawing_weight > 0:
        follow_draws(cells, plan, drawing_weight, piles, most, ways, left)


@kernel
def chance_nobody_low(grids, order, n_turns_done, start, most):
    """Return the chance that every other seat's total is over `most`, the pool of each being the whole one.

    The arguments are those of `skyjo_agents.closing.deals.deal_last_turns`.
    """
    apart()
    piles, ways, tops = np.zeros(1, PILES), new_ways(), np.zeros((2, _NO_TOP + 1))
    piles[0] = start
    tops[0, start.top - LOWEST_CARD if is_valid(start.top) else _NO_TOP] = 1
    for number in range(order.size):
        cells = grids[order[number]]
        count_ways(start.hidden, count_hidden(cells), ways[0])
        for top in range(_NO_TOP + 1):
            tops[1, top] = 0
        if number >= n_turns_done:
            follow_seat(cells, piles[0], most, ways, tops[0], tops[1])
            piles[0].n_pile = max(piles[0].n_pile - 1, 0)
            for top in range(_NO_TOP + 1):
                tops[0, top] = tops[1, top]
        else:
            follow(cells, -1, NO_CARD, 1.0, start.hidden, most, ways, 0, tops[1])
            for top in range(_NO_TOP + 1):
                tops[0, top] *= tops[1, _NO_TOP]
    chance = 0.0
    for top in range(_NO_TOP + 1):
        chance += tops[0, top]
    return chance


@kernel
def p_doubled_marginals(table, seat, own_raw):
    """Return about what `p_doubled` does, much faster: as if each seat's cards were from a pool of its own.

    Exact for one other seat. For more it was 0.05 off at most before a reshuffle, and 0.1 after it.
    """
    apart()
    if own_raw <= 0:
        return 0.0
    grids, order, piles = np.empty((N_SEATS, GRID_WIDTH), np.int64), np.empty(N_SEATS, np.int64), np.zeros(1, PILES)
    n_turns_done = read_order(table, seat, grids, order)
    read_piles(table, piles[0])
    return 1.0 - chance_nobody_low(grids, order[: np.int64(table.n_players) - 1], n_turns_done, piles[0], own_raw)


@kernel
def p_doubled(table, seat, own_raw, n_deals):
    """Return the chance that `seat`, which ends the round now with `own_raw` points, is doubled.

    For compiled policies. ``table`` is what everybody sees once the seat's turn is over; nothing of it is changed.
    Exact for one other seat; for more the last turns are dealt `n_deals` times (`N_DEALS` are enough for 0.01), always
    the same way.
    """
    if own_raw <= 0 or table.n_players == 2:
        return p_doubled_marginals(table, seat, own_raw)
    grids, order, piles = np.empty((N_SEATS, GRID_WIDTH), np.int64), np.empty(N_SEATS, np.int64), np.zeros(1, PILES)
    n_turns_done = read_order(table, seat, grids, order)
    read_piles(table, piles[0])
    plans = np.zeros((1, 1, N_PLAN), np.int64)
    counts, lowest_counts = np.zeros((N_SEATS, N_TOTALS), np.int64), np.zeros(N_TOTALS, np.int64)
    n_others = np.int64(table.n_players) - 1
    n_rounds, moment, _ = deal_last_turns(
        grids, order[:n_others], n_turns_done, piles[0], plans, False, own_raw, n_deals, counts, lowest_counts
    )
    return moment / n_rounds

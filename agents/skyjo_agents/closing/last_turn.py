"""The best last turn: what a seat does, knowing the table and not the hidden cards, and the totals it may get.

Two decisions, as in any turn: take the top discard or draw; then where to put the drawn card, or throw it away. Which
card is flipped then changes nothing that counts for its owner, as all are turned up in the end.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.columns import (
    EPSILON,
    N_LINES,
    best_slot,
    pool_size,
    put,
    read_lines,
    triple_points,
    triples,
    triples_with,
)
from skyjo_agents.closing.compiling import inner, kernel
from skyjo_agents.closing.piles import draw_counts, is_valid
from skyjo_agents.closing.totals import LOWEST_TOTAL, add_totals
from skyjo_agents.closing.ways import N_TOTALS, count_ways, remove_card
from skyjo_sim.kernels.cards import HIDDEN, LOWEST_CARD, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import apart

__all__ = [
    "N_PLAN",
    "TAKE_TO",
    "THROW",
    "chance_at_most",
    "last_turn_totals",
    "plan_draws",
    "plan_turn",
    "totals_after",
]

N_PLAN = 16
TAKE_TO = 15
"""A plan is int64[16]: for each value drawn the slot it is put at or `THROW`; last, the slot for the top discard or -1."""
THROW = -1


@kernel
def plan_draws(lines, piles, plan):
    """Plan what to do with every card that may be drawn; return the expected total of drawing, 1e9 if nobody can."""
    apart()
    draws = np.zeros(N_VALUES)
    is_shared = draw_counts(piles, draws)
    hidden = piles.hidden
    n_draws, _ = pool_size(draws)
    n, points = pool_size(hidden)
    equal, expected = triples(hidden), 0.0
    for value in range(N_VALUES):
        plan[value] = THROW
        if draws[value] <= 0:
            continue
        n_left, mean, triple = n, points / max(n, 1.0), triple_points(equal, n)
        if is_shared:
            n_left = n - 1
            mean = (points - value - LOWEST_CARD) / max(n_left, 1.0)
            triple = triple_points(equal - triples_with(hidden, value), n_left)
            hidden[value] -= 1
        slot, gain, total = best_slot(lines, value, hidden, n_left, mean, triple)
        if is_shared:
            hidden[value] += 1
        if gain > EPSILON:
            plan[value] = slot
            total -= gain
        expected += draws[value] / n_draws * total
    return expected if n_draws > 0 else 1e9


@kernel
def plan_take(lines, piles):
    """Return the best slot for the top discard and the expected total of putting it there; -1 and 1e9 if there is none."""
    if not is_valid(piles.top):
        return np.int64(-1), 1e9
    n, points = pool_size(piles.hidden)
    triple = triple_points(triples(piles.hidden), n)
    slot, gain, total = best_slot(lines, piles.top - LOWEST_CARD, piles.hidden, n, points / max(n, 1.0), triple)
    return (slot, total - gain) if slot >= 0 else (slot, 1e9)


@kernel
def plan_turn(cells, piles, plan):
    """Plan the turn with the least expected total; return that total.

    Equals are decided for the discard, for throwing a drawn card away, and for the first slot.
    """
    apart()
    lines = np.empty((N_LINES, 3), np.int64)
    read_lines(cells, lines)
    drawing = plan_draws(lines, piles, plan)
    slot, taking = plan_take(lines, piles)
    plan[TAKE_TO] = slot if taking <= drawing + EPSILON else -1
    return min(taking, drawing)


@inner
def chance_at_most(totals, most):
    """Return the chance of a total of at most `most`."""
    chance = 0.0
    for i in range(min(most - LOWEST_TOTAL + 1, N_TOTALS)):
        chance += totals[i]
    return chance


@inner
def count_hidden(cells):
    """Return how many cards of a grid are hidden."""
    n_hidden = 0
    for slot in range(N_SLOTS):
        n_hidden += cells[slot] == HIDDEN
    return n_hidden


@kernel
def totals_after(cells, slot, card, hidden, weight, ways, layer, out):
    """Add the totals after a card was put at a slot, or at none; ``ways[layer]`` belongs to the pool ``hidden``."""
    apart()
    if slot < 0:
        add_totals(cells, hidden, weight, ways, layer, out)
        return
    after = np.empty(N_SLOTS, np.int64)
    put(cells, slot, card, after)
    add_totals(after, hidden, weight, ways, layer, out)


@kernel
def last_turn_totals(cells, piles, plan, ways, out):
    """Set ``out``, float64[169], to the distribution of the final total of a seat that plays by a plan."""
    for i in range(N_TOTALS):
        out[i] = 0
    most = count_hidden(cells)
    count_ways(piles.hidden, most, ways[0])
    if plan[TAKE_TO] >= 0:
        totals_after(cells, plan[TAKE_TO], piles.top, piles.hidden, 1.0, ways, 0, out)
        return
    draws = np.zeros(N_VALUES)
    is_shared = draw_counts(piles, draws)
    n_draws, _ = pool_size(draws)
    if n_draws == 0:
        add_totals(cells, piles.hidden, 1.0, ways, 0, out)
    for value in range(N_VALUES):
        if draws[value] <= 0:
            continue
        if is_shared:
            piles.hidden[value] -= 1
            remove_card(ways[0], value, most, ways[1])
        layer = 1 if is_shared else 0
        totals_after(cells, plan[value], value + LOWEST_CARD, piles.hidden, draws[value] / n_draws, ways, layer, out)
        if is_shared:
            piles.hidden[value] += 1

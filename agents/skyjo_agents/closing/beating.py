"""The last turn that beats the ender most often: the greatest chance of a total of at most the ender's score.

Among equal chances the least expected total counts, and then the same order as in `skyjo_agents.closing.last_turn`.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.columns import EPSILON, pool_size
from skyjo_agents.closing.compiling import inner, kernel, merged
from skyjo_agents.closing.last_turn import TAKE_TO, THROW, chance_at_most, count_hidden, totals_after
from skyjo_agents.closing.piles import draw_counts, is_valid
from skyjo_agents.closing.totals import LOWEST_TOTAL
from skyjo_agents.closing.ways import N_TOTALS, count_ways, new_ways, remove_card
from skyjo_sim.kernels.cards import CLEARED, LOWEST_CARD, N_ROWS, N_SLOTS, N_VALUES

__all__ = ["plan_to_beat"]


@merged
def is_better(chance, expected, best):
    """Tell whether a chance and an expected total are better than those in ``best``."""
    return chance > best[0] + EPSILON or (chance > best[0] - EPSILON and expected < best[1] - EPSILON)


@merged
def is_repeated(cells, slot):
    """Tell whether an earlier slot of the column holds the same card, or none is there to be replaced."""
    first = N_ROWS * (slot // N_ROWS)
    for earlier in range(first, slot):
        if cells[earlier] == cells[slot]:
            return True
    return cells[slot] == CLEARED


@inner
def best_place(cells, card, first_slot, hidden, most, ways, layer, best):
    """Return the best slot from `first_slot` on for a card, -1 being none; its chance and expected total are in ``best``."""
    chosen = np.int64(THROW)
    best[0], best[1] = -1.0, 1e9
    totals = np.empty(N_TOTALS)
    for slot in range(first_slot, N_SLOTS):
        if slot >= 0 and is_repeated(cells, slot):
            continue
        for i in range(N_TOTALS):
            totals[i] = 0
        totals_after(cells, slot, card, hidden, 1.0, ways, layer, totals)
        expected = 0.0
        for i in range(N_TOTALS):
            expected += totals[i] * (i + LOWEST_TOTAL)
        chance = chance_at_most(totals, most)
        if is_better(chance, expected, best):
            chosen, best[0], best[1] = np.int64(slot), chance, expected
    return chosen


@kernel
def plan_to_beat(cells, piles, most, plan):
    """Plan the turn with the greatest chance of a total of at most `most`."""
    ways, draws, best, drawing = new_ways(), np.zeros(N_VALUES), np.zeros(2), np.zeros(2)
    n_hidden = count_hidden(cells)
    count_ways(piles.hidden, n_hidden, ways[0])
    is_shared = draw_counts(piles, draws)
    n_draws, _ = pool_size(draws)
    layer = 1 if is_shared else 0
    if n_draws == 0:
        drawing[0] = -1
    for value in range(N_VALUES):
        plan[value] = THROW
        if draws[value] > 0:
            if is_shared:
                piles.hidden[value] -= 1
                remove_card(ways[0], value, n_hidden, ways[1])
            plan[value] = best_place(cells, value + LOWEST_CARD, -1, piles.hidden, most, ways, layer, best)
            piles.hidden[value] += is_shared
            drawing[0] += draws[value] / n_draws * best[0]
            drawing[1] += draws[value] / n_draws * best[1]
    plan[TAKE_TO] = -1
    if is_valid(piles.top):
        slot = best_place(cells, piles.top, 0, piles.hidden, most, ways, 0, best)
        if slot >= 0 and not is_better(drawing[0], drawing[1], best):
            plan[TAKE_TO] = slot

"""How many sets of cards of a pool have a given sum.

``ways[j, u]`` counts the sets of j cards whose indices (value + 2) add up to u: the coefficients of the product of
``1 + z x^index`` over all cards. Taking a card out of the pool divides by its factor, which costs a subtraction per
number.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.compiling import kernel, merged
from skyjo_sim.kernels.cards import N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import apart

__all__ = ["N_LAYERS", "N_TOTALS", "choose", "count_ways", "new_ways", "remove_card"]

N_TOTALS = (N_VALUES - 1) * N_SLOTS + 1
"""Sums of the indices of 12 cards are 0..168, their totals -24..144."""
N_LAYERS = 6
"""Layers of ways: the pool, the pool without a drawn card, and one for each column that may become complete."""


@merged
def new_ways():
    """Return room for ``ways`` in all layers."""
    return np.empty((N_LAYERS, N_SLOTS + 1, N_TOTALS))


@kernel
def count_ways(counts, most, ways):
    """Fill ``ways``, float64[13, 169], for sets of up to `most` cards; counts may be fractions."""
    for j in range(most + 1):
        for u in range((N_VALUES - 1) * most + 1):
            ways[j, u] = 0
    ways[0, 0] = 1
    for value in range(N_VALUES):
        for j in range(most, 0, -1):
            choices = 1.0
            for c in range(1, j + 1):
                choices *= (counts[value] - (c - 1)) / c
                if choices == 0:
                    break
                for u in range((N_VALUES - 1) * (j - c) + 1):
                    ways[j, u + value * c] += choices * ways[j - c, u]


@kernel
def remove_card(ways, value, most, without):
    """Fill ``without`` for the pool without a card of index `value`; it may be ``ways`` itself."""
    apart()
    for u in range((N_VALUES - 1) * most + 1):
        without[0, u] = ways[0, u]
    for j in range(1, most + 1):
        end = (N_VALUES - 1) * j + 1
        for u in range(end):
            without[j, u] = ways[j, u]
        for u in range(value, value + end - (N_VALUES - 1)):
            without[j, u] -= without[j - 1, u - value]


@merged
def choose(n, k):
    """Return the number of sets of k out of n."""
    sets = 1.0
    for i in range(k):
        sets *= (n - i) / (k - i)
    return sets

"""The exact distribution of a grid's total when its hidden cards are turned up, clearing included.

Columns that may become complete are taken apart: for each of them "becomes complete with value v" has a known chance
and takes its cards out of the pool, and then three cards count nothing instead of ``3 v``. All other hidden cards are a
set out of the pool, whose sums are known (`skyjo_agents.closing.ways`).
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.compiling import kernel, merged
from skyjo_agents.closing.ways import choose, remove_card
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS, N_VALUES

__all__ = ["LOWEST_TOTAL", "add_totals"]

LOWEST_TOTAL = LOWEST_CARD * N_SLOTS
"""The total that the first number of a distribution belongs to."""

_PLAIN = -1
_START = -2
_END = 99


@merged
def read_columns(cells, values, n_hidden):
    """List the columns that may become complete, those of three hidden cards first.

    ``values`` gets the index of their face-up cards, -1 for hidden ones, and ``n_hidden`` their hidden cards. Returns how
    many they are, all hidden cards of the grid, and its other points.
    """
    n_special, n_all, fixed = 0, 0, np.int64(0)
    for is_first in (True, False):
        for column in range(N_COLUMNS):
            hidden, n_cards, points, lowest, highest = 0, 0, np.int64(0), np.int64(100), np.int64(-100)
            for row in range(N_ROWS):
                card = np.int64(cells[N_ROWS * column + row])
                hidden += card == HIDDEN
                n_cards += card != CLEARED
                if card > HIDDEN:
                    points += card
                    lowest, highest = min(lowest, card), max(highest, card)
            is_untouched = hidden == N_ROWS
            if is_untouched != is_first:
                continue
            is_equal = n_cards == N_ROWS and (is_untouched or lowest == highest)
            n_all += hidden
            if is_equal and hidden > 0:
                values[n_special] = -1 if is_untouched else lowest - LOWEST_CARD
                n_hidden[n_special] = hidden
                n_special += 1
            if not (is_equal and hidden == 0):
                fixed += points
    return n_special, n_all, fixed


@merged
def next_choice(depth, choice, values):
    """Return the next way in which a column may end: `_PLAIN`, then the values it may become complete with.

    Columns of three hidden cards are alike, so their choices ascend; `_END` when there is none left.
    """
    now = choice[depth]
    is_untouched = values[depth] < 0
    if now == _START:
        return choice[depth - 1] if is_untouched and depth > 0 else _PLAIN
    if is_untouched:
        return now + 1 if now + 1 < N_VALUES else _END
    return values[depth] if now == _PLAIN else _END


@merged
def multiplicity(depth, choice, values):
    """Return by how much the orders of ascending choices grow with the last: its place over its place among equals."""
    if values[depth] >= 0:
        return 1.0
    run = 1
    while run <= depth and choice[depth - run] == choice[depth]:
        run += 1
    return (depth + 1) / run


@merged
def add_leaf(depth, choice, points, ways, n_plain, chance, out):
    """Add the totals for one choice of columns that become complete: those at depths before `depth`."""
    for mask in range(1 << depth):
        shift, sign, is_allowed = 0, 1.0, True
        for i in range(depth):
            if mask >> i & 1:
                is_allowed = is_allowed and choice[i] != _PLAIN
                shift += 3 * (choice[i] + LOWEST_CARD)
                sign = -sign
        if not is_allowed:
            continue
        start = points + shift + LOWEST_CARD * n_plain - LOWEST_TOTAL
        for u in range((N_VALUES - 1) * n_plain + 1):
            out[start + u] += sign * chance * ways[n_plain, u]


@kernel
def add_totals(cells, counts, weight, ways, first, out):
    """Add `weight` times the distribution of a grid's total to ``out``, float64[169], from `LOWEST_TOTAL` on.

    Parameters
    ----------
    cells : int64[12]
        The grid: cards, HIDDEN, CLEARED; no complete column is left unless it shall go.
    counts : float64[15]
        The pool that the hidden cards are from; left as it was.
    ways : float64[6, 13, 169]
        ``ways[first]`` belongs to the counts; the layers behind it are scratch.
    """
    values, n_hidden = np.zeros(N_COLUMNS, np.int64), np.zeros(N_COLUMNS, np.int64)
    n_special, n_all, fixed = read_columns(cells, values, n_hidden)
    n = 0.0
    for value in range(N_VALUES):
        n += counts[value]
    choice = np.zeros(N_COLUMNS + 1, np.int64)
    layers = np.zeros(N_COLUMNS + 1, np.int64)
    chances, left, sizes = np.ones(N_COLUMNS + 1), np.zeros(N_COLUMNS + 1, np.int64), np.zeros(N_COLUMNS + 1)
    points = np.zeros(N_COLUMNS + 1, np.int64)
    layers[0], chances[0], left[0], sizes[0], points[0] = first, weight, n_all, n, fixed
    depth = 0
    choice[0] = _START
    while depth >= 0:
        if depth == n_special:
            chance = chances[depth] / choose(sizes[depth], left[depth])
            add_leaf(depth, choice, points[depth], ways[layers[depth]], left[depth], chance, out)
            depth -= 1
            continue
        if choice[depth] >= 0:
            counts[choice[depth]] += n_hidden[depth]
        choice[depth] = next_choice(depth, choice, values)
        if choice[depth] == _END:
            depth -= 1
            continue
        descend(depth, choice, values, n_hidden, counts, ways, layers, chances, left, sizes, points)
        if chances[depth + 1] != 0:
            depth += 1
            choice[depth] = _START


@merged
def descend(depth, choice, values, n_hidden, counts, ways, layers, chances, left, sizes, points):
    """Set what belongs to the next depth, the chosen column being plain or complete."""
    value, hidden = choice[depth], n_hidden[depth]
    chances[depth + 1] = chances[depth] * multiplicity(depth, choice, values)
    layers[depth + 1], left[depth + 1], sizes[depth + 1] = layers[depth], left[depth], sizes[depth]
    points[depth + 1] = points[depth]
    if value == _PLAIN:
        return
    left[depth + 1] -= hidden
    sizes[depth + 1] -= hidden
    layers[depth + 1] += 1
    points[depth + 1] -= (N_ROWS - hidden) * (value + LOWEST_CARD)
    for i in range(hidden):
        chances[depth + 1] *= (counts[value] - i) / (sizes[depth] - i)
        source = ways[layers[depth]] if i == 0 else ways[layers[depth + 1]]
        remove_card(source, value, left[depth + 1], ways[layers[depth + 1]])
    counts[value] -= hidden

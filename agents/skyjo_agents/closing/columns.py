"""What the columns of a grid count in expectation at the final reveal, and where a card is best put.

Expectations add up over columns, so a placement changes one column's number only. That is exact: a hidden card counts
the mean of the pool, and a column that can still become complete counts less by what it would clear.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.compiling import inner, kernel, merged
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS, N_VALUES

__all__ = [
    "EPSILON",
    "N_LINES",
    "best_slot",
    "pool_size",
    "put",
    "read_lines",
    "triple_points",
    "triples",
    "triples_with",
]

EPSILON = 1e-9
"""Expectations that differ by less are equal: sums of rounded fractions."""

N_LINES = N_SLOTS + N_COLUMNS
"""The columns without each slot, and then the whole columns, are described as int64[16, 3]: the sum of the face-up cards,
the number of hidden ones, and the one value (its index) that the column may become complete with."""
POINTS, N_HIDDEN, COMMON = 0, 1, 2
ANY = -1
NONE = -2
GONE = -3
"""Instead of a value: any, none, and the slot is cleared."""


@inner
def pool_size(counts):
    """Return how many cards there are, and the sum of their values."""
    n, points = 0.0, 0.0
    for value in range(N_VALUES):
        n += counts[value]
        points += counts[value] * (value + LOWEST_CARD)
    return n, points


@merged
def chance_of_all(copies, n, n_hidden):
    """Return the chance that `n_hidden` cards (at most 3) drawn out of `n` are all of a value with `copies` cards."""
    if n_hidden == 0:
        return 1.0
    sets, all_sets = copies, n
    for i in range(1, n_hidden):
        sets *= max(copies - i, 0.0)
        all_sets *= n - i
    return sets / max(all_sets, 1.0)


@merged
def triples(counts):
    """Return the sum over ordered triples of equal cards of their points: what three hidden cards may lose by clearing."""
    points = 0.0
    for value in range(N_VALUES):
        points += 3 * (value + LOWEST_CARD) * counts[value] * max(counts[value] - 1, 0.0) * max(counts[value] - 2, 0.0)
    return points


@merged
def triples_with(counts, value):
    """Return by how much `triples` shrinks when a card of a value is taken away."""
    return 9 * (value + LOWEST_CARD) * max(counts[value] - 1, 0.0) * max(counts[value] - 2, 0.0)


@merged
def triple_points(sum_of_triples, n):
    """Return the expected points that a column of three hidden cards loses by clearing."""
    return sum_of_triples / max(n * (n - 1) * (n - 2), 1.0)


@merged
def describe(cells, column, skipped, line):
    """Describe a column without one of its slots, or, if that is another's, the whole of it."""
    points, n_hidden, common = np.int64(0), np.int64(0), np.int64(ANY)
    for slot in range(N_ROWS * column, N_ROWS * column + N_ROWS):
        card = np.int64(cells[slot])
        if slot == skipped:
            continue
        if card == HIDDEN:
            n_hidden += 1
        elif card == CLEARED:
            common = np.int64(NONE)
        else:
            points += card
            common = card - LOWEST_CARD if common in (ANY, card - LOWEST_CARD) else np.int64(NONE)
    line[POINTS], line[N_HIDDEN], line[COMMON] = points, n_hidden, common


@kernel
def read_lines(cells, lines):
    """Describe the columns of a grid in ``lines``, int64[16, 3]."""
    for slot in range(N_SLOTS):
        describe(cells, slot // N_ROWS, slot, lines[slot])
        if cells[slot] == CLEARED:
            lines[slot, COMMON] = GONE
    for column in range(N_COLUMNS):
        describe(cells, column, -1, lines[N_SLOTS + column])


@merged
def expected_column(line, counts, n, mean, triple):
    """Return what a described column counts in expectation; `mean` and `triple` belong to the counts."""
    n_hidden, common = line[N_HIDDEN], line[COMMON]
    points = line[POINTS] + n_hidden * mean
    if common >= 0:
        return points - 3 * (common + LOWEST_CARD) * chance_of_all(counts[common], n, n_hidden)
    return points - triple if common == ANY else points


@kernel
def best_slot(lines, value, counts, n, mean, triple):
    """Return the slot where a card lowers the expected total most, by how much, and the total before.

    The slot is -1 where nothing can be replaced; the first slot of equals.
    """
    best, gain, total = np.int64(-1), -1e9, 0.0
    card = value + LOWEST_CARD
    for column in range(N_COLUMNS):
        before = expected_column(lines[N_SLOTS + column], counts, n, mean, triple)
        total += before
        for slot in range(N_ROWS * column, N_ROWS * column + N_ROWS):
            n_hidden, common = lines[slot, N_HIDDEN], lines[slot, COMMON]
            if common == GONE:
                continue
            saved = before - lines[slot, POINTS] - card - n_hidden * mean
            if common in (ANY, value):
                saved += 3 * card * chance_of_all(counts[value], n, n_hidden)
            if saved > gain + EPSILON:
                best, gain = np.int64(slot), saved
    return best, gain, total


@kernel
def put(cells, slot, card, after):
    """Set ``after`` to the grid with a card put at a slot, its column cleared if that completes it; tell whether it did."""
    for other in range(N_SLOTS):
        after[other] = cells[other]
    after[slot] = card
    first = N_ROWS * (slot // N_ROWS)
    if after[first] == after[first + 1] and after[first] == after[first + 2]:
        for row in range(N_ROWS):
            after[first + row] = CLEARED
        return True
    return False

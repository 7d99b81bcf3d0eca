"""What may still come: the chances of each value, from the cards that everybody has seen.

Before a reshuffle hidden cards and draw pile are one pool; after it everybody knows what the draw pile holds.
"""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.sheet import DRAWN, UNSEEN, WIDTH
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def scale_to_one(row, total):  # type: ignore[no-untyped-def]
    """Divide counts by their total, in place."""
    scale = 1.0 / total if total > 0 else 0.0
    for value in range(N_VALUES):
        row[value] *= scale


@_kernel
def write_pool(sheet, n_unseen):  # type: ignore[no-untyped-def]
    """Make counts of what is unseen, `n_unseen` in all, chances of both pools; return their mean and variance."""
    drawn, unseen = sheet[DRAWN], sheet[UNSEEN]
    drawn[N_VALUES], unseen[N_VALUES] = 0.0, 0.0
    scale_to_one(unseen, n_unseen)
    mean, square = 0.0, 0.0
    for value in range(N_VALUES):
        card = np.float64(value + LOWEST_CARD)
        mean += unseen[value] * card
        square += unseen[value] * card * card
        drawn[value] = unseen[value]
    return mean, max(square - mean * mean, 0.0)


@_kernel
def write_chances(table, sheet):  # type: ignore[no-untyped-def]
    """Write the chances of the next card drawn and of a hidden card; return the hidden cards' mean and variance."""
    n_unseen = np.int64(0)
    drawn, unseen = sheet[DRAWN], sheet[UNSEEN]
    for value in range(N_VALUES):
        left = np.int64(COPIES[value]) - np.int64(table.seen[value])
        unseen[value] = left
        n_unseen += left
    moments = write_pool(sheet, n_unseen)
    if table.n_reshuffles > 0 and table.n_pile > 0:
        for value in range(N_VALUES):
            drawn[value] = table.pool[value]
        scale_to_one(drawn, np.int64(table.n_pile))
    return moments


assert WIDTH == N_VALUES + 1

"""What everybody knows about the cards that nobody has seen, in the last turns of a round.

Before a reshuffle hidden cards and draw pile are one pool; after it the draw pile holds old discards, which are known,
and the hidden cards are all that is left unseen.
"""

# mypy: allow-untyped-defs

import numpy as np

from skyjo_agents.closing.compiling import kernel, merged
from skyjo_sim.kernels.cards import COPIES, HIGHEST_CARD, LOWEST_CARD, N_SLOTS, N_VALUES
from skyjo_sim.kernels.layout import record

__all__ = ["PILES", "can_draw", "discard", "draw_counts", "is_valid", "read_piles", "remove_drawn"]

PILES = record(
    [
        ("hidden", np.float64, (N_VALUES,)),  # cards by value that the hidden cards are from
        ("draw", np.float64, (N_VALUES,)),  # the draw pile, where it is a pool of its own
        ("under", np.float64, (N_VALUES,)),  # the discard pile below its top
        ("n_pile", np.int64),
        ("top", np.int64),  # of the discard pile; NO_CARD where there is none
        ("is_shared", np.int64),  # the draw pile is a part of the pool `hidden`
    ]
)
"""The cards out of sight, as counts by value; fractions are expected counts."""


@merged
def is_valid(card):
    """Tell whether a number is a card."""
    return LOWEST_CARD <= card <= HIGHEST_CARD


@kernel
def read_piles(table, piles):
    """Fill `piles`, a record of `PILES`, from what the table shows."""
    piles.top = np.int64(table.discard_top)
    piles.n_pile = np.int64(table.n_pile)
    piles.is_shared = np.int64(table.n_reshuffles == 0)
    for value in range(N_VALUES):
        pooled = np.int64(table.pool[value]) if table.n_reshuffles > 0 else np.int64(0)
        piles.hidden[value] = np.int64(COPIES[value]) - np.int64(table.seen[value])
        piles.draw[value] = pooled
        piles.under[value] = np.int64(table.seen[value]) - pooled
    if is_valid(piles.top):
        piles.under[piles.top - LOWEST_CARD] -= 1
    for seat in range(np.int64(table.n_players)):
        for slot in range(N_SLOTS):
            card = np.int64(table.visible[seat, slot])
            if is_valid(card):
                piles.under[card - LOWEST_CARD] -= 1


@kernel
def draw_counts(piles, counts):
    """Set the counts of what the next drawn card may be; tell whether it comes out of the pool of hidden cards.

    With an empty draw pile it is one of the discards below the top.
    """
    is_shared = piles.n_pile > 0 and piles.is_shared != 0
    for value in range(N_VALUES):
        if is_shared:
            counts[value] = max(piles.hidden[value], 0.0)
        else:
            counts[value] = max(piles.draw[value] if piles.n_pile > 0 else piles.under[value], 0.0)
    return is_shared


@merged
def can_draw(piles):
    """Tell whether a card can be drawn, after a reshuffle where the draw pile is empty. Always true with 150 cards."""
    n = piles.n_pile
    if n == 0:
        for value in range(N_VALUES):
            n += np.int64(piles.under[value])
    return n > 0


@merged
def remove_drawn(piles, card):
    """Take a drawn card out of the piles, which are reshuffled before it if the draw pile is empty."""
    if piles.n_pile == 0:
        piles.is_shared = 0
        for value in range(N_VALUES):
            piles.draw[value] = piles.under[value]
            piles.n_pile += np.int64(piles.under[value])
            piles.under[value] = 0
    piles.n_pile -= 1
    if piles.is_shared:
        piles.hidden[card - LOWEST_CARD] -= 1
    else:
        piles.draw[card - LOWEST_CARD] -= 1


@merged
def discard(piles, card):
    """Lay a card on the discard pile."""
    if is_valid(piles.top):
        piles.under[piles.top - LOWEST_CARD] += 1
    piles.top = card

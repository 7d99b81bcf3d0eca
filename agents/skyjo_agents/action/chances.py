"""What may still come: the chances of each playing card, from those that everybody has seen."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.sheet import CHANCES, HAS_ROWS, MEAN, NOW, STAR_CHANCE, STAR_FACE, WIDTH
from skyjo_sim.kernels.action.layout import RULES
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import LOWEST_CARD

_COPIES = np.array([3, 7, 11] + [7] * 12 + [15], np.int64)
"""Of the official deck, by face (RULES.md 9.1)."""


@inner
def count_unseen(table):  # type: ignore[no-untyped-def]
    """Return the number of cards in the draw pile and face down in grids."""
    n_unseen = np.int64(table.n_pile)
    for seat in range(np.int64(table.n_players)):
        n_unseen += count(np.int64(table.hidden[seat]))
    return n_unseen


@inner
def write_chances(table, sheet):  # type: ignore[no-untyped-def]
    """Write the chances of the next card drawn, and the mean of the cards unseen.

    What is unseen and no number is a star, so that a deck without stars is noticed.
    """
    chances, now = sheet[CHANCES], sheet[NOW]
    n_numbers, points = 0.0, 0.0
    for face in range(STAR_FACE):
        left = np.float64(max(_COPIES[face] - np.int64(table.seen[face]), 0))
        chances[face] = left
        n_numbers += left
        points += left * (face + LOWEST_CARD)
    n_seen = np.int64(table.seen[STAR_FACE])
    n_stars = min(
        max(np.float64(count_unseen(table)) - n_numbers, 0.0), np.float64(max(_COPIES[STAR_FACE] - n_seen, 0))
    )
    chances[STAR_FACE] = n_stars
    total = max(n_numbers + n_stars, 1.0)
    now[MEAN] = points / total
    now[STAR_CHANCE] = n_stars / total
    n_actions = np.int64(table.n_market) + np.int64(table.n_action_pile) + np.int64(table.n_action_discard)
    now[HAS_ROWS] = 1.0 if n_actions > 0 or n_stars + n_seen > 0 else 0.0
    if table.n_reshuffles > 0 and table.n_pile > 0:
        total = np.float64(table.n_pile)
        for face in range(WIDTH):
            chances[face] = np.float64(table.pool[face])
    for face in range(WIDTH):
        chances[face] /= total


assert RULES["copies"].shape == _COPIES.shape

"""What may still come: the chances of each playing card, from those that the seat has seen."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.sheet import CHANCES, HAS_ROWS, MEAN, NOW, STAR_FACE, WIDTH
from skyjo_sim.kernels.action.cards import COPIES
from skyjo_sim.kernels.action.layout import RULES
from skyjo_sim.kernels.action.unseen import write_drawable, write_unseen
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import LOWEST_CARD

_OFFICIAL = np.zeros(1, RULES)
"""Rules of which only the official deck is filled in: a policy is not told what is played."""
_OFFICIAL["copies"] = COPIES


@inner
def count_places(table, seat):  # type: ignore[no-untyped-def]
    """Return how many cards lie where the seat cannot know them: face down in grids, before a reshuffle in the pile."""
    n_places = np.int64(table.n_pile) if table.n_reshuffles == 0 else np.int64(0)
    for owner in range(np.int64(table.n_players)):
        known = np.int64(table.knows[seat, owner]) | np.int64(table.public[owner])
        n_places += count(np.int64(table.hidden[owner]) & ~known)
    return n_places


@inner
def shows_actions(table):  # type: ignore[no-untyped-def]
    """Tell whether there is an action card anywhere: in the variant with numbers only there is none."""
    n_cards = np.int64(table.n_market) + np.int64(table.n_action_pile) + np.int64(table.n_action_discard)
    for seat in range(np.int64(table.n_players)):
        n_cards += np.int64(table.n_held[seat])
    return n_cards > 0


@inner
def write_chances(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the chances of the next card drawn, and the mean of the cards that the seat has not seen.

    What is unseen and no number is a star, so that a deck without stars is noticed.
    """
    chances, now = sheet[CHANCES], sheet[NOW]
    write_unseen(table, _OFFICIAL[0], seat, chances)
    n_numbers, points = 0.0, 0.0
    for face in range(STAR_FACE):
        chances[face] = max(chances[face], 0.0)
        n_numbers += chances[face]
        points += chances[face] * (face + LOWEST_CARD)
    n_places = np.float64(count_places(table, seat))
    chances[STAR_FACE] = max(min(n_places - n_numbers, chances[STAR_FACE]), 0.0)
    total = max(n_numbers + chances[STAR_FACE], 1.0)
    now[MEAN] = points / total
    n_stars = chances[STAR_FACE] + np.float64(table.seen[STAR_FACE])
    now[HAS_ROWS] = 1.0 if shows_actions(table) or n_stars > 0 else 0.0
    if table.n_reshuffles > 0 and table.n_pile > 0:
        write_drawable(table, _OFFICIAL[0], seat, chances)
        total = np.float64(table.n_pile)
    for face in range(WIDTH):
        chances[face] /= total

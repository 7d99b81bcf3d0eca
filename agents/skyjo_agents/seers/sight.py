"""What seers know besides what lies face up: their own hidden cards, and everybody's."""

from pathlib import Path

import numpy as np

from skyjo_agents.thumb.filling import note_rival, write_visible
from skyjo_agents.thumb.grids import grid_points
from skyjo_agents.thumb.sheet import CHARGE, DRAWN, NEXT, NOW, OWN, RIVAL, UNSEEN
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["OWN_CARDS", "TABLE_CARDS"]

_kernel = kernel_of(Path(__file__).parents[1])

OWN_CARDS = 1.0
TABLE_CARDS = 2.0
"""How much a seer sees."""


@_kernel
def write_known(game, seat, is_seen, row, sheet):  # type: ignore[no-untyped-def]
    """Write a grid into a row of the sheet: hidden cards too, where they are seen."""
    write_visible(game.table, seat, row, sheet)
    hidden = np.int64(game.table.hidden[seat]) if is_seen else np.int64(0)
    while hidden:
        slot = lowest(hidden)
        sheet[row, slot] = np.float64(game.secret.cards[seat, slot])
        hidden &= hidden - 1


@_kernel
def leave_out(game, seat, left):  # type: ignore[no-untyped-def]
    """Take the hidden cards of a seat out of the counts of what is left."""
    hidden = np.int64(game.table.hidden[seat])
    while hidden:
        card = np.int64(game.secret.cards[seat, lowest(hidden)])
        if card >= LOWEST_CARD:
            left[card - LOWEST_CARD] -= 1.0
        hidden &= hidden - 1


@_kernel
def write_left(game, seat, sight, sheet):  # type: ignore[no-untyped-def]
    """Write the chances of a card that the seer does not see, and of the next card drawn; return the former's mean."""
    table, left, drawn = game.table, sheet[UNSEEN], sheet[DRAWN]
    for value in range(N_VALUES):
        left[value] = np.float64(COPIES[value]) - np.float64(table.seen[value])
    for other in range(np.int64(table.n_players)):
        if sight >= TABLE_CARDS or (sight >= OWN_CARDS and other == seat):
            leave_out(game, other, left)
    total, points, n_drawn = 0.0, 0.0, 0.0
    for value in range(N_VALUES):
        left[value] = max(left[value], 0.0)
        total += left[value]
        points += left[value] * (value + LOWEST_CARD)
        drawn[value] = left[value] if table.n_reshuffles == 0 else np.float64(table.pool[value])
        n_drawn += drawn[value]
    for value in range(N_VALUES):
        left[value] /= max(total, 1.0)
        drawn[value] /= max(n_drawn, 1.0)
    return points / max(total, 1.0)


@_kernel
def write_rivals(game, seat, sees_all, sheet):  # type: ignore[no-untyped-def]
    """Write the fewest points that another player may be expected to have, and the next player's grid."""
    n_players = np.int64(game.table.n_players)
    sheet[NOW, RIVAL] = 1e6
    for distance in range(1, n_players):
        write_known(game, (seat - distance + n_players) % n_players, sees_all, NEXT, sheet)
        note_rival(grid_points(sheet[NEXT], sheet[NOW, CHARGE]), sheet)


assert OWN != NEXT

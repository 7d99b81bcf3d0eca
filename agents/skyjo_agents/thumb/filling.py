"""Filling the work sheet: habits, cards in sight, numbers about the moment."""

from pathlib import Path

import numpy as np

from skyjo_agents.thumb.grids import grid_points
from skyjo_agents.thumb.habits import CARE, COUNTS, END_LEAD, HASTE, HIDDEN_POINTS, LAST_GAIN
from skyjo_agents.thumb.sheet import CHARGE, HABITS, IS_FREE, IS_LAST, LEAD, NEXT, NOW, OWN, RIVAL, SWING, WIDTH
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.kernels.compiler import kernel_of

_kernel = kernel_of(Path(__file__).parents[1])

PATIENCE = 30.0
"""After so many turns of each seat, every further one makes it a point more worth to turn cards up: no round is endless."""
FREE_AFTER = 40.0
"""After so many turns of each seat the round is ended with whatever points."""


@_kernel
def write_habits(habits, sheet):  # type: ignore[no-untyped-def]
    """Copy the habits."""
    for place in range(WIDTH):
        sheet[HABITS, place] = habits[place]


@_kernel
def write_visible(table, seat, row, sheet):  # type: ignore[no-untyped-def]
    """Write what lies face up in a grid into a row of the sheet."""
    for slot in range(N_SLOTS):
        sheet[row, slot] = np.float64(table.visible[seat, slot])


@_kernel
def write_now(table, seat, mean, sheet):  # type: ignore[no-untyped-def]
    """Write the numbers about the moment, but for the rival's points; `mean` is that of the cards unseen."""
    habits, now = sheet[HABITS], sheet[NOW]
    length = np.float64(table.turns) / np.float64(table.n_players)
    is_last = table.ender >= 0
    now[CHARGE] = habits[COUNTS] * mean + habits[HIDDEN_POINTS]
    now[SWING] = 0.0 if is_last else habits[HASTE] + max(length - PATIENCE, 0.0)
    now[LEAD] = habits[END_LEAD] + habits[CARE] * np.float64(table.totals[seat]) / 100.0
    now[IS_FREE] = 1.0 if is_last or length >= FREE_AFTER else 0.0
    now[IS_LAST] = 1.0 if is_last else 0.0


@_kernel
def note_rival(points, sheet):  # type: ignore[no-untyped-def]
    """Take another player's expected points into account."""
    sheet[NOW, RIVAL] = min(sheet[NOW, RIVAL], points - sheet[HABITS, LAST_GAIN])


@_kernel
def write_visible_rivals(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the fewest points that another player may be expected to have, by what lies face up.

    The row `NEXT` is worked with, and has the next player's grid in the end.
    """
    n_players = np.int64(table.n_players)
    sheet[NOW, RIVAL] = 1e6
    for distance in range(1, n_players):
        write_visible(table, (seat - distance + n_players) % n_players, NEXT, sheet)
        note_rival(grid_points(sheet[NEXT], sheet[NOW, CHARGE]), sheet)


assert OWN != NEXT

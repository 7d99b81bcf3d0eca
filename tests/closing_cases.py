"""Grids and pools for the tests of the closing module, for the compiled code and for the oracle."""

from collections import Counter

import numpy as np
from hypothesis import strategies as st

from skyjo_agents.closing.piles import PILES
from skyjo_agents.closing.ways import N_LAYERS, N_TOTALS
from skyjo_sim.kernels import cards
from tests.naive_closing import CLEARED, HIDDEN

MARKS = {HIDDEN: cards.HIDDEN, CLEARED: cards.CLEARED}


def cells_of(grid):
    """Return a grid of the oracle as the kernels read it."""
    return np.array([MARKS.get(entry, entry) for entry in grid] + [cards.CLEARED] * 4, np.int64)


def counts_of(pool):
    """Return a pool as counts by value."""
    return np.array([Counter(pool)[value] for value in range(-2, 13)], np.float64)


def piles_of(pool, pile=None, top=None, n_pile=None, under=()):
    """Return a record of piles; `pile` None is a draw pile that is a part of the pool."""
    piles = np.zeros(1, PILES)[0]
    piles["hidden"][:], piles["under"][:] = counts_of(pool), counts_of(under)
    piles["draw"][:] = 0 if pile is None else counts_of(pile)
    piles["is_shared"] = pile is None
    piles["n_pile"] = n_pile if n_pile is not None else len(pool if pile is None else pile)
    piles["top"] = cards.NO_CARD if top is None else top
    return piles


def new_ways():
    return np.empty((N_LAYERS, 13, N_TOTALS))


def chances_of(totals):
    """Return a compiled distribution by total."""
    return {i - 24: chance for i, chance in enumerate(totals) if abs(chance) > 1e-13}


def grid_of(text):
    """Return the grid that a text writes by columns, such as ``"5 5 ? / . . ."``; columns left out are cleared."""
    entries = [entry if entry in MARKS else int(entry) for entry in text.replace("/", " ").split()]
    return entries + [CLEARED] * (12 - len(entries))


CASES = {
    "pair and hidden": "5 5 ? / 1 2 3",
    "one and two hidden": "5 ? ? / 1 0 0",
    "all hidden column": "? ? ?",
    "two of them": "? ? ? / ? ? ?",
    "pair of -2": "-2 -2 ? / 12 3 4",
    "-2 and two hidden": "-2 ? ? / 12 3 4",
    "pairs side by side": "5 5 ? / -2 -2 ? / 0 0 ? / 5 5 ?",
    "nothing hidden": "5 5 1 / 2 3 4",
    "nothing left": ". . .",
    "nothing visible": "? ? ? / . . .",
    "a row is gone": "5 5 . / ? ? .",
}

FEW_VALUES = st.sampled_from([-2, -1, 0, 5, 6, 12])


@st.composite
def drawn_grids(draw, most_hidden=4):
    """Draw a grid without complete column, with few values so that columns nearly are."""
    grid = []
    for _ in range(4):
        kind = draw(st.sampled_from(["cards", "cards", "cards", "cleared"]))
        column = [draw(st.one_of(FEW_VALUES, st.just(HIDDEN))) for _ in range(3)]
        if kind == "cleared" or (len(set(column)) == 1 and column[0] != HIDDEN):
            column = [CLEARED] * 3
        grid += column
    while grid.count(HIDDEN) > most_hidden:
        grid[grid.index(HIDDEN)] = 7 + grid.count(HIDDEN) % 5
    return grid


@st.composite
def drawn_pools(draw, least):
    """Draw a pool of few values."""
    return sorted(draw(st.lists(FEW_VALUES, min_size=least, max_size=least + 5)))

"""Slots by what their columns show, for the grids of many positions at once; -1 where there is none."""

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks import Positions
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, N_COLUMNS, N_ROWS, N_SLOTS, NO_CARD

__all__ = [
    "beside_one_card",
    "card_at",
    "completing_cards",
    "following_seats",
    "grids_of",
    "in_new_column",
    "third_of_pair",
    "third_of_shown_pair",
]


def grids_of(positions: Positions, seats: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """Return what the grids of seats show, the deciding ones by default, int64[n, 4, 3]."""
    table = positions.games["table"]
    chosen = table["seat"].astype(np.int64) if seats is None else seats
    shown = table["visible"][np.arange(len(positions)), chosen, :N_SLOTS].astype(np.int64)
    return shown.reshape(-1, N_COLUMNS, N_ROWS)


def following_seats(positions: Positions) -> NDArray[np.int64]:
    """Return the seats whose turn is next, int64[n]."""
    return (positions.games["table"]["seat"].astype(np.int64) + 1) % positions.rules.players


def _first(is_wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first wanted slot of bool[n, 4, 3]."""
    flat = is_wanted.reshape(len(is_wanted), N_SLOTS)
    return np.where(flat.any(axis=1), flat.argmax(axis=1), -1).astype(np.int64)


def in_new_column(grids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first slot of the first column in which nothing shows."""
    is_hidden = grids == HIDDEN
    return _first(is_hidden & is_hidden.all(axis=2, keepdims=True))


def beside_one_card(grids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first hidden slot of the first column in which one card shows."""
    is_hidden = grids == HIDDEN
    return _first(is_hidden & (is_hidden.sum(axis=2, keepdims=True) == N_ROWS - 1))


def _beside_equals(grids: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell the slots whose two neighbours in the column show equal cards, bool[n, 4, 3]."""
    after, before = np.roll(grids, -1, axis=2), np.roll(grids, 1, axis=2)
    is_between: NDArray[np.bool_] = (after == before) & (after != HIDDEN) & (after != CLEARED)
    return is_between


def third_of_pair(grids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first hidden slot beside two equal cards."""
    return _first(_beside_equals(grids) & (grids == HIDDEN))


def third_of_shown_pair(grids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first slot beside two equal cards, whatever lies at it."""
    return _first(_beside_equals(grids))


def completing_cards(grids: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the card that completes a column at each slot, int64[n, 12]; `NO_CARD` where none does."""
    return np.where(_beside_equals(grids), np.roll(grids, 1, axis=2), NO_CARD).reshape(-1, N_SLOTS)


def card_at(grids: NDArray[np.int64], slots: NDArray[np.int64], step: int = 0) -> NDArray[np.int64]:
    """Return what lies at slots, or `step` rows below in the same column, going round; `NO_CARD` without slot."""
    flat = grids.reshape(len(grids), N_SLOTS)
    places = slots - slots % N_ROWS + (slots + step) % N_ROWS
    shown = flat[np.arange(len(flat)), np.maximum(places, 0)]
    return np.where(slots >= 0, shown, NO_CARD)

"""What environments of the two games do not share: the records, and the layouts of the observations."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.games import Game
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SLOTS
from skyjo_sim.kernels.lanes import CARD_UNIT

__all__ = ["MOST_POINTS", "MOST_TURNS", "Bounds", "Layout", "layout_of"]

MOST_POINTS = 1_000_000
MOST_TURNS = 1_000_000_000
"""Bounds that play does not reach: a space must have some."""

Bounds = tuple[NDArray[np.float32], NDArray[np.float32]]
_LOWEST = LOWEST_CARD * CARD_UNIT
_EXPECTED = (-0.5, 3.0)  # a little more than 12 cards from -2 to 12 allow


@dataclass(frozen=True, slots=True)
class Layout:
    """The records and layouts of one game.

    Attributes
    ----------
    episode_type, setup_type : dtype
        Of an environment, and of what a batch of them shares.
    planes_type : dtype
        Of the structured observation.
    copies : uint8 array
        At most so many playing cards of each face are there.
    n_flat : callable
        How many numbers the flat observation has, by players.
    flat_bounds : callable
        The lowest and the highest value of each of them, by players.
    """

    episode_type: np.dtype[Any]
    setup_type: np.dtype[Any]
    planes_type: np.dtype[Any]
    copies: NDArray[np.uint8]
    n_flat: Callable[[int], int]
    flat_bounds: Callable[[int], Bounds]


@cache
def layout_of(game: Game) -> Layout:
    """Return the layout of a game; what belongs to Skyjo Action is imported when it is asked for."""
    return _classic() if game == Game.CLASSIC else _action()


def _classic() -> Layout:
    from skyjo_sim.kernels import flat
    from skyjo_sim.kernels.cards import COPIES
    from skyjo_sim.kernels.layout_episodes import EPISODE, PLANES, SETUP

    return Layout(EPISODE, SETUP, PLANES, COPIES, flat.n_flat, _classic_bounds)


def _action() -> Layout:
    from skyjo_sim.kernels.action.cards import MOST_COPIES
    from skyjo_sim.kernels.action.flat_layout import n_flat
    from skyjo_sim.kernels.action.layout_episodes import EPISODE, PLANES, SETUP

    return Layout(EPISODE, SETUP, PLANES, MOST_COPIES, n_flat, _action_bounds)


def _classic_bounds(players: int) -> Bounds:
    from skyjo_sim.kernels import flat

    low, high = np.zeros(flat.n_flat(players), np.float32), np.ones(flat.n_flat(players), np.float32)
    low[[flat.TOP, flat.DRAWN]] = _LOWEST
    high[flat.TURNS] = MOST_TURNS * flat.TURN_UNIT
    for start in range(flat.COMMON, low.size, flat.PER_SEAT):
        low[start + flat.CARDS : start + flat.CARDS + N_SLOTS] = _LOWEST
        low[start + flat.EXPECTED], high[start + flat.EXPECTED] = _EXPECTED
        high[start + flat.TOTAL] = MOST_POINTS * flat.POINT_UNIT
        low[start + flat.TOTAL] = -high[start + flat.TOTAL]
    return low, high


def _action_bounds(players: int) -> Bounds:
    from skyjo_sim.kernels.action import flat_layout as at
    from skyjo_sim.kernels.action.cards import N_DRAWN
    from skyjo_sim.kernels.flat import POINT_UNIT, TURN_UNIT

    low, high = np.zeros(at.n_flat(players), np.float32), np.ones(at.n_flat(players), np.float32)
    low[[at.TOP, at.DRAWN, *range(at.THREE, at.THREE + N_DRAWN)]] = _LOWEST
    high[at.TURNS] = MOST_TURNS * TURN_UNIT
    high[at.PENDING] = MOST_TURNS * at.FEW_UNIT
    high[at.RIGHTS] = 128 * at.FEW_UNIT
    for start in range(at.COMMON, low.size, at.PER_SEAT):
        for part in (at.CARDS, at.KNOWN):
            low[start + part : start + part + N_SLOTS] = _LOWEST
        low[start + at.SHOWN], high[start + at.SHOWN] = _EXPECTED
        for part in (at.EXPECTED, at.TOTAL):
            high[start + part] = MOST_POINTS * POINT_UNIT
            low[start + part] = -high[start + part]
    return low, high

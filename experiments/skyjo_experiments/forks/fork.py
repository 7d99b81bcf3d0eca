"""Forks: what the deciding seat is made to do, and who decides for it afterwards."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.forks.positions import Positions
from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import FLIP, PUT, TAKE
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, N_SLOTS
from skyjo_sim.kernels.turn import is_legal
from skyjo_sim.rules_record import rules_record

__all__ = [
    "Fork",
    "first_hidden",
    "flip_hidden",
    "highest_face_up",
    "legal_at",
    "put_on_hidden",
    "put_on_highest",
    "take_to_hidden",
    "take_to_highest",
]

LEFT_TO_AGENT = -1


@dataclass(frozen=True)
class Fork:
    """A way to go on from each position.

    Parameters
    ----------
    name : str
        Such as ``end`` or ``wait``.
    actions : int or int array, shape (n,) or (n, steps), optional
        What the deciding seat does first, for all positions or for each; further steps are its next decisions, such as
        where to put a card that it draws. -1, the default, leaves a decision to its agent.
    agent : str or Agent, optional
        Who decides for this seat for the rest of the round; the agent that sits there by default.
    """

    name: str
    actions: Any = field(default=LEFT_TO_AGENT, repr=False)
    agent: str | Agent | None = None

    def steps(self, n: int) -> NDArray[np.int64]:
        """Return the actions as int64[n, steps].

        Raises
        ------
        InputError
            If they are not integers of a fitting shape, or a step is left to the agent before one that is forced.
        """
        given = np.asarray(self.actions)
        if given.dtype.kind not in "iu" or given.ndim > 2 or (given.ndim and given.shape[0] != n):
            form = f"{given.dtype} of shape {given.shape}"
            raise InputError(f"fork {self.name}: actions must be an integer or integers for {n} positions, got {form}")
        ids = np.broadcast_to(given, (n,))[:, None] if given.ndim < 2 else given
        is_left = ids < 0
        if np.any(is_left[:, :-1] & ~is_left[:, 1:]):
            raise InputError(f"fork {self.name}: after a step that is left to the agent none can be forced")
        return ids.astype(np.int64)


def _own(positions: Positions) -> NDArray[np.int8]:
    """Return the grids of the deciding seats, int8[n, 12]."""
    table = positions.games["table"]
    grids: NDArray[np.int8] = table["visible"][np.arange(len(positions)), table["seat"], :N_SLOTS]
    return grids


def first_hidden(positions: Positions) -> NDArray[np.int64]:
    """Return the first hidden slot of the deciding seats, int64[n]; -1 without any."""
    is_hidden = _own(positions) == HIDDEN
    return np.where(is_hidden.any(axis=1), is_hidden.argmax(axis=1), -1).astype(np.int64)


def highest_face_up(positions: Positions) -> NDArray[np.int64]:
    """Return the slot of the highest face-up card of the deciding seats, the first of several, int64[n]; -1 without any."""
    grids = _own(positions)
    is_up = (grids != HIDDEN) & (grids != CLEARED)
    return np.where(is_up.any(axis=1), np.where(is_up, grids, -99).argmax(axis=1), -1).astype(np.int64)


def _at(base: int, slots: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ids of actions at slots; one that is never legal where there is no slot."""
    return np.where(slots >= 0, base + slots, 99).astype(np.int64)


def put_on_hidden(positions: Positions) -> NDArray[np.int64]:
    """Return the actions that put the drawn card on the first hidden slot, int64[n]."""
    return _at(PUT, first_hidden(positions))


def put_on_highest(positions: Positions) -> NDArray[np.int64]:
    """Return the actions that put the drawn card on the highest face-up card, int64[n]."""
    return _at(PUT, highest_face_up(positions))


def flip_hidden(positions: Positions) -> NDArray[np.int64]:
    """Return the actions that throw the drawn card away and flip the first hidden slot, int64[n]."""
    return _at(FLIP, first_hidden(positions))


def take_to_hidden(positions: Positions) -> NDArray[np.int64]:
    """Return the actions that take the discard and put it on the first hidden slot, int64[n]."""
    return _at(TAKE, first_hidden(positions))


def take_to_highest(positions: Positions) -> NDArray[np.int64]:
    """Return the actions that take the discard and put it on the highest face-up card, int64[n]."""
    return _at(TAKE, highest_face_up(positions))


def legal_at(positions: Positions, actions: ArrayLike) -> NDArray[np.bool_]:
    """Tell where actions, int64[n], are legal, bool[n]: so that positions can be selected in which a fork exists."""
    rules = rules_record(positions.rules)
    ids = np.broadcast_to(np.asarray(actions, np.int64), (len(positions),))
    tables = (game["table"] for game in positions.games)
    return np.array([bool(is_legal(table, rules, action)) for table, action in zip(tables, ids, strict=True)], np.bool_)

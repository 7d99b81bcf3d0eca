"""Observations: their spaces, and the dictionaries that environments return."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from skyjo_sim.kernels import flat
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_CARDS, N_SLOTS, N_VALUES
from skyjo_sim.kernels.lanes import CARD_UNIT
from skyjo_sim.kernels.layout_episodes import PLANES

__all__ = [
    "Observation",
    "Shapes",
    "View",
    "make_view",
    "observation_of",
    "observation_space",
    "observations_of",
    "rows_of",
    "view_shapes",
]

Observation = dict[str, NDArray[Any]]
View = tuple[NDArray[np.float32], NDArray[Any], NDArray[np.int8]]
"""What kernels write for n seats: float32[n, numbers], PLANES[n], int8[n, n_actions]; forms not wanted are empty."""

_MOST_POINTS = 1_000_000
_MOST_TURNS = 1_000_000_000
_EXPECTED = (-0.5, 3.0)  # a little more than 12 cards from -2 to 12 allow
_BITS = ("grids", "chosen", "asked", "phase", "top", "drawn", "ender")
_HIGHEST = {"n_pile": N_CARDS, "n_discard": N_CARDS, "last_turns_left": 8, "turns": _MOST_TURNS, "totals": _MOST_POINTS}


def observation_space(form: str, players: int, n_actions: int) -> spaces.Dict:
    """Return the space of the observations of one environment: a form of `skyjo_sim.envs.settings.FORMS`."""
    parts: dict[str, spaces.Space[Any]] = {}
    if form == "flat":
        parts["observation"] = spaces.Box(*_flat_bounds(players), dtype=np.float32)
    elif form == "planes":
        parts["observation"] = spaces.Dict({name: _plane_space(name, players) for name in _names()})
    parts["action_mask"] = spaces.Box(0, 1, (n_actions,), np.int8)
    return spaces.Dict(parts)


def _flat_bounds(players: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the lowest and the highest value of each number of the flat observation."""
    low, high = np.zeros(flat.n_flat(players), np.float32), np.ones(flat.n_flat(players), np.float32)
    low[[flat.TOP, flat.DRAWN]] = LOWEST_CARD * CARD_UNIT
    high[flat.TURNS] = _MOST_TURNS * flat.TURN_UNIT
    for start in range(flat.COMMON, low.size, flat.PER_SEAT):
        low[start + flat.CARDS : start + flat.CARDS + N_SLOTS] = LOWEST_CARD * CARD_UNIT
        low[start + flat.EXPECTED], high[start + flat.EXPECTED] = _EXPECTED
        high[start + flat.TOTAL] = _MOST_POINTS * flat.POINT_UNIT
        low[start + flat.TOTAL] = -high[start + flat.TOTAL]
    return low, high


def _names() -> tuple[str, ...]:
    return PLANES.names or ()


def _seats_of(name: str, players: int) -> int | None:
    """Return how many entries of the first axis belong to seats that play; None where the axis is no seats'."""
    return players if name in ("grids", "totals") else None


def _plane_space(name: str, players: int) -> spaces.Box:
    fields = PLANES.fields
    assert fields is not None
    base, shape = fields[name][0].base, fields[name][0].shape
    if name == "ender":
        shape = (players + 1,)
    elif _seats_of(name, players) is not None:
        shape = (players, *shape[1:])
    if name in _BITS:
        return spaces.Box(0, 1, shape, base.type)
    if name in ("hidden_cards", "pile_cards"):
        return spaces.Box(np.zeros(N_VALUES, base), COPIES.astype(base), (N_VALUES,), base.type)
    lowest = -_MOST_POINTS if name == "totals" else 0
    return spaces.Box(lowest, _HIGHEST[name], shape, base.type)


Shapes = tuple[tuple[int, int], int, tuple[int, int]]
"""The shapes of a view's arrays."""


def view_shapes(form: str, players: int, n_actions: int, n: int) -> Shapes:
    """Return the shapes of the arrays for `n` observations of a form."""
    return (n, flat.n_flat(players) if form == "flat" else 0), n if form == "planes" else 0, (n, n_actions)


def make_view(numbers: tuple[int, int], planes: int, masks: tuple[int, int]) -> View:
    """Return arrays of such shapes that kernels fill; only the masks begin as zeros."""
    return np.empty(numbers, np.float32), np.empty(planes, PLANES) if planes else _NO_PLANES, np.zeros(masks, np.int8)


_NO_PLANES: NDArray[Any] = np.empty(0, PLANES)


def observations_of(view: View, form: str, players: int) -> dict[str, Any]:
    """Return the observations of all rows; the arrays of ``flat`` and ``action_mask`` are the view's own."""
    if form == "flat":
        return {"observation": view[0], "action_mask": view[2]}
    if form == "mask":
        return {"action_mask": view[2]}
    parts = {name: _part(view[1], name, players) for name in _names()}
    return {"observation": parts, "action_mask": view[2]}


def _part(records: NDArray[Any], name: str, players: int) -> NDArray[Any]:
    """Return a field of all records as an array of its own, without the seats that do not play."""
    field = records[name]
    seats = _seats_of(name, players)
    if seats is not None:
        field = field[:, :seats]
    elif name == "ender":
        field = np.concatenate([field[:, :players], field[:, -1:]], axis=1)
    return np.ascontiguousarray(field)


def rows_of(view: View, form: str, players: int, rows: NDArray[np.intp]) -> list[dict[str, Any]]:
    """Return the observations of some rows one by one."""
    masks = list(view[2][rows])
    if form == "mask":
        return [{"action_mask": mask} for mask in masks]
    if form == "flat":
        return [{"observation": flat, "action_mask": mask} for flat, mask in zip(view[0][rows], masks, strict=True)]
    chosen = observations_of((view[0], view[1][rows], view[2][rows]), form, players)
    return [observation_of(chosen, number) for number in range(len(masks))]


def observation_of(observations: dict[str, Any], row: int) -> dict[str, Any]:
    """Return one row of observations."""
    return {
        name: observation_of(part, row) if isinstance(part, dict) else part[row] for name, part in observations.items()
    }

"""Observations: their spaces, and the dictionaries that environments return."""

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from skyjo_sim.envs.layouts import MOST_POINTS, MOST_TURNS, Layout, layout_of
from skyjo_sim.games import Game
from skyjo_sim.kernels.cards import N_CARDS

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

_BY_SEAT = ("grids", "known", "marked", "held", "locked", "totals")
"""Fields of the structured observations, of either game, whose first axis belongs to the seats."""
_BY_DISTANCE = ("decides", "ender", "target", "seats_chosen")
"""Fields whose last axis is one-hot: how far to the left somebody sits; the last place: nobody."""
_COUNTS = ("hidden_cards", "pile_cards", "seen")
"""Fields that count playing cards by face."""
_HIGHEST = {
    "n_pile": N_CARDS,
    "n_discard": N_CARDS,
    "last_turns_left": 8,
    "turns": MOST_TURNS,
    "totals": MOST_POINTS,
    "held": 4,
    "locked": 4,
    "market": 4,
    "action_discard": 4,
    "n_action_pile": 30,
    "swaps_left": 2,
    "star_rights": 127,
    "pending_turns": MOST_TURNS,
}
"""The highest value of the other fields that are not zeros and ones."""


def observation_space(form: str, players: int, n_actions: int, game: Game = Game.CLASSIC) -> spaces.Dict:
    """Return the space of the observations of one environment: a form of `skyjo_sim.envs.settings.FORMS`."""
    parts: dict[str, spaces.Space[Any]] = {}
    layout = layout_of(game)
    if form == "flat":
        parts["observation"] = spaces.Box(*layout.flat_bounds(players), dtype=np.float32)
    elif form == "planes":
        names = layout.planes_type.names or ()
        parts["observation"] = spaces.Dict({name: _plane_space(layout, name, players) for name in names})
    parts["action_mask"] = spaces.Box(0, 1, (n_actions,), np.int8)
    return spaces.Dict(parts)


def _plane_space(layout: Layout, name: str, players: int) -> spaces.Box:
    fields = layout.planes_type.fields
    assert fields is not None
    base, shape = fields[name][0].base, fields[name][0].shape
    if name in _BY_DISTANCE:
        shape = (*shape[:-1], players + 1)
    elif name in _BY_SEAT:
        shape = (players, *shape[1:])
    if name in _COUNTS:
        return spaces.Box(np.zeros(shape, base), layout.copies.astype(base), shape, base.type)
    lowest = -MOST_POINTS if name == "totals" else 0
    return spaces.Box(lowest, _HIGHEST.get(name, 1), shape, base.type)


Shapes = tuple[tuple[int, int], int, tuple[int, int], np.dtype[Any]]
"""The shapes of a view's arrays, and the type of the second."""


def view_shapes(form: str, players: int, n_actions: int, n: int, game: Game = Game.CLASSIC) -> Shapes:
    """Return the shapes of the arrays for `n` observations of a form."""
    layout = layout_of(game)
    n_numbers = layout.n_flat(players) if form == "flat" else 0
    return (n, n_numbers), n if form == "planes" else 0, (n, n_actions), layout.planes_type


def make_view(numbers: tuple[int, int], planes: int, masks: tuple[int, int], planes_type: np.dtype[Any]) -> View:
    """Return arrays of such shapes that kernels fill; only the masks begin as zeros."""
    records = np.empty(planes, planes_type) if planes else _no_planes(planes_type)
    return np.empty(numbers, np.float32), records, np.zeros(masks, np.int8)


@cache
def _no_planes(planes_type: np.dtype[Any]) -> NDArray[Any]:
    return np.empty(0, planes_type)


def observations_of(view: View, form: str, players: int) -> dict[str, Any]:
    """Return the observations of all rows; the arrays of ``flat`` and ``action_mask`` are the view's own."""
    if form == "flat":
        return {"observation": view[0], "action_mask": view[2]}
    if form == "mask":
        return {"action_mask": view[2]}
    parts = {name: _part(view[1], name, players) for name in view[1].dtype.names or ()}
    return {"observation": parts, "action_mask": view[2]}


def _part(records: NDArray[Any], name: str, players: int) -> NDArray[Any]:
    """Return a field of all records as an array of its own, without the seats that do not play."""
    field = records[name]
    if name in _BY_SEAT:
        field = field[:, :players]
    elif name in _BY_DISTANCE:
        field = np.concatenate([field[..., :players], field[..., -1:]], axis=-1)
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

"""Checks of the arrays that statistics are made from."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.errors import InputError

Floats = NDArray[np.float64]


def finite_array(name: str, values: ArrayLike, n_axes: int) -> Floats:
    """Return `values` as a float64 array of `n_axes` axes.

    Raises
    ------
    InputError
        If it is not one, is empty, or holds a NaN or an infinity.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must hold numbers, got {type(values).__name__}") from None
    if array.ndim != n_axes:
        raise InputError(f"{name} must have {n_axes} axes, got {array.ndim}")
    if array.size == 0:
        raise InputError(f"{name} must not be empty, got the shape {array.shape}")
    if not np.isfinite(array).all():
        raise InputError(f"{name} must hold finite numbers, got {array[~np.isfinite(array)][0]}")
    return array


def deal_array(name: str, values: ArrayLike, n_axes: int, n_deals: int | None = None) -> Floats:
    """Return `finite_array` with deals on the first axis.

    Raises
    ------
    InputError
        If there are fewer than two deals, or not `n_deals`.
    """
    array = finite_array(name, values, n_axes)
    if n_deals is not None and len(array) != n_deals:
        raise InputError(f"{name} must be of the same {n_deals} deals, got {len(array)}")
    if len(array) < 2:
        raise InputError(f"{name} must be of at least 2 deals, got {len(array)}")
    return array


def ratio_arrays(
    x: ArrayLike, y: ArrayLike | None, n_deals: int | None = None, name: str = ""
) -> tuple[Floats, Floats]:
    """Return numerators and denominators by deal; `y` is ones where it is None; `name` stands behind both in errors.

    Raises
    ------
    InputError
        If their lengths differ, a denominator is negative or all are zero.
    """
    tops = deal_array(f"x{name}", x, 1, n_deals)
    bottoms = np.ones_like(tops) if y is None else deal_array(f"y{name}", y, 1, len(tops))
    if bottoms.min() < 0:
        raise InputError(f"y{name} must be at least 0 in every deal, got {bottoms.min():g}")
    if not bottoms.any():
        raise InputError(f"y{name} must be above 0 in some deal, got only zeros")
    return tops, bottoms


def square_array(name: str, values: ArrayLike) -> Floats:
    """Return `values` as a finite matrix of agents by agents.

    Raises
    ------
    InputError
        If it is not square or of fewer than two agents.
    """
    matrix = finite_array(name, values, 2)
    if matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise InputError(f"{name} must be square, of at least 2 agents, got the shape {matrix.shape}")
    return matrix


def check_count(name: str, value: int, least: int) -> int:
    """Return `value` if it is an integer of at least `least`.

    Raises
    ------
    InputError
        If it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} must be an integer of at least {least}, got {value!r}")
    return int(value)


def check_level(name: str, value: float) -> float:
    """Return `value` if it lies strictly between 0 and 1.

    Raises
    ------
    InputError
        If it does not.
    """
    if not 0 < value < 1:
        raise InputError(f"{name} must lie between 0 and 1, got {value!r}")
    return float(value)

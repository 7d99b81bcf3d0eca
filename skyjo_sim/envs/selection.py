"""Which rows of a batch are meant: all, a mask, or indices."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.errors import InputError

__all__ = ["as_integers", "as_rows"]


def as_integers(name: str, values: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return integers, one for each of `n` rows, as int64[n]; a single one stands for all.

    Raises
    ------
    InputError
        If they are something else.
    """
    array = _as_array(name, values)
    if array.dtype.kind not in "iu" or array.shape not in ((), (n,)):
        raise InputError(f"{name} must be integers of shape ({n},), got {array.dtype} of shape {array.shape}")
    return array.astype(np.int64) if array.ndim else np.full(n, array, np.int64)


def as_rows(name: str, where: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return the rows that are meant by bool[n], or by different indices in ``0..n - 1``, as int64.

    Raises
    ------
    InputError
        If they are something else.
    """
    array = _as_array(name, where)
    if array.dtype == np.bool_ and array.shape == (n,):
        return np.flatnonzero(array).astype(np.int64)
    if array.ndim > 1 or not (array.dtype.kind in "iu" or array.size == 0):
        raise InputError(f"{name} must be bool of shape ({n},) or indices, got {array.dtype} of shape {array.shape}")
    rows = np.atleast_1d(array).astype(np.int64)
    for row in rows.tolist():
        if not 0 <= row < n:
            raise InputError(f"{name} must be in 0..{n - 1}, got {row}")
    if np.unique(rows).size < rows.size:
        raise InputError(f"{name} must be different indices, got {rows.tolist()}")
    return rows


def _as_array(name: str, values: Any) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        raise InputError(f"{name} must be an array, got {values!r}") from None

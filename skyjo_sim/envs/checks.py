"""What environments are given: actions, counts, seeds, modes, checked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.errors import InputError
from skyjo_sim.kernels.episodes import DISABLED, NEXT_STEP, SAME_STEP
from skyjo_sim.luck import check_seed

__all__ = [
    "MODES",
    "check_action",
    "check_actions",
    "check_count",
    "check_flag",
    "check_mode",
    "check_reset_mask",
    "check_seeds",
]

MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
"""Gymnasium's autoreset modes and the kernels' constants for them."""


def check_action(action: Any, n_actions: int) -> int:
    """Return an action as an int.

    Raises
    ------
    InputError
        If it is no integer in ``0..n_actions - 1``.
    """
    if type(action) is not int:
        if not isinstance(action, np.integer):
            is_scalar = isinstance(action, np.ndarray) and action.ndim == 0 and action.dtype.kind in "iu"
            if not is_scalar and (not isinstance(action, int) or isinstance(action, bool)):
                kind = type(action).__name__
                raise InputError(f"action must be an integer in 0..{n_actions - 1}, got {action!r} ({kind})")
        action = int(action)
    if not 0 <= action < n_actions:
        raise InputError(f"action must be in 0..{n_actions - 1}, got {action}")
    return action  # type: ignore[no-any-return]


def check_actions(actions: ArrayLike, n: int, n_actions: int) -> NDArray[np.int64]:
    """Return one action for each of `n` environments as int64[n].

    Raises
    ------
    InputError
        If they are not `n` integers in ``0..n_actions - 1``.
    """
    try:
        ids = np.asarray(actions)
    except (ValueError, OverflowError):  # nested lists of different lengths
        raise InputError(f"actions must be integers of shape ({n},), got {actions!r}") from None
    if ids.dtype.kind not in "iu" or ids.shape != (n,):
        raise InputError(f"actions must be integers of shape ({n},), got {ids.dtype} of shape {ids.shape}")
    contiguous = np.ascontiguousarray(ids, np.int64)
    refused = contiguous.view(np.uint64) >= n_actions  # negative ids are large ones
    if refused.any():
        row = int(refused.argmax())
        raise InputError(f"actions must be in 0..{n_actions - 1}, got {ids[row]} for environment {row}")
    return contiguous


def check_count(name: str, value: Any) -> int:
    """Return a count of at least 1.

    Raises
    ------
    InputError
        If it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise InputError(f"{name} must be an integer of at least 1, got {value!r}")
    return int(value)


def check_flag(name: str, value: Any) -> bool:
    """Return True or False.

    Raises
    ------
    InputError
        If it is something else.
    """
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def check_mode(mode: Any) -> AutoresetMode:
    """Return an autoreset mode from the enum, its value or its name.

    Raises
    ------
    InputError
        If it is none.
    """
    if isinstance(mode, str):
        mode = next((known for known in MODES if mode in (known.value, known.name)), mode)
    if isinstance(mode, AutoresetMode) and mode in MODES:
        return mode
    raise InputError(f"autoreset_mode must be NEXT_STEP, SAME_STEP or DISABLED, got {mode!r}")


def check_seeds(seed: int | Sequence[int | None] | None, n: int) -> list[int | None]:
    """Return a seed for each of `n` environments, None where none is given; of one seed s the seeds s + i.

    Raises
    ------
    InputError
        If there is not one for each, or one is not allowed.
    """
    if seed is None:
        return [None] * n
    is_list = isinstance(seed, Sequence) and not isinstance(seed, str)
    if is_list or (isinstance(seed, np.ndarray) and seed.ndim == 1):
        seeds = [None if own is None else check_seed(own) for own in seed]  # type: ignore[union-attr]
        if len(seeds) != n:
            raise InputError(f"seed must be one for each of {n} environments, got {len(seeds)}")
        return seeds
    first = check_seed(seed)  # type: ignore[arg-type]
    return list(range(first, check_seed(first + n - 1) + 1))


def check_reset_mask(options: dict[str, Any] | None, n: int) -> NDArray[np.bool_]:
    """Return which of `n` environments ``options["reset_mask"]`` names; all where there is none.

    Raises
    ------
    InputError
        If it is not bool[n] with at least one True.
    """
    if options is not None and not isinstance(options, dict):
        raise InputError(f"options must be a dict or None, got {options!r}")
    if options is None or "reset_mask" not in options:
        return np.ones(n, np.bool_)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,) or not mask.any():
        raise InputError(f"reset_mask must be a bool array of shape ({n},) with at least one True, got {mask!r}")
    return mask.copy()

"""Whether the libraries of the extra ``rl`` are there."""

from importlib.util import find_spec

from skyjo_sim.errors import InputError

__all__ = ["check_extra"]

_NEEDED = ("torch", "stable_baselines3", "sb3_contrib")


def check_extra() -> None:
    """Check that training is possible at all.

    Raises
    ------
    InputError
        If a library is not installed; the message says which extra brings it.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"training needs {', '.join(missing)}: install the extra rl, as README.md shows")

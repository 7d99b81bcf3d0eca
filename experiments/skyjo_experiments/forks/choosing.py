"""Which positions are kept: ranges of features, and strata, as numbers for the kernels."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks.features import FEATURES, LIMIT
from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = ["MOST_STRATA", "Choice", "Range", "make_choice"]

Range = int | tuple[int, int]
"""A value, or the lowest and the highest."""

MOST_STRATA = 4096


@dataclass(frozen=True, slots=True)
class Choice:
    """A checked choice of positions.

    Attributes
    ----------
    box : int64[features, 4]
        As `skyjo_experiments.forks.features.stratum_of` reads it.
    n_strata : int
    """

    box: NDArray[np.int64]
    n_strata: int


def make_choice(where: Mapping[str, Range], by: Mapping[str, int] | None = None) -> Choice:
    """Return a choice of positions.

    Parameters
    ----------
    where : mapping
        For features (`skyjo_experiments.forks.FEATURES`) the value, or the lowest and the highest, that matches.
    by : mapping, optional
        Features that tell strata apart, each with the width of a bin; `where` must bound them.

    Raises
    ------
    InputError
        If a feature is not known, a range is empty, or there are too many strata.
    """
    box = np.zeros((len(FEATURES), 4), np.int64)
    box[:] = -LIMIT, LIMIT, 1, 0
    for name, given in where.items():
        box[_place(name), :2] = _bounds(name, given)
    n_strata = 1
    for name, width in (by or {}).items():
        place = _place(name)
        if name not in where:
            raise InputError(f"by {name}: where must bound it, such as {{{name!r}: (1, 6)}}")
        if isinstance(width, bool) or not isinstance(width, int) or width < 1:
            raise InputError(f"by {name}: the width of a bin must be a positive integer, got {show(width)}")
        box[place, 2:] = width, n_strata
        n_strata *= int((box[place, 1] - box[place, 0]) // width + 1)
    if n_strata > MOST_STRATA:
        raise InputError(f"there must be at most {MOST_STRATA} strata, got {n_strata}")
    return Choice(box, n_strata)


def _place(name: Any) -> int:
    names = list(FEATURES)
    if name in names:
        return names.index(name)
    near = difflib.get_close_matches(str(name), names, 1)
    hint = f"did you mean {near[0]}?" if near else f"features are {', '.join(names)}"
    raise InputError(f"there is no feature {show(name)}; {hint}")


def _bounds(name: str, given: Any) -> tuple[int, int]:
    ends = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
    low, high = _bound(name, ends[0]), _bound(name, ends[1])
    if low > high:
        raise InputError(f"{name} must be a range from the lowest to the highest value, got {show(given)}")
    return low, high


def _bound(name: str, value: Any) -> int:
    is_integer = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_integer or not -LIMIT <= int(value) <= LIMIT:
        raise InputError(f"{name} must be an integer or a pair of them, got {show(value)}")
    return int(value)

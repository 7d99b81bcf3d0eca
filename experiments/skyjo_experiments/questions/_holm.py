"""Differences that are found: p-values of a question's rows, adjusted together by Holm's method, and words for them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from skyjo_experiments.statistics.many import SIGNIFICANT, adjust_by_holm

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FOUND", "findings", "is_found", "p_text", "with_holm"]

FOUND = "found (p < 0.05 after Holm)"
_LEAST_SHOWN = 0.001


def with_holm(frame: "pd.DataFrame", names: Sequence[str]) -> "pd.DataFrame":
    """Return a frame in which all p of some columns are adjusted together; columns that are not there are left out."""
    names = [name for name in names if name in frame.columns]
    p = frame[names].to_numpy(float, copy=True)
    is_given = np.isfinite(p)
    if is_given.any():
        p[is_given] = adjust_by_holm(p[is_given])
    attrs = dict(frame.attrs)
    frame = frame.assign(**{name: p[:, number] for number, name in enumerate(names)})
    frame.attrs = attrs
    return frame


def is_found(p: float) -> bool:
    """Tell by an adjusted p whether a difference is found; not where there is none, NaN."""
    return p < SIGNIFICANT


def findings(words: Mapping[str, str]) -> str:
    """Return which differences are found, and for what none: words for those of each thing, empty without one."""
    found = "; ".join(f"{name}: {text}" for name, text in words.items() if text) or "none"
    others = ", ".join(name for name, text in words.items() if not text)
    note = f" No difference was found for {others}." if others else ""
    return f"{FOUND}: {found}.{note}"


def p_text(p: float) -> str:
    """Return an adjusted p in words.

    Examples
    --------
    >>> p_text(0.0123), p_text(1e-9)
    ('p = 0.012', 'p < 0.001')
    """
    return f"p = {p:.3f}" if p >= _LEAST_SHOWN else f"p < {_LEAST_SHOWN}"

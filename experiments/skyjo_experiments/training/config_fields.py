"""What a setting of a training configuration may be: kinds of values, each with its words and its check."""

import math
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar

from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = ["Kind", "Section", "choice", "integer", "integers", "number", "text", "texts"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: what is allowed in words, whether a value is, and what it is kept as."""

    allowed: str
    is_allowed: Callable[[Any], bool]
    keep: Callable[[Any], Any]


def integer(default: int, low: int, high: int) -> Any:
    """Return the field of an integer setting."""
    return _setting(default, f"an integer in {low}..{high}", lambda value: _is_integer(value, low, high), int)


def number(default: float | None, low: float, high: float) -> Any:
    """Return the field of a setting that is a number; one without a default may be left out."""
    allowed = f"a number in {low:g}..{high:g}"
    if default is None:
        return _setting(None, allowed, lambda value: value is None or _is_number(value, low, high), _float_or_none)
    return _setting(default, allowed, lambda value: _is_number(value, low, high), float)


def choice(default: str, names: Sequence[str]) -> Any:
    """Return the field of a setting that is one of some names."""
    return _setting(default, f"one of {', '.join(names)}", lambda value: _is_text(value) and value in names, str)


def text(default: str) -> Any:
    """Return the field of a setting that is a text."""
    return _setting(default, "a text", _is_text, str)


def texts(default: tuple[str, ...]) -> Any:
    """Return the field of a setting that is a list of texts."""
    return _setting(default, "a text or a list of at least one text", _are_texts, _as_texts)


def integers(default: tuple[int, ...], low: int, high: int, most: int) -> Any:
    """Return the field of a setting that is a list of integers."""

    def are_allowed(values: Any) -> bool:
        return _is_list(values) and len(values) <= most and all(_is_integer(value, low, high) for value in values)

    return _setting(default, f"a list of at most {most} integers in {low}..{high}", are_allowed, tuple)


def _setting(default: Any, allowed: str, is_allowed: Callable[[Any], bool], keep: Callable[[Any], Any]) -> Any:
    return field(default=default, metadata={"kind": Kind(allowed, is_allowed, keep)})


def _is_integer(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_number(value: Any, low: float, high: float) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and low <= value <= high
    )


def _float_or_none(value: float | None) -> float | None:
    return None if value is None else float(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _are_texts(value: Any) -> bool:
    return _is_text(value) or (_is_list(value) and len(value) > 0 and all(map(_is_text, value)))


def _as_texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a configuration; checks its settings, by their fields' kinds, at construction.

    Raises
    ------
    InputError
        If a value is not allowed; the message names section, setting and what is allowed.
    """

    section: ClassVar[str]

    def __post_init__(self) -> None:
        for setting in fields(self):
            object.__setattr__(self, setting.name, self._read(setting, getattr(self, setting.name)))

    def _read(self, setting: "Field[Any]", value: Any) -> Any:
        kind: Kind = setting.metadata["kind"]
        if not kind.is_allowed(value):
            raise InputError(f"{self.section}.{setting.name} must be {kind.allowed}, got {show(value)}")
        return kind.keep(value)

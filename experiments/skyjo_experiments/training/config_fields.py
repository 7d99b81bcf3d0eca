"""What a setting of a training configuration may be: kinds of values, each with its check and its words."""

import math
from collections.abc import Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar

from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = ["Section", "choice", "integer", "integers", "number", "text", "texts"]


class Kind:
    """A kind of value: what is allowed in words, and the value as it is kept."""

    allowed: str

    def read(self, value: Any) -> Any:
        """Return the value as it is kept, or raise ValueError."""
        raise NotImplementedError


@dataclass(frozen=True)
class _Integer(Kind):
    low: int
    high: int

    @property
    def allowed(self) -> str:  # type: ignore[override]
        return f"an integer in {self.low}..{self.high}"

    def read(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError
        return value


@dataclass(frozen=True)
class _Number(Kind):
    low: float
    high: float
    is_optional: bool = False

    @property
    def allowed(self) -> str:  # type: ignore[override]
        return f"a number in {self.low:g}..{self.high:g}"

    def read(self, value: Any) -> float | None:
        if value is None and self.is_optional:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError
        if not self.low <= value <= self.high:
            raise ValueError
        return float(value)


@dataclass(frozen=True)
class _Choice(Kind):
    names: tuple[str, ...]

    @property
    def allowed(self) -> str:  # type: ignore[override]
        return f"one of {', '.join(self.names)}"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise ValueError
        return value


class _Text(Kind):
    allowed = "a text"

    def read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError
        return value


class _Texts(Kind):
    allowed = "a text or a list of at least one text"

    def read(self, value: Any) -> tuple[str, ...]:
        entries = [value] if isinstance(value, str) else value
        if not isinstance(entries, list | tuple) or not entries or not all(isinstance(entry, str) for entry in entries):
            raise ValueError
        return tuple(entries)


@dataclass(frozen=True)
class _Integers(Kind):
    each: _Integer
    most: int

    @property
    def allowed(self) -> str:  # type: ignore[override]
        return f"a list of at most {self.most} integers in {self.each.low}..{self.each.high}"

    def read(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            raise ValueError
        return tuple(self.each.read(entry) for entry in value)


def _setting(kind: Kind, default: Any) -> Any:
    return field(default=default, metadata={"kind": kind})


def integer(default: int, low: int, high: int) -> Any:
    """Return the field of an integer setting."""
    return _setting(_Integer(low, high), default)


def number(default: float | None, low: float, high: float) -> Any:
    """Return the field of a setting that is a number; one without a default may be left out."""
    return _setting(_Number(low, high, default is None), default)


def choice(default: str, names: Sequence[str]) -> Any:
    """Return the field of a setting that is one of some names."""
    return _setting(_Choice(tuple(names)), default)


def text(default: str) -> Any:
    """Return the field of a setting that is a text."""
    return _setting(_Text(), default)


def texts(default: tuple[str, ...]) -> Any:
    """Return the field of a setting that is a list of texts."""
    return _setting(_Texts(), default)


def integers(default: tuple[int, ...], low: int, high: int, most: int) -> Any:
    """Return the field of a setting that is a list of integers."""
    return _setting(_Integers(_Integer(low, high), most), default)


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
        for own in fields(self):
            object.__setattr__(self, own.name, self._read(own, getattr(self, own.name)))

    def _read(self, own: "Field[Any]", value: Any) -> Any:
        kind: Kind = own.metadata["kind"]
        try:
            return kind.read(value)
        except ValueError:
            raise InputError(f"{self.section}.{own.name} must be {kind.allowed}, got {show(value)}") from None

"""The fields of a position brought to their types: what is given may be any integer, flag, text or sequence of them."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

from skyjo_sim.errors import InputError
from skyjo_sim.positions.cells import Card, read_card
from skyjo_sim.rules_text import show

__all__ = ["as_items", "in_types", "read_cards"]


def in_types(types: Mapping[str, Any], position: object) -> dict[str, Any]:
    """Return the fields of a position whose annotation, in `types`, is one that this file knows, in that type.

    Raises
    ------
    InputError
        If a field is of another type.
    """
    known = {name: _READERS[kind] for name, kind in types.items() if kind in _READERS}
    return {name: read(name, getattr(position, name)) for name, read in known.items()}


def as_items(name: str, items: object, what: str) -> tuple[Any, ...]:
    """Return the items of what is given as a sequence.

    Raises
    ------
    InputError
        If it is none, or a text.
    """
    if not isinstance(items, str | bytes | Mapping):
        try:
            return tuple(items)  # type: ignore[arg-type]
        except TypeError:  # no sequence, or an array of no dimension
            pass
    raise InputError(f"{name} must be a sequence of {what}, got {show(items)}")


def read_cards(name: str, cards: object) -> tuple[Card, ...]:
    """Return cards in their one form.

    Raises
    ------
    InputError
        If they are no cards, or no sequence.
    """
    items = as_items(name, cards, "cards")
    try:
        return tuple(map(read_card, items))
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _integer(name: str, value: object) -> int:
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:  # an array of several numbers
            pass
    raise InputError(f"{name} must be an integer, got {show(value)}")


def _integer_or_none(name: str, value: object) -> int | None:
    return None if value is None else _integer(name, value)


def _flag(name: str, value: object) -> bool:
    if type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise InputError(f"{name} must be true or false, got {show(value)}")


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise InputError(f"{name} must be a text, got {show(value)}")


def _text_or_none(name: str, value: object) -> str | None:
    return None if value is None else _text(name, value)


def _place(name: str, value: object) -> int | str | None:
    """Return a slot, a text such as ``"?"``, or None."""
    return value if value is None or isinstance(value, str) else _integer(name, value)


def _sequence_of(read: Callable[[str, object], Any], what: str) -> Callable[[str, object], tuple[Any, ...]]:
    """Return what reads a sequence of things of one type."""

    def read_all(name: str, items: object) -> tuple[Any, ...]:
        entry = f"an entry of {name.removeprefix('an entry of ')}"
        return tuple(read(entry, item) for item in as_items(name, items, what))

    return read_all


_integers = _sequence_of(_integer, "integers")
_texts = _sequence_of(_text, "texts")
_READERS: dict[Any, Callable[[str, Any], Any]] = {
    int: _integer,
    int | None: _integer_or_none,
    bool: _flag,
    str: _text,
    str | None: _text_or_none,
    Sequence[int]: _integers,
    Sequence[str]: _texts,
    Sequence[int | str | None]: _sequence_of(_place, "slots, '?' or None"),
    Sequence[Sequence[int]]: _sequence_of(_integers, "sequences of integers"),
    Sequence[Sequence[str]]: _sequence_of(_texts, "sequences of texts"),
}
"""How a value is read, by the annotation of its field; cards and grids have readers of their own."""

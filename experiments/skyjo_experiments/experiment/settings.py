"""Settings of experiments: checked, frozen data, changed by texts such as ``players=2,4``."""

import tomllib
from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from typing import Any, ClassVar, TypeVar

from skyjo_experiments.training.config_fields import Section, choice, integer, integers, number, text, texts
from skyjo_experiments.training.config_files import check_known
from skyjo_sim.agent_names import split_names
from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = [
    "Settings",
    "changes_of",
    "choice",
    "integer",
    "integers",
    "number",
    "settings_mapping",
    "text",
    "texts",
    "with_changes",
]


class Settings(Section):
    """Base of an experiment's settings: a frozen dataclass whose fields say what is allowed.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True, kw_only=True)
    ... class Mine(Settings):
    ...     players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    >>> with_changes(Mine(), ["players=3"]).players
    (3,)
    """

    __slots__ = ()
    section: ClassVar[str] = "settings"


AnySettings = TypeVar("AnySettings", bound=Settings)


def with_changes(settings: AnySettings, changes: Iterable[str]) -> AnySettings:
    """Return settings with fields set by texts ``field=value``; lists are separated by commas.

    Raises
    ------
    InputError
        If a text has another form, a field is not known, or a value is not allowed.
    """
    names = [setting.name for setting in fields(settings)]
    values: dict[str, Any] = {}
    for change in changes:
        name, sign, word = (part.strip() for part in change.partition("="))
        if not (name and sign and word):
            raise InputError(f"a setting must have the form field=value, got {show(change)}")
        check_known("setting", "", [name], names)
        if name in values:
            raise InputError(f"setting {name} is given twice")
        values[name] = _read(word, isinstance(getattr(settings, name), tuple))
    return replace(settings, **values)


def _read(word: str, is_list: bool) -> Any:
    """Return the value of a text; what is no TOML is a text, or several."""
    try:
        value = tomllib.loads(f"value = {word}")["value"]
    except (ValueError, RecursionError):
        value = [_read(part, False) for part in split_names(word)] if is_list else word
    return [value] if is_list and not isinstance(value, list) else value


def settings_mapping(settings: Settings) -> dict[str, Any]:
    """Return settings as plain values, tuples as lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}


def changes_of(settings: Settings, base: Settings) -> list[str]:
    """Return the texts that `with_changes` makes `settings` of `base` with."""
    values, before = settings_mapping(settings), settings_mapping(base)
    return [f"{name}={_write(value)}" for name, value in values.items() if value != before[name]]


def _write(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)

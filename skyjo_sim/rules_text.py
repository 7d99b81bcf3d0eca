"""Rules as text: TOML files, the one-line form, settings of the command line and the packaged tables.

Everything here reads texts into plain mappings and back; `skyjo_sim.rules` checks names and values.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from skyjo_sim.errors import RulesError
from skyjo_sim.games import Game

Value = bool | int | str | tuple[str, ...]
"""What a switch can be set to; choices are strings, and several of them a tuple."""
NOTHING = "none"
"""The word for an empty tuple."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
_MAX_SHOWN_PATH = 500


def show(value: object, most: int = 60) -> str:
    """Return a value as it is written in messages: on one line, and of `most` characters at most."""
    try:
        shown = repr(str(value)) if isinstance(value, str) else " ".join(repr(value).split())
    except (ValueError, RecursionError):  # an integer of thousands of digits; lists in lists in lists
        shown = f"a huge {type(value).__name__}"
    return shown if len(shown) <= most else shown[:most] + "..."


def format_value(value: Value) -> str:
    """Return a value as a bare word: ``true``, ``false``, an integer or the name of a choice; several with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(value) or NOTHING
    return str(value)


def parse_value(word: str) -> Value:
    """Read a bare word back; what is neither a truth value nor an integer stays a word."""
    if word in ("true", "false"):
        return word == "true"
    return int(word) if _INTEGER.fullmatch(word) else word


def format_settings(values: Mapping[str, Value]) -> list[str]:
    """Return each value as a setting ``name=value``."""
    return [f"{name}={format_value(value)}" for name, value in values.items()]


def parse_settings(settings: Iterable[str]) -> dict[str, Value]:
    """Read settings ``name=value``.

    Raises
    ------
    RulesError
        If a setting is not of this form, or sets a name a second time.
    """
    if isinstance(settings, str):
        settings = [settings]
    values: dict[str, Value] = {}
    for setting in settings:
        if not isinstance(setting, str):
            raise RulesError(f"a setting must be a text name=value, got {show(setting)}")
        name, sign, word = (part.strip() for part in setting.partition("="))
        if not (name and sign and word):
            raise RulesError(f"a setting must have the form name=value, got {show(setting)}")
        if name in values:
            raise RulesError(f"setting {show(setting)} sets {show(name)} a second time")
        values[name] = parse_value(word)
    return values


def format_line(values: Mapping[str, Value]) -> str:
    """Return values in the one-line form: settings joined by ``"; "``."""
    return "; ".join(format_settings(values))


def parse_line(text: str) -> dict[str, Value]:
    """Read the one-line form back.

    Raises
    ------
    RulesError
        If a part of the text is not a setting.
    """
    if not isinstance(text, str):
        raise RulesError(f"rules as text must be a str, got {show(text)}")
    return parse_settings(part for part in text.split(";") if part.strip())


def format_toml(values: Mapping[str, Value]) -> str:
    """Return values as the content of a TOML file."""
    return "".join(f"{name} = {_toml_value(value)}\n" for name, value in values.items())


def _toml_value(value: Value) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    return format_value(value)


def parse_toml(text: str, source: str = "rules as TOML") -> dict[str, object]:
    """Read the content of a TOML file into a mapping; `source` names it in messages.

    Raises
    ------
    RulesError
        If the text is not TOML.
    """
    if not isinstance(text, str):
        raise RulesError(f"{source} must be a str, got {show(text)}")
    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # ValueError: malformed, or an integer of thousands of digits
        reason = " ".join(str(error).split())
        raise RulesError(f"{source}: not valid TOML: {reason}") from None


def show_path(path: str | Path) -> str:
    """Return a path as it is written in messages."""
    return show(str(path), _MAX_SHOWN_PATH)


def table_names(game: str | None = None) -> list[str]:
    """Return the names of the rules that come with the package, sorted: all, or those of one game."""
    files = resources.files("skyjo_sim.tables").iterdir()
    names = sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))
    return [name for name in names if game is None or read_table(name)["game"] == game]


def is_table(path_or_name: str | Path) -> bool:
    """Tell whether it is the name of rules that come with the package."""
    return isinstance(path_or_name, str) and path_or_name in table_names()


def read_table(path_or_name: str | Path) -> dict[str, object]:
    """Read a TOML file, or by its name one that comes with the package; a `Path` always means a file.

    What comes with the package always names its game. A file that does not can be read as rules of either.

    Raises
    ------
    RulesError
        If there is neither such a file nor such a name, or the file is not TOML in UTF-8.
    """
    if not isinstance(path_or_name, str | Path):
        raise RulesError(f"rules must be a path or a name, got {show(path_or_name)}")
    if is_table(path_or_name):
        file = resources.files("skyjo_sim.tables") / f"{path_or_name}.toml"
        return {"game": Game.CLASSIC, **parse_toml(file.read_text(encoding="utf-8"), f"rules {path_or_name}")}
    source = f"rules file {show_path(path_or_name)}"
    try:
        text = Path(path_or_name).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RulesError(f"{source} does not exist; rules with a name are: {', '.join(table_names())}") from None
    except UnicodeDecodeError:
        raise RulesError(f"{source} must be encoded in UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise RulesError(f"{source} cannot be read: {reason}") from None
    return parse_toml(text, source)


def write_text(path: str | Path, text: str) -> None:
    """Write a text file in UTF-8.

    Raises
    ------
    RulesError
        If it cannot be written.
    """
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RulesError(f"rules file {show_path(path)} cannot be written: {reason}") from None

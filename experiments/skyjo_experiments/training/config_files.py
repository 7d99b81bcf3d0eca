"""Training configurations as TOML: files, packaged names, settings of the command line."""

import difflib
import json
import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from importlib import resources
from pathlib import Path
from typing import Any

from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = ["check_known", "config_names", "load_mapping", "read_toml", "with_settings", "write_toml"]


def config_names() -> list[str]:
    """Return the names of the configurations that come with the package, sorted."""
    files = resources.files("skyjo_experiments.training.configs").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def check_known(what: str, prefix: str, given: Iterable[str], known: list[str]) -> None:
    """Raise InputError where a name is not known, with the nearest one or all."""
    for name in given:
        if name in known:
            continue
        near = difflib.get_close_matches(name[:100], known, n=1)
        hint = f"did you mean {prefix}{near[0]}?" if near else f"known are {', '.join(prefix + one for one in known)}"
        raise InputError(f"there is no {what} {prefix}{name}; {hint}")


def read_toml(content: str) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises
    ------
    InputError
        If it is no TOML.
    """
    try:
        return tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not valid TOML: {' '.join(str(error).split())}") from None


def load_mapping(path_or_name: str | Path) -> dict[str, Any]:
    """Read a TOML file, or by its name one that comes with the package; a `Path` always means a file.

    Raises
    ------
    InputError
        If there is neither, or it is no TOML in UTF-8.
    """
    names = config_names()
    source = f"training configuration {show(str(path_or_name), 500)}"
    try:
        if isinstance(path_or_name, str) and path_or_name in names:
            file = resources.files("skyjo_experiments.training.configs") / f"{path_or_name}.toml"
            content = file.read_text(encoding="utf-8")
        else:
            content = Path(path_or_name).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{source} does not exist; those with a name are: {', '.join(names)}") from None
    except UnicodeDecodeError:
        raise InputError(f"{source} must be encoded in UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise InputError(f"{source} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return read_toml(content)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def with_settings(mapping: Mapping[str, Any], settings: Iterable[str]) -> dict[str, Any]:
    """Return sections with settings ``section.name=value`` changed; a value that is no TOML is a text.

    Raises
    ------
    InputError
        If a setting has another form.
    """
    changed = deepcopy(dict(mapping))
    for setting in settings:
        key, sign, word = (part.strip() for part in setting.partition("="))
        section, dot, name = key.partition(".")
        if not (sign and word and dot and section and name):
            raise InputError(f"a setting must have the form section.name=value, got {show(setting)}")
        values = changed.setdefault(section, {})
        if not isinstance(values, dict):
            raise InputError(f"{section} must be a section [{section}], got {show(values)}")
        values[name] = _parse_value(word)
    return changed


def _parse_value(word: str) -> Any:
    try:
        return tomllib.loads(f"value = {word}")["value"]
    except (ValueError, RecursionError):
        return word


def write_toml(mapping: Mapping[str, Mapping[str, Any]]) -> str:
    """Return sections of texts, numbers, truth values and lists of them as the content of a TOML file."""
    lines = []
    for section, values in mapping.items():
        lines.append(f"[{section}]")
        lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        lines.append("")
    return "\n".join(lines)

"""The arguments in an agent's name: numbers, and texts such as the path in ``npz(runs/best.npz)``.

A text stands as it is, or in double quotes where it holds commas, parentheses or quotes: ``npz("a, b.npz")``. A quote
within quotes is doubled.
"""

import inspect
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from skyjo_sim.errors import InputError

_PLAIN = re.compile(r"[^\s\"(),](?:[^\"(),]*[^\s\"(),])?")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"', re.DOTALL)


def split_at_commas(text: str) -> list[str] | None:
    """Split a text at the commas outside parentheses and quotes, and strip the pieces; None if these do not match."""
    pieces, depth, is_quoted = [""], 0, False
    for sign in text:
        is_quoted ^= sign == '"'
        depth += 0 if is_quoted else (sign == "(") - (sign == ")")
        if depth < 0:
            return None
        if sign == "," and depth == 0 and not is_quoted:
            pieces.append("")
        else:
            pieces[-1] += sign
    return None if depth or is_quoted else [piece.strip() for piece in pieces]


def read_arguments(name: str, arguments: str | None, parameters: list[inspect.Parameter]) -> list[float | str]:
    """Return the arguments in an agent's name as its factory's `parameters` want them: texts or numbers.

    More arguments than parameters are read as the last of these wants, for the caller to refuse.

    Raises
    ------
    InputError
        If a number is none or a text is quoted wrongly.
    """
    parts = split_at_commas(arguments) if arguments and arguments.strip() else []
    if parts is None:
        raise InputError(f"agent {name}: parentheses or quotes in {arguments!r} do not match")
    return [
        _read_text(name, part) if _takes_text(parameters, index) else _read_number(name, part)
        for index, part in enumerate(parts)
    ]


def parameters_of(factory: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters of an agent's factory, their annotations as types where these can be found."""
    try:
        signature = inspect.signature(factory, eval_str=True)
    except Exception:  # an annotation is a text that may raise anything
        signature = inspect.signature(factory)
    return list(signature.parameters.values())


def _takes_text(parameters: list[inspect.Parameter], index: int) -> bool:
    """Tell whether the parameter for an argument is annotated as a text or a path."""
    if not parameters:
        return False
    annotation = parameters[min(index, len(parameters) - 1)].annotation
    return any(kind in (str, Path) for kind in get_args(annotation) or (annotation,))


def _read_number(name: str, part: str) -> float:
    try:
        number = float(part)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"agent {name}: arguments must be finite numbers, got {part!r}")
    return number


def _read_text(name: str, part: str) -> str:
    if quoted := _QUOTED.fullmatch(part):
        return quoted[1].replace('""', '"')
    if '"' in part or not part:
        raise InputError(f'agent {name}: a text must be plain or in double quotes, such as "a, b.npz", got {part!r}')
    return part


def format_text(text: str) -> str:
    """Return a text as it stands in an agent's name: quoted where it must be."""
    return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def format_number(number: float) -> str:
    """Return the shortest text of a parameter: ``2``, ``-0.5``."""
    return str(int(number)) if number == int(number) else repr(number)

"""Kernels for both games: what a kernel calls by game, so that environments are written once.

Which game it is follows from the type of the record that is passed first, when a kernel is compiled: the compiled code
has no trace of the choice. The kernels of Skyjo Action are imported when a kernel is compiled for its records.
"""

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any

from numba.core import types
from numba.extending import overload

from skyjo_sim.kernels.compiler import IS_COMPILED

_ACTION = "skyjo_sim.kernels.action.environment"
_ONLY_IN_ACTION = "legal"
"""A field of the table of Skyjo Action that the classic one has not."""


def by_game(classic: Any) -> Any:
    """Return what calls `classic`, or its namesake in `skyjo_sim.kernels.action.environment` for a record of that game.

    The first argument is a record that is a table or contains one: a game, an episode.

    Raises
    ------
    TypeError
        If `classic` has a number of arguments that is not in `_TYPED`.
    """
    name = classic.__name__

    def chosen(is_action: bool) -> Any:
        return getattr(import_module(_ACTION), name) if is_action else classic

    def call(record: Any, *others: Any) -> Any:
        return chosen(_has_action_table(record.dtype))(record, *others)

    call.__name__ = name
    if IS_COMPILED:
        n_arguments = len(signature(classic.py_func).parameters)
        if n_arguments not in _TYPED:
            raise TypeError(
                f"{name} must have {', '.join(map(str, _TYPED))} arguments to be chosen by game, got {n_arguments}"
            )
        overload(call, inline="always")(_TYPED[n_arguments](chosen))
    return call


def _has_action_table(kind: Any) -> bool:
    """Tell whether a NumPy type of a record has the table of Skyjo Action in it."""
    while _ONLY_IN_ACTION not in kind.names:
        inner = next((name for name in ("game", "table") if name in kind.names), None)
        if inner is None:
            return False
        kind = kind[inner]
    return True


def _typed_for_action(kind: Any) -> bool:
    """Tell the same of numba's type of a record."""
    return isinstance(kind, types.Record) and _has_action_table(kind.dtype)


def _typed_2(chosen: Callable[[bool], Any]) -> Any:
    def typed(a, b):
        function = chosen(_typed_for_action(a))
        return lambda a, b: function(a, b)

    return typed


def _typed_3(chosen: Callable[[bool], Any]) -> Any:
    def typed(a, b, c):
        function = chosen(_typed_for_action(a))
        return lambda a, b, c: function(a, b, c)

    return typed


def _typed_4(chosen: Callable[[bool], Any]) -> Any:
    def typed(a, b, c, d):
        function = chosen(_typed_for_action(a))
        return lambda a, b, c, d: function(a, b, c, d)

    return typed


def _typed_6(chosen: Callable[[bool], Any]) -> Any:
    def typed(a, b, c, d, e, f):
        function = chosen(_typed_for_action(a))
        return lambda a, b, c, d, e, f: function(a, b, c, d, e, f)

    return typed


_TYPED = {2: _typed_2, 3: _typed_3, 4: _typed_4, 6: _typed_6}
"""Typing by number of arguments: a tuple of arguments would have its arrays' references counted."""

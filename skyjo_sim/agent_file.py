"""A user's own agents, from a Python file: ``--agent-file my.py``."""

import hashlib
import importlib.util
import os
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import Factory, format_number
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.games import Game
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.seer import Seer


def load_agent_file(path: str | Path, game: Game = Game.CLASSIC) -> dict[str, Factory]:
    """Return the agents a Python file defines, by name, as functions that take numbers and return an `Agent`.

    Each policy made with `skyjo_sim.policy` counts under its function's name, with the numbers in parentheses as its
    parameters, as an agent of `game`; each `Agent` or `Seer` counts under its variable's name, and gets that name, so that
    the name can rebuild it.

    Raises
    ------
    InputError
        If the file cannot be read or run, or defines no agent.
    PolicyError
        If a policy has a wrong signature.
    """
    module = _run(Path(path))
    found: dict[str, Factory] = {}
    for name, value in vars(module).items():
        if isinstance(value, Agent | Seer):
            found[name] = _factory_of(replace(value, name=name))
        elif _is_policy_of(value, module):
            found[name] = _factory_with(name, value, game)
    if not found:
        raise InputError(f"agent file {str(path)!r} defines no agent: decorate a function with skyjo_sim.policy")
    return found


def _factory_of(agent: Agent | Seer) -> Factory:
    return lambda: agent


def _factory_with(name: str, function: object, game: Game) -> Factory:
    def make(*params: float) -> Agent:
        arguments = ",".join(format_number(number) for number in params)
        return Agent(f"{name}({arguments})" if params else name, function, params, game=game)

    return make


def _run(path: Path) -> ModuleType:
    try:
        source = path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"agent file {str(path)!r} cannot be read: {reason}") from None
    name = f"skyjo_agent_file_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"agent file {str(path)!r} must be a Python file, ending in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        line = getattr(error, "lineno", None) or _line_in(error, path)
        place = f"agent file {str(path)!r}, line {line}"
        if isinstance(error, PolicyError):
            raise PolicyError(f"{place}: {error}") from None
        reason = " ".join(str(error).split())
        raise InputError(f"{place}: {type(error).__name__}{': ' if reason else ''}{reason}") from error
    return module


def _line_in(error: BaseException, path: Path) -> int:
    """Return the last line of the file itself in the error's traceback."""
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == str(path):
            line = step.tb_lineno
        step = step.tb_next
    return line


def _is_policy_of(value: object, module: ModuleType) -> bool:
    """Tell whether a value is a policy that the module itself defines."""
    function = getattr(value, "py_func", value)
    if getattr(function, "__module__", None) != module.__name__:
        return False
    if IS_COMPILED:
        return hasattr(value, "get_compile_result")
    return callable(value) and getattr(getattr(value, "__code__", None), "co_argcount", 0) == 4

"""Agents: a name, a compiled policy and its parameters as data."""

import hashlib
import importlib
import inspect
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import as_game, engine_named
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.bases import params_address
from skyjo_sim.kernels.calls import POLICY_ARGUMENTS, POLICY_SIGNATURE, policy_address
from skyjo_sim.kernels.compiler import IS_COMPILED, KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import N_PARAMS, PARAMS
from skyjo_sim.kernels.weights import weights_address

if TYPE_CHECKING:
    from skyjo_sim.rules import Rules

_SIGNATURE = "policy(table, seat, params, stream) -> action id"


def policy(function: Callable[..., Any]) -> Any:
    """Compile a policy: ``policy(table, seat, params, stream) -> action id``.

    Parameters
    ----------
    function : callable
        Answers one decision. ``table`` is what everybody sees (`skyjo_sim.kernels.layout.TABLE`; read it, never write),
        ``seat`` the seat that decides, ``params.values`` the agent's 16 numbers, ``stream`` its own luck
        (`skyjo_sim.kernels.streams`). The ids stand in `skyjo_sim.kernels.actions`; phases OPENING, SOURCE, PLACE and,
        with optional clearing, CLEAR are asked for. A policy of Skyjo Action gets the table of that game
        (`skyjo_sim.kernels.action.layout.TABLE`; ids in `skyjo_sim.kernels.action.actions`).

    Raises
    ------
    PolicyError
        If the function does not take these four arguments. Errors inside it show when it is first used.
    """
    try:
        n_arguments = len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        raise PolicyError(f"a policy must be a function, got {function!r}") from None
    if n_arguments != 4:
        name = getattr(function, "__name__", repr(function))
        raise PolicyError(f"policy {name} must take 4 arguments, got {n_arguments}: {_SIGNATURE}")
    return compiled(function, *_source_folders(function))


def _source_folders(function: Callable[..., Any]) -> list[Path]:
    """Return the folders whose sources the compiled policy depends on; none if that cannot be known.

    A policy in a package depends on the package and on the kernels. One in a loose file or typed at a prompt may use
    anything, so it is compiled anew in each process.
    """
    package = sys.modules.get((function.__module__ or "").partition(".")[0])
    paths = list(getattr(package, "__path__", []))
    return [KERNEL_FOLDER, Path(paths[0])] if len(paths) == 1 else []


def check_policy(name: str, function: Any, arguments: tuple[Any, ...] = POLICY_ARGUMENTS) -> None:
    """Compile a policy for a published signature, an agent's unless other types of arguments are given.

    Raises
    ------
    PolicyError
        If that fails, or the policy does not answer with an integer; the message names the agent.
    """
    if not callable(function):
        raise PolicyError(f"agent {name}: the policy must be a function, got {function!r}")
    if not IS_COMPILED:
        return
    if not hasattr(function, "get_compile_result"):
        raise PolicyError(f"agent {name}: decorate the policy with skyjo_sim.policy")
    try:
        function.compile(arguments)
        answer = function.overloads[arguments].signature.return_type
    except Exception as error:  # numba's own errors, and whatever its passes stumble over
        raise PolicyError(f"agent {name}: the policy cannot be compiled: {_reason(error, arguments)}") from error
    if not str(answer).startswith(("int", "uint", "Literal[int]", "bool")):
        raise PolicyError(f"agent {name}: a policy must answer with an integer action id, this one returns {answer}")


def _reason(error: Exception, arguments: tuple[Any, ...]) -> str:
    """Return in a line why a policy cannot be compiled."""
    if isinstance(error, KeyError):  # numba's, for a field that a record does not have
        return _missing_field(str(error.args[0]), arguments)
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and "pipeline" not in line]
    return lines[0] if lines else type(error).__name__


def _missing_field(field: str, arguments: tuple[Any, ...]) -> str:
    """Return that a field is missing, and which game's table has it."""
    names = engine_named(Game.ACTION).game_type["table"].names or ()
    if arguments == POLICY_ARGUMENTS and field in names:
        return (
            f"the table of {TITLES[Game.CLASSIC]} has no field {field!r}, that of {TITLES[Game.ACTION]} has; "
            f'--game {Game.ACTION}, in Python Agent(..., game="{Game.ACTION}"), chooses that game'
        )
    return f"a record has no field {field!r}"


@cache
def with_int64_answer(function: Any, arguments: tuple[Any, ...] = POLICY_ARGUMENTS) -> Any:
    """Return a checked policy, wrapped if it answers with another integer type than int64."""
    if not IS_COMPILED or function.overloads[arguments].signature.return_type == POLICY_SIGNATURE.return_type:
        return function

    def widened(seen, seat, params, stream):  # type: ignore[no-untyped-def]
        return np.int64(function(seen, seat, params, stream))

    return compiled(widened)


@dataclass(frozen=True, slots=True)
class Agent:
    """A strategy: a name that can rebuild it, a compiled policy, and its parameters.

    Agents are equal when all of that is; weights are compared by their content.

    Parameters
    ----------
    name : str
        What tables print, such as ``cutoff(2)``.
    policy : compiled function
        Made by `skyjo_sim.policy`.
    params : tuple of float
        Up to 16 numbers, which the policy finds in ``params.values``; the rest is 0.
    weights : ndarray of float32, shape (n,), optional
        More numbers, of which the agent keeps a read-only copy; the policy finds them by
        `skyjo_sim.kernels.weights.weights_of`.
    plays_under : tuple of (str, tuple), optional
        The rules that the policy can play under, where not all: switches of `skyjo_sim.Rules` with the values allowed.
    base : Agent, optional
        The agent that this one builds on; the policy asks it by `skyjo_sim.kernels.bases.ask_base`.
    game : Game or str
        Which game it plays: ``"classic"``, or ``"action"`` for Skyjo Action, whose policies get its table
        (`skyjo_sim.kernels.action.layout.TABLE`).

    Raises
    ------
    InputError
        If the name is empty, the parameters are not at most 16 finite numbers, the weights not an array of finite ones,
        or the base no agent of the same game; if there is no such game.
    """

    name: str
    policy: Any
    params: tuple[float, ...] = ()
    weights: NDArray[np.float32] | None = field(default=None, repr=False, compare=False)
    plays_under: tuple[tuple[str, tuple[Any, ...]], ...] = field(default=(), repr=False)
    base: "Agent | None" = field(default=None, repr=False)
    game: Game = field(default=Game.CLASSIC, repr=False)
    content_sha256: str | None = field(init=False, repr=False)
    """The SHA-256 of parameters and weights, the base's included; None without weights, where the name says it all."""
    _base_params: NDArray[np.void] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise InputError(f"an agent's name must be a text that is not empty, got {self.name!r}")
        params = tuple(float(number) for number in self.params)
        if len(params) > N_PARAMS or not all(math.isfinite(number) for number in params):
            raise InputError(f"agent {self.name}: params must be at most {N_PARAMS} finite numbers, got {self.params}")
        object.__setattr__(self, "params", params)
        if self.weights is not None:
            object.__setattr__(self, "weights", _checked_weights(self.name, self.weights))
        if self.base is not None and not isinstance(self.base, Agent):
            raise InputError(f"agent {self.name}: the base must be an Agent, got {self.base!r}")
        object.__setattr__(self, "game", as_game(self.game))
        if self.base is not None and self.base.game != self.game:
            raise InputError(f"agent {self.name} plays {TITLES[self.game]}, its base {TITLES[self.base.game]}")
        object.__setattr__(self, "content_sha256", self._digest())
        object.__setattr__(self, "_base_params", np.zeros(1, PARAMS))

    def _digest(self) -> str | None:
        of_base = None if self.base is None else self.base.content_sha256
        if self.weights is None and of_base is None:
            return None
        content = np.array(self.params, "<f8").tobytes()
        if self.weights is not None:
            content += self.weights.astype("<f4").tobytes()
        return hashlib.sha256(content + (of_base or "").encode()).hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a package's policy by its name, so that another process finds its compiled code in the cache."""
        numbers = self.params, self.weights, self.plays_under, self.base, self.game
        if is_importable(self.policy):
            place = self.policy.__module__, self.policy.__name__
            return _unpickle, (self.name, place, *numbers)
        return Agent, (self.name, self.policy, *numbers)

    @property
    def kind(self) -> int:
        """Tell whether the play loop knows the policy: a constant of `skyjo_sim.kernels.baselines`."""
        return engine_named(self.game).kind_of(self.policy)

    def address(self) -> int:
        """Return the address of the compiled policy, 0 for one that the play loop knows.

        Raises
        ------
        PolicyError
            If the policy cannot be compiled.
        """
        return 0 if self.kind != baselines.OTHER else self._policy_address()

    def _policy_address(self) -> int:
        engine = engine_named(self.game)
        check_policy(self.name, self.policy, engine.policy_arguments)
        return policy_address(with_int64_answer(self.policy, engine.policy_arguments), engine.policy_signature)

    def fill_params(self, record: Any) -> None:
        """Write the parameters into a record of `skyjo_sim.kernels.layout.PARAMS`, which must not outlive the agent."""
        record["values"] = self.params + (0.0,) * (N_PARAMS - len(self.params))
        record["weights"] = 0 if self.weights is None else weights_address(self.weights)
        record["n_weights"] = 0 if self.weights is None else self.weights.size
        record["base_policy"], record["base_params"] = 0, 0
        if self.base is not None:
            self.base.fill_params(self._base_params[0])
            record["base_policy"] = self.base._policy_address()
            record["base_params"] = params_address(self._base_params)

    def check_rules(self, rules: "Rules") -> None:
        """Check that the agent can play under these rules: what every place does that seats agents.

        Raises
        ------
        InputError
            If it plays the other game, or cannot play under a switch; the message names it.
        """
        if rules.game != self.game:
            raise InputError(
                f"agent {self.name} plays {TITLES[self.game]}, the rules are those of {TITLES[rules.game]}"
            )
        for switch, allowed in self.plays_under:
            value = getattr(rules, switch)
            if value not in allowed:
                choices = " or ".join(str(choice) for choice in allowed)
                raise InputError(f"agent {self.name} plays under {switch}={choices} only, got {switch}={value}")
        if self.base is not None:
            self.base.check_rules(rules)


def _checked_weights(name: str, weights: Any) -> NDArray[np.float32]:
    """Return a read-only, contiguous copy of weights that are what they must be."""
    if not isinstance(weights, np.ndarray) or weights.dtype != np.float32 or weights.ndim != 1:
        form = (
            f"{weights.dtype} of shape {weights.shape}" if isinstance(weights, np.ndarray) else type(weights).__name__
        )
        raise InputError(f"agent {name}: weights must be a float32 array of one dimension, got {form}")
    copy = np.array(weights, np.float32, order="C")
    if not np.isfinite(copy).all():
        raise InputError(f"agent {name}: weights must be finite numbers, got {copy[~np.isfinite(copy)][0]}")
    copy.flags.writeable = False
    return copy


def is_importable(function: Any) -> bool:
    """Tell whether another process can import a policy from a package."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    is_found = function is not None and getattr(module, getattr(function, "__name__", ""), None) is function
    return is_found and len(_source_folders(function)) == 2


def _unpickle(
    name: str,
    place: tuple[str, str],
    params: tuple[float, ...],
    weights: NDArray[np.float32] | None,
    plays_under: tuple[tuple[str, tuple[Any, ...]], ...],
    base: Agent | None,
    game: Game,
) -> Agent:
    function = getattr(importlib.import_module(place[0]), place[1])
    return Agent(name, function, params, weights, plays_under, base, game)

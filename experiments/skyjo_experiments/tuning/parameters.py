"""What of an agent can be tuned: the numbers in its name, each in its range."""

import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass

from skyjo_experiments.tuning.ranges import RANGES
from skyjo_sim.agent import Agent
from skyjo_sim.agent_arguments import format_number, format_text, parameters_of, read_arguments
from skyjo_sim.agent_names import make_agent, registered_agents
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game

__all__ = ["Parameter", "Point", "Tunable", "make_tunable", "rounded"]

Point = tuple[float, ...]
"""The values of the parameters that are tuned, in their order in the agent's name."""

_DIGITS = 4
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that is tuned.

    Attributes
    ----------
    name : str
    place : int
        Its position among the agent's arguments.
    low, high : float
    is_integer : bool
    """

    name: str
    place: int
    low: float
    high: float
    is_integer: bool = False

    def fit(self, value: float) -> float:
        """Return the nearest value that is allowed, rounded to 4 significant digits."""
        clipped = min(max(value, self.low), self.high)
        return float(round(clipped)) if self.is_integer else rounded(clipped)


def rounded(value: float) -> float:
    """Return a number rounded to 4 significant digits."""
    return float(f"{value:.{_DIGITS}g}") + 0.0  # no minus zero, which would be another name


@dataclass(frozen=True, slots=True)
class Tunable:
    """An agent's name with places for the numbers that are tuned.

    Attributes
    ----------
    word : str
        The name before the parenthesis.
    arguments : tuple of float or str
        All arguments of the start.
    parameters : tuple of Parameter
    game : Game
        Which game it plays.
    """

    word: str
    arguments: tuple[float | str, ...]
    parameters: tuple[Parameter, ...]
    game: Game = Game.CLASSIC

    @property
    def start(self) -> Point:
        """Return the point from which the search begins."""
        return tuple(float(self.arguments[parameter.place]) for parameter in self.parameters)

    def agent(self, point: Point) -> Agent:
        """Return the agent at a point.

        Raises
        ------
        InputError
            If the agent refuses its numbers.
        """
        arguments = list(self.arguments)
        for parameter, value in zip(self.parameters, point, strict=True):
            arguments[parameter.place] = value
        words = [format_text(part) if isinstance(part, str) else format_number(part) for part in arguments]
        return make_agent(f"{self.word}({','.join(words)})", game=self.game)


def make_tunable(
    agent: str,
    start: str | None,
    ranges: Mapping[str, tuple[float, float] | None] | None = None,
    *,
    is_packaged: bool = True,
    game: Game = Game.CLASSIC,
) -> Tunable:
    """Return what is tuned of an agent.

    Parameters
    ----------
    agent : str
        A name, with or without arguments.
    start : str, optional
        The same agent with the arguments to start from; by default `agent` as it stands.
    ranges : mapping, optional
        Low and high by parameter, over the packaged ones; None for a parameter that stays as it is.
    is_packaged : bool
        Whether packaged ranges are used for parameters that `ranges` does not name.
    game : Game
        What the agent has to play.

    Raises
    ------
    InputError
        If the agent is unknown or takes no numbers, a parameter is unknown or a range empty, or the start is outside.
    """
    word, arguments = _split(agent, game)
    if start is not None:
        started, arguments = _split(start, game)
        if started != word:
            raise InputError(f"start must be an agent {word}(...), got {start!r}")
    parameters = [parameter for parameter in _parameters(word, game) if parameter.kind in _POSITIONAL]
    values = _all_arguments(start or agent, arguments, parameters)
    numbers = [parameter.name for parameter, value in zip(parameters, values, strict=True) if isinstance(value, float)]
    if not numbers:
        raise InputError(f"agent {word} takes no numbers that could be tuned")
    chosen = _ranges(word, numbers, {**(RANGES.get(word, {}) if is_packaged else {}), **(ranges or {})})
    tuned = tuple(
        _parameter(parameter, place, value, chosen[parameter.name])
        for place, (parameter, value) in enumerate(zip(parameters, values, strict=True))
        if isinstance(value, float) and parameter.name in chosen
    )
    tunable = Tunable(word, tuple(values), tuned, game)
    tunable.agent(tunable.start)
    return tunable


def _split(name: str, game: Game) -> tuple[str, str | None]:
    """Return the word and the arguments of an agent's name."""
    if not isinstance(name, str):
        raise InputError(f"an agent to tune must be a name such as cutoff(9), got {name!r}")
    word, parenthesis, rest = name.strip().partition("(")
    word = word.strip()
    if word not in registered_agents(game):
        make_agent(word, game=game)  # says what is known
    if not parenthesis:
        return word, None
    make_agent(name, game=game)  # says what does not fit
    return word, rest.rstrip()[:-1]


def _parameters(word: str, game: Game) -> list[inspect.Parameter]:
    return parameters_of(registered_agents(game)[word].load())


def _all_arguments(name: str, arguments: str | None, parameters: list[inspect.Parameter]) -> list[float | str]:
    """Return the arguments of a name, and the defaults of those that it leaves out."""
    values = read_arguments(name, arguments, parameters)
    for parameter in parameters[len(values) :]:
        default = parameter.default
        if default is parameter.empty:
            raise InputError(f"agent {name} has no default for {parameter.name}: give all its arguments")
        is_number = isinstance(default, int | float) and not isinstance(default, bool)
        values.append(float(default) if is_number else str(default))
    return values


def _ranges(
    word: str, numbers: list[str], wanted: Mapping[str, tuple[float, float] | None]
) -> dict[str, tuple[float, float]]:
    """Return the ranges of the parameters that are tuned."""
    for name in wanted:
        if name not in numbers:
            raise InputError(f"agent {word} has no number {name!r}; its numbers are {', '.join(numbers)}")
    chosen = {name: ends for name, ends in wanted.items() if ends is not None}
    if not chosen:
        raise InputError(f"agent {word} has no range to look in: give one, such as {numbers[0]}=0:5")
    return chosen


def _parameter(parameter: inspect.Parameter, place: int, value: float, ends: tuple[float, float]) -> Parameter:
    name = parameter.name
    try:
        low, high = map(float, ends)
    except (TypeError, ValueError):
        raise InputError(f"the range of {name} must be a low and a high number, got {ends!r}") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise InputError(f"the range of {name} must have a low end below its high end, got {low:g}:{high:g}")
    if not low <= value <= high:
        raise InputError(f"the start of {name} must be in its range {low:g}..{high:g}, got {value:g}")
    return Parameter(name, place, low, high, parameter.annotation is int)

"""Agents by name: ``cutoff(2)``, ``npz(runs/best.npz)``.

Names are looked up in the entry points of a game's group, ``skyjo_sim.agents`` or ``skyjo_sim.action_agents``: functions that
take numbers, or texts where a parameter is annotated as `str` or `Path`, and return an `Agent`, or a `Seer`. A parameter
annotated as ``str | Agent`` gets the agent that a text names: ``end_below(cutoff(2), 8)``. Any package may register its own.
"""

import difflib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, get_args, overload

from skyjo_sim.agent import Agent
from skyjo_sim.agent_arguments import format_number, format_text, parameters_of, read_arguments, split_at_commas
from skyjo_sim.engines import as_game
from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.seer import Seer

__all__ = [
    "Factory",
    "format_number",
    "format_text",
    "make_agent",
    "make_agents",
    "registered_agents",
    "split_names",
    "usage",
]

Factory = Callable[..., Agent | Seer]

GROUPS = {Game.CLASSIC: "skyjo_sim.agents", Game.ACTION: "skyjo_sim.action_agents"}
"""The groups of entry points, by game."""

_NAME = re.compile(r"\s*([^\W\d][\w.-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


@cache
def registered_agents(game: Game = Game.CLASSIC) -> Mapping[str, EntryPoint]:
    """Return the entry points of a game's agents by name; they are loaded when an agent is made."""
    return {point.name: point for point in entry_points(group=GROUPS[game])}


def split_names(text: str) -> list[str]:
    """Split ``"cutoff(2),random"`` at the commas outside parentheses and double quotes.

    Raises
    ------
    InputError
        If a name is empty, or a parenthesis or a quote is not closed.
    """
    names = split_at_commas(text)
    if names is None:
        what = "quotes" if text.count('"') % 2 else "parentheses"
        raise InputError(f"the {what} in agents {text!r} do not match")
    if not all(names):
        raise InputError(f"agents must be names separated by commas, got {text!r}")
    return names


@overload
def make_agent(name: str, extra: Mapping[str, Factory] | None = None, *, game: Game | str = Game.CLASSIC) -> Agent: ...


@overload
def make_agent(
    name: str, extra: Mapping[str, Factory] | None = None, *, game: Game | str = Game.CLASSIC, seers: Literal[True]
) -> Agent | Seer: ...


def make_agent(
    name: str, extra: Mapping[str, Factory] | None = None, *, game: Game | str = Game.CLASSIC, seers: bool = False
) -> Agent | Seer:
    """Make the agent that a name such as ``cutoff(2)`` describes.

    Parameters
    ----------
    name : str
    extra : mapping, optional
        Factories besides the registered ones.
    game : Game or str
        What the agent has to play: ``"classic"``, or ``"action"`` for Skyjo Action.
    seers : bool
        Whether it may be a `Seer`, which sees hidden cards.

    Raises
    ------
    InputError
        If the name is unknown (the nearest is suggested), its arguments do not fit, or it plays the other game.
    """
    made = _named(name, extra or {}, as_game(game))
    if isinstance(made, Seer) and not seers:
        raise _seer_refused(made)
    return made


def _named(name: str, extra: Mapping[str, Factory], game: Game) -> Agent | Seer:
    if name in extra:
        return _made_by(extra[name], name, None, extra, game)
    match = _NAME.fullmatch(name)
    if not match:
        raise InputError(f"an agent must look like random or cutoff(2), got {name!r}")
    word, arguments = match.groups()
    return _made_by(_find(word, extra, game), name, arguments, extra, game)


def _seer_refused(seer: Seer) -> InputError:
    return InputError(f"agent {seer.name} sees hidden cards; it can only be simulated, as an upper bound")


def _made_by(
    factory: Factory, name: str, arguments: str | None, extra: Mapping[str, Factory], game: Game
) -> Agent | Seer:
    """Return the agent that a factory makes of the arguments in a name."""
    parameters = parameters_of(factory)
    values: list[Any] = list(read_arguments(name, arguments, parameters))
    try:
        inspect.signature(factory).bind(*values)
    except TypeError:
        word = name.partition("(")[0].strip()
        raise InputError(f"agent {name}: wrong number of arguments, expected {usage(word, factory)}") from None
    for index, parameter in enumerate(parameters[: len(values)]):
        if Agent in get_args(parameter.annotation):
            values[index] = make_agent(values[index], extra, game=game)
    agent = factory(*values)
    if not isinstance(agent, Agent | Seer):
        raise InputError(f"agent {name}: the registered function must return an Agent, got {type(agent).__name__}")
    if agent.game != game:
        raise InputError(f"agent {name} plays {TITLES[agent.game]}, needed is one for {TITLES[game]}")
    return agent


@overload
def make_agents(
    agents: str | Agent | Sequence[str | Agent],
    extra: Mapping[str, Factory] | None = None,
    *,
    game: Game | str = Game.CLASSIC,
) -> tuple[Agent, ...]: ...


@overload
def make_agents(
    agents: str | Agent | Seer | Sequence[str | Agent | Seer],
    extra: Mapping[str, Factory] | None = None,
    *,
    game: Game | str = Game.CLASSIC,
    seers: Literal[True],
) -> tuple[Agent | Seer, ...]: ...


def make_agents(
    agents: str | Agent | Seer | Sequence[str | Agent | Seer],
    extra: Mapping[str, Factory] | None = None,
    *,
    game: Game | str = Game.CLASSIC,
    seers: bool = False,
) -> tuple[Agent | Seer, ...]:
    """Make a tuple of agents from names and agents; one text may hold several names. The rest is as in `make_agent`.

    Raises
    ------
    InputError
        If a name does not fit or there is no agent at all.
    """
    if not isinstance(agents, str | Agent | Seer | Iterable):
        raise InputError(f"agents must be names or Agents, got {agents!r}")
    given = [agents] if isinstance(agents, str | Agent | Seer) else list(agents)
    made: list[Agent | Seer] = []
    for entry in given:
        if isinstance(entry, Agent | Seer):
            made.append(entry)
        elif isinstance(entry, str):
            made.extend(_named(name, extra or {}, as_game(game)) for name in split_names(entry))
        else:
            raise InputError(f"an agent must be a name or an Agent, got {entry!r}")
    if not made:
        raise InputError("at least one agent is needed, got none")
    for agent in made:
        if isinstance(agent, Seer) and not seers:
            raise _seer_refused(agent)
    return tuple(made)


def _find(word: str, extra: Mapping[str, Factory], game: Game) -> Factory:
    if word in extra:
        return extra[word]
    known = registered_agents(game)
    if word in known:
        factory: Factory = known[word].load()
        return factory
    names = sorted({*extra, *known})
    near = difflib.get_close_matches(word, names, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(names)}"
    for other in Game:
        if word in registered_agents(other):
            raise InputError(f"agent {word!r} plays {TITLES[other]}, needed is one for {TITLES[game]}; {hint}")
    raise InputError(f"unknown agent {word!r}; {hint}")


def usage(word: str, factory: Factory) -> str:
    """Return how an agent is named, with its parameters: ``cutoff(cutoff=2)``."""
    names = ", ".join(
        parameter.name if parameter.default is parameter.empty else f"{parameter.name}={parameter.default}"
        for parameter in inspect.signature(factory).parameters.values()
    )
    return f"{word}({names})" if names else word

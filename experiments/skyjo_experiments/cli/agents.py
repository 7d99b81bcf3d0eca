"""``skyjo agents``: the agents that can be named."""

import inspect
import json
import re
import shutil
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from skyjo_sim.agent_arguments import parameters_of
from skyjo_sim.agent_names import registered_agents, usage
from skyjo_sim.engines import as_game
from skyjo_sim.games import Game
from skyjo_sim.seer import Seer

GROUPS = {
    "skyjo_agents.uniform": "baselines",
    "skyjo_agents.action.uniform": "baselines",
    "skyjo_agents.low_cards": "baselines",
    "skyjo_agents.ending_rules": "closing rules",
    "skyjo_agents.personas": "personas",
    "skyjo_agents.network_agent": "networks",
    "skyjo_agents.ppo": "networks",
    "skyjo_agents.seers": "seers",
    "skyjo_agents": "heuristics",
}
"""Where agents of a group are defined; the longest name that fits counts."""
ORDER = {
    "baselines": "what everything is measured against",
    "heuristics": "strategies of this project",
    "closing rules": "any agent, with another rule when to end the round",
    "personas": "styles of play that public bots use",
    "networks": "learned",
    "other packages": "registered by what else is installed",
    "seers": "upper bounds: they see hidden cards, and can only be simulated",
}
_WIDEST = 110


@dataclass(frozen=True, slots=True)
class Listed:
    """What is printed about an agent; parameters with their defaults, None where one must be given."""

    name: str
    group: str
    usage: str
    parameters: dict[str, Any]
    idea: str
    provenance: str
    ignores: str
    sees_hidden_cards: bool


def list_agents(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="classic or action.")] = Game.CLASSIC,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """List the agents that can be named, with their parameters and their idea."""
    listed = list(listed_agents(as_game(game)))
    if as_json:
        typer.echo(json.dumps([asdict(agent) for agent in listed], ensure_ascii=False, default=str))
        return
    width = min(shutil.get_terminal_size((100, 24)).columns, _WIDEST)
    for group, meaning in ORDER.items():
        members = [agent for agent in listed if agent.group == group]
        if members:
            typer.echo(f"{group.upper()}: {meaning}\n")
        for agent in members:
            typer.echo(_filled(agent.usage, "  ", "      ", width))
            typer.echo(_filled(agent.idea, "      ", "      ", width) + "\n")
    typer.echo(f"{_counted(len(listed))} {_filled(_HOW[as_game(game)], '', '', width)}".rstrip())


_HOW = {
    Game.CLASSIC: "Numbers may be left out where a default stands: cutoff, cutoff(4), end_below(greedy,6).",
    Game.ACTION: "They play Skyjo Action: skyjo simulate --game action.",
}


def _counted(n: int) -> str:
    return f"{n} agent{'' if n == 1 else 's'}."


def _filled(text: str, first: str, further: str, width: int) -> str:
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False)


def listed_agents(game: Game = Game.CLASSIC) -> Iterator[Listed]:
    """Yield the registered agents of a game by name."""
    for name, point in sorted(registered_agents(game).items()):
        factory = point.load()
        sections = _sections(factory)
        parameters = {
            parameter.name: None if parameter.default is parameter.empty else parameter.default
            for parameter in parameters_of(factory)
        }
        sees_hidden = _makes_seer(factory)
        yield Listed(
            name=name,
            group="seers" if sees_hidden else _group_of(point.value.partition(":")[0]),
            usage=usage(name, factory),
            parameters=parameters,
            idea=sections.get("Idea", ""),
            provenance=sections.get("Provenance", ""),
            ignores=sections.get("Ignores", ""),
            sees_hidden_cards=sees_hidden,
        )


_SECTION = re.compile(r"^(Idea|Provenance|Ignores): (.*?)(?=^\w[\w ]*: |^$|\Z)", re.DOTALL | re.MULTILINE)


def _sections(factory: Callable[..., Any]) -> dict[str, str]:
    """Return what a factory's docstring says, by heading."""
    return {heading: " ".join(text.split()) for heading, text in _SECTION.findall(inspect.getdoc(factory) or "")}


def _makes_seer(factory: Callable[..., Any]) -> bool:
    return getattr(factory, "__annotations__", {}).get("return") in (Seer, "Seer")


def _group_of(module: str) -> str:
    fitting = [place for place in GROUPS if module == place or module.startswith(f"{place}.")]
    return GROUPS[max(fitting, key=len)] if fitting else "other packages"

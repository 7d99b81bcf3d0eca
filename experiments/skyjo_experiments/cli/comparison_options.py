"""Options and output that ``skyjo compare`` and ``skyjo tournament`` share."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skyjo_experiments.cli.curve_files import save_frame
from skyjo_experiments.cli.rules_options import read_rules
from skyjo_sim.agent import Agent
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import Factory, make_agents
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.games import Game
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.whole_files import reason_of, target_of, write_whole

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "AgentFileOption",
    "DealsOption",
    "GamesOption",
    "JsonOption",
    "OutOption",
    "PlayersOption",
    "QuietOption",
    "RoundsOption",
    "SeedOption",
    "UnitOption",
    "WorkersOption",
    "check_ending",
    "check_place",
    "chosen_rules",
    "one_agent",
    "own_agents",
    "save",
]

AgentFileOption = Annotated[
    Path | None, typer.Option("--agent-file", metavar="FILE", help="A Python file with agents of your own.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", help="Seats, 2 to 8; 2 by default.")]
DealsOption = Annotated[int | None, typer.Option("--deals", metavar="N", help="Deals, each played from every seat.")]
GamesOption = Annotated[int | None, typer.Option("--games", metavar="N", help="Games to the target.")]
RoundsOption = Annotated[int | None, typer.Option("--rounds", metavar="N", help="Independent rounds instead.")]
UnitOption = Annotated[
    str | None, typer.Option("--unit", metavar="UNIT", help="What --deals are deals of: game or round.")
]
SeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same deals.")]
WorkersOption = Annotated[int | None, typer.Option("--workers", help="Threads; one per processor by default.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write what was measured: .csv, .parquet, .html or .json.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress bar.")]

_ENDINGS = (".csv", ".parquet", ".html", ".json")


def own_agents(agent_file: Path | None, game: Game) -> dict[str, Factory] | None:
    """Return the agents of a file, None without one."""
    return None if agent_file is None else load_agent_file(agent_file, game)


def one_agent(what: str, name: str, own: dict[str, Factory] | None, game: Game) -> Agent | Seer:
    """Return the agent of a game, or seer, of a name.

    Raises
    ------
    InputError
        If it is unknown, or more than one.
    """
    made = make_agents(name, own, game=game, seers=True)
    if len(made) != 1:
        raise InputError(f"{what} must be one agent, got {len(made)}: {name}")
    return made[0]


def chosen_rules(name: str | None, settings: list[str] | None, players: int | None, game: str | None) -> Rules:
    """Return the rules of ``--rules``, ``--set``, ``--players`` and ``--game``.

    Raises
    ------
    InputError
        If they do not fit, or two of them name different numbers of players.
    """
    rules = read_rules(name, settings, game)
    if players is None:
        return rules
    sets_players = any(setting.partition("=")[0].strip() == "players" for setting in settings or [])
    if sets_players and players != rules.players:
        raise InputError(f"--players {players} and --set players={rules.players} contradict each other")
    return rules.replace(players=players)


def check_ending(path: Path | None) -> None:
    """Raise InputError if a file's ending is not that of a result."""
    if path is not None and path.suffix.lower() not in _ENDINGS:
        raise InputError(f"the file must end in one of {', '.join(_ENDINGS)}, got {str(path)!r}")


def check_place(path: Path | None) -> None:
    """Find out before anything is played whether a file can be written.

    Raises
    ------
    RunError
        If its folder is missing or read-only, or something else than a file is there.
    """
    if path is None:
        return
    try:
        folder = target_of(path).parent
        os.scandir(folder).close()
        if not os.access(folder, os.W_OK):
            raise PermissionError("its folder is read-only")
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise RunError(f"{path} cannot be written: {reason_of(error)}") from None


def save(path: Path, frame: "Callable[[], pd.DataFrame]", result: Any) -> None:
    """Write a result, whole or not at all: its frame, its page or its JSON.

    Raises
    ------
    RunError
        If it cannot be written.
    """
    ending = path.suffix.lower()
    if ending == ".html":
        title = f"{type(result).__name__} of agents"
        page = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{result._repr_html_()}</html>'
        )
        write_whole(path, page.encode())
    elif ending == ".json":
        write_whole(path, (json.dumps(result.to_json(), ensure_ascii=False, allow_nan=False) + "\n").encode())
    else:
        save_frame(frame(), path)

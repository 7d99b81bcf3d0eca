"""The names in a mapping of rules: which game it is of, and whether every switch exists there."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Protocol

from skyjo_sim.errors import RulesError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.rules_text import Value, show
from skyjo_sim.switches import check_choice


class Switchable(Protocol):
    """A class of rules."""

    @property
    def game(self) -> Game:
        """Return the game it describes."""

    def defaults(self) -> dict[str, Value]:
        """Return its switches and their official values."""


def split_game(mapping: Mapping[str, object]) -> tuple[Game | None, dict[str, object]]:
    """Return the game that a mapping names, None if it names none, and the switches.

    Raises
    ------
    RulesError
        If there is no such game.
    """
    switches = dict(mapping)
    if "game" not in switches:
        return None, switches
    return Game(check_choice("game", Game, switches.pop("game"))), switches


def check_names(rules: Switchable, names: Iterable[object], others: Mapping[Game, Switchable]) -> None:
    """Check that every name is a switch of a class of rules; `others` are the classes of all games.

    Raises
    ------
    RulesError
        If one is not, with the nearest name or the game that has such a switch.
    """
    switches = rules.defaults()
    games = {switch: other.game for other in others.values() for switch in other.defaults()} | dict.fromkeys(
        switches, rules.game
    )
    for name in names:
        if name in switches:
            continue
        if name in games:
            raise RulesError(
                f"{name} is a switch of {TITLES[games[name]]}, and these are rules of {TITLES[rules.game]}; "
                f"game = {games[name]}, on the command line --game {games[name]}, chooses the other game"
            )
        near = difflib.get_close_matches(name[:100], games, n=1) if isinstance(name, str) else []
        raise RulesError(f"there is no switch {show(name)}; {_hint(near, switches, games)}")


def _hint(near: list[str], switches: Iterable[str], games: Mapping[str, Game]) -> str:
    if not near:
        return f"switches are: {', '.join(switches)}"
    return f"did you mean {near[0]}{'' if near[0] in switches else f', a switch of {TITLES[games[near[0]]]}'}?"

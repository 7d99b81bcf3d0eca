"""The options ``--game``, ``--rules`` and ``--set``, which commands share."""

from typing import Annotated

import typer

from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.rules import CLASSES, Rules
from skyjo_sim.rules_text import is_table, show_path, table_names
from skyjo_sim.switches import check_choice

GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="classic or action; by default what --rules says, else classic."),
]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="NAME|FILE", help="A packaged table of rules or a TOML file.")
]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set one switch; may be repeated.")
]


def read_rules(
    name: str | None, settings: list[str] | None, game: str | None = Game.CLASSIC, players: int | None = None
) -> Rules:
    """Return the rules that the options ``--rules`` and ``--set`` describe.

    Parameters
    ----------
    name : str or None
        What ``--rules`` says.
    settings : list of str or None
        What ``--set`` says.
    game : str or None
        The game they have to be of; what ``--game`` says. None takes what `name` is of, and without a name the classic
        game.
    players : int or None
        The number of players before `settings` are looked at, where it is known.

    Raises
    ------
    InputError
        If a name or a value is not allowed, or the rules are of the other game.
    """
    if any(setting.partition("=")[0].strip() == "game" for setting in settings or []):
        raise InputError("--set cannot choose the game; --game classic and --game action do")
    wanted = None if game is None else Game(check_choice("--game", Game, game))
    rules = _loaded(name, wanted)
    return (rules if players is None else rules.replace(players=players)).with_settings(settings or [])


def _loaded(name: str | None, wanted: Game | None) -> Rules:
    """Return the rules of a name or a file; a file that names no game is of the game wanted."""
    if name is None:
        return CLASSES[wanted or Game.CLASSIC]()
    rules = Rules.load(name) if wanted is None or is_table(name) else CLASSES[wanted].load(name)
    if wanted is not None and rules.game != wanted:
        raise InputError(
            f"--rules {show_path(name)} has rules of {TITLES[rules.game]}, needed are those of {TITLES[wanted]}; "
            f"its packaged tables are: {', '.join(table_names(wanted))}"
        )
    return rules

"""``skyjo rules``: the rules a name, a file or settings stand for."""

from typing import Annotated

import typer

from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import table_names

RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="NAME|FILE", help="A packaged table of rules or a TOML file.")
]
SettingsOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set one switch; may be repeated.")
]


def read_rules(name: str | None, settings: list[str] | None) -> Rules:
    """Return the rules that the options ``--rules`` and ``--set`` describe."""
    rules = Rules() if name is None else Rules.load(name)
    return rules.with_settings(settings or [])


def show_rules(rules: RulesOption = None, settings: SettingsOption = None) -> None:
    """Print rules as TOML, and the packaged tables' names."""
    text = read_rules(rules, settings).to_toml()
    typer.echo(f"# packaged tables: {', '.join(table_names())}")
    typer.echo(text, nl=False)

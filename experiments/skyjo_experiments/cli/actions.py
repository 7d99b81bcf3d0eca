"""``skyjo actions``: what the action ids mean."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption, read_rules
from skyjo_sim.ids.meaning import Meaning
from skyjo_sim.ids.table import meanings_of
from skyjo_sim.rules_record import n_actions


def list_actions(
    game: GameOption = None,
    rules: RulesOption = None,
    settings: SettingsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array with an object per id.")] = False,
) -> None:
    """List the action ids that can be legal under some rules: what they mean and in which phase they are asked for."""
    chosen = read_rules(rules, settings, game)
    meanings = meanings_of(chosen)
    if as_json:
        typer.echo(json.dumps([entry for meaning in meanings for entry in entries(meaning)]))
        return
    console = Console(highlight=False)
    console.print(_table(meanings))
    console.print(
        escape(f"{chosen}: ids 0 to {n_actions(chosen) - 1}; slots are numbered 3 * column + row"), soft_wrap=True
    )


def entries(meaning: Meaning) -> list[dict[str, object]]:
    """Return one object for each of the ids."""
    return [
        {"id": action, "meaning": meaning.of(action), "asked_in": list(meaning.asked_in)} for action in meaning.things
    ]


def _table(meanings: list[Meaning]) -> Table:
    table = Table(header_style="bold")
    table.add_column("id", justify="right", no_wrap=True)
    table.add_column("meaning", overflow="fold")
    table.add_column("asked in", overflow="fold")
    for meaning in meanings:
        for ids, text in _rows(meaning):
            table.add_row(ids, escape(text), ", ".join(meaning.asked_in))
    return table


def _rows(meaning: Meaning) -> list[tuple[str, str]]:
    """Return ids and what they do: one row for ids that only a number tells apart, else one for each."""
    low, high = min(meaning.things), max(meaning.things)
    number = meaning.things[high].rpartition(" ")[2]
    if low < high and number.isdigit():
        return [(f"{low}-{high}", meaning.text.format(f"{meaning.things[low]} to {number}"))]
    return [(str(action), meaning.of(action)) for action in meaning.things]

"""``skyjo rules``: the rules a name, a file or settings stand for."""

import typer

from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption, read_rules
from skyjo_sim.rules_text import table_names

__all__ = ["RulesOption", "SettingsOption", "read_rules", "show_rules"]


def show_rules(game: GameOption = None, rules: RulesOption = None, settings: SettingsOption = None) -> None:
    """Print rules as TOML, and the packaged tables' names."""
    chosen = read_rules(rules, settings, game)
    typer.echo(f"# packaged tables: {', '.join(table_names(None if game is None else chosen.game))}")
    typer.echo(chosen.to_toml(), nl=False)

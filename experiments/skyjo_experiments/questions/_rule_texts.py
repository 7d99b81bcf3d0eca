"""Rules that a setting names by switches, such as ``double_factor=1; flat_penalty=10``."""

from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import parse_line, show

__all__ = ["changed_rules"]


def changed_rules(setting: str, text: str, official: type[Rules]) -> Rules:
    """Return rules by the switches that a text names, for the official number of players.

    Raises
    ------
    RulesError
        If a switch does not fit.
    InputError
        If the text sets `players`, which a question asks for by itself, or changes nothing; the message names the setting.
    """
    if "players" in parse_line(text):
        raise InputError(f"{setting} must not set players, which is a setting of its own, got {show(text)}")
    rules = official.from_text(text)
    if rules == type(rules)():
        raise InputError(f"{setting} must differ from the {rules.name_of_official}, got {show(text)}")
    return rules

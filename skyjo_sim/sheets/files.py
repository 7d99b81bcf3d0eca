"""Score sheets as JSON files, to be continued later.

A file holds what was entered. Scores and totals are written for readers and computed again on reading;
where they differ from what is written the file is refused.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show, show_path
from skyjo_sim.score_sheet import ScoreSheet
from skyjo_sim.sheets.text import RoundScore
from skyjo_sim.text_files import read_text, write_file

FORMAT = "skyjo score sheet"
VERSION = 1
_SHEET_KEYS = {"format", "version", "players", "rules", "rounds"}
_ROUND_KEYS = {"ender", "raw", "scores", "totals"}


def save_sheet(sheet: ScoreSheet, path: str | Path) -> None:
    """Write a sheet, finished or not, to a JSON file; a file of that name is replaced in one step.

    Raises
    ------
    InputError
        If the file cannot be written; an older file is then unchanged.
    """
    write_file(path, sheet_to_json(sheet).encode())


def load_sheet(path: str | Path) -> ScoreSheet:
    """Read a sheet from a JSON file.

    Raises
    ------
    InputError
        If the file cannot be read, or its content is not a consistent score sheet.
    """
    source = f"score sheet {show_path(path)}"
    text = read_text(path, source)
    try:
        return sheet_from_json(text)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def sheet_to_json(sheet: ScoreSheet) -> str:
    """Return the content of a sheet's JSON file, a line per round."""
    rows, rounds = [], sheet.rounds
    for index, entry in enumerate(sheet.entries):
        ender = None if entry.ender is None else sheet.players[entry.ender]
        row: dict[str, Any] = {"ender": ender, "raw": entry.raw}
        if index < len(rounds):
            row |= {"scores": rounds[index].scores, "totals": rounds[index].totals}
        rows.append("\n    " + json.dumps(row, ensure_ascii=False))
    head = {
        "format": FORMAT,
        "version": VERSION,
        "players": sheet.players,
        "rules": sheet.rules.text(),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    lines.append(f'  "rounds": [{",".join(rows)}{chr(10) + "  " if rows else ""}]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def sheet_from_json(text: str) -> ScoreSheet:
    """Read a sheet from the content of its JSON file.

    Raises
    ------
    InputError
        If it is not a consistent score sheet.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not valid JSON: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f'not a score sheet: "format" must be "{FORMAT}"')
    if content.get("version") != VERSION:
        raise InputError(f"version must be {VERSION}, got {show(content.get('version'))}")
    _check_keys(content, _SHEET_KEYS, _SHEET_KEYS, "the sheet")
    if not isinstance(content["rounds"], list):
        raise InputError(f"rounds must be a list, got {show(content['rounds'])}")
    sheet = ScoreSheet(content["players"], Rules.from_text(content["rules"]))
    for number, row in enumerate(content["rounds"], 1):
        _check_keys(row, _ROUND_KEYS, {"ender", "raw"}, f"round {number}")
    sheet.enter_all((row["raw"], row["ender"]) for row in content["rounds"])
    rounds = sheet.rounds
    for number, row in enumerate(content["rounds"], 1):
        for what in ("scores", "totals"):
            if what in row:
                check_agreement(rounds, number, what, row[what])
    return sheet


def _check_keys(mapping: object, allowed: set[str], needed: set[str], where: str) -> None:
    """Raise InputError unless `mapping` is a mapping with the needed and no other than the allowed keys."""
    if not isinstance(mapping, dict):
        raise InputError(f"{where} must be an object, got {show(mapping)}")
    for name in sorted(needed - set(mapping)):
        raise InputError(f"{where} has no {show(name)}")
    for name in sorted(set(mapping) - allowed):
        raise InputError(f"{where} has an unknown key {show(name)}; keys are {', '.join(sorted(allowed))}")


def check_agreement(rounds: Sequence[RoundScore], number: int, what: str, given: object) -> None:
    """Raise InputError where scores or totals of a file differ from what the rules make of its raw scores."""
    computed = list(getattr(rounds[number - 1], what)) if number <= len(rounds) else None
    if given != computed:
        expected = "none: it comes after the end of the game" if computed is None else show(computed)
        raise InputError(f"round {number}: {what} must be {expected}, got {show(given)}")

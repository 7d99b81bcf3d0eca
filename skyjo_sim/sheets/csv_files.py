"""Score sheets as CSV, for spreadsheets: a row per round."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show, show_path
from skyjo_sim.score_sheet import ScoreSheet
from skyjo_sim.sheets.entry import parse_points
from skyjo_sim.sheets.files import check_agreement
from skyjo_sim.sheets.names import check_names
from skyjo_sim.text_files import read_text, write_file


def save_csv(sheet: ScoreSheet, path: str | Path) -> None:
    """Write the rounds of a sheet to a CSV file, a row per round.

    Columns: round, ender (empty: nobody), and for every player ``raw NAME``, ``score NAME`` and ``total
    NAME``; scores and totals are empty for rounds that do not count. The rules are not in it.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    write_file(path, sheet_to_csv(sheet).encode())


def load_csv(path: str | Path, rules: Rules | None = None) -> ScoreSheet:
    """Read a sheet from a CSV file with the columns of `save_csv`; score and total columns may be missing.

    Semicolons and tabs are accepted as separators too. Only raw scores and enders are taken; `rules` (None:
    official) are applied to as many players as there are ``raw`` columns.

    Raises
    ------
    InputError
        If the file cannot be read, its content is not allowed, or scores or totals differ from the rules'.
    """
    source = f"score table {show_path(path)}"
    text = read_text(path, source)
    try:
        return sheet_from_csv(text, rules)
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def sheet_to_csv(sheet: ScoreSheet) -> str:
    """Return the content of a sheet's CSV file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["round", "ender", *_columns(sheet.players)])
    rounds = sheet.rounds
    for index, entry in enumerate(sheet.entries):
        ender = "" if entry.ender is None else sheet.players[entry.ender]
        computed: Sequence[int | str] = [""] * (2 * len(sheet.players))
        if index < len(rounds):
            computed = [*rounds[index].scores, *rounds[index].totals]
        writer.writerow([index + 1, ender, *entry.raw, *computed])
    return out.getvalue()


def sheet_from_csv(text: str, rules: Rules | None = None) -> ScoreSheet:
    """Read a sheet from the content of a CSV file.

    Raises
    ------
    InputError
        If the content is not allowed, or its scores or totals differ from the rules'.
    """
    header, rows = _read_table(text)
    players = check_names([name.removeprefix("raw ") for name in header if name.startswith("raw ")])
    sheet = ScoreSheet(players, (rules or Rules()).replace(players=len(players)))
    _check_header(header, sheet.players)
    for number, row in enumerate(rows, 1):
        if row["round"] != str(number):
            raise InputError(f"rounds must be numbered 1, 2, 3 ..., got {show(row['round'])} for round {number}")
    sheet.enter_all((_raw_scores(row, sheet.players), row["ender"] or None) for row in rows)
    rounds = sheet.rounds
    for number, row in enumerate(rows, 1):
        for what in ("score", "total"):
            given = _numbers(row, sheet.players, what)
            if any(value is not None for value in given):
                check_agreement(rounds, number, f"{what}s", given)
    return sheet


def _columns(players: Sequence[str]) -> list[str]:
    """Return the names of the columns with points."""
    return [f"{what} {player}" for what in ("raw", "score", "total") for player in players]


def _read_table(text: str) -> tuple[list[str], list[dict[str, str]]]:
    """Return the header of a CSV text and its rows, empty lines left out."""
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        lines = [
            [unicodedata.normalize("NFC", cell).strip() for cell in line]
            for line in csv.reader(io.StringIO(text), delimiter=separator)
        ]
    except csv.Error as error:
        raise InputError(f"not valid CSV: {error}") from None
    lines = [line for line in lines if any(line)]
    if not lines:
        raise InputError("the table is empty; its first line must name the columns")
    for number, line in enumerate(lines[1:], 1):
        if len(line) != len(lines[0]):
            raise InputError(f"round {number} must have {len(lines[0])} cells, one a column, got {len(line)}")
    return lines[0], [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def _check_header(header: Sequence[str], players: Iterable[str]) -> None:
    """Raise InputError for a missing, unknown or repeated column."""
    known = ["round", "ender", *_columns(list(players))]
    for name in header:
        if name not in known:
            raise InputError(f"there is no column {show(name)}; columns are {', '.join(known)}")
        if header.count(name) > 1:
            raise InputError(f"column {show(name)} must occur once, got {header.count(name)}")
    for name in ("round", "ender"):
        if name not in header:
            raise InputError(f"column {show(name)} is missing")


def _raw_scores(row: dict[str, str], players: Sequence[str]) -> list[int]:
    """Return a row's raw scores."""
    raw_scores = _numbers(row, players, "raw")
    for player, points in zip(players, raw_scores, strict=True):
        if points is None:
            raise InputError(f"round {row['round']}: the raw score of {player} is missing")
    return [points for points in raw_scores if points is not None]


def _numbers(row: dict[str, str], players: Sequence[str], what: str) -> list[int | None]:
    """Return a row's points of one kind; None for an empty cell or a missing column."""
    cells = [row.get(f"{what} {player}", "") for player in players]
    try:
        return [parse_points(cell) if cell else None for cell in cells]
    except InputError as error:
        raise InputError(f"round {row['round']}: {error}") from None

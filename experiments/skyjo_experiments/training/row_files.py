"""Rows as CSV files in which every number comes back exactly."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from skyjo_sim.errors import RunError
from skyjo_sim.rules_text import show

__all__ = ["check_limits", "read_rows", "rows_csv"]


def rows_csv(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type]) -> str:
    """Return rows as the content of a CSV file with the columns of `kinds`."""
    buffer = StringIO()
    writer = csv.DictWriter(buffer, list(kinds), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


Limits = Mapping[str, tuple[float, float]]
"""The lowest and the highest value that may stand in a column."""


def check_limits(row: Mapping[str, Any], limits: Limits) -> None:
    """Raise ValueError if a number of a row is out of its column's limits, or no number at all (nan)."""
    for name, (low, high) in limits.items():
        if not low <= row[name] <= high:
            raise ValueError(f"{name} must be in {low}..{high}, got {show(row[name])}")


def read_rows(path: Path, kinds: Mapping[str, type], limits: Limits) -> list[dict[str, Any]]:
    """Read the rows of a file that `rows_csv` made.

    Raises
    ------
    RunError
        If it cannot be read, or holds other columns, no numbers where numbers must be, or some that cannot be.
    """
    try:
        reader = csv.reader(StringIO(path.read_text(encoding="utf-8")))
        header = next(reader, [])
        if header != list(kinds):
            raise RunError(f"{path} is damaged: its columns must be {', '.join(kinds)}")
        return [_read_row(words, kinds, limits) for words in reader]
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, csv.Error) as error:
        raise RunError(f"{path} is damaged: {error}") from None


def _read_row(words: Sequence[str], kinds: Mapping[str, type], limits: Limits) -> dict[str, Any]:
    row = {name: kind(word) for (name, kind), word in zip(kinds.items(), words, strict=True)}
    check_limits(row, limits)
    return row

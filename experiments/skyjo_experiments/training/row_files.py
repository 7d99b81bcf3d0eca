"""Rows as CSV files in which every number comes back exactly."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from skyjo_sim.errors import RunError

__all__ = ["read_rows", "rows_csv"]


def rows_csv(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type]) -> str:
    """Return rows as the content of a CSV file with the columns of `kinds`."""
    buffer = StringIO()
    writer = csv.DictWriter(buffer, list(kinds), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def read_rows(path: Path, kinds: Mapping[str, type]) -> list[dict[str, Any]]:
    """Read the rows of a file that `rows_csv` made.

    Raises
    ------
    RunError
        If it cannot be read, or holds other columns or no numbers where numbers must be.
    """
    try:
        reader = csv.reader(StringIO(path.read_text(encoding="utf-8")))
        header = next(reader, [])
        if header != list(kinds):
            raise RunError(f"{path} is damaged: its columns must be {', '.join(kinds)}")
        return [{name: kind(word) for (name, kind), word in zip(kinds.items(), words, strict=True)} for words in reader]
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, csv.Error) as error:
        raise RunError(f"{path} is damaged: {error}") from None

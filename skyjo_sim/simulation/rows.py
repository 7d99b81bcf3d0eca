"""Rows: one per seat and round, their columns, their hash, their frame and Parquet forms."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import RunError
from skyjo_sim.kernels.layout import ROW
from skyjo_sim.kernels.sums import SCORE

if TYPE_CHECKING:
    import pandas as pd

ROWS_VERSION = "1"

COLUMNS = {
    "game": "index of the game (or of the independent round)",
    "round": "index of the round in the game",
    "seat": "seat, 0 first",
    "agent": "index of the agent in the run's list",
    "raw": "points in the grid after the final reveal",
    "score": "the same after the ender's penalty",
    "total": "points of the game so far, this round's included",
    "lines_cleared": "columns and rows cleared by this seat",
    "cards_cleared": "cards cleared by this seat",
    "hidden_at_end": "hidden cards before the final reveal",
    "is_ender": "this seat ended the round",
    "is_doubled": "this seat ended the round and was penalised",
    "lowest_other": "lowest raw score among the other seats",
    "lead": "points by which the best other player was behind the ender when the round was ended, a hidden card counted as 5",
    "turns": "turns of the round, all seats together",
    "starter": "seat that started the round",
    "reshuffles": "reshuffles in the round",
    "is_abandoned": "the round was stopped by the turn limit",
    "win_share": "share of the game won, in its last round; of the round, if rounds are independent",
}
"""The columns in their order; types and order are those of `skyjo_sim.kernels.layout.ROW`."""

_FLAGS = ("is_ender", "is_doubled", "is_abandoned")


class RowHash:
    """SHA-256 over the rows in canonical order, packed and little-endian."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, rows: NDArray[np.void]) -> None:
        """Add the rows that come next by game, round and seat."""
        self._digest.update(np.ascontiguousarray(rows).tobytes())

    def hexdigest(self) -> str:
        """Return the hash of the rows added so far."""
        return self._digest.hexdigest()


def rows_frame(parts: Iterable[NDArray[np.void]]) -> "pd.DataFrame":
    """Return rows as a frame with the columns `COLUMNS`."""
    import pandas as pd

    chunks = list(parts)
    rows = np.concatenate(chunks) if chunks else np.zeros(0, ROW)
    columns: dict[str, Any] = {name: rows[name] for name in COLUMNS}
    for name in _FLAGS:
        columns[name] = columns[name].astype(bool)
    return pd.DataFrame(columns)


def _schema() -> Any:
    import pyarrow as pa

    kinds = {name: pa.bool_() if name in _FLAGS else pa.from_numpy_dtype(ROW[name]) for name in COLUMNS}
    return pa.schema(kinds, metadata={"skyjo_sim_rows": ROWS_VERSION})


def parquet_bytes(rows: NDArray[np.void]) -> bytes:
    """Return rows as the content of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays = [
        pa.array(rows[name].astype(bool) if name in _FLAGS else np.ascontiguousarray(rows[name])) for name in COLUMNS
    ]
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(arrays, schema=_schema()), sink, compression="zstd", write_page_checksum=True)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _open_parquet(path: Path) -> Any:
    """Open a file of rows, after a look at its columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pa.BufferReader(path.read_bytes())  # not the path: it may be no Unicode
        file = pq.ParquetFile(source, page_checksum_verification=True)
        schema = file.schema_arrow
    except (OSError, ValueError, pa.ArrowException) as error:
        raise _unreadable(path, error) from None
    version = (schema.metadata or {}).get(b"skyjo_sim_rows")
    if not schema.equals(_schema(), check_metadata=False) or version != ROWS_VERSION.encode():
        file.close()
        raise RunError(f"{path} does not hold rows of a Skyjo run (version {ROWS_VERSION})")
    return file


def _unreadable(path: Path, error: Exception) -> RunError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return RunError(f"{path} cannot be read as Parquet rows: {reason}")


def check_parquet(path: Path, n_rows: int) -> None:
    """Look whether a file holds `n_rows` rows, without reading them.

    Raises
    ------
    RunError
        If it does not.
    """
    with _open_parquet(path) as file:
        if file.metadata.num_rows != n_rows:
            raise RunError(f"{path} must hold {n_rows} rows, it holds {file.metadata.num_rows}")


def read_parquet(path: Path) -> NDArray[np.void]:
    """Read rows that `parquet_bytes` wrote.

    Raises
    ------
    RunError
        If the file is damaged or holds something else.
    """
    import pyarrow as pa

    with _open_parquet(path) as file:
        try:
            table = file.read()
        except (OSError, ValueError, pa.ArrowException) as error:
            raise _unreadable(path, error) from None
    if any(column.null_count for column in table.columns):
        raise RunError(f"{path} has empty cells; rows of a Skyjo run have none")
    rows = np.zeros(table.num_rows, ROW)
    for name in COLUMNS:
        rows[name] = table.column(name).to_numpy()
    return rows


def fitting_rows(parts: Iterable[NDArray[np.void]], sums: NDArray[Any], players: int) -> Iterator[NDArray[np.void]]:
    """Yield parts of rows, and compare their number and their points with a run's sums.

    Raises
    ------
    RunError
        At the end, if they are not the rows of these sums.
    """
    n_rows, points = 0, 0
    for rows in parts:
        n_rows += rows.size
        points += int(rows["score"].sum(dtype=np.int64))
        yield rows
    record = sums[0]
    if n_rows != int(record["n_rounds"]) * players or points != int(record["moments"][:, 0, SCORE].sum()):
        raise RunError("the rows are not those of the run: their number or their points differ from its sums")


assert tuple(COLUMNS) == ROW.names

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
from skyjo_sim.simulation.columns import COLUMNS, FLAGS

if TYPE_CHECKING:
    import pandas as pd

ROWS_VERSION = "1"

__all__ = [
    "COLUMNS",
    "ROWS_VERSION",
    "RowHash",
    "check_parquet",
    "fitting_rows",
    "parquet_bytes",
    "read_parquet",
    "rows_frame",
]


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


def rows_frame(parts: Iterable[NDArray[np.void]], row_type: np.dtype[Any] = ROW) -> "pd.DataFrame":
    """Return rows of a game's type as a frame with its columns (`skyjo_sim.simulation.columns`)."""
    import pandas as pd

    chunks = list(parts)
    rows = np.concatenate(chunks) if chunks else np.zeros(0, row_type)
    return pd.DataFrame({name: _column(rows, name) for name in _names(row_type)})


def _names(row_type: np.dtype[Any]) -> tuple[str, ...]:
    assert row_type.names is not None
    return row_type.names


def _column(rows: NDArray[np.void], name: str) -> NDArray[Any]:
    return rows[name].astype(bool) if name in FLAGS else rows[name]


def _schema(row_type: np.dtype[Any]) -> Any:
    import pyarrow as pa

    kinds = {name: pa.bool_() if name in FLAGS else pa.from_numpy_dtype(row_type[name]) for name in _names(row_type)}
    return pa.schema(kinds, metadata={"skyjo_sim_rows": ROWS_VERSION})


def parquet_bytes(rows: NDArray[np.void]) -> bytes:
    """Return rows as the content of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays = [pa.array(np.ascontiguousarray(_column(rows, name))) for name in _names(rows.dtype)]
    table = pa.Table.from_arrays(arrays, schema=_schema(rows.dtype))
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_page_checksum=True)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _open_parquet(path: Path, row_type: np.dtype[Any]) -> Any:
    """Open a file of rows of a game's type, after a look at its columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pa.BufferReader(path.read_bytes())  # not the path: it may be no Unicode
        file = pq.ParquetFile(source, page_checksum_verification=True)
        schema = file.schema_arrow
    except (OSError, ValueError, pa.ArrowException) as error:
        raise _unreadable(path, error) from None
    version = (schema.metadata or {}).get(b"skyjo_sim_rows")
    if not schema.equals(_schema(row_type), check_metadata=False) or version != ROWS_VERSION.encode():
        file.close()
        raise RunError(f"{path} does not hold rows of a Skyjo run (version {ROWS_VERSION})")
    return file


def _unreadable(path: Path, error: Exception) -> RunError:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return RunError(f"{path} cannot be read as Parquet rows: {reason}")


def check_parquet(path: Path, n_rows: int, row_type: np.dtype[Any] = ROW) -> None:
    """Look whether a file holds `n_rows` rows of a game's type, without reading them.

    Raises
    ------
    RunError
        If it does not.
    """
    with _open_parquet(path, row_type) as file:
        if file.metadata.num_rows != n_rows:
            raise RunError(f"{path} must hold {n_rows} rows, it holds {file.metadata.num_rows}")


def read_parquet(path: Path, row_type: np.dtype[Any] = ROW) -> NDArray[np.void]:
    """Read rows of a game's type that `parquet_bytes` wrote.

    Raises
    ------
    RunError
        If the file is damaged or holds something else.
    """
    import pyarrow as pa

    with _open_parquet(path, row_type) as file:
        try:
            table = file.read()
        except (OSError, ValueError, pa.ArrowException) as error:
            raise _unreadable(path, error) from None
    if any(column.null_count for column in table.columns):
        raise RunError(f"{path} has empty cells; rows of a Skyjo run have none")
    rows = np.zeros(table.num_rows, row_type)
    for name in _names(row_type):
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

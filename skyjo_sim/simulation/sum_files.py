"""Sums as .npy files with a hash behind, so that damage is noticed."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import RunError
from skyjo_sim.kernels.layout import SUMS

_DIGEST_BYTES = 32


def npy_bytes(sums: NDArray[np.void]) -> bytes:
    """Return sums as the content of a .npy file, int64, with its SHA-256 behind, which numpy does not read."""
    buffer = BytesIO()
    np.save(buffer, sums.view(np.int64), allow_pickle=False)
    return buffer.getvalue() + sha256(buffer.getvalue()).digest()


def read_npy(path: Path, n_units: int, sums_type: np.dtype[Any] = SUMS) -> NDArray[np.void]:
    """Read the sums of `n_units` units, of a game's type of sums.

    Raises
    ------
    RunError
        If the file is damaged or holds something else.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror or error}") from None
    content, digest = content[:-_DIGEST_BYTES], content[-_DIGEST_BYTES:]
    if sha256(content).digest() != digest:
        raise RunError(f"{path} is damaged, or does not hold the sums of a run")
    flat = np.lib.format.read_array(BytesIO(content), allow_pickle=False)
    if flat.dtype != np.int64 or flat.shape != (sums_type.itemsize // 8,):
        raise RunError(f"{path} holds sums of another form than this version's")
    sums: NDArray[np.void] = flat.view(sums_type)
    if int(sums[0]["n_units"]) != n_units:
        raise RunError(f"{path} must hold the sums of {n_units} units, it holds those of {int(sums[0]['n_units'])}")
    return sums

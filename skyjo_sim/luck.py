"""Keys of the streams of luck, made one-way from the seed.

Every stream is Philox under a key; the deal and each seat have keys of their own, hashed from the seed (BLAKE2b). So a
policy, which can read its own seat's key, can work out neither the deal nor another seat's luck.
"""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import InputError
from skyjo_sim.kernels.cards import N_SEATS

MAX_SEED = 2**64 - 1


def check_seed(seed: int) -> int:
    """Return `seed` if it is an integer in 0..2**64-1.

    Raises
    ------
    InputError
        If it is not.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed <= MAX_SEED:
        raise InputError(f"seed must be an integer in 0..{MAX_SEED}, got {seed!r}")
    return int(seed)


def _key(seed: int, purpose: str) -> NDArray[np.uint32]:
    digest = blake2b(f"{seed} {purpose}".encode(), digest_size=8, person=b"skyjo-sim").digest()
    return np.frombuffer(digest, "<u4").astype(np.uint32)


def table_key(seed: int) -> NDArray[np.uint32]:
    """Return the key of the deal, the ties and the reshuffles, uint32[2]."""
    return _key(check_seed(seed), "table")


def seat_keys(seed: int) -> NDArray[np.uint32]:
    """Return the keys of the seats' agents, uint32[8, 2]."""
    check_seed(seed)
    return np.stack([_key(seed, f"seat {seat}") for seat in range(N_SEATS)])

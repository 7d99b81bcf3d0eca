"""One process at a time plays for a run folder."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from skyjo_sim.errors import RunError

LOCK = ".lock"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a folder's lock; the system lets go of it when the process ends, however it ends.

    Where the system or the file system knows no such locks, nothing is held.

    Raises
    ------
    RunError
        If another process holds the lock, or the folder cannot be written.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    try:
        file = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except (OSError, ValueError) as error:
        raise RunError(f"folder {str(path)!r} cannot be used: {getattr(error, 'strerror', None) or error}") from None
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunError(f"another process is playing for folder {str(path)!r}; wait until it has ended") from None
        except OSError:  # such as a network file system without locks
            pass
        yield
    finally:
        os.close(file)

"""Files that appear whole: written beside, then renamed."""

import contextlib
import errno
import os
import re
import shutil
import stat
from pathlib import Path

from skyjo_sim.errors import RunError

__all__ = ["is_leftover", "reason_of", "replace_file", "target_of", "write_whole"]

_LEFTOVER = re.compile(r"\..+\.\d+\.part")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all; a symbolic link stays, and the file it leads to is written.

    Raises
    ------
    RunError
        If that fails, such as on a full disk, or where something else than a file is; an older file is then unchanged.
    """
    try:
        replace_file(path, content)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise RunError(f"{path} cannot be written: {reason_of(error)}") from None


def replace_file(path: Path, content: bytes) -> None:
    """Do what `write_whole` does; an older file's permissions are kept.

    Raises
    ------
    OSError, ValueError
        If it cannot be done.
    """
    target = target_of(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def target_of(path: Path) -> Path:
    """Return the regular file, there or not, that a path leads to.

    A rename would put a file in place of a link, of a pipe that somebody reads, or of a device.

    Raises
    ------
    FileExistsError
        If a folder, a pipe, a device or the like is there, or a link that leads to itself.
    OSError, ValueError
        If it cannot be found out, or the path is none.
    """
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    try:
        is_file = stat.S_ISREG(os.lstat(target).st_mode)
    except FileNotFoundError:
        return target
    if not is_file:
        raise FileExistsError(errno.EEXIST, "something that is no regular file is there")
    return target


def reason_of(error: Exception) -> str:
    """Return why a file cannot be used, without its path."""
    return getattr(error, "strerror", None) or str(error)


def is_leftover(path: Path) -> bool:
    """Tell whether a file is the unfinished work of `write_whole` in a process that was killed."""
    return _LEFTOVER.fullmatch(path.name) is not None

"""Read text files and write files whole, with errors in one line."""

from pathlib import Path

from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show_path
from skyjo_sim.whole_files import reason_of, replace_file


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file so that its name always stands for the whole old or the whole new content.

    Raises
    ------
    InputError
        If it cannot be written, or something else than a file is there; an older file is then unchanged.
    """
    try:
        replace_file(Path(path), content)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise InputError(f"{show_path(path)} cannot be written: {reason_of(error)}") from None


def read_text(path: str | Path, source: str) -> str:
    """Return the content of a text file in UTF-8; `source` names it in messages.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{source} must be encoded in UTF-8") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{source} cannot be read: {reason_of(error)}") from None

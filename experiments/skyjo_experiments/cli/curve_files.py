"""Frames and figures as files whose ending says what they are."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_sim.errors import InputError
from skyjo_sim.whole_files import write_whole

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_FIGURES = (".svg", ".png", ".pdf")
_FRAMES = (".csv", ".parquet")


def check_figure_ending(path: Path) -> None:
    """Raise InputError if a file's ending is not that of a figure."""
    _ending(path, _FIGURES)


def check_frame_ending(path: Path) -> None:
    """Raise InputError if a file's ending is not that of a table."""
    _ending(path, _FRAMES)


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a figure, whole or not at all.

    Raises
    ------
    InputError
        If the file's ending is not known.
    RunError
        If it cannot be written.
    """
    buffer = BytesIO()
    figure.savefig(buffer, format=_ending(path, _FIGURES), dpi=150)
    write_whole(path, buffer.getvalue())


def save_frame(frame: "pd.DataFrame", path: Path) -> None:
    """Write a frame, whole or not at all.

    Raises
    ------
    InputError
        If the file's ending is not known.
    RunError
        If it cannot be written.
    """
    buffer = BytesIO()
    if _ending(path, _FRAMES) == "csv":
        buffer.write(frame.to_csv(index=False, lineterminator="\n").encode())
    else:
        frame.to_parquet(buffer, index=False)
    write_whole(path, buffer.getvalue())


def _ending(path: Path, known: tuple[str, ...]) -> str:
    ending = path.suffix.lower()
    if ending not in known:
        raise InputError(f"the file must end in one of {', '.join(known)}, got {str(path)!r}")
    return ending[1:]

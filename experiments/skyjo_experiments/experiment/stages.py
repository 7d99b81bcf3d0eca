"""Progress of an experiment that runs in stages, and rows that an interrupt does not lose."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from skyjo_sim.simulation.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ExperimentProgress", "OnProgress", "Rows", "Stages", "is_complete"]


@dataclass(frozen=True, slots=True)
class ExperimentProgress:
    """How far an experiment is: the share done, what it is at, seconds so far."""

    share: float
    stage: str
    seconds: float


OnProgress = Callable[[ExperimentProgress], None]


class Stages:
    """Tells an experiment's progress out of that of its stages, each counted alike.

    Parameters
    ----------
    n : int
        Number of stages.
    on_progress : callable, optional
        Called with an `ExperimentProgress`.
    """

    def __init__(self, n: int, on_progress: OnProgress | None) -> None:
        self._n, self._on_progress = max(n, 1), on_progress
        self._begun, self._start = 0, time.perf_counter()

    def begin(self, stage: str) -> Callable[[Progress], None]:
        """Begin the next stage; return what `simulate`, `collect_positions` and `play_forks` call with their progress."""
        number = self._begun
        self._begun += 1
        self._tell(number, stage)

        def update(progress: Progress) -> None:
            self._tell(number + progress.done / max(progress.n_units, 1), stage)

        return update

    def _tell(self, done: float, stage: str) -> None:
        if self._on_progress is not None:
            share = min(done / self._n, 1.0)
            self._on_progress(ExperimentProgress(share, stage, time.perf_counter() - self._start))


class _Interruptible(Protocol):
    @property
    def is_complete(self) -> bool: ...


Whole = TypeVar("Whole", bound=_Interruptible)


class Rows:
    """Collects the rows of an experiment; a context manager that ends quietly at a keyboard interrupt.

    Examples
    --------
    >>> with Rows() as rows:
    ...     for players in (2, 3):
    ...         rows.add({"players": players, "n": 10})
    >>> rows.frame()
       players   n
    0        2  10
    1        3  10
    """

    def __init__(self) -> None:
        self._rows: list[dict[str, Any]] = []
        self._is_complete = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            self._is_complete = False
            return True
        return False

    def add(self, row: Mapping[str, Any]) -> None:
        """Add a row."""
        self._rows.append(dict(row))

    @staticmethod
    def whole(result: Whole) -> Whole:
        """Return what `simulate`, `collect_positions` or `play_forks` gave, if it was not interrupted.

        Raises
        ------
        KeyboardInterrupt
            If it was.
        """
        if not result.is_complete:
            raise KeyboardInterrupt
        return result

    def frame(self) -> "pd.DataFrame":
        """Return the rows as a frame; ``attrs["is_complete"]`` says whether no interrupt came."""
        import pandas as pd

        frame = pd.DataFrame(self._rows)
        frame.attrs["is_complete"] = self._is_complete
        return frame


def is_complete(frame: "pd.DataFrame") -> bool:
    """Tell whether the run that gave a frame was not interrupted."""
    return bool(frame.attrs.get("is_complete", True))

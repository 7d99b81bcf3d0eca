"""What a question's file must have, and an experiment as an object."""

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from skyjo_experiments.experiment.settings import Settings, changes_of, with_changes
from skyjo_experiments.experiment.stages import OnProgress, is_complete
from skyjo_sim.errors import InputError
from skyjo_sim.luck import check_seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Experiment", "parts_of", "shell_words"]

_PARTS = ("Question", "Design", "How to read it")
_PART = re.compile(rf"^({'|'.join(_PARTS)}): (.*?)(?=^(?:{'|'.join(_PARTS)}): |\Z)", re.DOTALL | re.MULTILINE)
_NEEDED = ("QUICK", "FULL", "run", "plot", "answer")


@dataclass(frozen=True)
class Experiment:
    """An experiment: a module of `skyjo_experiments.questions`.

    The module's docstring has a title and the parts ``Question:``, ``Design:`` and ``How to read it:``. It has:

    * ``QUICK``, ``FULL``: `Settings` for some seconds and for some minutes;
    * ``run(settings, *, seed, workers, on_progress) -> DataFrame``: tidy rows with ``n``, intervals (``x``, ``x_low``,
      ``x_high``) and ``abandoned``; it prints and writes nothing;
    * ``plot(frame) -> Figure``;
    * ``answer(frame) -> str``: the answer in plain words, every figure out of the frame;
    * ``tables(frame) -> dict of str to DataFrame``, optional: what is printed, by title; by default the whole frame;
    * ``UNIT``, optional: what ``n`` counts; "rounds" by default.
    """

    id: str
    module: ModuleType

    def __post_init__(self) -> None:
        missing = [name for name in _NEEDED if not hasattr(self.module, name)]
        missing += [f"the part {part!r} of its docstring" for part in _PARTS if part not in parts_of(self.module)]
        if missing:
            raise InputError(f"experiment {self.id} has no {', no '.join(missing)}")

    @property
    def title(self) -> str:
        """Return the first line of the docstring, without the full stop."""
        return (inspect.getdoc(self.module) or "").splitlines()[0].rstrip(".")

    @property
    def question(self) -> str:
        """Return the question."""
        return parts_of(self.module)["Question"]

    @property
    def design(self) -> str:
        """Return how it is asked."""
        return parts_of(self.module)["Design"]

    @property
    def reading(self) -> str:
        """Return how the figure and the table are read."""
        return parts_of(self.module)["How to read it"]

    @property
    def unit(self) -> str:
        """Return what ``n`` counts."""
        return str(getattr(self.module, "UNIT", "rounds"))

    def settings(self, is_full: bool = False, changes: Iterable[str] = ()) -> Settings:
        """Return the quick or the full settings, with some fields set by texts.

        Raises
        ------
        InputError
            If a field is not known or a value is not allowed.
        """
        base: Settings = self.module.FULL if is_full else self.module.QUICK
        return with_changes(base, changes)

    def run(
        self,
        settings: Settings | None = None,
        *,
        seed: int = 0,
        workers: int | None = None,
        on_progress: OnProgress | None = None,
    ) -> "pd.DataFrame":
        """Run it; after a keyboard interrupt with the rows until then (`skyjo_experiments.experiment.is_complete`)."""
        chosen = self.module.QUICK if settings is None else settings
        frame: pd.DataFrame = self.module.run(chosen, seed=check_seed(seed), workers=workers, on_progress=on_progress)
        return frame

    def plot(self, frame: "pd.DataFrame") -> "Figure":
        """Draw a frame of `run`."""
        figure: Figure = self.module.plot(frame)
        return figure

    def answer(self, frame: "pd.DataFrame") -> str:
        """Return the answer in plain words."""
        if frame.empty:
            return "Nothing was measured."
        try:
            return str(self.module.answer(frame))
        except (LookupError, ValueError, TypeError):
            if is_complete(frame):
                raise
            return "Too little was measured for an answer."

    def tables(self, frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
        """Return what is printed, by title."""
        make = getattr(self.module, "tables", None)
        found: dict[str, Any] = {"": frame} if make is None or frame.empty else make(frame)
        return found

    def command(self, settings: Settings, seed: int) -> str:
        """Return the command that runs it with these settings."""
        changes = {is_full: changes_of(settings, self.settings(is_full)) for is_full in (False, True)}
        is_full = len(changes[True]) < len(changes[False])
        words = ["skyjo", "experiment", "run", self.id]
        words += ["--full"] if is_full else []
        words += [word for change in changes[is_full] for word in ("--set", change)]
        return shell_words([*words, *(["--seed", str(seed)] if seed else [])])


def shell_words(words: list[str]) -> str:
    """Return a command's words as a line for a shell."""
    import shlex

    return shlex.join(words)


def parts_of(module: ModuleType) -> dict[str, str]:
    """Return the parts of a question's docstring, each on one line."""
    found = _PART.findall(inspect.getdoc(module) or "")
    return {name: " ".join(text.split()) for name, text in found}

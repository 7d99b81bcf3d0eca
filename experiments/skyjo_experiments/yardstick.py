"""The C yardstick: build it, run it, read its sums (tests/benchmarks/yardstick.c says what it plays)."""

import json
import math
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from skyjo_sim.errors import SkyjoError

SOURCE = Path(__file__).parents[2] / "tests" / "benchmarks" / "yardstick.c"
"""The program's source. It comes with a checkout, not with an installed wheel."""

POLICIES = ("random", "cutoff")
CUTOFF = 2
"""The cutoff that figures are given for."""

_FLAGS = ("-O3", "-march=native"), ("-O3",)
"""Tried in this order: not every compiler knows the processor it runs on."""


class YardstickError(SkyjoError):
    """The yardstick cannot be built or run here."""


@dataclass(frozen=True)
class YardstickRun:
    """What the yardstick added up over `rounds` rounds of `policy` at all of `players` seats."""

    policy: str
    players: int
    rounds: int
    cpu_seconds: float
    turns: int
    turns_squared: int
    scores: int
    squares: int
    totals_squared: int
    lines: int
    lines_squared: int
    ended: int
    doubled: int
    abandoned: int

    @cached_property
    def figures(self) -> dict[str, tuple[float, float]]:
        """Means per round and their standard errors; score and lines are averaged over the seats first."""
        n, seats = self.rounds, self.players
        return {
            "mean_score": _mean(self.scores, self.totals_squared, n, seats),
            "lines_cleared": _mean(self.lines, self.lines_squared, n, seats),
            "turns": _mean(self.turns, self.turns_squared, n),
            "p_doubled": _mean(self.doubled, self.doubled, n),
        }


def _mean(total: int, squares: int, n: int, seats: int = 1) -> tuple[float, float]:
    """Return the mean of n numbers, divided by `seats`, and its standard error."""
    variance = (squares * n - total * total) / (n * max(n - 1, 1))
    return total / n / seats, math.sqrt(variance / n) / seats


def find_compiler() -> str | None:
    """Return the C compiler: ``$CC``, else the first of cc, gcc and clang that is installed."""
    names = (os.environ.get("CC"), "cc", "gcc", "clang")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def build_yardstick(folder: Path) -> Path:
    """Compile the yardstick into `folder` and return the program.

    Raises
    ------
    YardstickError
        If there is no source, no compiler, or the compiler fails.
    """
    if not SOURCE.exists():
        raise YardstickError(f"the yardstick's source is missing at {SOURCE}: run from a checkout of the project")
    compiler = find_compiler()
    if compiler is None:
        raise YardstickError("the yardstick needs a C compiler: none of $CC, cc, gcc and clang was found")
    program = folder / "yardstick"
    for flags in _FLAGS:
        command = [compiler, *flags, "-o", str(program), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return program
    raise YardstickError(f"{compiler} cannot compile the yardstick: {done.stderr.strip()}")


def run_yardstick(program: Path, policy: str, players: int, rounds: int, seed: int = 1) -> YardstickRun:
    """Run a built yardstick.

    Raises
    ------
    YardstickError
        If the program refuses the arguments or fails.
    """
    command = [str(program), policy, str(players), str(rounds), str(seed), str(CUTOFF)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise YardstickError(f"the yardstick failed ({done.returncode}): {done.stderr.strip()}")
    return YardstickRun(policy, players, **json.loads(done.stdout))

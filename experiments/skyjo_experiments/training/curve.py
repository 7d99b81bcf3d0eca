"""The learning curve: one row per evaluation and opponent; read back, averaged over runs and drawn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_experiments.training.comparable import check_comparable
from skyjo_experiments.training.config_sections import MOST_STEPS
from skyjo_experiments.training.evaluation import Score
from skyjo_experiments.training.folder import CURVE, TrainingFolder
from skyjo_experiments.training.row_files import read_rows
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import Estimate
from skyjo_sim.switches import LIMITS as SWITCH_LIMITS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "KINDS", "LIMITS", "MEASURES", "chosen_opponents", "curve_row", "mean_curve", "read_curves"]

COLUMNS = {
    "steps": "decisions of the learner so far",
    "players": "seats at the table",
    "opponent": "who sat in all other seats",
    "n_games": "games played, every deal from every seat",
    "win_share": "share of games won, ties split",
    "win_share_low": "lower end of its 95 % interval",
    "win_share_high": "upper end",
    "points_ahead": "points per round below the mean of the others",
    "points_ahead_low": "lower end of its 95 % interval",
    "points_ahead_high": "upper end",
    "abandoned": "share of rounds that the turn limit stopped",
}
"""The columns of ``curve.csv``; the unit of the intervals is the deal."""

KINDS: dict[str, type] = dict.fromkeys(COLUMNS, float) | {"steps": int, "players": int, "opponent": str, "n_games": int}
"""The columns' types in files (`skyjo_experiments.training.row_files`)."""

LIMITS: dict[str, tuple[float, float]] = {
    "steps": (0, MOST_STEPS),
    "players": SWITCH_LIMITS["players"],
    "n_games": (1, 10**9),
    "win_share": (0, 1),
    "win_share_low": (0, 1),
    "win_share_high": (0, 1),
    "points_ahead": (-(10**6), 10**6),
    "abandoned": (0, 1),
}
"""What the columns may hold in files; the interval of points is not known of a single deal."""

MEASURES = ("win_share", "points_ahead")


def curve_row(steps: int, score: Score) -> dict[str, Any]:
    """Return a row of the learning curve."""
    row: dict[str, Any] = {
        "steps": steps,
        "players": score.players,
        "opponent": score.opponent,
        "n_games": score.n_games,
    }
    for name in MEASURES:
        estimate: Estimate = getattr(score, name)
        row |= {name: estimate.mean, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return row | {"abandoned": score.abandoned}


def read_curves(folders: Sequence[str | Path]) -> "pd.DataFrame":
    """Return the learning curves of runs of one configuration as one frame: `COLUMNS`, and before them run and seed.

    Raises
    ------
    InputError
        If there is no folder, a folder or a seed is there twice, or the configurations differ in more than seed, threads
        and checkpoints.
    RunError
        If a folder holds no training, or its curve is missing or damaged.
    """
    import pandas as pd

    paths = [Path(path) for path in folders]
    if not paths:
        raise InputError("at least one training is needed, got none")
    if len({path.resolve() for path in paths}) < len(paths):
        raise InputError("every training must be given once, a folder is there twice")
    manifests = {path: TrainingFolder(path).manifest() for path in paths}
    check_comparable(manifests)
    frames = []
    for path, manifest in manifests.items():
        frame = pd.DataFrame(read_rows(path / CURVE, KINDS, LIMITS), columns=list(COLUMNS)).astype(KINDS)
        frame.insert(0, "run", str(path))
        frame.insert(1, "seed", manifest["seed"])
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def chosen_opponents(frame: "pd.DataFrame", opponents: list[str] | None) -> list[str]:
    """Return the opponents that are asked for, or all in the order of the evaluation.

    Raises
    ------
    InputError
        If no run was evaluated against one.
    """
    known = list(dict.fromkeys(frame["opponent"]))
    for name in opponents or []:
        if name not in known:
            raise InputError(f"opponent must be one of {', '.join(known)}, got {name!r}")
    return opponents or known


@dataclass(frozen=True, slots=True)
class MeanCurve:
    """A measure by steps, averaged over runs."""

    steps: list[int]
    estimates: list[Estimate]


def mean_curve(frame: "pd.DataFrame", measure: str) -> MeanCurve:
    """Return a measure's mean over runs, at the steps at which all of them were evaluated.

    Parameters
    ----------
    frame : DataFrame
        Rows of one opponent.
    measure : str
        One of `MEASURES`.

    Returns
    -------
    MeanCurve
        With Student's 95 % interval over runs, but none narrower than the runs' own are on average, because few runs can
        agree by chance; of a single run, with the interval of its games.
    """
    n_runs = frame["run"].nunique()
    steps, estimates = [], []
    for step, rows in frame.groupby("steps"):
        if len(rows) < n_runs:
            continue
        steps.append(int(step))
        estimates.append(_over_runs(rows, measure))
    return MeanCurve(steps, estimates)


def _over_runs(rows: "pd.DataFrame", measure: str) -> Estimate:
    """Return the mean of one measure over the rows of several runs."""
    mean, low, high = (float(rows[name].mean()) for name in (measure, f"{measure}_low", f"{measure}_high"))
    n = len(rows)
    if n == 1:
        return Estimate(mean, math.nan, low, high)
    from scipy.special import stdtrit

    error = float(rows[measure].std(ddof=1)) / math.sqrt(n)
    half = float(stdtrit(n - 1, 0.975)) * error
    low, high = min(low, mean - half), max(high, mean + half)
    if measure == "win_share":
        low, high = max(low, 0.0), min(high, 1.0)
    return Estimate(mean, error, low, high)

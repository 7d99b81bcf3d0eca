"""Learning curves as text: a line for each evaluation, a column for each opponent."""

from typing import TYPE_CHECKING

from skyjo_experiments.training.curve import chosen_opponents, mean_curve
from skyjo_sim.simulation import tables

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["curve_table"]

_CELLS = {"win_share": tables.format_share, "points_ahead": tables.format_points}


def curve_table(frame: "pd.DataFrame", measure: str, opponents: list[str] | None = None) -> str:
    """Return a measure of `read_curves` by steps, averaged over runs, with 95 % intervals.

    Raises
    ------
    InputError
        If no run was evaluated against an opponent.
    """
    if frame.empty:
        return "nothing was evaluated yet"
    names = chosen_opponents(frame, opponents)
    columns: dict[int, dict[str, str]] = {}
    for name in names:
        curve = mean_curve(frame[frame["opponent"] == name], measure)
        for step, estimate in zip(curve.steps, curve.estimates, strict=True):
            columns.setdefault(step, {})[name] = _CELLS[measure](estimate)
    n_runs = frame["run"].nunique()
    what = "games won" if measure == "win_share" else "points ahead per round"
    title = f"{what}, {'1 run' if n_runs == 1 else f'mean of {n_runs} runs'}, 95 % intervals"
    lines = [["steps", *(f"against {name}" for name in names)]]
    lines += [[f"{step:,}", *(cells.get(name, "-") for name in names)] for step, cells in sorted(columns.items())]
    return f"{title}\n{tables.align(lines)}"

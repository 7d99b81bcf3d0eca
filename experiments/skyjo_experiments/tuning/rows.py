"""Evaluations and generations as rows of CSV files, and back."""

from collections.abc import Mapping
from typing import Any

from skyjo_experiments.tuning.generation import Evaluation, Generation
from skyjo_experiments.tuning.parameters import Point, Tunable, rounded
from skyjo_sim.simulation.measures import Estimate

__all__ = [
    "evaluation_kinds",
    "evaluation_row",
    "generation_kinds",
    "generation_row",
    "point_limits",
    "read_evaluation",
    "read_generation",
]

_ESTIMATE = ("", "_se", "_low", "_high")


def evaluation_kinds(tunable: Tunable) -> dict[str, type]:
    """Return the columns of evaluations and their types."""
    points = {parameter.name: float for parameter in tunable.parameters}
    return {
        "generation": int,
        "rung": int,
        "candidate": int,
        **points,
        "n_games": int,
        "objective": float,
        "gain": float,
    }


def point_limits(tunable: Tunable) -> dict[str, tuple[float, float]]:
    """Return between which numbers the parameters in a row lie: rounding may lead a little out of their ranges."""
    return {
        parameter.name: (min(parameter.low, rounded(parameter.low)), max(parameter.high, rounded(parameter.high)))
        for parameter in tunable.parameters
    }


def evaluation_row(tunable: Tunable, evaluation: Evaluation) -> dict[str, Any]:
    """Return an evaluation as a row."""
    return {
        "generation": evaluation.generation,
        "rung": evaluation.rung,
        "candidate": evaluation.candidate,
        **_named(tunable, evaluation.point),
        "n_games": evaluation.n_games,
        "objective": evaluation.objective,
        "gain": evaluation.gain,
    }


def read_evaluation(tunable: Tunable, row: Mapping[str, Any]) -> Evaluation:
    """Return what `evaluation_row` made a row of."""
    return Evaluation(
        row["generation"],
        row["rung"],
        row["candidate"],
        _point(tunable, row),
        row["n_games"],
        row["objective"],
        row["gain"],
    )


def generation_kinds(tunable: Tunable) -> dict[str, type]:
    """Return the columns of generations and their types."""
    points = {parameter.name: float for parameter in tunable.parameters}
    estimates = {name + part: float for name in ("objective", "difference") for part in _ESTIMATE}
    return {"generation": int, **points, "is_new": int, "n_games": int, **estimates, "next_deal": int}


def generation_row(tunable: Tunable, generation: Generation) -> dict[str, Any]:
    """Return a generation as a row."""
    return {
        "generation": generation.number,
        **_named(tunable, generation.point),
        "is_new": int(generation.is_new),
        "n_games": generation.n_games,
        **_estimate_row("objective", generation.objective),
        **_estimate_row("difference", generation.difference),
        "next_deal": generation.next_deal,
    }


def read_generation(tunable: Tunable, row: Mapping[str, Any]) -> Generation:
    """Return what `generation_row` made a row of."""
    return Generation(
        row["generation"],
        _point(tunable, row),
        bool(row["is_new"]),
        row["n_games"],
        _estimate(row, "objective"),
        _estimate(row, "difference"),
        row["next_deal"],
    )


def _named(tunable: Tunable, point: Point) -> dict[str, float]:
    return {parameter.name: value for parameter, value in zip(tunable.parameters, point, strict=True)}


def _point(tunable: Tunable, row: Mapping[str, Any]) -> Point:
    return tuple(row[parameter.name] for parameter in tunable.parameters)


def _estimate_row(name: str, estimate: Estimate) -> dict[str, float]:
    values = (estimate.mean, estimate.standard_error, estimate.low, estimate.high)
    return {name + part: float(value) for part, value in zip(_ESTIMATE, values, strict=True)}


def _estimate(row: Mapping[str, Any], name: str) -> Estimate:
    return Estimate(*(row[name + part] for part in _ESTIMATE))

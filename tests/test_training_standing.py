"""How far a training is: which network is the best, when an evaluation is due, what a checkpoint keeps."""

import json
import math

import pytest

from skyjo_experiments.training.evaluation import Score
from skyjo_experiments.training.standing import Standing
from skyjo_sim.simulation.measures import Estimate


def scores(*shares):
    """Return the scores of an evaluation: a win share against each opponent."""
    return [
        Score(2, f"cutoff({k})", 10, Estimate(share, 0.1, 0.0, 1.0), Estimate(-share, 0.1, -1.0, 1.0), 0.0)
        for k, share in enumerate(shares)
    ]


def noted(*evaluations, every=100):
    """Return a standing after evaluations, one every so many steps, and which of them were the best so far."""
    standing, is_best = Standing(), []
    for number, shares in enumerate(evaluations):
        standing.steps = every * number
        is_best.append(standing.note(scores(*shares)))
    return standing, is_best


def test_the_best_is_the_last_of_equals():
    standing, is_best = noted([0.4], [0.3], [0.4], [0.6], [0.5])
    assert is_best == [True, False, True, True, False]
    assert standing.best == {"steps": 300, "opponent": "cutoff(0)", "win_share": 0.6}


def test_the_first_opponent_decides_which_is_the_best():
    standing, is_best = noted([0.5, 0.1], [0.4, 0.9])
    assert is_best == [True, False]
    assert standing.best["steps"] == 0


def test_the_curve_has_a_row_for_each_evaluation_and_opponent():
    standing, _ = noted([0.5, 0.1], [0.4, 0.9])
    assert [(row["steps"], row["opponent"], row["win_share"]) for row in standing.rows] == [
        (0, "cutoff(0)", 0.5),
        (0, "cutoff(1)", 0.1),
        (100, "cutoff(0)", 0.4),
        (100, "cutoff(1)", 0.9),
    ]
    assert standing.evaluated_at == 100


@pytest.mark.parametrize(
    ("evaluated_at", "steps", "is_due"),
    [
        (-1, 0, True),
        (0, 0, False),
        (0, 99, False),
        (0, 100, True),
        (100, 199, False),
        (150, 200, True),
        (99, 350, True),
    ],
)
def test_an_evaluation_is_due_whenever_a_multiple_has_been_passed(evaluated_at, steps, is_due):
    assert Standing(steps=steps, evaluated_at=evaluated_at).is_due(100) is is_due


def test_plain_values_give_the_standing_back():
    standing, _ = noted([1 / 3, 0.1], [math.pi / 10, 0.9])
    standing.wall_seconds = 12.25
    assert Standing.from_json(json.loads(json.dumps(standing.to_json()))) == standing


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": "many"}, "steps of the standing is of a wrong type: 'many'"),
        ({"steps": -1}, r"steps must be in 0\.\."),
        ({"evaluated_at": -2}, r"evaluated_at must be in -1\.\."),
        ({"wall_seconds": math.nan}, r"wall_seconds must be in 0\.\."),
        ({"miles": 3}, "the standing must hold steps, rows, best, evaluated_at, wall_seconds, got "),
        ({"rows": [3]}, "a row of the learning curve must hold steps, "),
        ({"best": {"steps": 0}}, "best must hold steps, opponent, win_share, got "),
        ({"best": {"steps": 0, "opponent": "a", "win_share": 2.0}}, r"win_share must be in 0\.\.1, got 2"),
    ],
)
def test_values_that_are_no_standing_are_refused(change, message):
    values = noted([0.5])[0].to_json()
    with pytest.raises(ValueError, match=f"^{message}"):
        Standing.from_json(values | change)


@pytest.mark.parametrize(("name", "value"), [("win_share", math.nan), ("players", 9), ("opponent", 3), ("steps", -1)])
def test_rows_of_what_cannot_be_are_refused(name, value):
    values = noted([0.5])[0].to_json()
    values["rows"][0][name] = value
    with pytest.raises(ValueError, match=f"^{name} "):
        Standing.from_json(values)


@pytest.mark.parametrize("values", [{}, [], None])
def test_nothing_is_no_standing(values):
    with pytest.raises(ValueError, match=r"^the standing must hold "):
        Standing.from_json(values)

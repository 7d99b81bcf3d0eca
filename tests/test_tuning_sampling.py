"""Candidates that samplers propose."""

import importlib.util

import numpy as np
import pytest

from skyjo_experiments.tuning import optuna_sampling
from skyjo_experiments.tuning.optuna_sampling import OptunaSampler, check_extra
from skyjo_experiments.tuning.parameters import Parameter
from skyjo_experiments.tuning.sampling import LocalSampler
from skyjo_sim import InputError

PARAMETERS = tuple(Parameter(f"p{place}", place, -1.0, 3.0) for place in range(12))
INCUMBENT = (1.0,) * 12
N = 400


def changes(sampler, generation):
    """Return which parameters changed by how much, float64[N, 12]."""
    return np.array(sampler.propose(generation, INCUMBENT, N)) - 1.0


def test_a_third_of_the_parameters_changes_and_at_least_one():
    moved = changes(LocalSampler(PARAMETERS, 20, 1), 5) != 0
    assert moved.mean() == pytest.approx(1 / 3, abs=0.03)
    assert moved.any(axis=1).all()
    alone = LocalSampler(PARAMETERS[:1], 20, 1).propose(5, INCUMBENT[:1], N)
    assert all(point != INCUMBENT[:1] for point in alone)


def test_steps_are_a_share_of_the_range_that_shrinks():
    sampler = LocalSampler(PARAMETERS, 20, 1)
    for generation, scale in ((1, 0.25 * 0.08 ** (1 / 19)), (10, 0.25 * 0.08 ** (10 / 19)), (19, 0.02)):
        steps = changes(sampler, generation)
        within = np.abs(steps[steps != 0])
        assert np.median(within) == pytest.approx(0.6745 * 4 * scale, rel=0.1)


def test_the_first_generation_looks_everywhere():
    points = np.array(LocalSampler(PARAMETERS, 20, 1).propose(0, INCUMBENT, N))
    uniform = points[1::2]
    values = uniform[uniform != 1.0]
    assert np.quantile(values, [0.1, 0.5, 0.9]) == pytest.approx([-0.6, 1.0, 2.6], abs=0.25)


def test_candidates_stay_in_range_and_have_4_digits():
    points = np.array(LocalSampler(PARAMETERS, 20, 1).propose(1, (3.0,) * 12, N))
    assert points.min() >= -1
    assert points.max() == 3
    assert all(value == float(f"{value:.4g}") for value in points.ravel())


def test_whole_numbers_stay_whole():
    parameters = (Parameter("n", 0, 1, 20, is_integer=True),)
    values = {point[0] for point in LocalSampler(parameters, 5, 0).propose(1, (10.0,), 50)}
    assert len(values) > 3
    assert all(value == int(value) for value in values)


def test_luck_is_counted_not_kept():
    first, second = LocalSampler(PARAMETERS, 20, 1), LocalSampler(PARAMETERS, 20, 1)
    first.propose(3, INCUMBENT, 7)
    assert first.propose(4, INCUMBENT, 5) == second.propose(4, INCUMBENT, 8)[:5]
    assert first.propose(4, INCUMBENT, 5) != LocalSampler(PARAMETERS, 20, 2).propose(4, INCUMBENT, 5)
    assert first.propose(4, INCUMBENT, 5) != first.propose(5, INCUMBENT, 5)


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr(optuna_sampling, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="sampler cmaes needs optuna and cmaes: install the extra tune"):
        check_extra("cmaes")
    check_extra("local")


@pytest.mark.extra
@pytest.mark.skipif(importlib.util.find_spec("cmaes") is None, reason="needs the extra tune")
@pytest.mark.parametrize("name", ["tpe", "cmaes"])
def test_optuna_learns_and_repeats_itself(name):
    parameters = (*PARAMETERS[:2], Parameter("n", 2, 1, 9, is_integer=True))
    found = []
    for _ in range(2):
        sampler = OptunaSampler(name, parameters, 5)
        proposed = []
        for generation in range(12):
            points = sampler.propose(generation, (0.0, 0.0, 2.0), 8)
            sampler.learn([-((a - 2) ** 2) - (b - 1) ** 2 - (n - 7) ** 2 / 4 for a, b, n in points])
            proposed += points
        found.append(proposed)
    assert found[0] == found[1]
    away = [abs(a - 2) + abs(b - 1) for a, b, _ in found[0]]
    assert np.mean(away[-24:]) < 0.7 * np.mean(away[:24])
    assert all(n == int(n) and 1 <= n <= 9 for _, _, n in found[0])

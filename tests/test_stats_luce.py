"""Strengths by Luce's choice rule."""

import numpy as np
import pytest

from skyjo_experiments.statistics.luce import fit_strengths, winning_chances
from skyjo_experiments.statistics.tables import Tables
from skyjo_sim import InputError

THREE = Tables.of([[1, 1, 0], [1, 0, 1], [0, 1, 1], [2, 1, 1]])


def by_mm(wins, tables):
    """Fit by Hunter's minorisation, slowly: the naive way."""
    strengths = np.ones(tables.n_agents)
    for _ in range(20_000):
        weights = tables.seats * strengths[tables.agent]
        shares = (tables.by_table(wins) / tables.by_table(weights))[tables.table] * tables.seats
        strengths = tables.by_agent(wins) / tables.by_agent(shares)
    logs = np.log(strengths)
    return logs - logs.mean()


def test_two_agents_have_the_odds_of_their_wins():
    strengths = fit_strengths(np.array([[30.0, 10.0]]), Tables.of([[1, 1]]))
    assert strengths[0, 0] - strengths[0, 1] == pytest.approx(np.log(3))


def test_seats_are_no_strength():
    strengths = fit_strengths(np.array([[25.0, 75.0]]), Tables.of([[1, 3]]))
    np.testing.assert_allclose(strengths, 0, atol=1e-9)


def test_fit_agrees_with_the_slow_one():
    wins = np.random.default_rng(1).integers(1, 50, THREE.table.size).astype(float)
    np.testing.assert_allclose(fit_strengths(wins[None, :], THREE)[0], by_mm(wins, THREE), atol=1e-7)


def test_chances_of_the_truth_give_the_truth_back():
    truth = np.array([[0.9, -0.2, -0.7], [-5.0, 0.0, 5.0]])
    fitted = fit_strengths(1000 * winning_chances(truth, THREE), THREE)
    np.testing.assert_allclose(fitted, truth, atol=1e-7)


def test_rows_do_not_depend_on_each_other_nor_on_the_start():
    wins = np.random.default_rng(2).integers(1, 50, (20, THREE.table.size)).astype(float)
    together = fit_strengths(wins, THREE, np.array([3.0, 0.0, -3.0]))
    for row, fitted in zip(wins, together, strict=True):
        np.testing.assert_allclose(fit_strengths(row[None, :], THREE)[0], fitted, atol=1e-8)


def test_many_uneven_results_are_fitted():
    luck = np.random.default_rng(3)
    seats = np.triu_indices(7, 1)
    matrix = np.zeros((21, 7))
    matrix[np.arange(21), seats[0]] = matrix[np.arange(21), seats[1]] = 1
    tables = Tables.of(matrix)
    wins = luck.gamma(0.05, 200, (300, tables.table.size)) + 0.5
    fitted = fit_strengths(wins, tables)
    expected = winning_chances(fitted, tables) * tables.by_table(wins)[:, tables.table]
    np.testing.assert_allclose(tables.by_agent(expected), tables.by_agent(wins), rtol=1e-6)


def test_results_without_a_finite_fit_are_refused():
    with pytest.raises(InputError, match=r"^wins must allow a finite rating"):
        fit_strengths(np.array([[10.0, 0.0]]), Tables.of([[1, 1]]))

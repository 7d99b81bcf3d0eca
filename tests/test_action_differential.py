"""The compiled engine of Skyjo Action against its oracle, decision by decision."""

import multiprocessing
from collections import Counter

import pytest

from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.action_differential import Comparison
from tests.action_events import missing_events
from tests.naive_action import final, turns

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="takes hours uncompiled; the small variant runs instead")


@pytest.mark.small
def test_the_engines_agree_in_a_small_run():
    comparison = Comparison()
    comparison.compare_rounds(seed=1, n_rounds=30)
    assert comparison.n_rounds >= 30


@compiled_only
@pytest.mark.parametrize("seed", [2, 3])
def test_the_engines_agree_decision_by_decision(seed):
    comparison = Comparison()
    comparison.compare_rounds(seed, n_rounds=5000)
    assert comparison.n_rounds >= 5000
    assert missing_events(comparison.events) == []


@pytest.mark.slow
@compiled_only
def test_the_engines_agree_in_300_000_rounds():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.imap_unordered(_compare, range(100, 200))
        n_rounds, events = 0, Counter()
        for n, found in results:
            n_rounds += n
            events += found
    assert n_rounds >= 300_000
    assert missing_events(events) == []


def _compare(seed):
    comparison = Comparison()
    comparison.compare_rounds(seed, n_rounds=3000)
    return comparison.n_rounds, comparison.events


def test_a_difference_is_reported_with_rules_luck_decisions_and_position(monkeypatch):
    monkeypatch.setattr(final, "card_points", lambda grid: 7)
    monkeypatch.setattr(final, "star_bonus", lambda grid, rules: 0)
    report = r"(?s)raw: must be \[.*rules: game=action; players=.*key .*after \d+ decisions, the last \[.*\nphase: "
    with pytest.raises(AssertionError, match=report):
        Comparison().compare_rounds(seed=3, n_rounds=5)


def test_a_difference_in_what_is_legal_is_reported(monkeypatch):
    monkeypatch.setattr(turns, "can_draw", lambda table: False)
    with pytest.raises(AssertionError, match=r"(?s)^legal ids must be \[[1-9].*, got \[0, .*rules: game=action"):
        Comparison().compare_rounds(seed=4, n_rounds=5)

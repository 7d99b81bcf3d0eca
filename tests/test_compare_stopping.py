"""Stopping a comparison early."""

import pytest

from skyjo_experiments.comparison import StopRule, compare
from skyjo_experiments.comparison.stopping import next_look
from skyjo_sim import Agent, InputError, policy
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.baselines import cutoff_policy


@policy
def other_luck(table, seat, params, stream):
    streams.word(stream)
    return cutoff_policy(table, seat, params, stream)


TWIN = Agent("twin", other_luck, (2,))
"""cutoff(2) with other luck: the same agent, and yet not the same games."""


def n_false_decisions(n_repetitions, n_deals, unit, **options):
    """Return how often a comparison of equals is decided."""
    return sum(
        compare("cutoff(2)", TWIN, n_deals=n_deals, unit=unit, stop=StopRule(**options), seed=seed).is_stopped
        for seed in range(n_repetitions)
    )


def test_a_clear_difference_is_decided_soon():
    result = compare("cutoff(2)", "cutoff(4)", stop="decided")
    assert result.is_stopped
    assert result.n_deals < 2000
    assert result.measured["win_share"].difference.low > 0
    assert set(result.frame["interval"]) == {"sequence"}
    assert "confidence sequences" in repr(result)
    assert "stopped as the rule asks" in repr(result)


def test_a_precision_is_reached_and_not_exceeded_by_much():
    result = compare("cutoff(2)", "cutoff(3)", stop=0.02)
    share = result.measured["win_share"].a
    assert 0.015 < (share.high - share.low) / 2 <= 0.02
    result = compare("cutoff(2)", "cutoff(3)", unit="round", stop=StopRule(precision=0.5))
    score = result.measured["mean_score"].difference
    assert 0.4 < (score.high - score.low) / 2 <= 0.5


def test_a_field_is_watched_by_the_difference():
    result = compare("cutoff(2)", "cutoff(4)", players=3, field="cutoff(2)", stop=0.05)
    share = result.measured["win_share"].difference
    assert 0.03 < (share.high - share.low) / 2 <= 0.05


def test_intervals_are_wider_than_those_of_a_fixed_number():
    stopped = compare("cutoff(2)", "cutoff(3)", stop=0.02)
    fixed = compare("cutoff(2)", "cutoff(3)", n_deals=stopped.n_deals)
    assert (stopped.sums == fixed.sums).all()
    for name in ("win_share", "mean_score"):
        wide, narrow = stopped.measured[name].difference, fixed.measured[name].difference
        assert wide.mean == pytest.approx(narrow.mean)
        assert wide.low < narrow.low
        assert narrow.high < wide.high


def test_looks_depend_on_nothing_but_the_number_of_deals():
    looks, n = [], 0
    for _ in range(30):
        n = next_look(n, StopRule())
        looks.append(n)
    assert looks[:4] == [200, 300, 400, 500]
    assert looks[-1] > 2000
    for workers in (1, 2):
        assert compare("cutoff(2)", "cutoff(3)", stop="decided", workers=workers, seed=1).n_deals in looks


def test_equals_are_not_decided():
    assert n_false_decisions(10, 600, "round") <= 2
    assert not compare("cutoff(2)", "cutoff(2)", n_deals=1000, stop="decided").is_stopped


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"measure": "luck"}, "measure of the stop rule must be one of win_share, mean_score, got 'luck'"),
        ({"precision": 0}, "precision must be a number above 0, got 0"),
        ({"precision": float("nan")}, "precision must be a number above 0, got nan"),
        ({"n_first": 1}, "n_first must be an integer of at least 2, got 1"),
        ({"n_best": 0}, "n_best must be an integer of at least 1, got 0"),
    ],
    ids=str,
)
def test_bad_rules_are_named(options, message):
    with pytest.raises(InputError, match=message):
        StopRule(**options)


@pytest.mark.slow
@pytest.mark.parametrize(("unit", "measure"), [("game", "win_share"), ("game", "mean_score"), ("round", "mean_score")])
def test_false_decisions_are_rare(unit, measure):
    """At most 66 of 1,000 comparisons of equals are decided, looked at after every batch: 50 and three standard errors."""
    n = n_false_decisions(1000, 5000, unit, measure=measure)
    print(f"{unit}, {measure}: {n} of 1,000")  # noqa: T201
    assert n <= 66

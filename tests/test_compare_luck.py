"""Luck taken off scores: terms of mean 0, the same games, less variance."""

import numpy as np
import pytest

from skyjo_experiments.comparison import compare, deal_table
from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.kernels.luck_terms import N_KINDS
from skyjo_experiments.comparison.luck_share import luck_shares
from skyjo_sim import Rules


def luck_of_kinds(n_deals, monkeypatch, a, b, **options):
    """Return each deal's terms by side and kind, float64[n_deals, 2, kinds]."""
    kinds = []
    for kind in range(N_KINDS):
        monkeypatch.setattr(deal_table, "LUCK_WEIGHTS", tuple(float(other == kind) for other in range(N_KINDS)))
        kinds.append(compare(a, b, n_deals=n_deals, adjust=True, **options).sums[..., columns.LUCK])
    return np.stack(kinds, axis=2)


def check_means(luck):
    """Check that every kind of term, and the sum of both sides, has mean 0 within four standard errors."""
    for terms in (luck, luck.sum(axis=1, keepdims=True)):
        error = terms.std(axis=0, ddof=1) / np.sqrt(len(terms))
        assert (np.abs(terms.mean(axis=0)) <= 4 * error).all()


CASES = [
    ("cutoff(2)", "random", {}),
    ("cutoff(1)", "cutoff(3)", {"unit": "round"}),
    ("cutoff(2)", "random", {"players": 8, "unit": "round"}),  # with reshuffles: two pools
    ("random", "cutoff(2)", {"players": 3, "rules": Rules(players=3, initial_flips=0, column_rule="off")}),
    ("random", "cutoff(2)", {"unit": "round", "rules": Rules(final_reveal_timing="after_own_last_turn")}),
]


@pytest.mark.parametrize(("a", "b", "options"), CASES, ids=str)
def test_terms_have_mean_0(monkeypatch, a, b, options):
    luck = luck_of_kinds(800 // options.get("players", 2), monkeypatch, a, b, **options)
    check_means(luck)
    assert luck.any(axis=(0, 1)).sum() >= N_KINDS - 1


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b", "options"), CASES, ids=str)
def test_terms_have_mean_0_in_many_deals(monkeypatch, a, b, options):
    check_means(luck_of_kinds(60_000 // options.get("players", 2), monkeypatch, a, b, **options))


def test_a_wrong_expectation_would_be_noticed(monkeypatch):
    luck = luck_of_kinds(600, monkeypatch, "cutoff(2)", "cutoff(3)")
    with pytest.raises(AssertionError):
        check_means(luck + 0.2 * luck.std())


@pytest.mark.parametrize(
    ("a", "b", "options", "most"),
    [
        ("cutoff(1)", "cutoff(3)", {"unit": "round"}, 0.6),
        ("cutoff(2)", "cutoff(4)", {"players": 3}, 0.75),
        ("cutoff(2)", "cutoff(3)", {"players": 3, "field": "cutoff(2)", "unit": "round"}, 1.0),
    ],
    ids=str,
)
def test_scores_less_luck_say_the_same_more_exactly(a, b, options, most):
    result = compare(a, b, n_deals=1000, adjust=True, **options)
    plain, adjusted = (result.measured[name].difference for name in ("mean_score", "adjusted_score"))
    assert result.variance_ratio == pytest.approx((adjusted.standard_error / plain.standard_error) ** 2)
    assert 0.2 < result.variance_ratio < most
    moved = abs(adjusted.mean - plain.mean)
    assert 0 < moved < 4 * np.sqrt(plain.standard_error**2 + adjusted.standard_error**2)
    assert f"{result.variance_ratio:.2f} of that of the plain scores" in repr(result)
    assert "score less luck (points)" in repr(result)


def test_without_it_nothing_is_said_about_luck():
    result = compare("cutoff(1)", "cutoff(3)", n_deals=20)
    assert "luck" not in repr(result)
    assert result.to_json()["variance_ratio"] is None


def test_no_deals_luck_is_weighed_by_the_deal_itself():
    sums = compare("cutoff(1)", "cutoff(3)", n_deals=200, adjust=True).sums
    shares = luck_shares(sums)
    assert len(set(shares)) == 2
    assert ((0.5 < shares) & (shares < 1.5)).all()
    changed = sums.copy()
    changed[::2, :, columns.SCORE] += 100 * changed[::2, :, columns.LUCK]
    assert (luck_shares(changed)[::2] == shares[::2]).all()
    assert (luck_shares(changed)[1::2] != shares[1::2]).all()
    assert (luck_shares(sums[:99]) == [1.0] * 99).sum() >= 49  # too few deals on one side to weigh by
    assert (luck_shares(np.zeros_like(sums)) == 1).all()


@pytest.mark.slow
@pytest.mark.parametrize(("a", "most"), [("cutoff(1)", 0.55), ("random", 0.99)])
def test_variance_falls_for_all_agents(a, most):
    for unit in ("round", "game"):
        result = compare(a, "cutoff(3)", n_deals=20_000, adjust=True, unit=unit)
        print(f"{a}, {unit}: {result.variance_ratio:.3f}")  # noqa: T201
        assert result.variance_ratio < most

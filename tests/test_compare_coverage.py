"""Do the intervals of comparisons hold the truth as often as they say? And are the errors of deals those of repetition?"""

import numpy as np
import pytest

from skyjo_experiments.comparison import compare
from skyjo_experiments.comparison.measures import MEASURES, measure_sides

NAMES = ("win_share", "round_win_share", "mean_score", "adjusted_score", "p_ended", "p_doubled_given_ended")


def sides_of(measured):
    return {"a": measured.a, "difference": measured.difference}


def coverage(n_repetitions, n_deals, n_truth, **options):
    """Return by measure and side how often an interval holds the mean of many other deals.

    Deals are independent of each other: a run is cut into repetitions.
    """
    truth = compare("cutoff(2)", "cutoff(3)", n_deals=n_truth, seed=1, **options)
    run = compare("cutoff(2)", "cutoff(3)", n_deals=n_repetitions * n_deals, seed=2, **options).sums
    held = {}
    for name in NAMES:
        if name == "adjusted_score" and not options.get("adjust"):
            continue
        means = sides_of(measure_sides(truth.sums, MEASURES[name]))
        for part in np.split(run, n_repetitions):
            for side, estimate in sides_of(measure_sides(part, MEASURES[name])).items():
                held.setdefault((name, side), []).append(estimate.low <= means[side].mean <= estimate.high)
    return {key: float(np.mean(values)) for key, values in held.items()}


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """Of 100 intervals 95 are expected to hold it; 87 or fewer is one in a thousand."""
    for key, share in coverage(100, 40, 6000).items():
        assert share > 0.87, key


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_deals", "options"),
    [
        (100, {"adjust": True}),
        (100, {"players": 4}),
        (100, {"players": 3, "field": "cutoff(2),random"}),
        (1000, {"unit": "round"}),
    ],
    ids=str,
)
def test_intervals_hold_the_truth_in_95_of_100_repetitions(n_deals, options):
    held = coverage(1000, n_deals, 300_000, **options)
    print({f"{name} {side}": share for (name, side), share in held.items()})  # noqa: T201
    for key, share in held.items():
        assert 0.93 <= share <= 0.97, key

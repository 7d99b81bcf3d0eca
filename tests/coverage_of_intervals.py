"""How often intervals contain the truth: 95 % of the time, give or take what chance allows."""

import numpy as np
import pytest

REPETITIONS = [
    pytest.param(100, (0.88, 0.995), id="quick"),
    pytest.param(1000, (0.93, 0.97), id="many", marks=pytest.mark.slow),
]
"""Repetitions and the shares of them that may be covered; 0.88 is more than three standard errors below 0.95."""

every_coverage = pytest.mark.parametrize(("repetitions", "allowed"), REPETITIONS)


def assert_covered(covers, repetitions: int, allowed: tuple[float, float]) -> None:
    """Assert that `covers`, called with the number of the repetition, is true as often as allowed; or each of its array."""
    shares = np.mean([covers(repetition) for repetition in range(repetitions)], axis=0)
    low, high = allowed
    assert ((low <= shares) & (shares <= high)).all(), shares

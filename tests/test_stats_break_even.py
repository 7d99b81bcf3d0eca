"""Break-even points: found, not found, and their intervals."""

import numpy as np
import pytest

from skyjo_experiments.statistics.break_even import CARD_WINDOW, break_even


def _noise(n: int) -> np.ndarray:
    """Return numbers of mean about 0 that look like noise of standard deviation about 4."""
    return np.random.default_rng(5).normal(0, 4, n)


def test_a_break_even_card_is_found() -> None:
    cards = np.tile(np.arange(-2, 13), 100)
    gains = 4.5 - cards + _noise(cards.size)
    found = break_even(cards, gains, np.arange(cards.size), is_rising=False)
    assert found.low <= 4.5 <= found.high
    assert found.high - found.low < 1
    assert np.isnan(break_even(cards, gains - 40, np.arange(cards.size), is_rising=False).mean)
    assert np.isnan(break_even(cards, -gains, np.arange(cards.size), is_rising=False).mean)
    assert np.isnan(break_even(cards[:5], gains[:5], np.arange(5), is_rising=False).mean)
    assert np.isnan(break_even(cards[:0], gains[:0], cards[:0], is_rising=False).mean)


@pytest.mark.slow
@pytest.mark.parametrize(("n_each", "is_bent"), [(30, False), (100, False), (100, True)])
def test_intervals_of_break_even_cards_cover(n_each: int, is_bent: bool) -> None:
    generator = np.random.default_rng(11)
    cards = np.tile(np.arange(-2, 13), n_each)
    means, truth = (5.5 * np.exp(-(cards + 2) / 3) - 2, 3 * np.log(2.75) - 2) if is_bent else (2.2 - cards, 2.2)
    n_covered = 0
    for _ in range(200):
        gains = means + generator.normal(0, 5, cards.size)
        found = break_even(cards, gains, np.arange(cards.size), is_rising=False, window=CARD_WINDOW)
        n_covered += bool(found.low <= truth <= found.high)
    assert 181 <= n_covered <= 199

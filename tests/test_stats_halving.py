"""Successive halving on common deals."""

import numpy as np
import pytest

from skyjo_experiments.statistics.halving import successive_halving
from skyjo_sim import InputError

STRENGTHS = [0.1, 0.9, 0.3, 0.8, 0.5]


class Deals:
    """Plays candidates, which are numbers: a strength, and luck that a deal gives to all and to each."""

    def __init__(self, noise: float = 0.0) -> None:
        self.noise, self.calls = noise, []

    def __call__(self, candidates, first_deal, n_deals):
        self.calls.append((list(candidates), first_deal, n_deals))
        rows = [
            [strength + self.noise * np.random.default_rng([int(1000 * strength), deal]).normal() for deal in deals]
            for strength, deals in ((strength, range(first_deal, first_deal + n_deals)) for strength in candidates)
        ]
        return np.array(rows)


def test_the_worse_half_is_dropped_and_the_rest_plays_more():
    deals = Deals()
    found = successive_halving(STRENGTHS, deals, 150, first_deal=7)
    assert (found.winner, found.position) == (0.9, 1)
    assert [call[0] for call in deals.calls] == [STRENGTHS, [0.9, 0.8, 0.5], [0.9, 0.8]]
    assert [call[1:] for call in deals.calls] == [(7, 10), (17, 16), (33, 25)]
    assert [part.candidates for part in found.rounds] == [(1, 3, 4, 2, 0), (1, 3, 4), (1, 3)]
    assert [part.n_deals for part in found.rounds] == [10, 26, 51]
    assert found.rounds[-1].means == pytest.approx((0.9, 0.8))
    assert found.next_deal == 58


def test_means_are_over_all_deals_so_far():
    deals = Deals(noise=1.0)
    found = successive_halving(STRENGTHS, deals, 300)
    best = found.winner
    assert found.rounds[-1].means[0] == pytest.approx(Deals(noise=1.0)([best], 0, found.next_deal).mean())


def test_the_best_of_many_is_mostly_found():
    strengths = [number / 1000 for number in range(0, 1000, 62)]
    found = [successive_halving(strengths, Deals(noise=0.3), 1600, first_deal=1000 * n).winner for n in range(10)]
    assert sum(winner == max(strengths) for winner in found) >= 8


def test_the_same_deals_give_the_same_rounds():
    assert successive_halving(STRENGTHS, Deals(1.0), 60) == successive_halving(STRENGTHS, Deals(1.0), 60)


def test_of_equals_the_first_wins():
    assert successive_halving([0.5, 0.5, 0.5, 0.5], Deals(), 100).position == 0


def test_one_candidate_wins_without_play():
    found = successive_halving(["only"], Deals(), 0, first_deal=3)
    assert (found.winner, found.rounds, found.next_deal) == ("only", (), 3)


def test_progress_ends_at_the_plays_that_were_made():
    seen, deals = [], Deals()
    successive_halving(STRENGTHS, deals, 100, on_progress=lambda *plays: seen.append(plays))
    n_plays = [len(candidates) * n_deals for candidates, _, n_deals in deals.calls]
    assert seen == [(done, sum(n_plays)) for done in np.cumsum(n_plays)]
    assert sum(n_plays) <= 100


@pytest.mark.parametrize(
    ("candidates", "evaluate", "n_plays", "message"),
    [
        ([], Deals(), 10, "candidates must be at least 1, got none"),
        (STRENGTHS, Deals(), 14, "n_plays must be an integer of at least 15, got 14"),
        ([1, 2], lambda *_: np.ones((2, 3)), 10, r"evaluate must return the shape \(2, 5\), got \(2, 3\)"),
        ([1, 2], lambda *_: np.full((2, 5), np.nan), 10, r"evaluate\(...\) must hold finite numbers, got nan"),
    ],
)
def test_bad_input_is_refused(candidates, evaluate, n_plays, message):
    with pytest.raises(InputError, match=f"^{message}"):
        successive_halving(candidates, evaluate, n_plays)

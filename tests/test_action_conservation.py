"""A million rounds of Skyjo Action at random: no card is ever lost, and everything that can happen has happened often."""

import pytest

from skyjo_sim import ActionRules, simulate
from skyjo_sim.kernels.action.cards import ATTACKS, N_EFFECTS

OFTEN = 1000


def check_counts(result, least):
    """Check how often each kind was played and thrown away, and each attack blocked."""
    played, thrown, blocked = result.sums[0]["kinds"].sum(axis=0)
    assert played[:N_EFFECTS].min() >= least
    assert thrown[:N_EFFECTS].min() >= least
    assert blocked[list(ATTACKS)].min() >= least
    assert blocked.sum() == blocked[list(ATTACKS)].sum(), "only attacks are blocked"
    assert played[N_EFFECTS:].sum() == 0


def test_every_kind_is_played_and_thrown_away_and_every_attack_is_blocked():
    check_counts(simulate("random", n_rounds=200, rules=ActionRules(players=3)), least=5)


@pytest.mark.slow
def test_no_card_is_lost_in_any_state_of_a_million_rounds():
    """120 and 27 cards, and all other invariants, at every decision (`skyjo_sim.problems`)."""
    for players, n_rounds in ((2, 600_000), (3, 200_000), (4, 150_000), (8, 50_000)):
        result = simulate("random", n_rounds=n_rounds, rules=ActionRules(players=players), check=True)
        assert result.n_rounds == n_rounds
        check_counts(result, least=OFTEN)

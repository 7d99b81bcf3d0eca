"""The packaged network plays as well as the documentation says."""

import pytest

from skyjo_sim import InputError, simulate


def test_it_beats_the_baseline():
    (share, _) = simulate("ppo,cutoff(2)", n_games=500, seed=5).agents["win_share"]
    assert 0.75 < share < 0.89  # 82 % and four standard errors


def test_it_hardly_ever_loses_to_random():
    (share, _) = simulate("ppo,random", n_games=300, seed=5).agents["win_share"]
    assert share > 0.98


def test_it_plays_at_two_players_only():
    with pytest.raises(InputError, match="agent ppo plays under players=2 only, got players=3"):
        simulate("ppo,random", n_rounds=1, players=3)

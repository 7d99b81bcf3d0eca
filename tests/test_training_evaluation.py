"""Evaluation: every deal from every seat, the deal as the unit of intervals. No torch needed."""

import numpy as np
import pytest

from skyjo_experiments.training import evaluation
from skyjo_experiments.training.evaluation import CLOSING_SEED, EVALUATION_SEED, evaluate
from skyjo_sim import Rules, simulate
from skyjo_sim.agent_names import make_agent, make_agents

CUTOFF = make_agent("cutoff(2)")


def scores_by_hand(agent, opponent, players, n_deals, seed):
    """Return each deal's games won, points ahead and rounds, one by one from the rows."""
    deals = [[0.0, 0.0, 0] for _ in range(n_deals)]
    for seat in range(players):
        names = [agent if place == seat else opponent for place in range(players)]
        rows = simulate(names, n_games=n_deals, seed=seed, rotate=False, rows=True).rows
        for (game, _), table in rows.groupby(["game", "round"]):
            own = table[table["seat"] == seat].iloc[0]
            others = table[table["seat"] != seat]
            deals[game][0] += own["win_share"]
            deals[game][1] += others["score"].mean() - own["score"]
            deals[game][2] += 1
    return np.array(deals)


@pytest.mark.parametrize("players", [2, 3])
def test_scores_are_those_of_the_games(players):
    deals = scores_by_hand("cutoff(2)", "random", players, 12, 7)
    (score,) = evaluate(CUTOFF, make_agents("random"), Rules(players=players), 12 * players, seed=7)
    assert (score.players, score.opponent, score.n_games, score.abandoned) == (players, "random", 12 * players, 0)
    assert score.win_share.mean == pytest.approx(deals[:, 0].sum() / (12 * players))
    assert score.points_ahead.mean == pytest.approx(deals[:, 1].sum() / deals[:, 2].sum())
    residuals = deals[:, 1] - score.points_ahead.mean * deals[:, 2]
    error = residuals.std(ddof=1) * np.sqrt(12) / deals[:, 2].sum()
    assert score.points_ahead.standard_error == pytest.approx(error)
    wins = deals[:, 0] / players
    assert score.win_share.standard_error == pytest.approx(wins.std(ddof=1) / np.sqrt(12))


def test_intervals_hold_the_mean():
    (score,) = evaluate(CUTOFF, make_agents("cutoff(4)"), Rules(), 100, seed=1)
    for estimate in (score.win_share, score.points_ahead):
        assert estimate.low < estimate.mean < estimate.high
    assert 0 <= score.win_share.low
    assert score.win_share.high <= 1


def test_an_agent_against_itself_is_exactly_even():
    (score,) = evaluate(CUTOFF, [CUTOFF], Rules(), 100, seed=1)
    assert (score.win_share.mean, score.points_ahead.mean, score.points_ahead.standard_error) == (0.5, 0, 0)


def test_the_interval_covers_the_long_run():
    """Of 40 intervals of 95 %, 38 are expected to hold the value of 20,000 games; below 33 is one in a thousand."""
    (long,) = evaluate(CUTOFF, make_agents("cutoff(4)"), Rules(), 20_000, seed=1000)
    short = [evaluate(CUTOFF, make_agents("cutoff(4)"), Rules(), 100, seed=seed)[0] for seed in range(40)]
    for name in ("win_share", "points_ahead"):
        truth = getattr(long, name).mean
        held = sum(getattr(score, name).low <= truth <= getattr(score, name).high for score in short)
        assert held >= 33, name


def test_same_seed_same_games_whatever_the_workers():
    one = evaluate(CUTOFF, make_agents("random"), Rules(), 40, seed=3)
    assert one == evaluate(CUTOFF, make_agents("random"), Rules(), 40, seed=3, workers=2)
    assert one != evaluate(CUTOFF, make_agents("random"), Rules(), 40, seed=4)


def test_no_training_can_have_seen_the_evaluation_games():
    highest_training_seed = (2**32 - 1 << 20) + 65_536
    assert highest_training_seed < EVALUATION_SEED != CLOSING_SEED > highest_training_seed


def test_rounds_that_the_turn_limit_stops_are_counted():
    (score,) = evaluate(CUTOFF, [CUTOFF], Rules(turn_limit=8), 20, seed=1)
    assert score.abandoned > 0.5


def test_interrupted_games_are_no_evaluation(monkeypatch):
    monkeypatch.setattr(evaluation, "play_contest", lambda *_, **__: (None, False))
    with pytest.raises(KeyboardInterrupt):
        evaluate(CUTOFF, [CUTOFF], Rules(), 20, seed=1)

"""Tournaments: every pair on the same deals, pay-offs, ratings, circles, forms."""

import json
import signal

import numpy as np
import pytest

from skyjo_experiments.comparison import compare, tournament, tournaments
from skyjo_experiments.comparison.tournament_frames import PAIR_COLUMNS, RATING_COLUMNS
from skyjo_experiments.comparison.tournament_result import Tournament
from skyjo_sim import InputError, Rules

NAMES = ["cutoff(2)", "cutoff(4)", "cutoff(0)"]


@pytest.fixture(scope="module")
def pairs():
    return tournament(NAMES, n_games=600, seed=4)


@pytest.fixture(scope="module")
def tables():
    return tournament(NAMES, n_games=600, seed=4, players=3)


def test_every_pair_plays_what_a_comparison_plays(pairs, tables):
    assert pairs.pairs == ((0, 1), (0, 2), (1, 2))
    assert tables.pairs == ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
    for result in (pairs, tables):
        for (i, j), sums in zip(result.pairs, result.sums, strict=True):
            alone = compare(NAMES[i], NAMES[j], n_games=600, seed=4, players=result.players)
            assert (sums == alone.sums).all()


def test_payoffs_of_pairs_are_mirrored(pairs):
    wins, differences = pairs.wins, pairs.differences
    assert wins.mean + wins.mean.T == pytest.approx(np.ones((3, 3)))
    assert wins.low + wins.high.T == pytest.approx(np.ones((3, 3)))
    assert differences.mean == pytest.approx(-differences.mean.T)
    assert differences.low == pytest.approx(-differences.high.T)
    off = ~np.eye(3, dtype=bool)
    assert (wins.low < wins.mean)[off].all()
    assert (wins.mean < wins.high)[off].all()
    assert set(wins.mean.diagonal()) == {0.5}


def test_at_larger_tables_each_sits_alone_among_each_other(tables):
    assert set(tables.wins.mean.diagonal()) == {1 / 3}
    assert (tables.wins.mean[0, 1:] > 1 / 3).all()  # cutoff(2) alone beats both
    assert (tables.wins.mean[1:, 0] < 1 / 3).all()
    assert tables.frame["n_games"].tolist() == [2400] * 3


def test_frames_have_n_intervals_and_abandoned(pairs):
    frame, table = pairs.pairs_frame, pairs.frame
    assert list(frame.columns) == list(PAIR_COLUMNS)
    assert list(table.columns) == list(RATING_COLUMNS)
    assert set(frame["n_games"]) == {600}
    assert set(table["n_games"]) == {1200}
    assert (frame["win_share_low"] < frame["win_share"]).all()
    assert (table["rating_low"] <= table["rating"]).all()
    assert (table["rating"] <= table["rating_high"]).all()
    assert table["abandoned"].tolist() == [0, 0, 0]
    limited = tournament(NAMES, n_games=40, rules=Rules(turn_limit=8))
    assert limited.pairs_frame["abandoned"].min() > 0.3
    assert limited.frame["abandoned"].min() > 0.3


def test_the_better_agent_is_rated_higher(pairs, tables):
    for result in (pairs, tables):
        assert list(np.argsort(-result.ratings.points)) == [0, 2, 1]
        assert result.ratings.points[0] == 0
        assert result.alpha_rank.argmax() == 0
        assert result.replicator.argmax() == 0
        assert result.alpha_rank.sum() == pytest.approx(1)
        assert result.replicator.sum() == pytest.approx(1)
        assert not result.cycles
        assert "cutoff(2) is rated highest" in repr(result)
        assert "No circle" in repr(result)


def test_p_values_are_adjusted_for_all_pairs(pairs):
    from skyjo_experiments.statistics.many import p_value

    plain = [p_value(measured.a, 0.5) for measured in pairs.measured["win_share"]]
    assert (pairs.p_values >= plain).all()
    assert pairs.p_values.min() == pytest.approx(3 * min(plain))
    assert pairs.p_values[0] < 0.001  # cutoff(2) against cutoff(4)


def test_order_of_agents_and_workers_change_nothing(pairs, monkeypatch):
    monkeypatch.setattr(tournaments, "BATCH", 11)
    again = tournament(NAMES[::-1], n_games=600, seed=4, workers=2)
    assert again.wins.mean[::-1, ::-1] == pytest.approx(pairs.wins.mean, abs=0)
    assert again.differences.low[::-1, ::-1] == pytest.approx(pairs.differences.low)
    moved = again.ratings.points[::-1] - pairs.ratings.points
    assert moved == pytest.approx(np.full(3, moved[0]), abs=1e-6)


def in_a_circle(pairs, share, n_deals=400):
    """Return a tournament whose first beats the second, and so on round, with a share of wins."""
    sums = np.array(pairs.sums[:, :1].repeat(n_deals, axis=1))
    wins = np.array([[share, 1 - share], [1 - share, share], [share, 1 - share]])
    deals = np.arange(n_deals)
    for index in range(3):
        for side in range(2):
            won = deals < round(n_deals * wins[index, side]) if side == 0 else deals >= round(n_deals * wins[index, 0])
            sums[index, :, side, 6] = won * 2 * 840
            sums[index, :, side, 5] = 2
    return Tournament(
        agents=pairs.agents,
        rules=pairs.rules,
        unit="game",
        seed=0,
        pairs=pairs.pairs,
        n_planned=n_deals,
        sums=sums,
    )


def test_circles_are_found_where_they_are_sure(pairs):
    circle = in_a_circle(pairs, 0.7)
    assert circle.cycles == [("cutoff(2)", "cutoff(4)", "cutoff(0)")]
    assert circle.alpha_rank == pytest.approx(np.full(3, 1 / 3))
    assert circle.replicator == pytest.approx(np.full(3, 1 / 3), abs=0.05)
    assert "in a circle: cutoff(2) > cutoff(4) > cutoff(0) > cutoff(2)" in repr(circle)
    assert in_a_circle(pairs, 0.51).cycles == []


def test_results_without_a_bound_are_said_to_be(pairs):
    result = tournament("cutoff(2),random,cutoff(3)", n_games=40)
    assert result.ratings.is_separated
    assert "the distance of their ratings means nothing" in repr(result)
    assert "never lost" not in repr(pairs)


def test_rounds_are_judged_by_points():
    result = tournament(NAMES, n_rounds=400, seed=1)
    assert result.unit == "round"
    assert result.p_values[0] < 0.01
    assert "rounds won (%)" in repr(result)


def test_forms_of_a_result(pairs, tables):
    for result in (pairs, tables):
        content = json.loads(json.dumps(result.to_json(), allow_nan=False))
        assert [row["agent"] for row in content["agents"]] == NAMES
        assert len(content["pairs"]) == len(result.pairs)
        assert content["n_games"] == 600 * len(result.pairs)
        assert "<table>" in result._repr_html_()
        for measure, label in (("win_share", "games won by the row's agent (%)"), ("difference", "points per round")):
            axes, bar = result.plot_matrix(measure).axes
            assert len(axes.texts) == 6
            assert label in bar.get_ylabel()
        (axes,) = result.plot_ratings().axes
        assert [label.get_text() for label in axes.get_yticklabels()] == ["cutoff(2)", "cutoff(0)", "cutoff(4)"]
    with pytest.raises(InputError, match="measure must be one of win_share, difference, got 'luck'"):
        pairs.plot_matrix("luck")


def test_an_interrupt_gives_the_result_so_far():
    def on_progress(progress):
        if progress.done >= 5000:
            signal.raise_signal(signal.SIGINT)

    result = tournament(NAMES, n_games=2_000_000, on_progress=on_progress)
    assert result.is_interrupted
    assert 2 <= result.n_deals < 1_000_000
    assert (result.sums == tournament(NAMES, n_deals=result.n_deals).sums).all()
    assert "interrupted; 1,000,000 deals were planned" in repr(result)


def test_nothing_played_is_no_error(pairs):
    empty = Tournament(**{**vars(tournament(NAMES, n_deals=1)), "is_interrupted": True})
    assert "Too few deals" in repr(empty)
    assert json.dumps(empty.to_json(), allow_nan=False)
    assert "Too few deals" in empty._repr_html_()


@pytest.mark.parametrize(
    ("agents", "options", "message"),
    [
        ("random", {}, "a tournament needs at least two agents, got 1"),
        ("random,cutoff(2),random", {}, "every agent must be given once, random is there twice"),
        ("random,cutoff(2)", {"n_games": 1}, r"in 2\.\.\d+ \(a deal is played 2 times\), got 1"),
        ("random,cutoff(2)", {"players": 1}, "players must be"),
        ("random,cutoff(2)", {"unit": "turn"}, "unit must be 'game' or 'round'"),
    ],
    ids=str,
)
def test_bad_input_is_named(agents, options, message):
    with pytest.raises(InputError, match=message):
        tournament(agents, **options)

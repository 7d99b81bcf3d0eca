"""Comparisons of two agents: what is played, what comes out, how it reads."""

import json
import math
import signal
from dataclasses import astuple
from itertools import pairwise

import numpy as np
import pytest

from skyjo_experiments.comparison import StopRule, compare, comparing
from skyjo_experiments.comparison.kernels import columns
from skyjo_experiments.comparison.result import COLUMNS
from skyjo_experiments.comparison.seatings import FIELD, FIRST, SECOND, half_and_half, in_the_field, one_against
from skyjo_sim import Agent, InputError, PolicyError, Rules, policy, simulate
from skyjo_sim.agent_names import make_agent, make_agents
from skyjo_sim.kernels.sums import WIN

CUTOFF, OTHER = make_agents("cutoff(2),cutoff(4)")


@policy
def answer_nothing(table, seat, params, stream):
    return -7


def rows_of(result, seating):
    """Return the rows of one seating's games as `simulate` plays them."""
    agents = result.contest.seatings[seating].agents
    size = {f"n_{result.unit}s": result.n_deals}
    return simulate(agents, rules=result.contest.rules, seed=result.contest.seed, rotate=False, rows=True, **size).rows


def sums_by_hand(result):
    """Return the sums by deal and side, from the rows of `simulate`."""
    sums = np.zeros((result.n_deals, 2, columns.N_COLUMNS))
    for number, seating in enumerate(result.contest.seatings):
        for (deal, _), table in rows_of(result, number).groupby(["game", "round"]):
            best = table["score"] == table["score"].min()
            for row, is_best in zip(table.to_dict("records"), best, strict=True):
                if (side := seating.sides[row["seat"]]) == FIELD:
                    continue
                own = sums[deal, side]
                own[columns.ROUNDS] += 1
                own[columns.SCORE] += row["score"]
                own[columns.ROUND_WINS] += is_best * WIN / best.sum()
                own[columns.ENDED] += row["is_ender"]
                own[columns.DOUBLED] += row["is_doubled"]
                own[columns.UNITS] += row["round"] == 0
                own[columns.WINS] += row["win_share"] * WIN
                own[columns.TURNS] += row["turns"]
                own[columns.ABANDONED] += row["is_abandoned"]
    return sums


@pytest.mark.parametrize(
    "options",
    [
        {"n_games": 12},
        {"n_rounds": 60, "players": 3},
        {"n_deals": 3, "players": 3, "design": "half"},
        {"n_deals": 3, "players": 4, "field": "random,cutoff(0)"},
        {"n_deals": 8, "rules": Rules(turn_limit=30, column_rule="optional", row_rule="mandatory")},
    ],
    ids=str,
)
def test_games_are_those_of_simulate(options):
    result = compare(CUTOFF, OTHER, seed=5, **options)
    assert result.sums == pytest.approx(sums_by_hand(result), abs=1e-6)
    adjusted = compare(CUTOFF, OTHER, seed=5, adjust=True, **options)
    assert (adjusted.sums[..., : columns.LUCK] == result.sums[..., : columns.LUCK]).all()
    assert adjusted.sums[..., columns.LUCK].all()


def test_seatings_hold_every_seat_equally():
    for players in range(2, 9):
        for agents, sides in (
            (one_against(CUTOFF, OTHER, players), SECOND),
            (half_and_half(CUTOFF, OTHER, players), SECOND),
        ):
            at_seats = np.array([seating.sides for seating in agents])
            assert set(at_seats.ravel()) == {FIRST, sides}
            assert len({(at_seats[:, seat] == FIRST).sum() for seat in range(players)}) == 1
            assert len(set(map(tuple, at_seats))) == len(at_seats)
            for seating in agents:
                assert all(
                    (agent is CUTOFF) == (side == FIRST)
                    for agent, side in zip(seating.agents, seating.sides, strict=True)
                )
    half = half_and_half(CUTOFF, OTHER, 6)
    assert [seating.sides for seating in half] == [(FIRST, SECOND) * 3, (SECOND, FIRST) * 3]


def test_a_field_meets_both_agents_in_the_same_seats():
    field = make_agents("random,cutoff(0)")
    seatings = in_the_field(CUTOFF, OTHER, field, 4)
    assert len(seatings) == 8
    for own, other in zip(seatings[:4], seatings[4:], strict=True):
        seat = own.sides.index(FIRST)
        assert other.sides.index(SECOND) == seat
        assert (own.agents[seat], other.agents[seat]) == (CUTOFF, OTHER)
        assert [agent for place, agent in enumerate(own.agents) if place != seat] == [
            agent for place, agent in enumerate(other.agents) if place != seat
        ]
        assert own.agents[(seat + 1) % 4] is own.agents[(seat + 3) % 4] is field[0]


@pytest.mark.parametrize("adjust", [False, True])
def test_mirrored_agents_are_exactly_even(adjust):
    result = compare("cutoff(2)", "cutoff(2)", n_games=200, adjust=adjust)
    share = result.measured["win_share"]
    assert (share.a.mean, share.b.mean) == (0.5, 0.5)
    for measured in result.measured.values():
        assert (measured.difference.mean, measured.difference.standard_error) == (0, 0)
    assert "even in all deals" in repr(result)


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 3, "design": "half"}, {"players": 3, "field": "random"}, {"unit": "round"}, {"adjust": True}],
    ids=str,
)
def test_exchanged_agents_mirror_the_result(options):
    one = compare(CUTOFF, OTHER, n_deals=40, **options)
    other = compare(OTHER, CUTOFF, n_deals=40, **options)
    for name, measured in one.measured.items():
        mirrored = other.measured[name]
        for estimate, own in ((measured.a, mirrored.b), (measured.b, mirrored.a)):
            assert astuple(estimate) == pytest.approx(astuple(own), nan_ok=True)
        difference = measured.difference
        assert mirrored.difference.ci95 == pytest.approx((-difference.high, -difference.low), nan_ok=True)


@pytest.mark.parametrize("adjust", [False, True])
def test_workers_and_batches_change_nothing(monkeypatch, adjust):
    plain = compare(CUTOFF, OTHER, n_deals=50, players=3, adjust=adjust, workers=1).sums
    monkeypatch.setattr(comparing, "BATCH", 7)
    assert (plain == compare(CUTOFF, OTHER, n_deals=50, players=3, adjust=adjust, workers=2).sums).all()
    assert (plain[:20] == compare(CUTOFF, OTHER, n_deals=20, players=3, adjust=adjust).sums).all()
    assert (plain != compare(CUTOFF, OTHER, n_deals=50, players=3, adjust=adjust, seed=1).sums).any()


@pytest.mark.parametrize(
    "options", [{}, {"players": 4}, {"players": 4, "design": "half"}, {"players": 4, "field": "cutoff(3)"}], ids=str
)
def test_a_known_difference_is_found(options):
    """cutoff(2) wins 69 % of its games against cutoff(4), and scores 4.6 points less."""
    result = compare("cutoff(2)", "cutoff(4)", n_games=2000, **options)
    share, score = result.measured["win_share"].difference, result.measured["mean_score"].difference
    assert share.low > 0 > score.high
    assert repr(result).splitlines()[-2].endswith(": better.")
    if options == {}:
        assert result.measured["win_share"].a.mean == pytest.approx(0.69, abs=0.04)
        assert score.mean == pytest.approx(-4.6, abs=0.8)


def test_same_deals_and_pairing_make_intervals_narrow():
    paired = compare("cutoff(2)", "cutoff(1)", n_rounds=4000).measured["mean_score"]
    apart = math.hypot(paired.a.standard_error, paired.b.standard_error)
    same = compare("cutoff(2)", "cutoff(2.5)", n_rounds=400, players=3, field="cutoff(3)").measured["mean_score"]
    assert (same.difference.mean, same.difference.standard_error) == (0, 0)  # cards are whole numbers
    field = compare("cutoff(2)", "cutoff(1)", n_rounds=4000, field="cutoff(2)").measured["mean_score"]
    assert field.difference.standard_error < 0.95 * math.hypot(field.a.standard_error, field.b.standard_error)
    assert 0 < paired.difference.standard_error < 2 * apart


def test_frame_has_a_row_per_measure_with_n_intervals_and_abandoned():
    result = compare(CUTOFF, OTHER, n_games=60, rules=Rules(turn_limit=10))
    frame = result.frame
    assert list(frame.columns) == list(COLUMNS)
    assert list(frame["measure"]) == [
        "win_share",
        "round_win_share",
        "mean_score",
        "p_ended",
        "p_doubled_given_ended",
    ]
    assert set(frame["n_deals"]) == {30}
    assert set(frame["n_games"]) == {60}
    assert set(frame["interval"]) == {"fixed"}
    assert frame["abandoned"].min() > 0.5
    for low, mean, high in (("low", "difference", "high"), ("a_low", "a", "a_high"), ("b_low", "b", "b_high")):
        known = frame.dropna(subset=[mean])
        assert (known[low] <= known[mean]).all()
        assert (known[mean] <= known[high]).all()
    assert list(compare(CUTOFF, OTHER, n_rounds=20).frame["measure"])[:2] == ["win_share", "mean_score"]
    assert "turns" in set(compare(CUTOFF, OTHER, n_rounds=20, field=CUTOFF).frame["measure"])


def test_all_games_won_is_not_known_exactly():
    share = compare("cutoff(2)", "random", n_games=60).measured["win_share"]
    assert share.difference.mean == 1
    assert 0.7 < share.difference.low < 0.95


def test_forms_of_a_result():
    result = compare(CUTOFF, OTHER, n_games=40, seed=3)
    text = repr(result)
    assert text.startswith(
        "cutoff(2) and cutoff(4)\n40 games: 20 deals in 2 seatings each, official rules, 2 players, seed 3"
    )
    assert "wins" in text.splitlines()[-2]
    assert "cutoff(2)" in result._repr_html_()
    assert "<table>" in result._repr_html_()
    content = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert content["measures"][0]["a"] == result.measured["win_share"].a.mean
    assert (content["n_games"], content["unit"], content["sentence"]) == (40, "game", text.splitlines()[-2])
    upper, lower = result.plot().axes
    assert [label.get_text() for label in upper.get_yticklabels()][:2] == ["games won", "rounds won"]
    assert "percentage points" in upper.get_xlabel()
    assert lower.get_xlabel().endswith("(points per round, 95 % intervals)")


@pytest.mark.parametrize(("n_deals", "options"), [(1, {}), (1, {"stop": "decided"}), (50, {"stop": "decided"})])
def test_too_few_deals_have_no_interval(n_deals, options):
    result = compare(CUTOFF, OTHER, n_deals=n_deals, **options)
    assert not math.isfinite(result.measured["mean_score"].difference.high)
    row = result.to_json()["measures"][0]
    assert (row["low"], row["a_low"]) == (None, None)
    assert "not decided" in repr(result)
    assert result.plot().axes


def interrupt_at(n):
    def on_progress(progress):
        if progress.done >= n:
            signal.raise_signal(signal.SIGINT)

    return on_progress


@pytest.mark.parametrize("stop", [None, StopRule(precision=0.0001)])
def test_an_interrupt_gives_the_result_so_far(stop):
    result = compare(CUTOFF, OTHER, n_games=2_000_000, on_progress=interrupt_at(2000), stop=stop)
    assert result.is_interrupted
    assert not result.is_stopped
    assert 2 <= result.n_deals < 1_000_000
    assert (result.sums == compare(CUTOFF, OTHER, n_deals=result.n_deals).sums).all()
    assert "interrupted; 1,000,000 deals were planned" in repr(result)


def test_interrupted_at_once_is_no_error():
    result = compare(CUTOFF, OTHER, n_games=200_000, on_progress=interrupt_at(0))
    assert result.is_interrupted
    assert result.to_json()["is_interrupted"]
    empty = compare(CUTOFF, OTHER, n_deals=1)
    empty = type(empty)(**{**vars(empty), "sums": empty.sums[:0], "is_interrupted": True})
    assert "Nothing was played to the end." in repr(empty)
    assert empty.to_json()["measures"][0]["a"] is None


def test_an_interrupt_between_batches_loses_nothing():
    class Interrupting(StopRule):
        def is_met(self, *_):
            signal.raise_signal(signal.SIGINT)
            return False

    result = compare(CUTOFF, OTHER, n_games=200_000, stop=Interrupting())
    assert result.is_interrupted
    assert result.n_deals >= 200


def test_an_agent_that_fails_is_named():
    broken = Agent("broken", answer_nothing)
    for adjust in (False, True):
        with pytest.raises(PolicyError, match=r"agent broken at seat \d answered -7, which is not legal here"):
            compare(broken, "random", n_games=200, adjust=adjust)


def test_progress_counts_games():
    seen = []
    compare(CUTOFF, OTHER, n_deals=30, players=3, on_progress=lambda progress: seen.append(progress.done))
    assert seen[-1] == 90
    assert all(first <= second for first, second in pairwise(seen))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_games": 1}, r"must be an integer in 2\.\.\d+ \(a deal is played 2 times\), got 1"),
        ({"n_deals": 0}, "the number of deals must be an integer in 1.."),
        ({"n_deals": True}, "the number of deals must be"),
        ({"n_deals": 2, "n_games": 4}, "the number of deals, or of games or rounds, not both"),
        ({"n_rounds": 2, "n_games": 4}, "games or of rounds, not both"),
        ({"n_rounds": 2, "unit": "game"}, "n_rounds contradicts unit='game'"),
        ({"unit": "match"}, "unit must be 'game' or 'round', got 'match'"),
        ({"design": "two"}, "design must be one of one, half, got 'two'"),
        ({"field": "random,random"}, r"the field must be of 1\.\.1 agents at 2 players, got 2"),
        ({"players": 9}, "players must be"),
        ({"seed": -1}, "seed must be an integer"),
        ({"rules": 3}, "rules must be Rules"),
        ({"workers": 0}, "workers must be"),
        ({"stop": "soon"}, "stop must be 'decided', a precision or a StopRule, got 'soon'"),
        ({"stop": -1.0}, "precision must be a number above 0, got -1.0"),
        ({"stop": True}, "precision must be a number above 0, got True"),
    ],
    ids=str,
)
def test_bad_input_is_named(options, message):
    with pytest.raises(InputError, match=message):
        compare(CUTOFF, OTHER, **options)


def test_a_and_b_are_one_agent_each():
    with pytest.raises(InputError, match="b must be one agent, got 2: 'random,random'"):
        compare("random", "random,random")


def test_agents_that_cannot_play_under_the_rules_are_refused():
    policy = make_agent("random").policy
    picky = Agent("picky", policy, plays_under=(("column_rule", ("mandatory",)),))
    with pytest.raises(InputError, match="agent picky plays under column_rule=mandatory only"):
        compare(picky, "random", rules=Rules(column_rule="off"))

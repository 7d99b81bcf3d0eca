"""Forked rollouts: paired, blind to what lies hidden, and the same as plain replays."""

import random

import numpy as np
import pytest

from skyjo_experiments.forks import (
    MEASURES,
    Fork,
    collect_positions,
    first_hidden,
    flip_hidden,
    highest_face_up,
    legal_at,
    play_forks,
    positions_of,
    put_on_hidden,
    put_on_highest,
    take_to_hidden,
    take_to_highest,
)
from skyjo_experiments.forks.seating import forked_seed
from skyjo_sim import Agent, Rules, policy, simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.kernels import streams, turn
from skyjo_sim.kernels.actions import DRAW, FLIP, PLACE, PUT, ROUND_OVER, SOURCE, TAKE
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.kernels.redealing import redeal
from skyjo_sim.luck import seat_keys, table_key
from skyjo_sim.notation import parse_position
from skyjo_sim.rules_record import rules_record
from tests.observed_play import shuffle_unknown
from tests.random_play import copy_of

AGENTS = "cutoff(2),random"
WHERE = {"phase": (0, 2), "own_hidden": (1, 12), "last_turns": (0, 2)}


@pytest.fixture(scope="module")
def positions():
    """Return positions of every phase, three players, official rules."""
    found = collect_positions(AGENTS, WHERE, by={"phase": 1, "own_hidden": 3}, limit=2, n_rounds=40, players=3, seed=4)
    assert set(found.feature("phase").tolist()) == {0, 1, 2}
    return found


@pytest.fixture(scope="module")
def places():
    """Return positions with a drawn card in hand and a face-up card."""
    found = collect_positions("cutoff(2)", {"phase": PLACE, "own_hidden": (1, 3), "last_turns": 0}, limit=40, seed=1)
    return found.select(legal_at(found, put_on_highest(found)))


def test_identical_forks_differ_by_nothing(positions):
    agent = [positions.agents[j].name for j in range(2)]
    result = play_forks(positions, [Fork("one"), Fork("same"), Fork("named", agent=agent[0])], n_deals=5, seed=3)
    assert np.array_equal(result.means[:, 0], result.means[:, 1])
    assert not result.squares[:, :2].any()
    own = np.array([positions.seats[row, seat] == 0 for row, seat in enumerate(positions.games["table"]["seat"])])
    assert own.any()
    assert not own.all()
    assert np.array_equal(result.means[own, 0], result.means[own, 2])
    assert not np.array_equal(result.means[~own, 0], result.means[~own, 2])


def test_what_lies_hidden_changes_nothing(positions):
    other = positions.select(np.arange(len(positions)))
    n_changed = 0
    for row, game in enumerate(other.games):
        before = copy_of(positions.games[row])
        shuffle_unknown(game, int(game["table"]["seat"]), random.Random(row))
        for public in ("chosen", "discard"):
            game["secret"][public] = before["secret"][public]
        n_changed += not np.array_equal(game, before)
    assert n_changed > len(positions) / 2
    forks = [Fork("agent"), Fork("random", agent="random")]
    one, same = (play_forks(each, forks, n_deals=4, seed=8) for each in (positions, other))
    assert np.array_equal(one.means, same.means)
    assert np.array_equal(one.squares, same.squares)


def replay(positions, row, steps, agent, deal, seed):
    """Play one position on once, decision by decision, and return what `MEASURES` names."""
    key, keys = table_key(forked_seed(seed)), seat_keys(forked_seed(seed))
    game, rules = copy_of(positions.games[row]), rules_record(positions.rules)
    seat, turns = int(game.table.seat), int(game.table.turns)
    luck = np.zeros(1, STREAM)[0]
    streams.start(luck, key, streams.REDEAL, row, deal, 0)
    redeal(game, seat, luck)
    players = []
    for other in range(positions.rules.players):
        chosen = positions.agents[positions.seats[row, other]]
        chosen = agent if agent is not None and other == seat else chosen
        params, stream = np.zeros(1, PARAMS)[0], np.zeros(1, STREAM)[0]
        chosen.fill_params(params)
        streams.start(stream, keys[other], streams.AGENT, row, deal, 0)
        players.append((chosen.policy, params, stream))
    steps = list(steps)
    while game.table.phase < ROUND_OVER:
        mover = int(game.table.seat)
        move, params, stream = players[mover]
        action = steps.pop(0) if steps else int(move(game.table, mover, params, stream))
        turn.step(game, rules, action)
    scores = game.table["score"][: positions.rules.players].tolist()
    own, others = scores[seat], scores[:seat] + scores[seat + 1 :]
    is_ender, mean = int(game.table.ender) == seat, sum(others) / len(others)
    won = (own == min(scores)) / scores.count(min(scores))
    doubled = float(is_ender and bool(game.table.is_doubled))
    rest = (float(is_ender), doubled, int(game.table.turns) - turns, float(game.table.is_abandoned))
    return [own, int(game.table["raw"][seat]), min(others), mean, mean - own, won, *rest]


@pytest.mark.small
def test_results_are_those_of_plain_replays(positions):
    n_deals, seed = 3, 12
    sources = positions.select(positions.feature("phase") == SOURCE)
    steps = np.stack([np.full(len(sources), DRAW), PUT + first_hidden(sources)], axis=1)
    forks = [Fork("agent"), Fork("draw to hidden", steps), Fork("random", agent="random"), Fork("draw", DRAW)]
    result = play_forks(sources, forks, n_deals=n_deals, seed=seed)
    given = [((), None), (None, None), ((), make_agent("random")), ((DRAW,), None)]
    for row in range(len(sources)):
        values = np.array(
            [
                [replay(sources, row, steps[row] if first is None else first, agent, r, seed) for first, agent in given]
                for r in range(n_deals)
            ],
            float,
        )
        np.testing.assert_allclose(result.means[row], values.mean(axis=0), rtol=0, atol=1e-12)
        differences = values - values[:, :1]
        np.testing.assert_allclose(result.squares[row], (differences**2).mean(axis=0), rtol=0, atol=1e-9)
        expected = differences[:, 2, 0].std(ddof=1) / n_deals**0.5
        assert result.errors("score", "random")[row] == pytest.approx(expected)


@pytest.mark.small
def test_openings_and_drawn_cards_are_played_on(positions):
    others = positions.select(positions.feature("phase") != SOURCE)
    result = play_forks(others, [Fork("agent")], n_deals=2, seed=6)
    for row in range(len(others)):
        expected = np.mean([replay(others, row, (), None, r, 6) for r in range(2)], axis=0)
        np.testing.assert_allclose(result.means[row, 0], expected, atol=1e-12)


def test_workers_and_what_stands_beside_change_nothing(places):
    forks = [Fork("wait", put_on_highest(places)), Fork("flip", flip_hidden(places))]
    one = play_forks(places, forks, n_deals=6, workers=1)
    three = play_forks(places, forks, n_deals=6, workers=3)
    assert np.array_equal(one.means, three.means)
    assert np.array_equal(one.squares, three.squares)
    first = places.select(np.arange(10))
    fewer = [Fork("wait", put_on_highest(first)), Fork("flip", flip_hidden(first))]
    assert np.array_equal(play_forks(first, fewer, n_deals=6).means, one.means[:10])
    assert not np.array_equal(play_forks(places, forks, n_deals=6, seed=1).means, one.means)


def test_a_last_turn_has_the_expectation_of_the_unseen_cards():
    game = parse_position(
        "?1 3 3 3 / 4 4 4 1 / 5 5 5 2 | 0 0 1 1 / 2 2 3 3 / 4 5 6 7; turn 0; ender 1; discard 9; pile 2 12 8 5"
    )
    positions = positions_of([game], "cutoff(2)", Rules(players=2))
    steps = np.array([[DRAW, FLIP]])
    result = play_forks(positions, [Fork("flip", steps), Fork("take", TAKE)], n_deals=4000)
    values = [1, 2, 12, 8, 5]  # the drawn card is one of them, the hidden one another
    assert result.values("score", "flip")[0] == pytest.approx(39 + np.mean(values), abs=0.35)
    assert result.values("score", "take")[0] == 39 + 9
    assert result.values("raw", "take")[0] == 48
    assert result.values("turns", "take")[0] == 1
    assert result.values("ended", "flip")[0] == 0


def test_an_interrupt_keeps_what_is_done(places):
    def stop(progress):
        assert progress.done > 0
        raise KeyboardInterrupt

    forks = [Fork("flip", flip_hidden(places))]
    part = play_forks(places, forks, n_deals=3, workers=1, on_progress=stop)
    assert not part.is_complete
    assert 0 < len(part) < len(places)
    whole = play_forks(places, forks, n_deals=3)
    assert whole.is_complete
    assert np.array_equal(part.means, whole.means[: len(part)])


def test_estimates_count_rounds(places):
    result = play_forks(places, [Fork("wait", put_on_highest(places)), Fork("flip", flip_hidden(places))], n_deals=4)
    estimate = result.estimate("score", "flip", "wait")
    values = result.values("score", "flip") - result.values("score", "wait")
    assert len(set(places.units)) == len(places)
    error = values.std(ddof=1) / len(values) ** 0.5
    assert estimate.mean == pytest.approx(values.mean())
    assert estimate.standard_error == pytest.approx(error)
    twice = places.select(np.repeat(np.arange(len(places)), 2))
    doubled = type(result)(twice, result.forks, *(np.repeat(a, 2, 0) for a in (result.means, result.squares)), 4)
    assert doubled.estimate("score", "flip", "wait").standard_error == pytest.approx(error)


def test_frame_has_a_row_per_group_and_fork(places):
    result = play_forks(places, [Fork("wait", put_on_highest(places)), Fork("flip", flip_hidden(places))], n_deals=4)
    frame = result.frame({"own_hidden": 1})
    assert frame["n"].sum() == 2 * len(places)
    assert frame["fork"].tolist()[:2] == ["wait", "flip"]
    assert {"score", "score_low", "score_high", "abandoned", "n_deals"} <= set(frame)
    paired = result.frame(base="wait")
    assert paired["fork"].tolist() == ["flip"]
    assert paired["score"][0] == pytest.approx(result.estimate("score", "flip", "wait").mean)
    with pytest.raises(InputError, match=r"measure must be one of score, .*, got 'points'"):
        result.values("points", "flip")
    with pytest.raises(InputError, match="fork must be one of wait, flip, got 'end'"):
        result.values("score", "end")


def test_slots_and_actions_by_position():
    others = "| 1 1 1 2 / ?1 2 3 4 / 5 6 7 8; turn 0; discard 5; pile 1 2 3"
    grids = ("1 ?2 5 9 / 3 4 6 ?7 / 12 12 7 0", "?1 ?1 ?2 ?2 / ?3 ?3 ?4 ?4 / ?5 ?5 ?6 ?6")
    games = [parse_position(f"{grid} {others}") for grid in grids]
    positions = positions_of(games, "random", Rules(players=2))
    assert first_hidden(positions).tolist() == [3, 0]
    assert highest_face_up(positions).tolist() == [2, -1]
    assert legal_at(positions, take_to_highest(positions)).tolist() == [True, False]
    assert take_to_hidden(positions).tolist() == [TAKE + 3, TAKE]
    assert put_on_hidden(positions).tolist() == [PUT + 3, PUT]


def test_bad_forks_are_refused(places):
    with pytest.raises(InputError, match=r"fork end: action 0 is not legal in position 0: .*drawn"):
        play_forks(places, [Fork("end", DRAW)], n_deals=2)
    with pytest.raises(InputError, match=r"n_deals must be an integer in 1\.\.16777215, got 0"):
        play_forks(places, [Fork("end")], n_deals=0)
    with pytest.raises(InputError, match="forks must be at least one, with different names, got a, a"):
        play_forks(places, [Fork("a"), Fork("a")], n_deals=1)
    with pytest.raises(InputError, match=rf"fork a: actions must be .* {len(places)} positions, got float64"):
        play_forks(places, [Fork("a", 1.5)], n_deals=1)
    with pytest.raises(InputError, match="none can be forced"):
        play_forks(places, [Fork("a", np.tile([-1, 3], (len(places), 1)))], n_deals=1)
    with pytest.raises(InputError, match="unknown agent"):
        play_forks(places, [Fork("a", agent="nobody")], n_deals=1)
    with pytest.raises(InputError, match="own_seer sees hidden cards"):
        play_forks(places, [Fork("a", agent="own_seer")], n_deals=1)


@policy
def illegal_policy(table, seat, params, stream):
    return 99


def test_an_agent_that_answers_wrongly_is_named(places):
    with pytest.raises(PolicyError, match=r"agent wrong at seat \d answered 99, which is not legal here"):
        play_forks(places, [Fork("a", put_on_highest(places), Agent("wrong", illegal_policy))], n_deals=1)
    with pytest.raises(PolicyError, match=r"agent wrong at seat \d answered 99"):
        collect_positions([Agent("wrong", illegal_policy)], {"phase": SOURCE}, n_rounds=5)


def test_measures_are_documented():
    assert len(MEASURES) == 10
    assert all(MEASURES.values())


@pytest.mark.parametrize(
    ("agents", "where"),
    [("cutoff(2),random", {"turn": 4}), (",".join(["cutoff(2)"] * 8), {"turn": 10, "reshuffles": (1, 9)})],
    ids=["before a reshuffle", "after one"],
)
def test_replays_on_re_deals_have_the_mean_of_what_really_came(agents, where):
    alone = {"phase": SOURCE, "agent": 0, "last_turns": 0}  # one decision a round: there is no choice among them
    found = collect_positions(agents, alone | where, limit=1500, n_rounds=4000, seed=21)
    rows = simulate(agents, n_rounds=4000, seed=21, rows=True).rows.set_index(["game", "seat"])["score"]
    really = rows.loc[list(zip(found.units, found.games["table"]["seat"], strict=True))].to_numpy(float)
    result = play_forks(found, [Fork("agent")], n_deals=40, seed=2)
    difference = result.values("score", "agent") - really
    assert len(found) == 1500
    assert abs(difference.mean()) < 3.5 * difference.std() / len(found) ** 0.5
    assert result.values("score", "agent").std() < really.std()

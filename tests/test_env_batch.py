"""`SkyjoBatch`: rows like single games, rewards by seat, states for search, all refused that is wrong."""

import copy
import pickle
import random

import numpy as np
import pytest

from skyjo_sim import InputError, Rules, simulate
from skyjo_sim.agent_names import make_agents
from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.kernels import baselines, streams
from skyjo_sim.kernels.actions import PLACE
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.luck import seat_keys
from skyjo_sim.notation import format_position
from tests.observed_play import rotated, shuffle_unknown
from tests.random_play import copy_of

HOUSE = Rules(players=3, column_rule="optional", discard_take_then_flip=True, turn_limit=40, target=60)


def texts(batch):
    """Return all games as texts, the luck included."""
    return [format_position(game) for game in batch.games]


def play(batch, n_steps=10_000):
    """Play by lot until all is over; return the rewards' sums, float64[n, players]."""
    earned = np.zeros((batch.n, batch.players))
    for _ in range(n_steps):
        if batch.is_over.all():
            break
        rewards, _ = batch.step(batch.sample_legal())
        earned += rewards
    return earned


def arrays_of(observation):
    """Yield all arrays of an observation."""
    for part in observation.values():
        if isinstance(part, dict):
            yield from part.values()
        else:
            yield part


class CutoffSeats:
    """Cutoff(2) at every seat of every row, with the luck that a simulation gives it."""

    def __init__(self, batch, seed):
        self.params = np.zeros(1, PARAMS)[0]
        make_agents("cutoff(2)")[0].fill_params(self.params)
        self.luck = np.zeros((batch.n, batch.players), STREAM)
        self.rounds = np.full(batch.n, -1)
        self.keys = seat_keys(seed)

    def answers(self, batch):
        """Return an action for each row."""
        actions = np.zeros(batch.n, np.int64)
        for row in np.flatnonzero(~batch.is_over):
            table = copy_of(batch.games[row]).table
            if table.round_index != self.rounds[row]:
                self.rounds[row] = table.round_index
                for seat in range(batch.players):
                    key = self.keys[seat]
                    streams.start(self.luck[row, seat], key, streams.AGENT, row, self.rounds[row], 0)
            seat = int(table.seat)
            actions[row] = baselines.cutoff_policy(table, seat, self.params, self.luck[row, seat])
        return actions


@pytest.mark.parametrize(("episode", "n", "players"), [("round", 6, 3), ("game", 3, 2)])
def test_the_same_policies_score_as_in_a_simulation(episode, n, players):
    result = simulate("cutoff(2)", players=players, seed=11, rows=True, rotate=False, **{f"n_{episode}s": n})
    rows = np.concatenate(list(result.row_parts()))
    expected = np.zeros((n, players))
    np.add.at(expected, (rows["game"], rows["seat"]), -rows["score"])
    batch = SkyjoBatch(n, players=players, seed=11, episode=episode, reward="negative_score")
    seats, earned = CutoffSeats(batch, 11), np.zeros((n, players))
    while not batch.is_over.all():
        rewards, _ = batch.step(seats.answers(batch))
        earned += rewards
    assert earned.tolist() == expected.tolist()
    assert (batch.games["table"]["round_index"] + 1).tolist() == np.bincount(rows["game"][rows["seat"] == 0]).tolist()


@pytest.mark.parametrize("reward", ["score_difference", "negative_score", "win", "rank"])
def test_rewards_of_a_round_follow_from_its_scores(reward):
    batch = SkyjoBatch(30, players=4, reward=reward, rules=Rules(players=4, turn_limit=20))
    earned = play(batch)
    scores = batch.games["table"]["score"][:, :4].astype(float)
    for row, points in zip(earned, scores, strict=True):
        others = [np.delete(points, seat) for seat in range(4)]
        expected = {
            "score_difference": [other.min() - own for own, other in zip(points, others, strict=True)],
            "negative_score": -points,
            "win": (points == points.min()) / (points == points.min()).sum(),
            "rank": [np.mean((other > own) + 0.5 * (other == own)) for own, other in zip(points, others, strict=True)],
        }[reward]
        assert row == pytest.approx(expected)


def test_abandoned_rounds_are_scored_as_they_lie_and_marked():
    batch = SkyjoBatch(20, players=2, rules=Rules(turn_limit=25), reward="negative_score")
    earned = play(batch)
    abandoned = batch.games["table"]["is_abandoned"] != 0
    assert 0 < abandoned.sum() < 20
    assert (batch.truncated == abandoned).all()
    assert (earned == -batch.games["table"]["score"][:, :2]).all()


def test_in_games_win_is_paid_once_at_the_end_and_points_add_up():
    wins, points = (SkyjoBatch(4, players=3, episode="game", reward=reward) for reward in ("win", "negative_score"))
    won, earned = play(wins), play(points)
    assert won.sum(axis=1).tolist() == pytest.approx([1] * 4)
    assert (earned == -points.games["table"]["totals"][:, :3]).all()
    assert texts(wins) == texts(points)
    assert not wins.truncated.any()
    assert (wins.games["table"]["round_index"] > 0).any()


@pytest.mark.small
def test_rows_are_those_of_a_batch_of_one():
    batch = SkyjoBatch(3, rules=HOUSE, seed=5)
    singles = SkyjoBatch(3, rules=HOUSE, seed=5).clone()
    for _ in range(60):
        actions = batch.sample_legal()
        rewards, is_over = batch.step(actions)
        for row in range(3):
            one = SkyjoBatch(1, rules=HOUSE, seed=99)
            one.restore(singles, sources=row)
            own, over = one.step(actions[row : row + 1])
            assert own[0].tolist() == rewards[row].tolist()
            assert over[0] == is_over[row]
            singles.games[row] = one.games[0]
        assert texts(batch) == [format_position(game) for game in singles.games]


@pytest.mark.small
def test_rows_that_are_over_are_left_alone():
    batch = SkyjoBatch(8, players=2)
    while not batch.is_over.any() or batch.is_over.all():
        batch.step(batch.sample_legal())
    over, before = batch.is_over, texts(batch)
    actions = batch.sample_legal()
    actions[over] = -5
    rewards, still = batch.step(actions)
    assert still[over].all()
    assert not rewards[over].any()
    after = texts(batch)
    assert [before[row] == after[row] for row in range(8)] == over.tolist()
    assert (batch.seats[over] == -1).all()
    assert batch.masks[over].all()
    assert not batch.masks[~over].all(axis=1).any()


@pytest.mark.small
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_illegal_action_is_named_and_nothing_has_changed(threads):
    batch = SkyjoBatch(6, players=2, threads=threads)
    before, actions = texts(batch), np.full(6, 25)
    actions[4] = 3
    with pytest.raises(InputError, match=r"row 4: action 3 is not legal in phase opening; legal: 25, 26, .*, 36$"):
        batch.step(actions)
    assert texts(batch) == before
    batch.close()


@pytest.mark.parametrize(
    "actions",
    [[25.0, 25.0], [25], [[25, 25]], 25, [25, None], [True, True], [25, [25, 25]], "25", [25, float("nan")], None],
    ids=repr,
)
def test_actions_that_are_no_integers_one_a_row_are_refused(actions):
    batch = SkyjoBatch(2)
    before = texts(batch)
    with pytest.raises(InputError, match="actions must be"):
        batch.step(actions)
    assert texts(batch) == before


@pytest.mark.parametrize("action", [-1, 37, 64, 2**63 - 1, -(2**63), np.uint64(2**64 - 1)], ids=repr)
def test_actions_out_of_range_are_refused(action):
    with pytest.raises(InputError, match=r"row 0: action -?\d+ is not legal"):
        SkyjoBatch(1).step(np.array([action]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be an integer of at least 1, got 0"),
        ({"n": True}, "n must be an integer of at least 1, got True"),
        ({"n": 2.0}, "n must be an integer of at least 1, got 2.0"),
        ({"threads": 0}, "threads must be an integer of at least 1, got 0"),
        ({"players": 9}, "players must be"),
        ({"seed": -1}, "seed must be an integer in"),
        ({"episode": "turn"}, "episode must be one of round, game, got 'turn'"),
        ({"reward": "score"}, "reward must be one of"),
        ({"observation": "pixels"}, "observation must be one of"),
        ({"rules": 3}, "rules must be"),
    ],
    ids=str,
)
def test_arguments_that_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        SkyjoBatch(**{"n": 2} | arguments)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda batch: batch.observe(2), "seats must be in 0..1 or -1, got 2 for row 0"),
        (lambda batch: batch.observe([0, -2, 0]), "seats must be in 0..1 or -1, got -2 for row 1"),
        (lambda batch: batch.observe([0, 0]), r"seats must be integers of shape \(3,\)"),
        (lambda batch: batch.reset([3]), "where must be in 0..2, got 3"),
        (lambda batch: batch.reset([-1]), "where must be in 0..2, got -1"),
        (lambda batch: batch.reset([1, 1]), "where must be different indices"),
        (lambda batch: batch.reset([True]), r"where must be bool of shape \(3,\) or indices"),
        (lambda batch: batch.reset([0.5]), "where must be bool"),
        (lambda batch: batch.restore(batch.clone(), sources=3), "sources must be in 0..2, got 3"),
        (lambda batch: batch.restore(batch.clone(), where=[0], sources=[0, 1]), "sources must be integers of shape"),
        (lambda batch: batch.restore(batch.games), "state must be a clone"),
        (lambda batch: batch.restore(SkyjoBatch(3, players=3).clone()), "same rules and episode"),
        (lambda batch: batch.restore(SkyjoBatch(3, episode="game").clone()), "same rules and episode"),
        (lambda batch: batch.restore(SkyjoBatch(2).clone()), "sources must be in 0..1, got 2"),
        (lambda batch: batch.redeal(-1), "seed must be"),
        (lambda batch: batch.redeal(1, seats=5), "seats must be"),
    ],
)
def test_calls_that_are_refused_change_nothing(call, message):
    batch = SkyjoBatch(3)
    before = texts(batch)
    with pytest.raises(InputError, match=message):
        call(batch)
    assert texts(batch) == before


def test_threads_change_nothing():
    batches = [
        SkyjoBatch(7, rules=HOUSE, episode="game", observation="planes", threads=threads) for threads in (1, 2, 9)
    ]
    for number in range(80):
        seen = []
        for batch in batches:
            rewards, is_over = batch.step(batch.sample_legal())
            batch.reset([number % 7])
            batch.redeal(number)
            seen.append([texts(batch), rewards.tolist(), is_over.tolist(), [*map(str, arrays_of(batch.observe()))]])
        assert seen[0] == seen[1] == seen[2]
    for batch in batches:
        batch.close()


@pytest.mark.small
def test_a_reset_row_plays_the_game_n_further_on():
    batch, many = SkyjoBatch(3, players=2, seed=4), SkyjoBatch(9, players=2, seed=4)
    first = texts(many)
    play(batch, 30)
    batch.reset([1])
    assert texts(batch)[1] == first[4]
    play(batch)
    batch.reset()
    assert texts(batch) == [first[3], first[7], first[5]]
    batch.reset(np.array([False, False, True]))
    batch.reset([])
    assert texts(batch) == [first[3], first[7], first[8]]


def test_a_clone_stands_still_and_restores_everything():
    batch = SkyjoBatch(4, rules=HOUSE, episode="game", seed=2)
    play(batch, 40)
    state, before = batch.clone(), texts(batch)
    play(batch, 300)
    batch.reset([2])
    assert texts(batch) != before
    batch.restore(state)
    assert texts(batch) == before
    batch.reset([2])
    assert batch.games["secret"]["game"].tolist() == [0, 1, 6, 3]


def test_states_go_into_the_rows_that_are_chosen():
    small, wide = SkyjoBatch(3, players=2, seed=1), SkyjoBatch(5, players=2, seed=2)
    play(small, 20)
    own, others = texts(small), texts(wide)
    wide.restore(small.clone(), where=[4, 0], sources=[2, 1])
    assert texts(wide) == [own[1], *others[1:4], own[2]]
    wide.restore(small.clone(), sources=1)
    assert texts(wide) == [own[1]] * 5
    wide.reset([3])
    assert wide.games["secret"]["game"][3] == 8


@pytest.mark.small
def test_a_search_sees_worlds_that_differ_in_what_is_hidden_only():
    table = SkyjoBatch(1, players=3, seed=6)
    play(table, 25)
    ahead = SkyjoBatch(50, players=3)
    ahead.restore(table.clone(), sources=0)
    ahead.redeal(seed=1)
    seat = int(table.seats[0])
    assert len(set(texts(ahead))) == 50
    assert {format_position(game, seat) for game in ahead.games} == {format_position(table.games[0], seat)}
    again = SkyjoBatch(50, players=3, seed=8)
    again.restore(table.clone(), sources=0)
    again.redeal(seed=1)
    assert texts(again) == texts(ahead)
    again.redeal(seed=2)
    assert not set(texts(again)) & set(texts(ahead))


def test_redeal_leaves_rows_that_are_over_alone():
    batch = SkyjoBatch(3, players=2)
    play(batch)
    before = texts(batch)
    batch.redeal(1)
    assert texts(batch) == before


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_go_on_alike_and_independently(duplicate, threads):
    batch = SkyjoBatch(4, players=2, episode="game", threads=threads, seed=3)
    play(batch, 30)
    twin = duplicate(batch)
    for _ in range(20):
        actions = batch.sample_legal()
        rewards, _ = batch.step(actions)
    assert texts(twin) != texts(batch)
    for _ in range(20):
        same = twin.sample_legal()
        own, _ = twin.step(same)
    assert same.tolist() == actions.tolist()
    assert own.tolist() == rewards.tolist()
    assert texts(twin) == texts(batch)
    for each in (batch, twin):
        each.close()


def test_sampled_actions_are_legal_and_follow_from_the_seed():
    batches = [SkyjoBatch(20, rules=HOUSE, seed=seed) for seed in (1, 1, 2)]
    for _ in range(50):
        actions = [batch.sample_legal() for batch in batches]
        assert actions[0].tolist() == actions[1].tolist() != actions[2].tolist()
        for batch, ids in zip(batches, actions, strict=True):
            assert batch.masks[np.arange(20), ids].all()
            batch.step(ids)


def positions(observation, n=12):
    """Yield a batch after each of many steps, in games with reshuffles and last turns."""
    batch = SkyjoBatch(n, rules=HOUSE, observation=observation, seed=9)
    for _ in range(60):
        batch.step(batch.sample_legal())
        yield batch


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_permuting_what_is_hidden_changes_no_observation_and_no_mask(form):
    lot, n_moved = random.Random(1), 0
    for batch in positions(form):
        for viewer in range(batch.players):
            state = batch.clone()
            for game in state.games:
                shuffle_unknown(game, viewer, lot)
            other = SkyjoBatch(batch.n, rules=HOUSE, observation=form)
            other.restore(state)
            n_moved += not np.array_equal(other.games["secret"]["cards"], batch.games["secret"]["cards"])
            for one, same in zip(arrays_of(batch.observe(viewer)), arrays_of(other.observe(viewer)), strict=True):
                assert np.array_equal(one, same)
            assert np.array_equal(batch.masks, other.masks)
    assert n_moved > 100


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_rotating_seats_rotates_observations(form):
    for batch in positions(form, 4):
        state = batch.clone()
        for row, game in enumerate(batch.games):
            state.games[row] = rotated(game, 1)
        other = SkyjoBatch(batch.n, rules=HOUSE, observation=form)
        other.restore(state)
        for viewer in range(3):
            pairs = zip(arrays_of(batch.observe(viewer)), arrays_of(other.observe((viewer + 1) % 3)), strict=True)
            assert all(np.array_equal(one, same) for one, same in pairs)


@pytest.mark.parametrize("form", ["flat", "planes"])
def test_who_does_not_move_does_not_see_the_drawn_card(form):
    n_drawn = 0
    for batch in positions(form):
        state = batch.clone()
        drawn = state.games["table"]["phase"] == PLACE
        n_drawn += drawn.sum()
        cards = state.games["table"]["drawn"]
        cards[drawn] = np.where(cards[drawn] == 12, -2, 12)
        other = SkyjoBatch(batch.n, rules=HOUSE, observation=form)
        other.restore(state)
        waiting = np.where(drawn, (batch.seats + 1) % 3, -1)
        for one, same in zip(arrays_of(batch.observe(waiting)), arrays_of(other.observe(waiting)), strict=True):
            assert np.array_equal(one, same)
        own = zip(arrays_of(batch.observe()), arrays_of(other.observe()), strict=True)
        assert not drawn.any() or not all(np.array_equal(one, same) for one, same in own)
    assert n_drawn > 30


def test_observations_have_the_parts_of_their_form_and_share_no_memory():
    for form, names in (("flat", ["observation", "action_mask"]), ("mask", ["action_mask"])):
        batch = SkyjoBatch(3, players=4, observation=form)
        one, other = batch.observe(), batch.observe()
        assert list(one) == names
        assert not any(np.shares_memory(one[name], other[name]) for name in names)
        assert one["action_mask"].dtype == np.int8
        assert one["action_mask"].shape == (3, 37)
    assert SkyjoBatch(3, players=4).observe()["observation"].shape == (3, 55 + 39 * 4)


def test_masks_of_observations_belong_to_the_seat_to_decide():
    batch = SkyjoBatch(5, players=2)
    play(batch, 20)
    waiting = (batch.seats + 1) % 2
    assert np.array_equal(batch.observe()["action_mask"], batch.masks)
    assert np.array_equal(batch.observe(batch.seats)["action_mask"], batch.masks)
    assert not batch.observe(waiting)["action_mask"].any()
    play(batch)
    assert batch.observe(1)["action_mask"].all()
    assert np.array_equal(batch.observe()["observation"], batch.observe(0)["observation"])


def test_the_games_can_be_read_and_not_written():
    batch = SkyjoBatch(2)
    assert len(batch) == len(batch.clone()) == 2
    with pytest.raises(ValueError, match="read-only"):
        batch.games["table"]["turns"] = 3

"""`SkyjoVectorEnv` equals `SkyjoEnv`, one environment for each seed, and Gymnasium's own vector form, infos included."""

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.rules import Rules
from tests.env_play import assert_same, choose, choose_all, share_memory

N_STEPS = 300 if IS_COMPILED else 25
FORMS = ("flat", "planes", "mask")
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
SHORT = Rules(turn_limit=4)
SETTINGS = {
    "2 players": {"players": 2, "opponents": "random"},
    "3 players": {"players": 3, "opponents": "cutoff(2),random", "shaping": 0.5},
    "games": {"players": 2, "episode": "game", "rules": SHORT.replace(target=20), "reward": "rank"},
    "abandoned": {"players": 4, "rules": SHORT, "seat": "rotating"},
}
VERSION = tuple(int(part) for part in gymnasium.__version__.split(".")[:2])


def some_actions(masks, lot, number):
    """Return legal actions by lot, at every 20th step any."""
    if number % 20 < 19:
        return choose_all(masks, lot)
    return np.array([lot.randrange(masks.shape[1]) for _ in masks], np.int64)


def steps(env, n, seed=1):
    """Return all that an environment returns, from a reset on."""
    lot = random.Random(seed)
    first = env.reset(seed=seed)
    return [first, *(env.step(some_actions(env.action_masks(), lot, number)) for number in range(n))]


def is_ended(step):
    return step[2] | step[3]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_it_returns_what_gymnasiums_vector_form_returns(mode, form, name):
    settings = {**SETTINGS[name], "observation": form}
    made = "Skyjo/Game-v0" if name == "games" else "Skyjo/Round-v0"
    env = gymnasium.make_vec(made, num_envs=5, autoreset_mode=mode, **settings)
    other = SyncVectorEnv([lambda: gymnasium.make(made, **settings)] * 5, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == env.autoreset_mode == mode
    assert_same(env.reset(seed=5), other.reset(seed=5))
    lot, n_ended, n_refused = random.Random(0), 0, 0
    for number in range(N_STEPS):
        actions = some_actions(env.action_masks(), lot, number)
        some = env.step(actions)
        assert_same(some, other.step(actions))
        n_ended += is_ended(some).sum()
        n_refused += "illegal_action" in str(some[-1])
    assert n_ended > 5
    assert n_refused > 0
    assert_same(env.reset(), other.reset())
    assert_same(env.reset(seed=[3, 1, 4, 1, 5]), other.reset(seed=[3, 1, 4, 1, 5]))


@pytest.mark.parametrize("form", FORMS)
def test_the_caller_resets_what_is_over_as_with_gymnasiums_vector_form(form):
    settings = {**SETTINGS["3 players"], "observation": form}
    mode = AutoresetMode.DISABLED
    env = gymnasium.make_vec("Skyjo/Round-v0", num_envs=5, autoreset_mode=mode, **settings)
    other = SyncVectorEnv([lambda: gymnasium.make("Skyjo/Round-v0", **settings)] * 5, autoreset_mode=mode)
    assert_same(env.reset(seed=5), other.reset(seed=5))
    lot, n_resets = random.Random(0), 0
    for number in range(N_STEPS):
        actions = some_actions(env.action_masks(), lot, number)
        some = env.step(actions)
        assert_same(some, other.step(actions))
        ended = is_ended(some)
        if ended.any():
            n_resets += 1
            with pytest.raises(ResetNeeded, match="reset what is over first"):
                env.step(actions)
            options, seed = {"reset_mask": ended}, 100 + number if n_resets % 2 else None
            first = env.reset(seed=seed, options=options)
            assert options == {"reset_mask": ended}
            assert_same(first, other.reset(seed=seed, options=dict(options)))
    assert n_resets > 3


def test_a_reset_of_some_leaves_the_others_alone():
    env, whole = (SkyjoVectorEnv(3) for _ in range(2))
    env.reset(seed=1), whole.reset(seed=1)
    some, all_ = (each._runner.episodes.view(np.uint8).reshape(3, -1) for each in (env, whole))
    before = some.copy()
    env.reset(seed=9, options={"reset_mask": np.array([False, True, False])})
    whole.reset(seed=9)
    assert (some[[0, 2]] == before[[0, 2]]).all()
    assert (some[1] == all_[1]).all()
    assert (some[1] != before[1]).any()


def samples(env, n=20):
    """Return so many samples of legal actions in one position."""
    return [env.sample_legal().tolist() for _ in range(n)]


def test_resets_of_some_do_not_repeat_samples():
    env = SkyjoVectorEnv(4, autoreset_mode="DISABLED")
    env.reset(seed=1)
    first = samples(env)
    env.reset(seed=1)
    assert samples(env) == first
    env.reset(options={"reset_mask": np.array([False, True, False, True])})
    assert samples(env) != first
    env.reset(seed=1)
    env.reset(seed=1, options={"reset_mask": np.array([True, False, False, False])})
    assert samples(env) == first  # nothing was drawn before it
    env.reset(seed=1, options={"reset_mask": np.array([True, False, False, False])})
    assert samples(env) != first
    env.reset(seed=[1, 5, 6, 7], options={"reset_mask": np.ones(4, bool)})
    assert samples(env)[0][0] == first[0][0]
    env.reset()
    assert samples(env) != first


def test_sampled_actions_are_legal_and_any_where_an_episode_is_over():
    env = SkyjoVectorEnv(6, rules=SHORT, players=3)
    env.reset(seed=2)
    after_the_end = set()
    for _ in range(N_STEPS):
        actions = env.sample_legal()
        masks = env.action_masks()
        assert masks[np.arange(6), actions].all()
        after_the_end |= set(actions[masks.all(axis=1)].tolist())
        env.step(actions)
    assert min(after_the_end) < 13
    assert max(after_the_end) > 24


@pytest.mark.parametrize("name", SETTINGS)
def test_environment_i_is_a_single_environment_with_the_seed_after(name):
    settings = SETTINGS[name]
    env = SkyjoVectorEnv(4, autoreset_mode="SAME_STEP", **settings)
    singles = [SkyjoEnv(**settings) for _ in range(4)]
    observations, _ = env.reset(seed=20)
    lots = [random.Random(number) for number in range(4)]
    for number, (single, row) in enumerate(zip(singles, observations["observation"], strict=True)):
        assert (single.reset(seed=20 + number)[0]["observation"] == row).all()
    for _ in range(N_STEPS):
        actions = [choose(single.action_masks(), lot) for single, lot in zip(singles, lots, strict=True)]
        observations, rewards, terminated, truncated, _ = env.step(np.array(actions))
        for row, single in enumerate(singles):
            observation, *rest, _ = single.step(actions[row])
            assert rest == [rewards[row], terminated[row], truncated[row]]
            if terminated[row] or truncated[row]:
                observation, _ = single.reset()
            assert (observation["observation"] == observations["observation"][row]).all()
            assert (observation["action_mask"] == observations["action_mask"][row]).all()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("form", FORMS)
def test_threads_change_nothing(mode, form):
    settings = {"autoreset_mode": mode, "observation": form, "players": 3, "rules": SHORT}
    one = steps(SkyjoVectorEnv(7, **settings), N_STEPS // 5)
    for threads in (2, 3, 9):
        env = SkyjoVectorEnv(7, threads=threads, **settings)
        assert_same(steps(env, N_STEPS // 5), one)
        env.close()


def test_rows_are_independent_of_the_batch_size():
    settings = {"players": 3, "opponents": "random", "rules": SHORT}
    large, small = SkyjoVectorEnv(6, **settings), SkyjoVectorEnv(2, **settings)
    large.reset(seed=30)
    small.reset(seed=32)
    lot = random.Random(1)
    for number in range(N_STEPS):
        actions = some_actions(large.action_masks(), lot, number)
        many, few = large.step(actions), small.step(actions[2:4])
        for one, two in zip(many[:4], few[:4], strict=True):
            parts = (one, two) if isinstance(one, np.ndarray) else (one["observation"], two["observation"])
            assert (parts[0][2:4] == parts[1]).all()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("form", FORMS)
def test_copies_share_nothing_between_calls(mode, form):
    returned = steps(SkyjoVectorEnv(3, observation=form, autoreset_mode=mode, rules=SHORT), 40)
    assert any(is_ended(step).any() for step in returned[1:])
    for number, some in enumerate(returned):
        assert not any(share_memory(some, other) for other in returned[number + 1 :])


def test_without_copies_arrays_are_used_again_and_hold_the_same():
    settings = {"autoreset_mode": AutoresetMode.SAME_STEP, "rules": SHORT}
    env, other = SkyjoVectorEnv(3, copy=False, **settings), SkyjoVectorEnv(3, **settings)
    first, _ = env.reset(seed=1)
    other.reset(seed=1)
    lot = random.Random(1)
    for number in range(60):
        actions = some_actions(other.action_masks(), lot, number)
        some = env.step(actions)
        assert_same(some, other.step(actions))
        assert some[0]["observation"] is first["observation"]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("name", ["2 players", "abandoned"])
def test_episode_statistics_of_gymnasium_are_right(mode, name):
    if mode == AutoresetMode.SAME_STEP and VERSION < (1, 4):
        pytest.skip("before 1.4 Gymnasium counts too little under SAME_STEP")
    settings = {"autoreset_mode": mode, **SETTINGS[name]}
    env = RecordEpisodeStatistics(gymnasium.make_vec("Skyjo/Round-v0", num_envs=4, **settings))
    lot = random.Random(3)
    _, infos = env.reset(seed=1)
    paid, length, n_ended = np.zeros(4), np.zeros(4, int), 0
    begins = np.zeros(4, bool)
    for number in range(N_STEPS):
        _, rewards, terminated, truncated, infos = env.step(some_actions(infos["action_mask"], lot, number))
        ended = terminated | truncated
        paid += rewards
        length += ~begins
        assert ended.any() == ("episode" in infos)
        if ended.any():
            assert (infos["_episode"] == ended).all()
            np.testing.assert_allclose(infos["episode"]["r"][ended], paid[ended], rtol=1e-6)
            assert infos["episode"]["l"][ended].tolist() == length[ended].tolist()
        n_ended += ended.sum()
        paid[ended], length[ended] = 0, 0
        begins = ended & (mode == AutoresetMode.NEXT_STEP)
    assert n_ended > (5 if IS_COMPILED else 2)


def test_the_step_that_begins_an_episode_pays_nothing_and_ignores_its_action():
    some, other = (SkyjoVectorEnv(1, illegal_action="raise", rules=SHORT) for _ in range(2))
    lot = random.Random(1)
    for env in (some, other):
        env.reset(seed=1)
    while not is_ended(some.step(action := choose_all(some.action_masks(), lot)))[0]:
        other.step(action)
    other.step(action)
    assert some.action_masks().all()
    step = some.step(np.array([0]))
    assert_same(step, other.step(np.array([36])))
    assert (step[1][0], is_ended(step)[0]) == (0, False)
    assert some.action_masks().sum() == 12


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_go_on_identically(duplicate, threads):
    env = SkyjoVectorEnv(4, players=3, threads=threads, rules=SHORT)
    steps(env, 30)
    other = duplicate(env)
    lot = random.Random(2)
    for _ in range(40):
        actions = choose_all(env.action_masks(), lot)
        assert_same(other.step(actions), env.step(actions))
    env.close()
    other.close()


@pytest.mark.parametrize("form", FORMS)
def test_spaces_hold_what_is_returned(form):
    env = SkyjoVectorEnv(3, observation=form, players=5)
    for observations, *_ in steps(env, N_STEPS // 3):
        assert env.observation_space.contains(observations)
    assert env.action_space.nvec.tolist() == [37] * 3
    assert env.single_observation_space == SkyjoEnv(observation=form, players=5).observation_space

"""The adapter to Stable-Baselines3: what its algorithms ask of a VecEnv, and the same play as the vector environment."""

import pickle

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import is_wrapped
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from skyjo_sim import InputError, Rules
from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.envs.sb3 import SkyjoVecEnv

pytestmark = pytest.mark.extra


def legal_actions(masks, generator):
    """Return a legal action for each environment."""
    return (generator.random(masks.shape) * masks).argmax(axis=1)


def played(env, n_steps, seed=0):
    """Return what an environment that is under way answers to random legal actions."""
    generator = np.random.default_rng(seed)
    steps = []
    for _ in range(n_steps):
        actions = legal_actions(env.action_masks(), generator)
        steps.append((*env.step(actions), env.action_masks()))
    return steps


def started(num_envs=6, seed=3, **settings):
    """Return environments whose first episodes have begun."""
    env = SkyjoVecEnv(num_envs, **settings)
    env.seed(seed)
    env.reset()
    return env


def assert_same(first, second):
    """Assert that two plays are the same, but for the clock."""
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        for part, same in zip((*one[:3], one[4]), (*other[:3], other[4]), strict=True):
            np.testing.assert_array_equal(part, same)
        for info, same in zip(one[3], other[3], strict=True):
            assert without_clock(info) == without_clock(same)


def without_clock(info):
    """Return an info as plain values without the seconds of its episode."""
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in info.items()}
    if "episode" in plain:
        plain["episode"] = {name: plain["episode"][name] for name in "rl"}
    return plain


# What it plays


@pytest.mark.parametrize("settings", [{}, {"episode": "game", "players": 3}, {"shaping": 0.5, "reward": "win"}])
def test_it_plays_what_the_vector_environment_plays(settings):
    env = started(**settings)
    other = SkyjoVectorEnv(6, autoreset_mode="SAME_STEP", **settings)
    other.reset(seed=3)
    generator = np.random.default_rng(0)
    for observations, rewards, dones, _, masks in played(env, 150):
        expected, paid, terminated, truncated, _ = other.step(legal_actions(other.action_masks(), generator))
        np.testing.assert_array_equal(observations, expected["observation"])
        np.testing.assert_array_equal(rewards, paid.astype(np.float32))
        np.testing.assert_array_equal(dones, terminated | truncated)
        np.testing.assert_array_equal(masks, expected["action_mask"])


def test_environment_i_has_the_seed_plus_i():
    one, other = SkyjoVecEnv(6), SkyjoVecEnv(6)
    one.seed(3)
    other.seed(5)
    np.testing.assert_array_equal(one.reset()[2:], other.reset()[:4])


def test_same_seed_same_play_whatever_the_threads():
    assert_same(played(started(), 100), played(started(threads=2), 100))


def test_other_seed_other_play():
    assert not np.array_equal(played(started(seed=3), 5)[4][0], played(started(seed=40), 5)[4][0])


def test_without_a_seed_reset_goes_on_to_the_next_games():
    env = started()
    first = env.reset()
    assert not np.array_equal(first, env.reset())
    env.seed(3)
    env.reset()
    np.testing.assert_array_equal(env.reset(), first)


# What infos say


def test_last_info_holds_the_end_of_the_episode():
    env, single = started(1), SkyjoEnv()
    single.reset(seed=3)
    generator, total, length = np.random.default_rng(0), 0.0, 0
    for _ in range(300):
        action = legal_actions(env.action_masks(), generator)
        _, _, dones, infos = env.step(action)
        observation, reward, _, truncated, info = single.step(int(action[0]))
        total, length = total + reward, length + 1
        if not dones[0]:
            assert infos == [{}]
            continue
        last = infos[0]
        np.testing.assert_array_equal(last["terminal_observation"], observation["observation"])
        assert (last["TimeLimit.truncated"], last["truncated"]) == (False, truncated)
        assert (last["episode"]["r"], last["episode"]["l"]) == (pytest.approx(total), length)
        ending = {name: value for name, value in info.items() if name != "action_mask"}
        assert set(ending) == set(last) - {"terminal_observation", "TimeLimit.truncated", "truncated", "episode"}
        for name, value in ending.items():
            np.testing.assert_array_equal(last[name], value)
            assert type(last[name]) is type(value)
        single.reset()
        total, length = 0.0, 0
    assert last


def test_reward_scale_leaves_the_episode_reward_alone():
    plain, scaled = played(started(), 100), played(started(reward_scale=0.05), 100)
    for one, other in zip(plain, scaled, strict=True):
        np.testing.assert_array_equal((one[1].astype(np.float64) * 0.05).astype(np.float32), other[1])
        assert [without_clock(info) for info in one[3]] == [without_clock(info) for info in other[3]]


def test_turn_limit_is_no_time_limit_whose_value_is_added():
    env = started(rules=Rules(turn_limit=8))
    ends = [info for step in played(env, 40) for info in step[3] if info]
    assert ends
    assert all(info["truncated"] and not info["TimeLimit.truncated"] for info in ends)
    assert all(info["scores"].any() for info in ends)


def test_illegal_action_is_named():
    env = started(2)
    illegal = env.action_masks().argmin(axis=1)
    _, rewards, dones, infos = env.step(illegal)
    assert dones.all()
    assert (rewards == -100).all()
    assert all("is not legal in phase" in info["illegal_action"] for info in infos)


# What algorithms ask


def test_masks_of_all_and_of_some():
    env = started()
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.shape == (6, 37)
    assert is_masking_supported(env)
    np.testing.assert_array_equal(get_action_masks(env), masks)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[4, 1]), masks[[4, 1]])
    np.testing.assert_array_equal(env.env_method("action_masks", indices=2), masks[[2]])


def test_attributes_and_wrappers():
    env = started()
    assert env.get_attr("reward_scale", indices=[0, 1]) == [1.0, 1.0]
    assert env.env_is_wrapped(Monitor) == [False] * 6
    assert not is_wrapped(env, Monitor)
    assert not env.has_attr("missing")
    for call, message in [
        (lambda: env.set_attr("reward_scale", 2.0), "cannot be set, got 'reward_scale'"),
        (lambda: env.env_method("step"), "action_masks, got 'step'"),
    ]:
        with pytest.raises(AttributeError, match=message):
            call()


def test_bad_arguments_are_refused():
    for arguments, message in [
        ({"observation": "planes"}, "observation of SkyjoVecEnv is flat"),
        ({"copy": False}, "SkyjoVecEnv takes the settings .*, got copy"),
        ({"autoreset_mode": "NEXT_STEP"}, "SkyjoVecEnv takes the settings .*, got autoreset_mode"),
        ({"reward_scale": "much"}, "reward_scale must be a number in -1e.09..1e.09, got 'much'"),
        ({"opponents": "nobody"}, "unknown agent 'nobody'"),
    ]:
        with pytest.raises(InputError, match=message):
            SkyjoVecEnv(2, **arguments)
    with pytest.raises(InputError, match="num_envs must be an integer of at least 1, got 0"):
        SkyjoVecEnv(0)


def test_pickled_in_the_middle_it_goes_on_the_same():
    env = started()
    played(env, 20)
    copy = pickle.loads(pickle.dumps(env))
    assert_same(played(env, 100, seed=1), played(copy, 100, seed=1))


def test_wrappers_of_stable_baselines_take_it():
    env = VecNormalize(VecMonitor(SkyjoVecEnv(4)))
    env.seed(0)
    assert env.reset().shape == (4, 133)
    assert is_masking_supported(env)
    generator = np.random.default_rng(0)
    ends = [info for _ in range(60) for info in env.step(legal_actions(get_action_masks(env), generator))[3] if info]
    assert ends
    assert all(info["episode"]["l"] > 0 for info in ends)


def test_single_environments_pass_the_check_of_stable_baselines():
    for name in ("Skyjo/Round-v0", "Skyjo/Game-v0"):
        check_env(gymnasium.make(name).unwrapped)


def test_maskable_ppo_learns_from_it_and_plays_legally():
    env = SkyjoVecEnv(16, reward_scale=0.05)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=1, device="cpu")
    before = {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}
    model.learn(2 * 16 * 32)
    assert model.num_timesteps == 2 * 16 * 32
    assert any(not before[name].equal(tensor) for name, tensor in model.policy.state_dict().items())
    assert {episode["l"] > 0 for episode in model.ep_info_buffer} == {True}
    observations = env.reset()
    for _ in range(50):
        masks = env.action_masks()
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(16), actions].all()
        observations, *_ = env.step(actions)


def test_a_seed_that_no_environment_can_have_is_refused_at_once():
    env = SkyjoVecEnv(3)
    with pytest.raises(InputError, match="seed must be an integer in 0"):
        env.seed(2**64 - 2)
    assert env.seed(5) == [5, 6, 7]
    env.reset()

"""`SkyjoVectorEnv` refuses what it cannot use, changes nothing then, and names opponents that fail."""

import random

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from skyjo_sim.envs import SkyjoVectorEnv
from skyjo_sim.errors import InputError, PolicyError
from tests.env_play import assert_same, choose_all
from tests.failing_opponents import confused, passing

BAD_ARGUMENTS = {
    "num_envs": [(0, "num_envs must be an integer of at least 1, got 0"), (2.5, "got 2.5"), (True, "got True")],
    "threads": [(0, "threads must be an integer of at least 1, got 0"), ("all", "got 'all'")],
    "autoreset_mode": [
        ("later", "autoreset_mode must be NEXT_STEP, SAME_STEP or DISABLED, got 'later'"),
        (None, "autoreset_mode must be NEXT_STEP, SAME_STEP or DISABLED, got None"),
    ],
    "copy": [("no", "copy must be True or False, got 'no'"), (None, "got None"), (0, "got 0")],
    "render_mode": [("human", "render_mode of the vector environment must be None, got 'human'")],
    "players": [(9, "players must be an integer in 2..8, got 9")],
    "seat": [(2, "seat must be in 0..1")],
    "reward": [("points", "reward must be one of")],
}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [(name, value, message) for name, cases in BAD_ARGUMENTS.items() for value, message in cases],
)
def test_bad_arguments_are_named_with_what_is_allowed(name, value, message):
    with pytest.raises(InputError) as error:
        SkyjoVectorEnv(**{name: value})
    assert message in str(error.value)


@pytest.mark.parametrize("mode", ["SAME_STEP", AutoresetMode.SAME_STEP.value, AutoresetMode.SAME_STEP])
def test_modes_may_be_named(mode):
    assert SkyjoVectorEnv(2, autoreset_mode=mode).autoreset_mode == AutoresetMode.SAME_STEP


def begun(n=3, **settings):
    """Return environments in the middle of their first episodes."""
    env = SkyjoVectorEnv(n, **settings)
    env.reset(seed=1)
    lot = random.Random(1)
    for _ in range(5):
        env.step(choose_all(env.action_masks(), lot))
    return env


BAD_ACTIONS = {
    "too few": ([1, 2], r"actions must be integers of shape \(3,\), got int64 of shape \(2,\)"),
    "too many": ([1, 2, 3, 4], r"shape \(4,\)"),
    "column": ([[1], [2], [3]], r"shape \(3, 1\)"),
    "single": (1, r"shape \(\)"),
    "floats": ([1.0, 2.0, 3.0], "got float64"),
    "nan": ([1, 2, float("nan")], "got float64"),
    "bools": ([True, False, True], "got bool"),
    "texts": (["1", "2", "3"], "actions must be integers"),
    "none": (None, "actions must be integers"),
    "some none": ([1, None, 3], "actions must be integers"),
    "ragged": ([[1], [2, 3], []], "actions must be"),
    "negative": ([1, -1, 3], r"actions must be in 0\.\.36, got -1 for environment 1"),
    "too large": ([1, 2, 37], r"actions must be in 0\.\.36, got 37 for environment 2"),
    "huge": (
        np.array([1, 2, 2**64 - 1], np.uint64),
        r"actions must be in 0\.\.36, got 18446744073709551615 for environment 2",
    ),
    "huge integers": ([1, 2, 2**70], "actions must be"),
}


@pytest.mark.parametrize("kind", BAD_ACTIONS)
def test_what_are_no_actions_is_refused_and_changes_nothing(kind):
    actions, message = BAD_ACTIONS[kind]
    env = begun()
    before = env._runner.episodes.tobytes()
    with pytest.raises(InputError, match=message):
        env.step(actions)
    assert env._runner.episodes.tobytes() == before
    env.step(choose_all(env.action_masks(), random.Random(1)))


@pytest.mark.parametrize("copies", [True, False])
def test_an_illegal_action_raises_if_wanted_and_changes_nothing(copies):
    env = begun(illegal_action="raise", copy=copies)
    before, masks = env._runner.episodes.tobytes(), env.action_masks().copy()
    actions = choose_all(masks, random.Random(1))
    refused = actions.copy()
    refused[1] = masks[1].argmin()
    with pytest.raises(InputError, match=f"environment 1: action {refused[1]} is not legal in phase .*; legal: "):
        env.step(refused)
    assert env._runner.episodes.tobytes() == before
    assert (env.action_masks() == masks).all()
    env.step(actions)


@pytest.mark.parametrize("copies", [True, False])
def test_masks_that_the_caller_overwrites_change_nothing(copies):
    """What is legal is looked up at the tables, to refuse actions as well as to sample them."""
    env, other = (begun(illegal_action="raise", copy=copies) for _ in range(2))
    masks = other.action_masks().copy()
    refused = masks.argmin(axis=1)
    for value in (1, 0):
        env.action_masks()[:] = value
        with pytest.raises(InputError, match=f"environment 0: action {refused[0]} is not legal"):
            env.step(refused)
        actions = env.sample_legal()
        assert masks[np.arange(3), actions].all()
        assert_same(actions, other.sample_legal())
    assert_same(env.step(actions), other.step(actions))


@pytest.mark.parametrize(
    "call", [lambda env: env.step([25, 25]), SkyjoVectorEnv.action_masks, SkyjoVectorEnv.sample_legal]
)
def test_a_reset_comes_first(call):
    env = SkyjoVectorEnv(2)
    with pytest.raises(ResetNeeded):
        call(env)
    env.reset()
    call(env)


BAD_SEEDS = {
    "too few": ([1, 2], "seed must be one for each of 3 environments, got 2"),
    "none of them": ([], "seed must be one for each of 3 environments, got 0"),
    "negative": (-1, "seed must be an integer in 0..18446744073709551615, got -1"),
    "last too large": (2**64 - 1, "seed must be an integer in 0..18446744073709551615, got 18446744073709551617"),
    "one negative": ([1, -2, 3], "seed must be an integer in 0..18446744073709551615, got -2"),
    "a float": (1.5, "got 1.5"),
    "floats": ([1.5, 2, 3], "got 1.5"),
    "a text": ("123", "got '123'"),
    "a bool": (True, "got True"),
}


@pytest.mark.parametrize("kind", BAD_SEEDS)
def test_bad_seeds_are_refused_and_change_nothing(kind):
    seed, message = BAD_SEEDS[kind]
    env = begun()
    before = env._runner.episodes.tobytes()
    with pytest.raises(InputError) as error:
        env.reset(seed=seed)
    assert message in str(error.value)
    assert env._runner.episodes.tobytes() == before
    env.step(choose_all(env.action_masks(), random.Random(1)))


def test_seeds_may_be_a_list_and_leave_some_out():
    env, other = SkyjoVectorEnv(3), SkyjoVectorEnv(3)
    assert_same(env.reset(seed=[5, 6, 7]), other.reset(seed=5))
    assert_same(env.reset(seed=np.array([5, 6, 7])), other.reset(seed=np.int64(5)))
    following = other.reset()[0]["observation"]
    observations = env.reset(seed=[None, 6, None])[0]["observation"]
    first = SkyjoVectorEnv(1).reset(seed=6)[0]["observation"][0]
    assert (observations[[0, 2]] == following[[0, 2]]).all()
    assert (observations[1] == first).all()


def test_options_are_not_changed():
    options = {"some": [1]}
    SkyjoVectorEnv(2).reset(seed=1, options=options)
    assert options == {"some": [1]}


# --- opponents that fail


def step_often(env, lot):
    for _ in range(100):
        env.step(choose_all(env.action_masks(), lot))


OPPONENTS = {
    "illegal": (passing, "agent passing at seat 1 answered 37, which is not legal here"),
    "raises": (confused, "agent confused at seat 1 raised ValueError: no idea"),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", OPPONENTS)
def test_an_opponent_that_fails_is_named_and_no_episode_can_be_played_on(kind, threads):
    make, message = OPPONENTS[kind]
    env = SkyjoVectorEnv(4, opponents=make(5), seat=0, threads=threads)
    env.reset(seed=1)
    lot = random.Random(1)
    with pytest.raises(PolicyError) as error:
        step_often(env, lot)
    assert str(error.value).startswith(message)
    assert "phase source" in str(error.value)
    before = env._runner.episodes.tobytes()
    with pytest.raises(ResetNeeded):
        env.step([0] * 4)
    assert env._runner.episodes.tobytes() == before
    env.reset()
    env.step(choose_all(env.action_masks(), lot))
    env.close()


@pytest.mark.parametrize("kind", OPPONENTS)
def test_an_opponent_that_fails_before_the_learners_first_decision_is_named(kind):
    make, message = OPPONENTS[kind]
    env = SkyjoVectorEnv(3, opponents=make(0), seat=1)
    with pytest.raises(PolicyError) as error:
        env.reset(seed=1)
    assert str(error.value).startswith(message.replace("seat 1", "seat 0"))
    with pytest.raises(ResetNeeded):
        env.step([25] * 3)


def test_an_object_whose_arguments_were_refused_can_be_closed():
    """Gymnasium does so when it is deleted."""
    env = SkyjoVectorEnv.__new__(SkyjoVectorEnv)
    with pytest.raises(InputError):
        env.__init__(2, players=1)
    env.close()


def test_closing_twice_does_no_harm():
    env = SkyjoVectorEnv(3, threads=2)
    env.reset(seed=1)
    env.close()
    env.close()


@pytest.mark.parametrize(
    "mask", [[True, False], np.array([True]), np.zeros(2, bool), np.array([1, 0]), None], ids=lambda mask: repr(mask)
)
def test_a_reset_mask_must_name_some_environment(mask):
    env = SkyjoVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(
        InputError, match=r"reset_mask must be a bool array of shape \(2,\) with at least one True, got"
    ):
        env.reset(options={"reset_mask": mask})


def test_the_first_reset_is_of_all():
    with pytest.raises(ResetNeeded, match="call reset\\(\\) without reset_mask first"):
        SkyjoVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize("seed", [np.uint8(254), np.int32(2**31 - 1), np.int64(2**63 - 1)], ids=repr)
def test_seeds_of_numpy_count_on_beyond_their_type(seed):
    env, plain = SkyjoVectorEnv(3), SkyjoVectorEnv(3)
    env.reset(seed=seed)
    plain.reset(seed=int(seed))
    actions = env.sample_legal()
    assert_same(env.step(actions), plain.step(actions))


@pytest.mark.parametrize(
    ("seed", "message"),
    [(np.uint64(2**64 - 1), "seed must be an integer in 0"), (np.array(2), "seed must be an integer in 0")],
    ids=repr,
)
def test_seeds_out_of_range_are_refused(seed, message):
    with pytest.raises(InputError, match=message):
        SkyjoVectorEnv(3).reset(seed=seed)


def test_options_must_be_a_mapping():
    with pytest.raises(InputError, match="options must be a dict or None, got 5"):
        SkyjoVectorEnv(3).reset(options=5)

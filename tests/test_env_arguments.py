"""`SkyjoEnv` refuses what it cannot use: constructor arguments, actions, seeds, calls out of order, bad opponents."""

import random
import re

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from skyjo_sim.envs import SkyjoEnv
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.rules import Rules
from tests.env_play import assert_same, begun, choose, play_episode
from tests.failing_opponents import confused, passing

SEEDS = "seed must be an integer in 0..18446744073709551615, got "
BAD_ARGUMENTS = {
    "players": [(1, "players must be an integer in 2..8, got 1"), (9, "in 2..8, got 9"), ("two", "'two'")],
    "opponents": [
        ("cutof(2)", "unknown agent 'cutof'; did you mean cutoff?"),
        ("random,random", "opponents must be at most 1 agents in a game of 2, got 2"),
        ([], "at least one agent is needed, got none"),
        ([3], "an agent must be a name or an Agent, got 3"),
        (2.5, "opponents must be"),
        (5, "opponents must be"),
    ],
    "seat": [
        (2, "seat must be in 0..1, or one of random, rotating, got 2"),
        (-1, "seat must be in 0..1, or one of random, rotating, got -1"),
        (True, "got True"),
        (0.0, "got 0.0"),
        ("left", "got 'left'"),
    ],
    "episode": [("match", "episode must be one of round, game, got 'match'"), (1, "got 1")],
    "reward": [("points", "reward must be one of score_difference, negative_score, win, rank, got 'points'")],
    "observation": [("image", "observation must be one of flat, planes, mask, got 'image'"), (["flat"], "got")],
    "rules": [
        (3, "rules must be Rules, a file or a name, got 3"),
        ("no-such-rules", "no-such-rules"),
        ({"players": 3}, "rules must be Rules, a file or a name, got {'players': 3}"),
    ],
    "illegal_action": [("ignore", "illegal_action must be one of end, raise, got 'ignore'")],
    "illegal_reward": [
        (float("nan"), "illegal_reward must be a number in -1e+09..1e+09, got nan"),
        ("low", "illegal_reward must be a number in -1e+09..1e+09, got 'low'"),
        (True, "got True"),
    ],
    "shaping": [
        (float("inf"), "shaping must be a number in -1e+09..1e+09, got inf"),
        (None, "shaping must be a number in -1e+09..1e+09"),
    ],
    "render_mode": [("video", "render_mode must be")],
}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [(name, value, message) for name, cases in BAD_ARGUMENTS.items() for value, message in cases],
)
def test_bad_arguments_are_named_with_what_is_allowed(name, value, message):
    with pytest.raises(InputError) as error:
        SkyjoEnv(**{name: value})
    assert message in str(error.value)


def test_the_seat_must_be_one_of_the_players_of_the_rules():
    assert SkyjoEnv(rules=Rules(players=5), seat=np.int64(4)).settings.seat == 4
    with pytest.raises(InputError, match=r"seat must be in 0\.\.4"):
        SkyjoEnv(rules=Rules(players=5), seat=5)


BAD_ACTIONS = {
    "nan": float("nan"),
    "float": 3.0,
    "numpy float": np.float64(3),
    "vector": np.array([3]),
    "list": [3],
    "too large": 37,
    "huge": 2**70,
    "negative": -1,
    "most negative": -(2**63),
    "bool": True,
    "numpy bool": np.bool_(True),
    "none": None,
    "text": "3",
}


@pytest.mark.parametrize("kind", BAD_ACTIONS)
@pytest.mark.parametrize("illegal_action", ["end", "raise"])
def test_what_is_no_action_is_refused_and_changes_nothing(kind, illegal_action):
    env = begun(illegal_action=illegal_action)
    before = env._runner.episodes.tobytes()
    with pytest.raises(InputError, match=r"action must be (an integer )?in 0\.\.36, got"):
        env.step(BAD_ACTIONS[kind])
    assert env._runner.episodes.tobytes() == before
    env.step(choose(env.action_masks(), random.Random(1)))


@pytest.mark.parametrize("action", [np.int8(25), np.uint64(25), np.array(25)])
def test_integers_of_numpy_are_actions(action):
    some, other = SkyjoEnv(seat=0), SkyjoEnv(seat=0)
    some.reset(seed=1)
    other.reset(seed=1)
    some.step(action)
    other.step(25)
    assert some._runner.episodes.tobytes() == other._runner.episodes.tobytes()


def test_an_illegal_action_raises_if_wanted_and_changes_nothing():
    env = begun(n_steps=7, illegal_action="raise", players=3)
    before, mask = env._runner.episodes.tobytes(), env.action_masks().copy()
    refused = np.flatnonzero(mask == 0)
    assert refused.size > 5
    for action in refused:
        with pytest.raises(InputError, match=f"action {action} is not legal in phase .*; legal: "):
            env.step(action)
    assert env._runner.episodes.tobytes() == before
    assert (env.action_masks() == mask).all()
    env.step(choose(mask, random.Random(1)))


@pytest.mark.parametrize("illegal_action", ["end", "raise"])
def test_masks_that_the_caller_overwrites_change_nothing(illegal_action):
    """Legality is looked up at the table."""
    env, other = (begun(illegal_action=illegal_action) for _ in range(2))
    mask = env.action_masks().copy()
    legal, illegal = int(mask.argmax()), int(mask.argmin())
    observation, *_, info = env.step(legal)
    other.step(legal)
    for number in range(2):
        for masks in (observation["action_mask"], info["action_mask"], env.action_masks()):
            masks[:] = number
        action = int(other.action_masks().argmax())
        observation, reward, *_, info = env.step(action)
        assert_same((observation, reward), other.step(action)[:2])
        assert "illegal_action" not in info
    env.action_masks()[:] = 1
    illegal = int(other.action_masks().argmin())
    if illegal_action == "raise":
        with pytest.raises(InputError, match=f"action {illegal} is not legal in phase .*; legal: "):
            env.step(illegal)
    else:
        assert f"action {illegal} is not legal" in env.step(illegal)[-1]["illegal_action"]


@pytest.mark.parametrize("call", [SkyjoEnv.action_masks, SkyjoEnv.render])
def test_nothing_is_shown_before_the_first_reset(call):
    env = SkyjoEnv(render_mode="ansi")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        call(env)
    env.reset(seed=1)
    call(env)


def test_steps_need_a_reset():
    env = SkyjoEnv()
    for _ in range(2):
        with pytest.raises(ResetNeeded):
            env.step(0)
        play_episode(env, random.Random(1), seed=1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_steps_need_a_reset_after_an_illegal_action():
    env = begun()
    env.step(int(env.action_masks().argmin()))
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(choose(env.action_masks(), random.Random(1)))


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.5, "1"])
def test_seeds_out_of_range_are_refused_and_change_nothing(seed):
    env = begun()
    before = env._runner.episodes.tobytes()
    with pytest.raises(InputError) as error:
        env.reset(seed=seed)
    assert str(error.value) == f"{SEEDS}{seed!r}"
    assert env._runner.episodes.tobytes() == before
    env.step(choose(env.action_masks(), random.Random(1)))


@pytest.mark.parametrize("seed", [0, 2**32, 2**63, 2**64 - 1, np.int64(5)])
def test_all_seeds_of_the_simulator_are_allowed(seed):
    env = SkyjoEnv()
    env.reset(seed=seed)
    env.step(choose(env.action_masks(), random.Random(1)))


# --- opponents that fail

OPPONENTS = {
    "illegal": (passing, "agent passing at seat 1 answered 37, which is not legal here"),
    "raises": (confused, "agent confused at seat 1 raised ValueError: no idea"),
}


@pytest.mark.parametrize("kind", OPPONENTS)
def test_an_opponent_that_fails_is_named_and_the_episode_cannot_be_played_on(kind):
    make, message = OPPONENTS[kind]
    env = SkyjoEnv(opponents=make(5), seat=0)
    with pytest.raises(PolicyError) as error:
        play_episode(env, random.Random(1), seed=1)
    assert str(error.value).startswith(message)
    assert re.search("episode 0, round 0, turn [56], phase source", str(error.value))
    assert "seat 1, turn" in str(error.value)
    before = env._runner.episodes.tobytes()
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert env._runner.episodes.tobytes() == before


@pytest.mark.parametrize("kind", OPPONENTS)
def test_an_opponent_that_fails_before_the_learners_first_decision_is_named(kind):
    make, message = OPPONENTS[kind]
    env = SkyjoEnv(opponents=make(0), seat=0)
    env.reset(seed=1)
    other = SkyjoEnv(opponents=make(0), seat=1)
    with pytest.raises(PolicyError) as error:
        other.reset(seed=1)
    assert str(error.value).startswith(message.replace("seat 1", "seat 0"))
    assert "phase opening" in str(error.value)
    with pytest.raises(ResetNeeded):
        other.step(25)


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_an_opponent_that_cannot_be_compiled_is_named():
    from skyjo_sim.agent import Agent, policy

    def answer(table, seat, params, stream):
        return table.no_such_field

    with pytest.raises(PolicyError, match="agent broken: the policy cannot be compiled"):
        gymnasium.make("Skyjo/Round-v0", opponents=[Agent("broken", policy(answer))])

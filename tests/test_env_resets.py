"""Between two episodes: nothing is carried over, what is ignored does not matter."""

import random

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from skyjo_sim import InputError, Rules
from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from tests.env_play import assert_same, begun, choose, choose_all, play_episode

pytestmark = pytest.mark.small

AT_ONCE = Rules(initial_flips=0)
"""Without an opening, others may have played before the learner's first decision: then shaping pays for it."""


@pytest.mark.parametrize("n_steps", [0, 1, 6])
@pytest.mark.parametrize("episode", ["round", "game"])
def test_an_episode_that_was_given_up_leaves_nothing_behind(n_steps, episode):
    settings = {"players": 3, "shaping": 0.5, "episode": episode, "rules": AT_ONCE}
    used, fresh = begun(n_steps, **settings), SkyjoEnv(**settings)
    assert used._runner.episodes[0]["potential"] != 0
    for env in (used, fresh):
        env.reset(seed=8)
    lots = random.Random(1), random.Random(1)
    for _ in range(8):
        one, two = (env.step(choose(env.action_masks(), lot)) for env, lot in zip((used, fresh), lots, strict=True))
        assert_same(one, two)
        assert not one[2]


def test_a_reset_of_some_leaves_nothing_behind():
    settings = {"players": 2, "shaping": 0.5, "rules": AT_ONCE, "autoreset_mode": "DISABLED"}
    used, fresh = SkyjoVectorEnv(3, **settings), SkyjoVectorEnv(3, **settings)
    used.reset(seed=1)
    lot = random.Random(2)
    for _ in range(4):
        used.step(choose_all(used.action_masks(), lot))
    used.reset(seed=[None, 40, None], options={"reset_mask": np.array([False, True, False])})
    fresh.reset(seed=[7, 40, 9])
    for _ in range(5):
        actions = choose_all(used.action_masks(), lot)
        others = choose_all(fresh.action_masks(), lot)
        others[1] = actions[1]
        assert used.step(actions)[1][1] == fresh.step(others)[1][1]


@pytest.mark.parametrize("shaping", [0.0, 2.0])
def test_the_step_that_begins_an_episode_pays_nothing_whatever_the_shaping(shaping):
    env = SkyjoVectorEnv(4, players=2, shaping=shaping, reward="negative_score", rules=AT_ONCE)
    env.reset(seed=3)
    lot, earned, scores, is_beginning, n_begun = random.Random(4), np.zeros(4), np.zeros(4), np.zeros(4, np.bool_), 0
    while n_begun < 8:
        _, rewards, terminated, truncated, infos = env.step(choose_all(env.action_masks(), lot))
        assert not rewards[is_beginning].any()
        n_begun += is_beginning.sum()
        earned += rewards
        is_beginning = terminated | truncated
        scores[is_beginning] = infos["scores"][is_beginning, 0] if is_beginning.any() else 0
        assert earned[is_beginning] == pytest.approx(-scores[is_beginning], abs=1e-9)
        earned[is_beginning] = 0


def test_an_action_that_is_ignored_need_not_be_legal():
    env = SkyjoVectorEnv(2, players=2, illegal_action="raise")
    env.reset(seed=5)
    lot, ended = random.Random(6), np.zeros(2, np.bool_)
    while ended.sum() != 1:
        _, _, terminated, truncated, _ = env.step(choose_all(env.action_masks(), lot))
        ended = terminated | truncated
    actions = choose_all(env.action_masks(), lot)
    over, other = np.flatnonzero(ended)[0], np.flatnonzero(~ended)[0]
    actions[over] = 30
    refused = actions.copy()
    refused[other] = env.action_masks()[other].argmin()
    with pytest.raises(InputError, match=rf"environment {other}: action {refused[other]} is not legal"):
        env.step(refused)
    _, rewards, terminated, truncated, _ = env.step(actions)
    assert (rewards[over], terminated[over], truncated[over]) == (0, False, False)


def test_the_reset_of_one_leaves_another_to_be_reset():
    env = SkyjoVectorEnv(3, players=2, autoreset_mode="DISABLED")
    env.reset(seed=5)
    actions = env.sample_legal()
    actions[1:] = 0  # nobody may draw in the opening, which ends the episode
    _, _, terminated, _, _ = env.step(actions)
    assert terminated.tolist() == [False, True, True]
    env.reset(options={"reset_mask": np.array([False, True, False])})
    with pytest.raises(ResetNeeded, match=r"environments 2$"):
        env.step(env.sample_legal())
    env.reset(options={"reset_mask": np.array([False, False, True])})
    _, _, terminated, truncated, _ = env.step(env.sample_legal())
    assert not (terminated | truncated).any()


def test_a_finished_episode_changes_nothing_in_the_next():
    env, fresh = SkyjoEnv(players=2, shaping=1.0), SkyjoEnv(players=2, shaping=1.0)
    play_episode(env, random.Random(7), seed=1)
    some, other = (play_episode(each, random.Random(8), seed=2) for each in (env, fresh))
    assert_same(some, other)

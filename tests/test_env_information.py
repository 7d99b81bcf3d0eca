"""No environment shows what its learner does not know: hidden cards and piles dealt anew mid-play change no answer."""

import random

import numpy as np
import pytest

from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.envs.spaces import observations_of
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.rules import Rules
from tests.env_play import assert_same, choose, choose_all
from tests.observed_play import shuffle_unknown

N_STEPS = 400 if IS_COMPILED else 40
FORMS = ("flat", "planes", "mask")
SETTINGS = {
    "round": {"players": 3, "opponents": "random"},
    "game": {"players": 2, "episode": "game"},
    "many": {"players": 8, "opponents": "random", "rules": Rules(column_rule="optional", initial_flips=4)},
}


def looked_at_again(env):
    """Return what the environments show now, without a step."""
    runner, settings = env._runner, env.settings
    runner.view = runner.new_view()
    runner.start(np.zeros(runner.episodes.size, np.bool_))
    return observations_of(runner.view, settings.observation, settings.rules.players)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SETTINGS)
def test_cards_that_the_learner_does_not_know_change_no_observation_and_no_mask(name, form):
    env = SkyjoEnv(observation=form, **SETTINGS[name])
    lot = random.Random(1)
    env.reset(seed=1)
    n_changed = 0
    for _ in range(N_STEPS):
        episode = env._runner.episodes[0]
        before, real = looked_at_again(env), env._runner.episodes.copy()
        shuffle_unknown(episode["game"], int(episode["learner"]), lot)
        n_changed += env._runner.episodes.tobytes() != real.tobytes()
        assert_same(looked_at_again(env), before)
        env._runner.episodes[:] = real
        *_, terminated, truncated, _ = env.step(choose(env.action_masks(), lot))
        if terminated or truncated:
            env.reset()
    assert n_changed > N_STEPS * 0.9


@pytest.mark.parametrize("form", FORMS)
def test_in_a_batch_neither(form):
    env = SkyjoVectorEnv(5, observation=form, players=4, opponents="random")
    lot = random.Random(2)
    env.reset(seed=1)
    n_changed = 0
    for _ in range(N_STEPS // 4):
        before, real = looked_at_again(env), env._runner.episodes.copy()
        for episode in env._runner.episodes:
            shuffle_unknown(episode["game"], int(episode["learner"]), lot)
        n_changed += env._runner.episodes.tobytes() != real.tobytes()
        assert_same(looked_at_again(env), before)
        env._runner.episodes[:] = real
        env.step(choose_all(env.action_masks(), lot))
    assert n_changed > N_STEPS // 4 * 0.9


def test_what_the_learner_knows_does_change_the_observation():
    """The comparison above would notice a card that is seen."""
    env = SkyjoEnv(seat=0)
    env.reset(seed=1)
    for action in (25, 26, 0):
        env.step(action)
    before = looked_at_again(env)
    env._runner.episodes[0]["game"]["table"]["visible"][1, 0] = 12
    assert not (looked_at_again(env)["observation"] == before["observation"]).all()

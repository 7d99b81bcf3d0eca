"""The PettingZoo environment: PettingZoo's own checks, rewards, ends, and the same games as the simulator's."""

import copy
import subprocess
import sys
import warnings

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

pettingzoo = pytest.importorskip("pettingzoo")

with warnings.catch_warnings():  # where pygame is installed, PettingZoo's tests import a game in a way it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

from skyjo_sim import ActionRules, InputError, Rules  # noqa: E402
from skyjo_sim.envs import skyjo_action_v0, skyjo_v0  # noqa: E402
from skyjo_sim.envs.batch import SkyjoBatch  # noqa: E402
from skyjo_sim.stepping import deal_games  # noqa: E402

pytestmark = [
    pytest.mark.extra,
    # PettingZoo warns of observations that are no plain arrays, unless they are those of its own card games.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]

SETTINGS = [
    {},
    {"players": 8},
    {"players": 3, "episode": "game", "reward": "rank"},
    {"observation": "planes", "players": 4},
    {"rules": Rules(players=2, column_rule="optional", discard_take_then_flip=True)},
    {"max_cycles": 31},
]
ACTION_SETTINGS = [
    {"max_cycles": 120},
    {"observation": "planes", "rules": ActionRules(players=4, turn_limit=5), "episode": "game", "reward": "win"},
]


def play(env, n_steps=10_000, seed=0):
    """Play by lot until the episode is over; return the rewards' sums by agent, and the last infos."""
    generator = np.random.default_rng(seed)
    earned, infos = dict.fromkeys(env.possible_agents, 0.0), {}
    for agent in env.agent_iter(n_steps):
        observation, reward, termination, truncation, info = env.last()
        earned[agent] += reward
        if termination or truncation:
            infos[agent] = (termination, truncation, observation, info)
            env.step(None)
        else:
            env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
    return earned, infos


@pytest.mark.parametrize("make", [skyjo_v0.env, skyjo_v0.raw_env])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_api(make, settings):
    api_test(make(**settings), num_cycles=150)


@pytest.mark.parametrize("make", [skyjo_action_v0.env, skyjo_action_v0.raw_env])
@pytest.mark.parametrize("settings", ACTION_SETTINGS, ids=str)
def test_api_of_action(make, settings):
    env = make(**settings)
    assert env.metadata["name"] == "skyjo_action_v0"
    api_test(env, num_cycles=150)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_seeds(settings):
    seed_test(lambda: skyjo_v0.env(**settings), num_cycles=200)


@pytest.mark.parametrize("settings", ACTION_SETTINGS, ids=str)
def test_seeds_of_action(settings):
    seed_test(lambda: skyjo_action_v0.env(**settings), num_cycles=200)


@pytest.mark.parametrize("game", [skyjo_v0, skyjo_action_v0], ids=["classic", "action"])
def test_render(game, capsys):
    render_test(game.env)
    assert "to decide" in capsys.readouterr().out


def test_each_module_refuses_rules_of_the_other_game():
    with pytest.raises(InputError, match="rules must be those of classic Skyjo here"):
        skyjo_v0.env(rules=ActionRules())
    with pytest.raises(InputError, match="rules must be those of Skyjo Action here"):
        skyjo_action_v0.env(rules=Rules())


def test_render_shows_the_view_of_the_agent_to_decide():
    env = skyjo_v0.env(render_mode="ansi", players=3)
    env.reset(seed=1)
    play(env, 20)
    assert f"seat {env.agent_selection[-1]} to decide" in env.render()
    env.close()


@pytest.mark.parametrize("reward", ["score_difference", "negative_score", "win", "rank"])
@pytest.mark.parametrize("episode", ["round", "game"])
def test_every_agent_is_paid_as_in_a_batch(reward, episode):
    env = skyjo_v0.env(players=3, reward=reward, episode=episode)
    env.reset(seed=6)
    batch = SkyjoBatch(1, players=3, reward=reward, episode=episode, seed=6)
    generator, expected = np.random.default_rng(0), np.zeros(3)
    while not batch.is_over[0]:
        rewards, _ = batch.step([generator.choice(np.flatnonzero(batch.masks[0]))])
        expected += rewards[0]
    earned, infos = play(env)
    assert list(earned.values()) == pytest.approx(expected)
    assert all(info[:2] == (True, False) for info in infos.values())
    assert all(info[2]["action_mask"].all() and info[3]["action_mask"].all() for info in infos.values())


def test_games_are_those_of_the_seed():
    env = skyjo_v0.raw_env(players=2)
    games = deal_games(3, Rules(), seed=5)
    env.reset(seed=5)
    for number in range(3):
        seen = [env._batch.games[0]["secret"]["cards"].tolist(), int(env._batch.games[0]["secret"]["game"])]
        assert seen == [games[number]["secret"]["cards"].tolist(), number]
        env.reset()
    env.reset(seed=5)
    assert env._batch.games[0]["secret"]["game"] == 0


def test_without_a_seed_games_differ():
    one, other = skyjo_v0.raw_env(), skyjo_v0.raw_env()
    for env in (one, other):
        env.reset()
    assert one._batch.games[0]["secret"]["key"].tolist() != other._batch.games[0]["secret"]["key"].tolist()


def test_masks_are_those_of_the_agent_to_decide():
    env = skyjo_v0.env(players=4)
    env.reset(seed=2)
    generator, selected = np.random.default_rng(1), set()
    for _ in range(40):
        selected.add(env.agent_selection)
        for agent in env.agents:
            masks = env.observe(agent)["action_mask"], env.infos[agent]["action_mask"]
            assert np.array_equal(*masks)
            assert masks[0].dtype == np.int8
            assert masks[0].any() == (agent == env.agent_selection)
            assert env.observation_space(agent).contains(env.observe(agent))
        env.step(int(generator.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    assert selected == set(env.possible_agents)


@pytest.mark.parametrize(
    ("settings", "penalty"), [({}, -100), ({"reward": "win"}, -1), ({"illegal_reward": -7.5}, -7.5)], ids=str
)
def test_an_illegal_action_ends_the_episode_in_env(settings, penalty):
    env = skyjo_v0.env(players=3, **settings)
    for number in range(2):
        env.reset(seed=1)
        play(env, 9 * number)
        offender, action = env.agent_selection, int(env.last()[0]["action_mask"].argmin())
        env.step(action)
        assert env.terminations == dict.fromkeys(env.possible_agents, True)
        assert env.truncations == dict.fromkeys(env.possible_agents, False)
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].all()
            assert env.infos[agent]["action_mask"].all()
        earned, infos = play(env)
        assert earned == dict.fromkeys(env.possible_agents, 0) | {offender: penalty}
        texts = [info[-1].get("illegal_action") for agent, info in infos.items() if agent != offender]
        assert texts == [None, None]
        assert infos[offender][-1]["illegal_action"].startswith(f"action {action} is not legal in phase ")
        assert not env.agents


def test_after_an_illegal_action_the_next_episode_is_played_to_its_end():
    env = skyjo_v0.env(players=2)
    env.reset(seed=1)
    env.step(0)
    play(env)
    env.reset(seed=3)
    earned, infos = play(env)
    fresh = skyjo_v0.env(players=2)
    fresh.reset(seed=3)
    assert play(fresh)[0] == earned
    assert not any("illegal_action" in info[-1] for info in infos.values())


def test_masks_that_the_caller_overwrites_change_nothing():
    env = skyjo_v0.env(players=2)
    env.reset(seed=1)
    observation, *_, info = env.last()
    for mask in (observation["action_mask"], info["action_mask"]):
        mask[:] = 1
    env.step(0)
    assert all(env.terminations.values())


@pytest.mark.parametrize("call", [lambda env: env.step(25), lambda env: env.step(None), lambda env: env.render()])
def test_a_raw_environment_asks_for_a_reset(call):
    env = skyjo_v0.raw_env(render_mode="ansi")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        call(env)


def test_a_raw_environment_asks_for_a_reset_after_the_end():
    env = skyjo_v0.raw_env(max_cycles=1)
    env.reset(seed=1)
    play(env)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(25)


def test_an_illegal_action_raises_in_raw_env():
    env = skyjo_v0.raw_env(players=3)
    env.reset(seed=1)
    with pytest.raises(InputError, match="action 0 is not legal in phase opening"):
        env.step(0)
    for action in (2.5, None, "25"):
        with pytest.raises(InputError, match="actions must be integers"):
            env.step(action)
    env.step(25)
    assert not any(env.terminations.values())


def test_the_turn_limit_truncates_and_the_round_is_scored():
    env = skyjo_v0.env(rules=Rules(turn_limit=5), reward="negative_score")
    env.reset(seed=3)
    earned, infos = play(env)
    assert all(info[:2] == (False, True) for info in infos.values())
    assert all(reward < 0 for reward in earned.values())


@pytest.mark.parametrize("max_cycles", [1, 4, 30])
def test_max_cycles_counts_the_decisions_of_all(max_cycles):
    env = skyjo_v0.env(max_cycles=max_cycles)
    for _ in range(2):
        env.reset(seed=3)
        n_decisions = 0
        while env.agents:
            _, reward, termination, truncation, info = env.last()
            assert reward == 0
            assert not termination
            assert truncation == (n_decisions >= max_cycles)
            n_decisions += not truncation
            env.step(None if truncation else int(info["action_mask"].argmax()))
        assert n_decisions == max_cycles


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"observation": "mask"}, "observation must be one of flat, planes, got 'mask'"),
        ({"max_cycles": 0}, "max_cycles must be an integer of at least 1, or None, got 0"),
        ({"max_cycles": True}, "max_cycles must be"),
        ({"max_cycles": 3.0}, "max_cycles must be"),
        ({"render_mode": "rgb"}, "render_mode must be one of"),
        ({"players": 1}, "players must be"),
        ({"reward": "money"}, "reward must be one of"),
        ({"illegal_reward": float("nan")}, "illegal_reward must be a number in"),
    ],
    ids=str,
)
def test_arguments_that_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        skyjo_v0.env(**arguments)


def test_a_copy_goes_on_by_itself():
    env = skyjo_v0.raw_env(players=3)
    env.reset(seed=4)
    play(env, 15)
    twin = copy.deepcopy(env)
    assert play(env, seed=9)[0] == play(twin, seed=9)[0]
    assert not env.agents
    assert not twin.agents


def test_the_package_needs_no_pettingzoo():
    code = "import sys; sys.modules['pettingzoo'] = None; import skyjo_sim.envs, skyjo_sim.envs.batch"
    subprocess.run([sys.executable, "-c", code], check=True)

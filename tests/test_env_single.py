"""`SkyjoEnv` as a Gymnasium environment: what the checker wants, what a step returns, copies and repetition."""

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from skyjo_sim.envs import SkyjoEnv
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.rules import Rules
from tests.env_play import assert_same, begun, choose, play_episode, play_steps, share_memory

IDS = ("Skyjo/Round-v0", "Skyjo/Game-v0")
FORMS = ("flat", "planes", "mask")
N_EPISODES = 30 if IS_COMPILED else 2
SHORT = Rules(turn_limit=3)
MANY = Rules(column_rule="optional", row_rule="mandatory", discard_take_then_flip=True, flip_after_discard="optional")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", IDS)
def test_checker_finds_nothing(name, form):
    check_env(gymnasium.make(name, observation=form).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_checker_finds_nothing_with_house_rules_and_rendering(name):
    env = gymnasium.make(name, observation="planes", rules=MANY, players=5, render_mode="ansi", shaping=0.1)
    check_env(env.unwrapped, skip_render_check=True)


def test_ids_can_be_made_by_naming_the_module():
    env = gymnasium.make("skyjo_sim.envs:Skyjo/Round-v0", players=4)
    assert env.unwrapped.settings.rules.players == 4
    assert env.unwrapped.settings.episode == "round"
    assert gymnasium.make("Skyjo/Game-v0").unwrapped.settings.episode == "game"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("players", "rules"), [(2, None), (3, MANY), (8, None)])
def test_every_observation_lies_in_its_space(form, players, rules):
    """Through `gymnasium.make`, whose checking wrapper must not warn either."""
    env = gymnasium.make("Skyjo/Game-v0", players=players, rules=rules, observation=form)
    lot = random.Random(1)
    for number in range(3 if IS_COMPILED else 1):
        for observation, *_, info in play_episode(env, lot, seed=number)[: None if IS_COMPILED else 60]:
            assert env.observation_space.contains(observation)
            assert (observation["action_mask"] == info["action_mask"]).all()
            assert (observation["action_mask"].dtype, info["action_mask"].dtype) == (np.int8, np.int8)


@pytest.mark.parametrize("form", FORMS)
def test_arrays_of_two_calls_share_no_memory(form):
    env = SkyjoEnv(observation=form, players=3)
    returned = play_episode(env, random.Random(2), seed=1)
    returned += play_episode(env, random.Random(2))
    for number, some in enumerate(returned):
        assert not any(share_memory(some, other) for other in returned[number + 1 :])


def test_rewards_and_flags_are_plain_python():
    env = SkyjoEnv(players=2)
    ends = set()
    for number in range(N_EPISODES):
        for _, reward, terminated, truncated, _ in play_episode(env, random.Random(number), seed=number)[1:]:
            assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
            ends.add((terminated, truncated))
    assert ends == {(False, False), (True, False)}


@pytest.mark.parametrize("episode", ["round", "game"])
def test_turn_limit_truncates_a_round_but_not_a_game(episode):
    """A game goes on after an abandoned round."""
    env = SkyjoEnv(players=2, rules=SHORT, episode=episode)
    *_, (_, reward, terminated, truncated, info) = play_episode(env, random.Random(3), seed=1)
    assert (terminated, truncated) == ((True, False) if episode == "game" else (False, True))
    assert info["ender"] == -1
    assert info["turns"] == 6
    assert (info["rounds"] > 1) == (episode == "game")
    assert reward == info["scores"][1] - info["scores"][0]


def test_the_mask_is_all_ones_when_the_episode_is_over():
    *_, (observation, *_, info) = play_episode(SkyjoEnv(), random.Random(4), seed=1)
    assert observation["action_mask"].all()
    assert info["action_mask"].all()


def test_the_end_is_told_from_the_learners_seat():
    for number in range(N_EPISODES):
        env = SkyjoEnv(players=3, seat="random", opponents="random")
        *_, (_, reward, _, _, info) = play_episode(env, random.Random(number), seed=number)
        table = env._runner.episodes[0].game.table
        seats = [(info["seat"] + distance) % 3 for distance in range(3)]
        assert info["seat"] == env._runner.episodes[0].learner
        assert info["scores"].tolist() == table.score[seats].tolist()
        assert info["totals"].tolist() == table.totals[seats].tolist()
        assert seats[info["ender"]] == table.ender
        assert reward == min(info["scores"][1:]) - info["scores"][0]


# --- illegal actions


@pytest.mark.parametrize(("reward", "penalty"), [("score_difference", -100), ("negative_score", -100), ("win", -1)])
def test_an_illegal_action_ends_the_episode_with_the_penalty(reward, penalty):
    env = begun(players=3, reward=reward)
    before = env._runner.episodes[0].game.tobytes()
    action = int(env.action_masks().argmin())
    legal = ", ".join(str(other) for other in np.flatnonzero(env.action_masks()))
    _, paid, terminated, truncated, info = env.step(action)
    assert (paid, terminated, truncated) == (penalty, True, False)
    assert info["illegal_action"].startswith(f"action {action} is not legal in phase ")
    assert info["illegal_action"].endswith(f"; legal: {legal}")
    assert info["scores"].tolist() == [0, 0, 0]
    assert env._runner.episodes[0].game.tobytes() == before
    assert env.action_masks().all()


def test_the_penalty_can_be_chosen_and_legal_actions_are_not_called_illegal():
    env = begun(illegal_reward=3.5)
    assert env.step(int(env.action_masks().argmin()))[1] == 3.5
    assert not any("illegal_action" in step[-1] for step in play_episode(env, random.Random(0)))


def test_points_of_an_earlier_episode_are_not_told_after_an_illegal_action():
    env, fresh = SkyjoEnv(players=2), SkyjoEnv(players=2)
    play_episode(env, random.Random(1), seed=1)
    some, other = (one.step(int(one.reset(seed=7)[1]["action_mask"].argmin())) for one in (env, fresh))
    assert_same(some, other)


# --- repetition and copies


@pytest.mark.parametrize("name", IDS)
def test_a_seed_repeats_everything(name):
    env = gymnasium.make(name, players=3, opponents="random")
    first = play_episode(env, random.Random(5), seed=11)
    play_episode(env, random.Random(6))
    assert_same(play_episode(env, random.Random(5), seed=11), first)
    assert_same(play_episode(gymnasium.make(name, players=3, opponents="random"), random.Random(5), seed=11), first)


def test_reset_without_a_seed_plays_the_next_game():
    env = SkyjoEnv(seat="rotating")
    games = [play_episode(env, random.Random(number), seed=11 if number == 0 else None) for number in range(4)]
    assert [game[-1][-1]["seat"] for game in games] == [0, 1, 0, 1]
    again = SkyjoEnv(seat="rotating")
    again.reset(seed=11)
    again.reset()
    assert_same(again.reset(), games[2][0])


def test_without_any_seed_games_differ():
    observations = {SkyjoEnv().reset()[0]["observation"].tobytes() for _ in range(8)}
    assert len(observations) > 1


def test_options_are_not_changed():
    options = {"some": [1]}
    SkyjoEnv().reset(seed=1, options=options)
    assert options == {"some": [1]}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("wrapped", [False, True])
def test_copies_go_on_identically(duplicate, wrapped):
    env = gymnasium.make("Skyjo/Round-v0", players=3, opponents="random,cutoff(1)") if wrapped else SkyjoEnv(players=3)
    env.reset(seed=2)
    lot = random.Random(3)
    for _ in range(4):
        env.step(choose(env.unwrapped.action_masks(), lot))
    other = duplicate(env)
    assert_same(play_steps(other, random.Random(4), 60), play_steps(env, random.Random(4), 60))


def test_a_copy_of_an_environment_never_reset_can_be_reset():
    env = copy.deepcopy(SkyjoEnv(players=4))
    assert_same(env.reset(seed=3), SkyjoEnv(players=4).reset(seed=3))

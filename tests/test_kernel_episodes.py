"""Episodes: who sits where, what shaping adds up to, episodes without a decision."""

import random

import numpy as np
import pytest

from skyjo_sim.envs import SkyjoEnv
from skyjo_sim.envs.runner import Runner
from skyjo_sim.envs.settings import Settings, make_rules
from skyjo_sim.errors import InputError
from skyjo_sim.kernels import episodes
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.rewards import potential
from skyjo_sim.rules import Rules
from tests.env_play import choose, play_episode

N = 400 if IS_COMPILED else 40
N_EPISODES = 20 if IS_COMPILED else 2


def made(n=1, players=None, rules=None, **settings):
    """Return environments before their first episodes."""
    return Runner(Settings(rules=make_rules(rules, players), **settings), n, episodes.DISABLED)


def started(n=1, seed=0, **settings):
    """Return environments whose first episodes have begun, seeded one after the other."""
    runner = made(n, **settings)
    for position in range(n):
        runner.seed(position, seed + position)
    runner.start(np.ones(n, np.bool_))
    return runner


def follow(runner, n):
    """Begin `n` more episodes; return the learner's seat in each."""
    seats = []
    for _ in range(n):
        runner.start(np.ones(1, np.bool_))
        seats.append(int(runner.episodes[0]["learner"]))
    return seats


# --- seats


@pytest.mark.parametrize("seat", range(4))
def test_a_fixed_seat_is_always_the_learners(seat):
    assert set(follow(started(players=4, seat=seat), 20)) == {seat}


def test_a_rotating_seat_is_the_episodes_number_modulo_the_players():
    assert follow(started(players=3, seat="rotating"), 10) == [episode % 3 for episode in range(1, 11)]


def test_a_random_seat_is_uniform_and_repeats_with_the_seed():
    seats = started(N, players=4, seat="random").episodes["learner"]
    assert (started(N, players=4, seat="random").episodes["learner"] == seats).all()
    counts = np.bincount(seats, minlength=4)
    assert counts.size == 4
    assert abs(counts / N - 0.25).max() < (0.1 if IS_COMPILED else 0.25)
    assert len(set(follow(started(players=4, seat="random"), 30))) > 1


@pytest.mark.parametrize("opponents", ["random", "random,cutoff(1)", "random,cutoff(1),cutoff(3)"])
def test_opponents_sit_clockwise_from_the_learners_left(opponents):
    n_agents = len(opponents.split(","))
    for seat in range(5):
        agents = started(players=5, seat=seat, opponents=opponents).episodes[0]["agents"]
        assert agents[seat] == -1
        assert [agents[(seat + distance) % 5] for distance in range(1, 5)] == [k % n_agents for k in range(4)]


# --- shaping


@pytest.mark.parametrize("episode", ["round", "game"])
@pytest.mark.parametrize("reward", ["score_difference", "negative_score", "win", "rank"])
def test_shaping_adds_up_to_nothing(episode, reward):
    settings = {"players": 3, "reward": reward, "episode": episode}
    plain, shaped = SkyjoEnv(**settings), SkyjoEnv(**settings, shaping=0.37)
    differs = False
    for number in range(N_EPISODES if episode == "round" else 2):
        some, other = (play_episode(env, random.Random(number), seed=number)[1:] for env in (plain, shaped))
        differs = differs or any(one[1] != two[1] for one, two in zip(some, other, strict=True))
        assert sum(step[1] for step in other) == pytest.approx(sum(step[1] for step in some), abs=1e-9)
    assert differs


def test_shaping_pays_the_potential_and_takes_it_back_at_the_end():
    env = SkyjoEnv(players=2, shaping=2.0, seat=0, reward="negative_score")
    lot = random.Random(1)
    _, info = env.reset(seed=5)
    paid, is_over, seen = 0.0, False, set()
    while not is_over:
        _, reward, is_over, _, info = env.step(choose(info["action_mask"], lot))
        paid += reward
        now = -info["scores"][0] if is_over else 2.0 * potential(env._runner.episodes[0].game.table, 0)
        assert paid == pytest.approx(now, abs=1e-9)
        seen.add(round(now, 6))
    assert len(seen) > 5


def test_an_illegal_action_takes_the_potential_back():
    env = SkyjoEnv(players=3, shaping=1.5, illegal_reward=-7.0)
    lot = random.Random(2)
    _, info = env.reset(seed=1)
    paid = 0.0
    for _ in range(12):
        _, reward, _, _, info = env.step(choose(info["action_mask"], lot))
        paid += reward
    assert paid != 0
    _, reward, terminated, _, _ = env.step(int(info["action_mask"].argmin()))
    assert terminated
    assert paid + reward == pytest.approx(-7.0, abs=1e-9)


# --- episodes in which the learner decides nothing: no rules allow them, so records are changed here


def cut_short(**settings):
    """Return a runner under whose rules a round is abandoned after its very first turn."""
    runner = made(players=3, **settings)
    runner._setups["rules"]["turn_limit"], runner._setups["rules"]["initial_flips"] = 1, 0
    runner.seed(0, 11)
    return runner


def test_an_episode_over_before_the_learner_decides_is_passed_over():
    runner = cut_short(seat=1)
    indices = []
    for _ in range(20):
        runner.start(np.ones(1, np.bool_))
        episode = runner.episodes[0]
        assert episode.game.table.seat == 1
        assert episode.game.table.turns == 0
        indices.append(int(episode["index"]))
    gaps = np.diff(indices)
    assert gaps.min() >= 1
    assert gaps.max() > 1


def test_a_learner_who_never_decides_is_refused(monkeypatch):
    if not IS_COMPILED:
        monkeypatch.setattr(episodes, "_MOST_EMPTY_EPISODES", 20)
    runner = cut_short(seat=1, rules=Rules(start_tiebreak="lowest_seat"))
    with pytest.raises(InputError, match="under these rules the learner never decides anything"):
        runner.start(np.ones(1, np.bool_))


@pytest.mark.parametrize("reward", ["negative_score", "win"])
def test_rounds_without_a_decision_within_a_game_are_played_and_paid(reward):
    rules = Rules(next_round_starter="highest_sum_every_round", target=1000)  # else the same seat begins again
    n_skipped = []
    for seed in range(11, 25):
        runner = cut_short(seat=1, episode="game", reward=reward, rules=rules)
        runner.seed(0, seed)
        runner.start(np.ones(1, np.bool_))
        episode = runner.episodes[0]
        table = episode.game.table
        assert table.seat == 1
        assert table.turns == 0
        assert float(episode["earned"]) == (-table.totals[1] if reward == "negative_score" else 0)
        assert (table.totals[1] != 0) == (table.round_index > 0)
        n_skipped.append(int(table.round_index))
    assert min(n_skipped) == 0
    assert max(n_skipped) > 1

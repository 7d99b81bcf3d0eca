"""The environment is the simulator: a compiled policy that steps through `SkyjoEnv` plays the rounds of `simulate`."""

import gymnasium
import numpy as np
import pytest

import skyjo_sim.envs  # noqa: F401 (registers the ids)
from skyjo_sim import simulate
from skyjo_sim.kernels import baselines, streams
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.luck import seat_keys
from skyjo_sim.rules import Rules

N_ROUNDS = 40 if IS_COMPILED else 4
N_GAMES = 6 if IS_COMPILED else 1
SEED = 77
LEARNERS = {"cutoff(2)": (baselines.cutoff_policy, (2.0,)), "random": (baselines.random_policy, ())}
HOUSE = Rules(column_rule="optional", row_rule="mandatory", discard_take_then_flip=True, initial_flips=3)


class Player:
    """Answer as an agent of the simulator does: a compiled policy with the luck of its seat in the round."""

    def __init__(self, name):
        self.policy, values = LEARNERS[name]
        self.params, self.stream = np.zeros(1, PARAMS)[0], np.zeros(1, STREAM)[0]
        self.params["values"][: len(values)] = values
        self.round = None

    def answer(self, episode):
        """Return the action for the position of an episode record."""
        table, seat = episode.game.table, int(episode["learner"])
        place = int(episode["index"]), int(table.round_index)
        if place != self.round:
            self.round = place
            streams.start(self.stream, seat_keys(SEED)[seat], streams.AGENT, *place, 0)
        return int(self.policy(table, seat, self.params, self.stream))


def play(env, player, n):
    """Play `n` episodes from the seed; return the last info of each."""
    infos = []
    for number in range(n):
        env.reset(seed=SEED if number == 0 else None)
        is_over = False
        while not is_over:
            action = player.answer(env.unwrapped._runner.episodes[0])
            *_, terminated, truncated, info = env.step(action)
            is_over = terminated or truncated
        infos.append(info)
    return infos


def opponents_for(players):
    return (["random", "cutoff(2)", "cutoff(-1)", "random"])[: players - 1]


@pytest.mark.parametrize("rules", [Rules(), HOUSE], ids=["official", "house rules"])
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounds_are_those_of_the_simulator(players, learner, rules):
    opponents = opponents_for(players)
    env = gymnasium.make("Skyjo/Round-v0", players=players, opponents=opponents, seat="rotating", rules=rules)
    infos = play(env, Player(learner), N_ROUNDS)
    rows = simulate(
        [learner, *opponents], players=players, rules=rules, n_rounds=N_ROUNDS, seed=SEED, rows=True, workers=1
    ).rows
    for number, (info, (_, frame)) in enumerate(zip(infos, rows.groupby("game"), strict=True)):
        seats = [(number + distance) % players for distance in range(players)]
        frame = frame.set_index("seat").loc[seats]
        assert info["seat"] == number % players
        assert info["scores"].tolist() == frame["score"].tolist()
        assert info["turns"] == frame["turns"].iloc[0]
        assert np.flatnonzero(frame["is_ender"]).tolist() == [info["ender"]]
        assert info["is_doubled"] == frame["is_doubled"].any()


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_are_those_of_the_simulator(players, learner):
    opponents = opponents_for(players)
    env = gymnasium.make("Skyjo/Game-v0", players=players, opponents=opponents, seat="rotating")
    infos = play(env, Player(learner), N_GAMES)
    rows = simulate([learner, *opponents], players=players, n_games=N_GAMES, seed=SEED, rows=True, workers=1).rows
    for number, (info, (_, frame)) in enumerate(zip(infos, rows.groupby("game"), strict=True)):
        last = frame[frame["round"] == frame["round"].max()].set_index("seat")
        last = last.loc[[(number + distance) % players for distance in range(players)]]
        assert info["rounds"] == frame["round"].max() + 1
        assert info["totals"].tolist() == last["total"].tolist()
        assert info["scores"].tolist() == last["score"].tolist()
        assert info["turns"] == last["turns"].iloc[0]


def test_opponents_repeated_cyclically_are_those_of_the_simulator_named_in_full():
    env = gymnasium.make("Skyjo/Round-v0", players=5, opponents="random,cutoff(2)", seat=0)
    named = gymnasium.make("Skyjo/Round-v0", players=5, opponents="random,cutoff(2),random,cutoff(2)", seat=0)
    some, other = (play(one, Player("random"), 3) for one in (env, named))
    assert [info["scores"].tolist() for info in some] == [info["scores"].tolist() for info in other]

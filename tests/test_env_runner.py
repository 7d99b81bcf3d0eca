"""The runner: whom an exception is blamed on, and what is kept for which way of beginning episodes."""

import random

import numpy as np
import pytest

from skyjo_sim.envs import SkyjoVectorEnv
from skyjo_sim.envs.runner import Runner
from skyjo_sim.envs.settings import Settings
from skyjo_sim.errors import PolicyError
from skyjo_sim.kernels.episodes import DISABLED, NEXT_STEP, SAME_STEP
from tests.env_play import choose_all


def started(autoreset=DISABLED):
    """Return two environments at the learner's first decision."""
    runner = Runner(Settings(seat=0), 2, autoreset)
    for position in range(2):
        runner.seed(position, position)
    runner.start(np.ones(2, np.bool_))
    return runner


def failing(setups, episodes, seats):
    """Fail as a kernel may, while ``seats[1]`` is to decide in the second environment."""
    setups[0]["at_work"] = 1
    episodes[1]["game"]["table"]["seat"] = seats[1]
    raise ZeroDivisionError("no number")


@pytest.mark.parametrize("seat", [0, -1])
def test_no_opponent_is_blamed_for_what_happens_while_it_does_not_decide(seat):
    with pytest.raises(ZeroDivisionError, match="no number"):
        started()._run(failing, np.full(2, seat))


def test_an_opponent_that_is_to_decide_is_named():
    with pytest.raises(PolicyError, match=r"agent cutoff\(2\) at seat 1 raised ZeroDivisionError: no number"):
        started()._run(failing, np.ones(2))


@pytest.mark.parametrize(("mode", "n"), [(NEXT_STEP, 0), (SAME_STEP, 2), (DISABLED, 0)])
def test_last_observations_are_kept_where_the_next_episode_overwrites_them(mode, n):
    runner = started(mode)
    assert [part.shape[0] for part in runner.last_view[::2]] == [n, n]
    runner.renew()
    assert runner.last_view[0].shape[0] == n
    assert runner.view[0].shape[0] == 2


@pytest.mark.parametrize("copies", [True, False])
@pytest.mark.parametrize("mode", ["NEXT_STEP", "DISABLED"])
def test_threads_need_no_last_observations(mode, copies):
    env = SkyjoVectorEnv(3, threads=2, autoreset_mode=mode, copy=copies)
    env.reset(seed=1)
    lot = random.Random(1)
    for _ in range(5):
        env.step(choose_all(env.action_masks(), lot))
    env.close()

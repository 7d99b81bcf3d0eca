"""Ten million steps, and memory does not grow."""

import gc
import resource
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.kernels import sampling, streams
from skyjo_sim.kernels.layout import STREAM

MEGABYTES = (5, 0.5)
"""What may be added: to the process, and by Python and NumPy."""
N_STEPS = 10_000_000
N_SINGLE_STEPS = 500_000

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="memory is read as Linux tells it")]


@pytest.fixture
def report(record_property, capsys):
    """Return a function that notes a finding in the report of the tests and shows it."""

    def note(text):
        record_property("memory", text)
        with capsys.disabled():
            sys.stdout.write(f"\n{text}\n")

    return note


def memory():
    """Return what the process holds, and what Python and NumPy have allocated of it, in MB.

    The first counts everything, but growth may hide in what was freed before; the second misses no Python object.
    """
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return np.array([pages * resource.getpagesize(), tracemalloc.get_traced_memory()[0]]) / 2**20


@pytest.fixture(autouse=True)
def traced():
    """Trace allocations during a test."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


def luck():
    stream = np.zeros(1, STREAM)[0]
    streams.start(stream, np.array([1, 2], np.uint32), streams.AGENT, 0, 0, 0)
    return stream


def step_all(env, stream, n):
    actions = np.zeros(env.num_envs, np.int64)
    for _ in range(n):
        sampling.sample_ids(env.action_masks(), stream, actions)
        env.step(actions)


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP"])
def test_ten_million_steps_of_a_batch_need_no_more_memory(mode, report):
    env = SkyjoVectorEnv(500, players=3, opponents="random", autoreset_mode=mode)
    env.reset(seed=1)
    stream = luck()
    step_all(env, stream, 400)
    before = memory()
    step_all(env, stream, N_STEPS // 500)
    grown = memory() - before
    report(f"{mode}: {N_STEPS:,} steps, {grown.round(2)} MB more")
    assert (grown < MEGABYTES).all()


def step_single(env, stream, n):
    action = np.zeros(1, np.int64)
    for _ in range(n):
        sampling.sample_ids(env.action_masks()[None], stream, action)
        _, _, terminated, truncated, _ = env.step(action[0])
        if terminated or truncated:
            env.reset()


def test_many_steps_of_one_environment_need_no_more_memory(report):
    env = SkyjoEnv(players=3, opponents="random")
    env.reset(seed=1)
    stream = luck()
    step_single(env, stream, 20_000)
    before = memory()
    step_single(env, stream, N_SINGLE_STEPS)
    grown = memory() - before
    report(f"single: {N_SINGLE_STEPS:,} steps, {grown.round(2)} MB more")
    assert (grown < MEGABYTES).all()

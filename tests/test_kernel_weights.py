"""The numbers of an agent that a kernel reaches through its parameters."""

import gc

import numba
import numpy as np
import pytest

from skyjo_sim import Agent
from skyjo_sim.kernels.baselines import random_policy
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import PARAMS
from skyjo_sim.kernels.weights import weights_of

pytestmark = pytest.mark.small


@numba.njit
def read(params, out):
    """Copy the weights of an agent; return how many there are."""
    weights = weights_of(params)
    for index in range(min(out.size, weights.size)):
        out[index] = weights[index]
    return weights.size


def read_from(agent, n=4):
    params, out = np.zeros(1, PARAMS), np.full(n, -1, np.float32)
    agent.fill_params(params[0])
    return read(params[0], out), out.tolist()


@pytest.mark.parametrize("n", [1, 3, 4])
def test_a_kernel_reads_the_weights_of_the_agent(n):
    numbers = np.arange(n, dtype=np.float32) + np.float32(0.5)
    assert read_from(Agent("x", random_policy, (1, 2), numbers), n) == (n, numbers.tolist())


@pytest.mark.parametrize("weights", [None, np.zeros(0, np.float32)])
def test_an_agent_without_weights_has_none(weights):
    assert read_from(Agent("x", random_policy, (1,), weights)) == (0, [-1.0] * 4)


def test_the_agents_weights_are_a_copy_in_one_piece():
    every_other = np.arange(8, dtype=np.float32)[::2]
    agent = Agent("x", random_policy, (), every_other)
    every_other[:] = 9
    assert read_from(agent) == (4, [0.0, 2.0, 4.0, 6.0])
    with pytest.raises(ValueError, match="read-only"):
        agent.weights[0] = 1


def test_two_agents_in_an_array_of_parameters_keep_their_own():
    agents = [Agent("x", random_policy, (), np.full(2, number, np.float32)) for number in (1, 2)]
    params, out = np.zeros(3, PARAMS), np.zeros(2, np.float32)
    for agent, record in zip(agents, params, strict=False):
        agent.fill_params(record)
    found = [(read(record, out), out.tolist()) for record in params[:2]]
    assert found == [(2, [1.0, 1.0]), (2, [2.0, 2.0])]


@pytest.mark.skipif(IS_COMPILED, reason="compiled, addresses are not looked up")
def test_looking_up_an_array_does_not_keep_it_alive():
    from skyjo_sim.kernels import weights

    agent = Agent("x", random_policy, (), np.zeros(2, np.float32))
    read_from(agent)
    address = id(agent.weights)
    assert address in weights._ARRAYS
    del agent
    gc.collect()
    assert address not in weights._ARRAYS

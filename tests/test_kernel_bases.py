"""Agents on top of another: the base is asked with its own parameters, however deep, and travels along."""

import gc
import pickle

import numpy as np
import pytest

from skyjo_agents import cutoff_agent, random_agent
from skyjo_sim import Agent, InputError, Rules, policy, simulate
from skyjo_sim.kernels.actions import FLIP, OPENING, PLACE, SOURCE
from skyjo_sim.kernels.baselines import random_policy
from skyjo_sim.kernels.bases import ask_base, params_address
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.compiler import IS_COMPILED, KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import PARAMS, STREAM, TABLE
from skyjo_sim.kernels.weights import weights_of

pytestmark = pytest.mark.small
ONES = np.ones(3, np.float32)


@policy
def add_own(table, seat, params, stream):
    """Answer the own number and ten times what the base answers; -1 for no base."""
    return np.int64(params.values[0]) + 10 * ask_base(table, seat, params, stream)


@policy
def number(table, seat, params, stream):
    return np.int64(params.values[0]) + seat + np.int64(table.turns) + np.int64(weights_of(params).size)


@policy
def opening_apart(table, seat, params, stream):
    """Play as the base, but for the opening."""
    if table.phase == OPENING:
        return FLIP + lowest(np.int64(table.hidden[seat]) & ~np.int64(table.chosen))
    return ask_base(table, seat, params, stream)


@policy
def as_base(table, seat, params, stream):
    return ask_base(table, seat, params, stream)


def kernel(function):
    return compiled(function, KERNEL_FOLDER)


@kernel
def ask_as_base(table, seat, params, stream):
    return ask_base(table, seat, params, stream)


def on(base, *params, name="on", asked=add_own):
    return Agent(name, asked, params, base=base)


def answer_to(agent, seat=0, turns=0):
    """Return what an agent answers, asked as the base of another."""
    outer, params = on(agent, asked=as_base), np.zeros(1, PARAMS)
    table = np.zeros(1, TABLE)[0]
    table.turns = turns
    outer.fill_params(params[0])
    return int(ask_as_base(table, seat, params[0], np.zeros(1, STREAM)[0]))


def hash_of(agent, **options):
    return simulate([agent, "cutoff(4)"], n_rounds=30 if IS_COMPILED else 5, hash_rows=True, **options).rows_sha256


def test_the_base_is_asked_with_its_own_parameters_table_and_seat():
    assert answer_to(Agent("base", number, (7,)), seat=2, turns=30) == 39
    assert answer_to(Agent("base", number, (7,), ONES)) == 10


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_bases_nest(depth):
    agent = Agent("base", number, (9,))
    for level in range(1, depth + 1):
        agent = on(agent, level)
    digits = [*range(depth, 0, -1), 9]
    assert answer_to(agent) == sum(digit * 10**place for place, digit in enumerate(digits))


def test_two_agents_share_a_base_and_keep_their_own_numbers():
    base = Agent("base", number, (1,))
    one, other = on(base, 2), on(base, 3)
    params = np.zeros(2, PARAMS)
    one.fill_params(params[0])
    other.fill_params(params[1])
    assert params[0]["base_policy"] == params[1]["base_policy"] != 0
    assert params[0]["base_params"] != params[1]["base_params"]
    assert (answer_to(one), answer_to(other), answer_to(one)) == (12, 13, 12)


def test_an_agent_without_base_has_no_answer_to_pass_on():
    assert answer_to(Agent("alone", add_own, (3,))) == 3 - 10
    record = np.ones(1, PARAMS)[0]
    Agent("alone", number).fill_params(record)
    assert (int(record["base_policy"]), int(record["base_params"])) == (0, 0)


def test_a_wrapped_agent_plays_like_its_base():
    for base in (cutoff_agent(1), random_agent()):
        assert hash_of(on(base, asked=as_base)) == hash_of(base)
        assert hash_of(on(on(base, asked=as_base), asked=as_base), players=4) == hash_of(base, players=4)
    assert hash_of(on(cutoff_agent(1), asked=opening_apart)) != hash_of(cutoff_agent(1))
    assert simulate([on(cutoff_agent(1), asked=opening_apart)], n_rounds=3, check=True).n_rounds == 3


def test_bases_are_part_of_what_makes_agents_equal():
    agents = [on(None, 1), on(cutoff_agent(1), 1), on(cutoff_agent(2), 1), on(on(cutoff_agent(1), 1), 1)]
    assert len(set(agents)) == 4
    assert on(cutoff_agent(1), 1) == agents[1]
    assert hash(on(cutoff_agent(1), 1)) == hash(agents[1])


def test_pickle_brings_the_base_along():
    agent = on(on(Agent("base", random_policy, (4,), ONES), 2), 3, name="outer")
    again = pickle.loads(pickle.dumps(agent))
    assert (again.name, again.params, again.base.params, again.base.base.params) == ("outer", (3,), (2,), (4,))
    assert again.base.base.weights.tolist() == [1, 1, 1]
    assert again.content_sha256 == agent.content_sha256
    wrapped = Agent("wrapped", random_policy, base=cutoff_agent(3))
    assert pickle.loads(pickle.dumps(wrapped)) == wrapped


def test_content_hash_covers_the_base():
    base = Agent("base", random_policy, (1,), ONES)
    hashes = [on(each, 1).content_sha256 for each in (base, Agent("base", random_policy, (1,), ONES * 2))]
    hashes += [on(base, 2).content_sha256, base.content_sha256, on(on(base, 1), 1).content_sha256]
    assert len(set(hashes)) == 5
    assert None not in hashes
    assert on(cutoff_agent(1), 1).content_sha256 is None


def test_rules_of_the_base_count_too():
    base = Agent("base", random_policy, plays_under=(("players", (2, 3)),))
    outer = Agent("outer", as_base, plays_under=(("turn_limit", (500,)),), base=on(base, asked=as_base))
    outer.check_rules(Rules(players=3))
    with pytest.raises(InputError, match="agent base plays under players=2 or 3 only, got players=4"):
        simulate([outer], n_rounds=1, players=4)
    with pytest.raises(InputError, match="agent outer plays under turn_limit=500 only, got turn_limit=9"):
        outer.check_rules(Rules(players=2, turn_limit=9))


@pytest.mark.parametrize("base", ["cutoff(2)", 3, random_policy])
def test_a_base_is_an_agent(base):
    with pytest.raises(InputError, match="agent on: the base must be an Agent, got "):
        on(base)


@pytest.mark.skipif(IS_COMPILED, reason="compiled, addresses are not looked up")
def test_looking_up_parameters_does_not_keep_them_alive():
    from skyjo_sim.kernels import bases

    params = np.zeros(1, PARAMS)
    address = params_address(params)
    assert address in bases._RECORDS
    del params
    gc.collect()
    assert address not in bases._RECORDS


assert SOURCE < PLACE

"""Ending rules: as soon as the rule allows, not before, and otherwise as the base plays."""

import random
from functools import cache

import numpy as np
import pytest

from skyjo_agents import cutoff_agent, end_ahead_agent, end_below_agent, end_never_agent, npz_agent
from skyjo_agents.ending_rules.numbers import PATIENCE
from skyjo_sim import Agent, InputError, policy, simulate
from skyjo_sim.agent_names import make_agent, make_agents
from skyjo_sim.kernels.baselines import cutoff_policy, random_policy
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.agent_samples import NETWORK
from tests.asking import answer_of, seat_everywhere
from tests.ending_cases import answers, best_rival, card_of, draw_position, expected_answer, points_by_flip, points_with

pytestmark = pytest.mark.small
N_POSITIONS = 100 if IS_COMPILED else 25


@policy
def say(table, seat, params, stream):
    return np.int64(params.values[0])


def saying(answer):
    return Agent(f"say({answer})", say, (answer,))


@cache
def seated(make, answer):
    """Return an agent with a base that always says the same, and its seating, which it keeps alive."""
    agent = make(saying(answer))
    return agent, seat_everywhere(agent)


def positions(seed=0, n=N_POSITIONS):
    lot = random.Random(seed)
    for _ in range(n):
        yield draw_position(lot, lot.choice((2, 2, 3, 5)))


def judge(allows, table, slot):
    """Return what tells whether a rule allows to end by turning up the last card, or by placing one."""

    def allows_now(is_flip):
        own = points_by_flip(table, slot) if is_flip else points_with(table, slot, card_of(table))
        return allows(own, best_rival(table))

    return allows_now


def below(points):
    return lambda base: end_below_agent(base, points), lambda own, rival: own <= points


def ahead(factor, margin):
    return lambda base: end_ahead_agent(base, factor, margin), lambda own, rival: rival >= factor * own + margin


RULES = {
    "below": below(45.5),
    "below few": below(8),
    "ahead": ahead(1, 3),
    "ahead in proportion": ahead(1.7, -8),
    "never": (end_never_agent, lambda own, rival: False),
}


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_decides_when_the_round_ends(rule):
    make, allows = RULES[rule]
    changed = set()
    for game, slot in positions():
        table = game["table"]
        for answer in answers(table, slot):
            found = answer_of(seated(make, answer)[1], game)
            wanted = expected_answer(table, slot, answer, judge(allows, table, slot))
            assert found == wanted
            changed.add((int(table["phase"]), found == answer))
    assert len(changed) == 4


@pytest.mark.parametrize(
    "change", [{"ender": 1, "last_turns_left": 1}, {"turns": PATIENCE * 5}, {"hidden": 3}, {"hidden": 0}, {"phase": 3}]
)
def test_where_the_rule_has_no_say_the_base_answers(change):
    for game, slot in positions(n=12):
        for name, value in change.items():
            game["table"][name] = [value] * 8 if name == "hidden" else value
        for answer in answers(game["table"], slot):
            assert answer_of(seat_everywhere(end_below_agent(saying(answer), 500)), game) == answer
            assert answer_of(seat_everywhere(end_never_agent(saying(answer))), game) == answer


def test_rules_nest():
    for game, slot in positions(n=30):
        for answer in answers(game["table"], slot)[:2]:
            inner = answer_of(seat_everywhere(end_below_agent(saying(answer), 20)), game)
            nested = answer_of(seat_everywhere(end_ahead_agent(end_below_agent(saying(answer), 20), 1, 5)), game)
            assert nested == answer_of(seat_everywhere(end_ahead_agent(saying(inner), 1, 5)), game)


def test_rounds_come_to_an_end_and_rules_change_who_ends_them():
    n = 300 if IS_COMPILED else 2
    results = {
        name: simulate(f"{name},cutoff(2)", n_rounds=n)
        for name in ("cutoff(2)", "end_below(cutoff(2),8)", "end_never(cutoff(2))")
    }
    ended = [result.agents.iloc[0].p_ended for result in results.values()]
    assert ended[0] > ended[1] > ended[2] == 0 or not IS_COMPILED
    assert simulate("end_never(cutoff(2))", n_rounds=n // 2).n_abandoned == 0


# Names


BASES = ["cutoff(2)", "end_below(cutoff(2),8)", "end_never(end_ahead(random,1,3))", f"npz({NETWORK})"]


@pytest.mark.parametrize("base", BASES)
def test_name_rebuilds_the_agent_with_its_base(base):
    for agent in (end_below_agent(base, 7.5), end_ahead_agent(make_agent(base)), end_never_agent(base)):
        assert make_agent(agent.name) == agent
        assert make_agents([agent.name, "random"])[0] == agent
        assert agent.base == make_agent(base)


def test_names_are_as_short_as_they_can_be():
    assert end_below_agent("cutoff(2)").name == "end_below(cutoff(2),8)"
    assert end_ahead_agent(" random ", 1.5, -2).name == "end_ahead(random,1.5,-2)"
    assert end_never_agent("end_below( cutoff , 3 )").name == "end_never(end_below(cutoff(2),3))"
    assert make_agent("end_below(cutoff)").base == cutoff_agent(2)


def test_a_base_is_quoted_where_it_must_be(tmp_path):
    path = tmp_path / "a, b(.npz"
    path.write_bytes(NETWORK.read_bytes())
    agent = end_below_agent(end_never_agent(npz_agent(path)), 3)
    assert agent.name.count('"') > 4
    assert make_agent(agent.name) == agent
    for name in ("Carl, junior", "a(b", 'say "hi"'):
        assert end_never_agent(Agent(name, random_policy)).name == f'end_never("{name.replace(chr(34), chr(34) * 2)}")'


def test_a_base_may_be_an_agent_of_ones_own():
    mine = {"bold": lambda cutoff=9.0: Agent("bold", cutoff_policy, (cutoff,))}
    agent = make_agent("end_below(end_never(bold(3)),5)", mine)
    assert agent.base.base == Agent("bold", cutoff_policy, (3,))
    with pytest.raises(InputError, match="unknown agent 'bold'"):
        make_agent("end_below(bold(3),5)")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: end_below_agent("cutof(2)", 3), "unknown agent 'cutof'; did you mean cutoff"),
        (lambda: end_below_agent(7, 3), "end_below: the base must be an agent or the name of one, got 7"),
        (lambda: end_below_agent("random", float("nan")), "end_below: points must be a finite number, got nan"),
        (lambda: end_ahead_agent("random", 1, float("inf")), "end_ahead: margin must be a finite number, got inf"),
        (lambda: make_agent("end_never"), r"agent end_never: wrong number of arguments, expected end_never\(base\)"),
        (lambda: make_agent("end_below(random,x)"), r"arguments must be finite numbers, got 'x'"),
        (lambda: make_agent("end_below(own_seer,8)"), "agent own_seer sees hidden cards; it can only be simulated"),
    ],
)
def test_wrong_bases_and_numbers_are_named(make, message):
    with pytest.raises(InputError, match=message):
        make()

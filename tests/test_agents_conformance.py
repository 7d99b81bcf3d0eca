"""What every registered agent must do: answer legally anywhere, without luck of its own, by what its seat sees."""

import pickle
import random
import re
from collections import Counter

import numpy as np
import pytest

from skyjo_sim import Seer, simulate
from skyjo_sim.agent_names import make_agent, registered_agents
from skyjo_sim.kernels.actions import CLEAR, OPENING, PLACE, ROUND_OVER, SOURCE
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.notation import describe_position
from tests.agent_samples import NAMES, agent_of, plays_under, states
from tests.asking import LEGAL, answer_of, ask_along, copied, new_noise, reset_luck, seat_everywhere
from tests.observed_play import shuffle_unknown

pytestmark = pytest.mark.small
N_STATES = 300 if IS_COMPILED else 12
MOST = 40 if IS_COMPILED else 4
"""Decisions that follow from a state."""
MANY = 1_000_000
MIRROR_ROUNDS = 20_000
COSTLY = "end_by_risk"
"""It takes half a minute to compile: by default it is tested uncompiled only."""
EVERY = [
    pytest.param(name, marks=pytest.mark.slow) if IS_COMPILED and name.startswith(COSTLY) else name for name in NAMES
]
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="would take hours")


def fitting(agent, n, seed=0):
    """Return states in which an agent can be asked; for two players where it can play with two only."""
    found = [state for state in states(n, seed) if plays_under(agent, state[1])]
    return found or [state for state in states(n, seed, players=2) if plays_under(agent, state[1])]


def check_legal(agent, chosen, most, n_decisions=0):
    """Ask an agent from every state on, over and over until there are so many decisions; return the phases asked in."""
    passes = agent.content_sha256 is None  # networks have official ids only
    seating, asked, phases, number = seat_everywhere(agent), np.zeros(1, np.int64), np.zeros(4, np.int64), 0
    while number == 0 or asked[0] < n_decisions:
        for game, _, rules in chosen:
            reset_luck(seating, number)
            copy, noise = copied(game), new_noise(number)
            status = ask_along(copy, rules, seating, noise, most, passes, asked, phases)
            place = describe_position(copy, int(copy.table.seat)) if status != LEGAL else ""
            assert status == LEGAL, f"{agent.name} answers {int(seating.answer)} in phase {status}\n{place}"
            number += 1
    return phases


@pytest.mark.parametrize("name", NAMES)
def test_name_rebuilds_the_agent_and_pickle_returns_it(name):
    agent = agent_of(name)
    assert make_agent(agent.name, seers=True) == agent
    assert pickle.loads(pickle.dumps(agent)) == agent


@pytest.mark.parametrize("name", sorted(registered_agents()))
def test_docstring_says_idea_provenance_and_what_is_ignored(name):
    text = registered_agents()[name].load().__doc__
    assert [
        len(re.findall(rf"^    {heading}: \S", text, re.MULTILINE)) for heading in ("Idea", "Provenance", "Ignores")
    ] == [
        1,
        1,
        1,
    ]


@pytest.mark.parametrize("name", EVERY)
def test_answers_are_legal_in_arbitrary_states(name):
    agent = agent_of(name)
    phases = check_legal(agent, fitting(agent, N_STATES), MOST)
    assert phases[SOURCE] > 0 < phases[PLACE]
    if IS_COMPILED and not agent.content_sha256:
        assert phases.min() > 20


def events_of(game):
    """Return what is special about a state."""
    table = game.table
    seat = int(table.seat)
    face_up = ALL_SLOTS & ~int(table.hidden[seat]) & ~int(table.cleared[seat])
    return {
        "all cleared": int(table.cleared[seat]) == ALL_SLOTS,
        "nothing face up": not face_up,
        "nothing hidden": not table.hidden[seat],
        "one hidden": int(table.hidden[seat]).bit_count() == 1,
        "empty pile": table.n_pile == 0,
        "no discard": table.n_discard == 0,
        "last turns": table.ender >= 0,
        "opening": table.phase == OPENING,
    }


@pytest.mark.skipif(not IS_COMPILED, reason="with few states")
def test_the_states_cover_what_play_seldom_reaches():
    seen = Counter()
    for game, rules, _ in states(N_STATES):
        seen.update(event for event, holds in events_of(game).items() if holds)
        seen[rules.column_rule, rules.row_rule, rules.discard_take_then_flip, rules.flip_after_discard] += 1
        seen["flips", rules.initial_flips] += 1
        seen["after a reshuffle is possible"] += game.table.n_pile == 0 and game.table.n_discard > 1
    assert min(seen[event] for event in [*events_of(states(1)[0][0]), "after a reshuffle is possible"]) >= 2
    assert all(seen["flips", n] for n in (0, 1, 2, 3, 11))
    assert len([key for key in seen if isinstance(key, tuple) and len(key) == 4]) == 24


@pytest.mark.parametrize("name", EVERY)
def test_answers_depend_on_luck_and_on_what_the_seat_sees_alone(name):
    agent, lot, n_changed = agent_of(name), random.Random(1), 0
    if isinstance(agent, Seer):
        pytest.skip("sees hidden cards")
    seating = seat_everywhere(agent)
    for game, _, _ in fitting(agent, N_STATES):
        if game.table.phase < ROUND_OVER:
            other = copied(game)
            shuffle_unknown(other, int(game.table.seat), lot)
            n_changed += other.secret.tobytes() != game.secret.tobytes()
            answer = answer_of(seating, game)
            assert answer == answer_of(seating, game)
            assert answer == answer_of(seating, other), describe_position(game, int(game.table.seat))
    assert n_changed > 0


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("name", NAMES)
def test_a_million_answers_are_legal(name):
    agent = agent_of(name)
    phases = check_legal(agent, fitting(agent, 3000, seed=1), 60, MANY)
    assert phases.sum() >= MANY


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", NAMES)
def test_mirror_matches_come_to_an_end(name, players):
    agent = agent_of(name)
    if agent.content_sha256 and players != 2:
        pytest.skip("plays with two only")
    result = simulate([agent], n_rounds=MIRROR_ROUNDS, players=players, workers=1)
    assert result.n_abandoned <= 0.005 * MIRROR_ROUNDS


assert OPENING < CLEAR

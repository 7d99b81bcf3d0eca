"""What every registered agent must do: answer legally anywhere, without luck of its own, by what its seat sees."""

import pickle
import random
import re
from collections import Counter

import pytest

from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_sim import ActionRules, Rules, Seer, simulate
from skyjo_sim.agent_names import make_agent, registered_agents
from skyjo_sim.games import Game
from skyjo_sim.kernels.action import knowledge
from skyjo_sim.kernels.action.actions import CHOICE_NAMES
from skyjo_sim.kernels.actions import CLEAR, OPENING, PLACE, ROUND_OVER, SOURCE
from skyjo_sim.kernels.cards import ALL_SLOTS, N_SLOTS
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.notation import describe_position
from tests import action_states
from tests.action_asking import answer_of
from tests.action_play import copy_of
from tests.agent_kits import KITS
from tests.agent_samples import NAMES, agent_of, plays_under, states
from tests.asking import LEGAL, new_noise, reset_luck, seat_everywhere
from tests.observed_action_play import shuffle_unknown

pytestmark = pytest.mark.small
N_STATES = 300 if IS_COMPILED else 12
N_OF = {Game.CLASSIC: N_STATES, Game.ACTION: 6 * N_STATES}
"""In Skyjo Action some questions are rare."""
MOST = 40 if IS_COMPILED else 4
"""Decisions that follow from a state."""
MANY = 1_000_000
MIRROR_ROUNDS = 20_000
COSTLY = "end_by_risk"
"""It takes half a minute to compile: by default it is tested uncompiled only."""
RULES = {Game.CLASSIC: Rules, Game.ACTION: ActionRules}
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="would take hours")


def param_of(game, name, *marks):
    return pytest.param(game, name, id=name if game == Game.CLASSIC else f"action {name}", marks=marks)


def marks_of(name):
    return [pytest.mark.slow] if IS_COMPILED and name.startswith(COSTLY) else []


ALL = [param_of(game, name) for game in Game for name in NAMES[game]]
EVERY = [param_of(game, name, *marks_of(name)) for game in Game for name in NAMES[game]]


def fitting(game, agent, n, seed=0):
    """Return states in which an agent can be asked; for two players where it can play with two only."""
    find = KITS[game].states
    found = [state for state in find(n, seed) if plays_under(agent, state[1])]
    return found or [state for state in find(n, seed, players=2) if plays_under(agent, state[1])]


def check_legal(game, agent, chosen, most, n_decisions=0):
    """Ask an agent from every state on, over and over until there are so many decisions; return what was asked."""
    kit = KITS[game]
    seating, asked, number = seat_everywhere(agent), kit.new_count(), 0
    while number == 0 or asked.sum() < n_decisions:
        for state, _, record in chosen:
            reset_luck(seating, number)
            copy, noise = kit.copied(state), new_noise(number)
            status = kit.ask_along(agent, copy, record, seating, noise, most, asked)
            place = describe_position(copy, int(copy.table.seat)) if status != LEGAL else ""
            assert status == LEGAL, f"{agent.name} answers {int(seating.answer)} to question {status}\n{place}"
            number += 1
    return asked


@pytest.mark.parametrize(("game", "name"), ALL)
def test_name_rebuilds_the_agent_and_pickle_returns_it(game, name):
    agent = agent_of(name, game)
    assert make_agent(agent.name, game=game, seers=True) == agent
    assert pickle.loads(pickle.dumps(agent)) == agent


@pytest.mark.parametrize(("game", "name"), [param_of(game, name) for game in Game for name in registered_agents(game)])
def test_docstring_says_idea_provenance_and_what_is_ignored(game, name):
    text = registered_agents(game)[name].load().__doc__
    for heading in ("Idea", "Provenance", "Ignores"):
        assert len(re.findall(rf"^    {heading}: \S", text, re.MULTILINE)) == 1


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_answers_are_legal_in_arbitrary_states(game, name):
    agent = agent_of(name, game)
    asked = check_legal(game, agent, fitting(game, agent, N_OF[game]), MOST)
    assert asked[SOURCE] > 0 < asked[PLACE]
    if IS_COMPILED and not agent.content_sha256:
        assert asked.min() > (20 if game == Game.CLASSIC else 5)


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


def action_events_of(game):
    """Return what is special about a state of Skyjo Action."""
    table = game.table
    seat, n_players = int(table.seat), int(table.n_players)
    known = [int(table.knows[seat, owner]) & int(table.hidden[owner]) for owner in range(n_players)]
    return {
        "all cleared": int(table.cleared[seat]) == ALL_SLOTS,
        "nothing hidden": not table.hidden[seat],
        "own card known": known[seat] != 0,
        "another's card known": any(known[:seat] + known[seat + 1 :]),
        "action cards": table.n_held[seat] > 0,
        "locked": table.stolen[seat].any() or table.locked[seat].any(),
        "last turns": table.ender >= 0,
        "extra turns": table.pending_turns > 0,
        "card in a card": table.n_in_play > 1,
        "opening": table.phase == OPENING,
    }


@pytest.mark.skipif(not IS_COMPILED, reason="with few states")
def test_the_states_of_skyjo_action_cover_what_play_seldom_reaches():
    seen = Counter()
    for game, rules, _ in action_states.states(N_OF[Game.ACTION]):
        seen.update(event for event, holds in action_events_of(game).items() if holds)
        seen[CHOICE_NAMES[game.table.choice]] += 1
        seen["players", rules.players] += 1
    rare = [*action_events_of(action_states.states(1)[0][0]), *CHOICE_NAMES]
    assert [event for event in rare if not seen[event]] == []
    assert all(seen["players", n] for n in range(2, 9))


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_answers_depend_on_luck_and_on_what_the_seat_sees_alone(game, name):
    agent, kit, lot, n_changed = agent_of(name, game), KITS[game], random.Random(1), 0
    if isinstance(agent, Seer):
        pytest.skip("sees hidden cards")
    seating = seat_everywhere(agent)
    for state, _, _ in fitting(game, agent, N_OF[game]):
        if state.table.phase < ROUND_OVER:
            other = kit.copied(state)
            kit.shuffle_unknown(other, int(state.table.seat), lot)
            n_changed += other.secret.tobytes() != state.secret.tobytes()
            answer = kit.answer_of(seating, state)
            assert answer == kit.answer_of(seating, state)
            assert answer == kit.answer_of(seating, other), describe_position(state, int(state.table.seat))
    assert n_changed > 0


def known_places(game):
    """Return the places of hidden cards that the seat to decide knows: owner and slot."""
    table = game.table
    known = [int(table.knows[table.seat, owner]) & int(table.hidden[owner]) for owner in range(int(table.n_players))]
    return [(owner, slot) for owner, slots in enumerate(known) for slot in range(N_SLOTS) if slots >> slot & 1]


def test_hidden_cards_that_a_seat_of_skyjo_action_knows_stay_and_count():
    seating, lot, n_known, n_other = seat_everywhere(action_cutoff_agent()), random.Random(2), 0, 0
    for game, _, _ in action_states.states(N_OF[Game.ACTION]):
        places, other = known_places(game), copy_of(game)
        shuffle_unknown(other, int(game.table.seat), lot)
        for place in places:
            assert other.secret.cards[place] == game.secret.cards[place] == game.table.known[place]
            other.secret.cards[place] = lot.choice((-2, 12))
        knowledge.show_known(other, int(game.table.seat))
        n_known += len(places)
        n_other += answer_of(seating, other) != answer_of(seating, game)
    assert n_known > N_STATES
    assert n_other > N_STATES // 6


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_million_answers_are_legal(game, name):
    agent = agent_of(name, game)
    asked = check_legal(game, agent, fitting(game, agent, 3000, seed=1), 60, MANY)
    assert asked.sum() >= MANY


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("game", "name"), ALL)
def test_mirror_matches_come_to_an_end(game, name, players):
    agent = agent_of(name, game)
    if agent.content_sha256 and players != 2:
        pytest.skip("plays with two only")
    result = simulate([agent], n_rounds=MIRROR_ROUNDS, rules=RULES[game](players=players), workers=1)
    assert result.n_abandoned <= 0.005 * MIRROR_ROUNDS


assert OPENING < CLEAR

"""The player of Skyjo Action in play: legal under any rules, the same at every seat, with its parameters as data."""

import random

import numpy as np
import pytest

from skyjo_agents.action.ids import lowest_legal
from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_agents.action.policy import action_cutoff_policy, choose
from skyjo_sim import ActionRules, Agent, simulate
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import CHOICE_NAMES
from skyjo_sim.kernels.action.cards import N_EFFECTS
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import IS_COMPILED, compiled
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.notation import format_position
from skyjo_sim.rules_record import rules_record
from tests.action_asking import N_QUESTIONS, ask_along
from tests.action_draws import draw_rules
from tests.action_play import copy_of, legal_ids, new_game
from tests.asking import LEGAL, new_noise, seat_everywhere

pytestmark = pytest.mark.small
N_GAMES = 150 if IS_COMPILED else 6
MOST = 400 if IS_COMPILED else 60
"""Decisions of a game that are looked at."""
N_ROUNDS = 3000 if IS_COMPILED else 4
BY_LOT = 3
"""Of ten decisions so many are by lot, which leads to positions that good play avoids."""
PLACES = ("seat", "starter", "ender", "target")
LUCK = np.zeros(1, STREAM)[0]
streams.start(LUCK, np.array([3, 4], np.uint32), streams.AGENT, 0, 0, 0)
PARAMETERS = np.zeros(1, PARAMS)[0]
action_cutoff_agent().fill_params(PARAMETERS)


def ask(game):
    return int(action_cutoff_policy(game.table, int(game.table.seat), PARAMETERS, LUCK))


def decisions(seed, rules):
    """Yield a game before its decisions, with the answer; a third of the decisions are by lot instead."""
    lot, record = random.Random(seed), rules_record(rules)
    game = new_game(record, (lot.getrandbits(32), 7), seed)
    for _ in range(MOST):
        if game.table.phase >= ROUND_OVER:
            return
        answer = ask(game)
        yield game, answer
        step(game, record, answer if lot.random() < 0.67 else lot.choice(legal_ids(game)))


@compiled
def own_answer(table, seat, params, stream):
    """Answer by the rules of thumb, and unlike the policy without a look at whether that is legal."""
    own = choose(table, seat, params)
    return own if own >= 0 else lowest_legal(table)


OWN = Agent("rules of thumb", own_answer, action_cutoff_agent().params, game="action")


def official_rules(lot):
    return ActionRules(players=lot.randint(2, 8))


@pytest.mark.parametrize("drawn", [official_rules, draw_rules])
def test_the_rules_of_thumb_themselves_answer_legally(drawn):
    seating, asked = seat_everywhere(OWN), np.zeros(N_QUESTIONS, np.int64)
    for seed in range(N_ROUNDS):
        lot = random.Random(seed)
        rules = drawn(lot)
        record = rules_record(rules)
        game = new_game(record, (lot.getrandbits(32), 7), seed)
        status = ask_along(game, record, seating, new_noise(seed), MOST, BY_LOT, asked)
        assert status == LEGAL, f"{int(seating.answer)} under {rules.text()}: {format_position(game)}"
    if IS_COMPILED:
        assert asked.sum() > 50_000
        assert asked.min() > 0 or drawn is official_rules  # which ask for nothing that a house rule adds


@pytest.mark.skipif(IS_COMPILED, reason="compiling it by itself takes long, and it is the same code")
def test_only_where_any_answer_will_do_another_one_is_given():
    for seed in range(N_GAMES):
        for game, answer in decisions(seed, ActionRules(players=2 + seed % 3)):
            own = choose(game.table, int(game.table.seat), PARAMETERS)
            assert answer == (own if own >= 0 else legal_ids(game)[0]), format_position(game)


def rotated(game, shift):
    """Return the game with everybody moved by `shift` seats."""
    other = copy_of(game)
    table, n_players = other.table, int(game.table.n_players)
    for name in game.table.dtype.names:
        field = table[name]
        if getattr(field, "shape", ())[:1] == (N_SEATS,):
            field[:n_players] = np.roll(field[:n_players], shift, axis=0)
    table.knows[:, :n_players] = np.roll(table.knows[:, :n_players], shift, axis=1)
    for name in PLACES:
        if table[name] >= 0:
            table[name] = (table[name] + shift) % n_players
    for place in range(2):
        if table.seats_chosen[place] >= 0:
            table.seats_chosen[place] = (table.seats_chosen[place] + shift) % n_players
    return other


def is_tied(game):
    """Tell whether others are equally good to choose, so that the first seat is taken: who that is turns with the seats."""
    return int(game.table.n_players) > 2 and CHOICE_NAMES[game.table.choice] == "player"


def test_answers_turn_with_the_seats():
    n_compared = 0
    for seed in range(N_GAMES // 3):
        for game, answer in decisions(seed, ActionRules(players=2 + seed % 3)):
            if not is_tied(game):
                assert ask(rotated(game, 1)) == answer, format_position(game)
                n_compared += 1
    assert n_compared > 50


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_other_parameters_compile_nothing():
    simulate([action_cutoff_agent()], rules=ActionRules(), n_rounds=1)
    before = list(action_cutoff_policy.overloads)
    simulate([action_cutoff_agent(2, 1, 5, 0)], rules=ActionRules(), n_rounds=1)
    assert list(action_cutoff_policy.overloads) == before


@pytest.mark.skipif(not IS_COMPILED, reason="with few rounds")
def test_every_effect_is_used_and_taking_cards_pays():
    keeping = action_cutoff_agent(take_action=1000)
    result = simulate([action_cutoff_agent(), keeping], rules=ActionRules(), n_rounds=600, seed=3, workers=1)
    assert result.agents["round_win_share_low"][0] > 0.5
    assert result.n_abandoned == 0
    mirror = simulate([action_cutoff_agent()], rules=ActionRules(players=4), n_rounds=300, seed=3, workers=1)
    assert (mirror.actions["played"][:N_EFFECTS] > 0).all()
    assert mirror.n_abandoned == 0

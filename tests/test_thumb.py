"""Rules of thumb: greedy, the personas and the seers answer what a second evaluation in plain lists finds best."""

import random
from dataclasses import fields

import numpy as np
import pytest

import skyjo_agents
from skyjo_agents import greedy_agent, personas
from skyjo_agents.seers.policy import seer_policy
from skyjo_agents.thumb.habits import Habits
from skyjo_agents.thumb.policy import thumb_policy
from skyjo_sim import Agent, InputError, Rules, Seer
from skyjo_sim.kernels.actions import CLEAR, DRAW, FLIP, OPENING, ROUND_OVER
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.turn import is_legal, step
from skyjo_sim.position import build_game
from skyjo_sim.rules_record import rules_record
from tests.asking import answer_of, seat_everywhere
from tests.naive_thumb import Thumb
from tests.random_play import legal_ids, new_game

pytestmark = pytest.mark.small
CLOSE = 1e-9
N_ROUNDS = 2 if IS_COMPILED else 1
PERSONAS = [getattr(personas, name) for name in personas.__all__]
ODD = Habits(
    hidden_points=3, counts=0.3, take=-1, weigh=1, haste=-0.7, pair=2, pair_share=0.9, odds=4, feed=0.6,
    end_at_most=30, end_lead=-4, eager=1.5, care=9, spread=0, last_gain=1,
)  # fmt: skip


def habits_of(agent):
    return Habits(**{field.name: number for field, number in zip(fields(Habits), agent.params, strict=False)})


def decisions(seating, players, seed):
    """Yield games before decisions in a turn, with the answer; half the decisions are by lot instead."""
    lot, rules = random.Random(seed), rules_record(Rules(players=players))
    for index in range(N_ROUNDS):
        game = new_game(rules, (3, seed), index)
        game.table.totals[:players] = [lot.randrange(90) for _ in range(players)]
        while game.table.phase < ROUND_OVER:
            answer = answer_of(seating, game)
            if game.table.phase != OPENING:
                yield game, answer
            step(game, rules, answer if lot.random() < 0.5 else lot.choice(legal_ids(game, rules)))


def check(agent, habits, players, seed, sight=0):
    """Compare an agent's answers with the second evaluation; return in how many endings and last turns."""
    n_last, n_endings = 0, 0
    for game, answer in decisions(seat_everywhere(agent), players, seed):
        values = Thumb(game, habits, sight).values()
        assert values[answer] >= max(values.values()) - CLOSE, (values, answer)
        n_last += int(game.table.ender) >= 0
        n_endings += int(game.table.hidden[game.table.seat]).bit_count() == 1
    assert min(n_last, n_endings) > 0 or not IS_COMPILED


@pytest.mark.parametrize(
    ("make", "players"), [(make, 2 + place % 3) for place, make in enumerate([greedy_agent, *PERSONAS])]
)
def test_answer_is_the_best_by_the_naive_evaluation(make, players):
    check(make(), habits_of(make()), players, 1)


@pytest.mark.parametrize("sight", [0, 1, 2])
def test_seers_judge_by_what_they_see(sight):
    check(Seer("seer", seer_policy, (*ODD.params(), sight)), ODD, 3, 2, sight)


def test_odd_habits_are_followed_too():
    check(Agent("odd", thumb_policy, ODD.params()), ODD, 4, 3)


def ask(agent, **fields):
    return answer_of(seat_everywhere(agent), build_game(**fields))


FULL = [5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, "?3"]


def test_greedy_puts_a_card_where_it_helps_most_at_once():
    own = [1, "?9", 2, 11, 12, 4, 0, 3, "?4", 1, 2, 3]
    others = {"pile": [5], "seat": 0}
    assert ask(greedy_agent(), grids=[own, FULL], discard=[3], **others) == 1 + 4
    assert ask(greedy_agent(), grids=[own, FULL], discard=[12], **others) == DRAW
    place = {"grids": [own, FULL], "phase": "place", **others}
    assert ask(greedy_agent(), drawn=10, **place) == 13 + 4
    assert ask(greedy_agent(), drawn=12, **place) == FLIP + 1
    low = [1, "?9", 2, 1, 2, 4, 0, 3, "?4", 1, 2, 3]
    assert ask(greedy_agent(), grids=[low, FULL], phase="place", drawn=4, **others) == 13 + 1
    third = [9, 9, 12, 1, 2, 4, 0, 3, "?4", 1, 2, 3]
    assert ask(greedy_agent(), grids=[third, FULL], phase="place", drawn=9, **others) == 13 + 2


def test_opening_cards_lie_in_a_row_or_in_a_column_and_optional_columns_go_if_they_cost():
    game = new_game(rules_record(Rules(players=2, initial_flips=4)))
    for spread, chosen, slot in ((1, 0, 0), (1, 1, 3), (1, 0b1001001001, 1), (0, 1, 1), (0, 3, 2)):
        agent = Agent("x", thumb_policy, Habits(spread=spread).params())
        game.table.chosen = chosen
        assert answer_of(seat_everywhere(agent), game) == FLIP + slot
    game.table.phase, game.table.asked = CLEAR, 1
    for card, answer in ((5, 50), (0, 51), (-2, 51)):
        game.table.visible[0, 3:6] = card
        assert answer_of(seat_everywhere(greedy_agent()), game) == answer


@pytest.mark.parametrize("turns", [2 * 39, 2 * 40])
def test_patience_ends(turns):
    habits = Habits(end_lead=500)
    own = [0] * 11 + ["?3"]
    game = build_game(grids=[own, [*FULL[:11], 8]], pile=[5], phase="place", drawn=4, turns=turns)
    answer = answer_of(seat_everywhere(Agent("x", thumb_policy, habits.params())), game)
    assert (answer in (13 + 11, FLIP + 11)) == (turns == 80)
    assert is_legal(game.table, rules_record(Rules(players=2)), answer)


@pytest.mark.parametrize("make", [make for make in PERSONAS if make.__code__.co_argcount])
def test_numbers_of_personas_are_checked_and_part_of_the_name(make):
    word = make.__name__.removesuffix("_agent")
    assert make(7.5).name == f"{word}(7.5)"
    assert make(7.5).params != make(6).params
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(InputError, match="must be a finite number"):
            make(wrong)


def test_no_two_players_share_their_habits():
    agents = [greedy_agent(), *(make() for make in PERSONAS)]
    assert len({agent.params for agent in agents}) == len(agents) == 10
    assert all(name in skyjo_agents.__all__ for name in personas.__all__)
    assert np.isfinite([agent.params for agent in agents]).all()

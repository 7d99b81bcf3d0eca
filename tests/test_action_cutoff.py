"""The player of Skyjo Action: what it does in hand-made positions, one rule of thumb after another."""

import pickle

import numpy as np
import pytest

from skyjo_agents.action.habits import Habits
from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_agents.action.policy import action_cutoff_policy
from skyjo_sim import ActionRules, InputError
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import (
    DRAW,
    FLIP,
    PASS,
    PUT,
    TAKE,
    TAKE_MARKET,
)
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.notation import parse_position

pytestmark = pytest.mark.small
KEY = np.array([3, 4], np.uint32)
BAD = "12 3 ?5 ?6 / 0 8 ?1 ?9 / ?4 ?4 ?2 ?3"
"""A grid with a 12 at slot 0, a 0 at 1, a 3 at 3, an 8 at 4."""
GOOD = "-2 1 ?5 ?6 / 0 2 ?1 ?9 / ?4 ?4 ?2 ?3"
MARKET = "market reveal double_turn defense {}; action_discard {}; lot rest; action_lot rest"
KEEPING = action_cutoff_agent(take_action=1000)


def text_of(own=BAD, other=GOOD, hands="- | -", discard="9", fourth="meteor", thrown="draw_three", rest=""):
    """Return a position in which seat 0 is to decide."""
    cards = MARKET.format(fourth, thrown)
    return f"{own} | {other}; action; turn 0; discard {discard}; hands {hands}; {cards}{rest}"


def answer(text, agent=None, rules=None):
    """Return what an agent answers in a position; check that it uses no luck."""
    agent = agent or action_cutoff_agent()
    game = parse_position(text, rules)
    params = np.zeros(1, PARAMS)[0]
    agent.fill_params(params)
    luck = np.zeros(1, STREAM)[0]
    streams.start(luck, KEY, streams.AGENT, 0, 0, 0)
    before = luck.tobytes()
    chosen = int(agent.policy(game.table, int(game.table.seat), params, luck))
    assert luck.tobytes() == before
    return chosen


# --- playing cards ---


def test_a_low_discard_replaces_the_highest_card():
    assert answer(text_of(discard="-2")) == TAKE + 0


def test_a_high_discard_is_left():
    assert answer(text_of(own=GOOD, discard="9"), KEEPING) == DRAW


def test_a_high_discard_is_taken_where_it_completes_a_line():
    column = "9 3 ?5 ?6 / 9 8 ?1 ?2 / 12 ?4 ?2 ?3"
    assert answer(text_of(own=column, discard="9")) == TAKE + 2
    row = "9 9 9 ?6 / 9 8 ?1 ?2 / 1 ?4 ?2 ?3"
    assert answer(text_of(own=row, discard="9")) == TAKE + 9


def test_a_star_completes_a_line_as_a_joker():
    column = "9 0 ?5 ?6 / 9 1 ?1 ?2 / 12 ?4 ?2 ?3"
    assert answer(text_of(own=column, discard="*")) == TAKE + 2


def test_a_long_way_off_cutoff_leaves_every_discard():
    assert answer(text_of(discard="-2"), action_cutoff_agent(cutoff=99, take_action=1000)) == DRAW


def test_a_drawn_card_replaces_the_highest_one_or_is_thrown_away_for_a_flip():
    assert answer(text_of(rest="; drawn -1")) == PUT + 0
    assert answer(text_of(own=GOOD, rest="; drawn 12")) in range(FLIP, PASS)


def test_nothing_is_turned_up_where_a_card_may_just_be_thrown_away_and_the_end_would_be_bad():
    full = "5 4 3 2 / 6 7 1 8 / 9 10 0 ?7"
    optional = ActionRules(flip_after_discard="optional")
    assert answer(text_of(own=full, rest="; drawn 12"), rules=optional) == PASS


# --- the end of the round ---

LAST = "0 1 2 0 / -1 0 1 1 / 0 2 1 ?0"
FULL = "9 8 ?5 ?6 / 10 12 7 ?9 / 4 11 2 3"


def test_the_round_is_ended_with_the_lead_and_not_without():
    assert answer(text_of(own=LAST, other=FULL, discard="0")) == TAKE + 11
    assert answer(text_of(own=FULL.replace("?5 ?6", "5 6"), other=GOOD, discard="0")) != TAKE + 10


@pytest.mark.parametrize(("margin", "ends"), [(-40, True), (60, False)])
def test_the_margin_says_with_which_lead(margin, ends):
    own, other = "3 3 4 3 / 2 1 5 4 / 1 2 4 ?2", "3 6 4 5 / 2 1 0 0 / 1 5 6 ?7"
    text = text_of(own=own, other=other, discard="0")
    assert (answer(text, action_cutoff_agent(end_margin=margin, take_action=1000)) == TAKE + 11) == ends


def test_a_long_round_is_ended_with_whatever_points():
    full = "12 11 10 9 / 8 7 12 11 / 10 9 8 ?7"
    assert answer(text_of(own=full, other=full, rest="; drawn 3; turns 90")) in (PUT + 11, FLIP + 11)


# --- taking action cards ---


def test_a_card_that_gains_more_than_a_turn_is_taken_from_the_market():
    text = text_of(fourth="swap_players")
    assert answer(text) == TAKE_MARKET + 3
    assert answer(text, KEEPING) == DRAW


def test_no_card_is_taken_when_the_round_is_about_to_end():
    near = "-2 1 5 6 / 0 2 1 9 / 4 4 2 ?3"
    assert answer(text_of(other=near, fourth="swap_players")) not in range(TAKE_MARKET, TAKE_MARKET + 5)


def test_a_right_of_a_star_is_used_while_there_is_time_to_play_the_card():
    right = "; choice star_right; star_rights 1"
    starry = GOOD.replace("1", "*", 1)
    assert answer(text_of(own=starry, fourth="swap_players", rest=right)) in range(TAKE_MARKET, TAKE_MARKET + 4)
    near = "-2 1 5 6 / 0 2 1 9 / 4 4 2 3"
    last = f"{right}; ender 1"
    assert answer(text_of(own=starry, other=near, fourth="swap_players", rest=last)) == PASS


# --- the agent ---


def test_the_name_rebuilds_the_agent():
    agent = action_cutoff_agent(1, 0.5, 4, 0)
    assert agent.name == "action_cutoff(1,0.5,4,0)"
    assert make_agent(agent.name, game="action") == agent
    assert make_agent("action_cutoff", game="action") == action_cutoff_agent()
    assert pickle.loads(pickle.dumps(agent)) == agent


def test_parameters_are_data():
    agents = action_cutoff_agent(), action_cutoff_agent(3, 1000)
    assert {agent.policy for agent in agents} == {action_cutoff_policy}
    assert agents[0].params == Habits().params() != agents[1].params


def test_parameters_must_be_numbers():
    with pytest.raises(InputError, match="attack must be a finite number, got inf"):
        action_cutoff_agent(attack=float("inf"))

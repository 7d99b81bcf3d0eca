"""The one-ply policy: its answers are the best by a second evaluation in plain lists."""

import re
from pathlib import Path

import numpy as np
import pytest

from skyjo_agents import columns_agent, denier_agent, expectation_agent, expert_agent
from skyjo_agents.expert import EXPERT
from skyjo_agents.one_ply.weights import Weights
from skyjo_sim import InputError, Rules
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels.actions import CLEAR, CLEAR_LINE, GAME_OVER, KEEP_LINE, OPENING
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.stepping import deal_games, deal_next_rounds, step
from tests.naive_one_ply import Valuation
from tests.test_network_agent import answers_of

pytestmark = pytest.mark.small
CLOSE = 1e-9
WEIGHTS = [
    EXPERT,
    Weights(pair=1.0),
    Weights(pair=2.0, denial=1.5, haste=0.7, end=-1.0),
    Weights(hope=1.5, pair=4, discount=0.9, discount_from=2, risk=3, end_per_hidden=1, last_gain=1.2, last_spread=1.5),
]


def decisions(agent, players, n):
    """Yield tables at which the agent is asked, from games that it plays, each many decisions from the next."""
    games, rules = deal_games(4, Rules(players=players), 5), Rules(players=players)
    for number in range(n):
        answers = answers_of(agent, games)
        yield games[number % 4]["table"], int(answers[number % 4])
        step(games, answers, rules)
        deal_next_rounds(games, rules)
        over = games["table"]["phase"] == GAME_OVER
        if over.any():
            games[over] = deal_games(int(over.sum()), rules, 6, first=number)


@pytest.mark.parametrize(("players", "weights"), [(2, WEIGHTS[0]), (2, WEIGHTS[1]), (5, WEIGHTS[2]), (8, WEIGHTS[3])])
def test_answer_is_the_best_by_the_naive_evaluation(players, weights):
    agent = expectation_agent(*weights.params())
    n_last, n_endings = 0, 0
    for table, answer in decisions(agent, players, 400 if IS_COMPILED else 30):
        if table["phase"] != OPENING:
            values = Valuation(table, int(table["seat"]), weights).values()
            assert values[answer] <= min(values.values()) + CLOSE
            n_last += int(table["ender"]) >= 0
            n_endings += int(table["hidden"][int(table["seat"])]).bit_count() == 1
    assert not IS_COMPILED or min(n_last, n_endings) > 5


def test_opening_flips_lie_in_two_columns_or_in_one():
    rules = Rules(players=2)
    games = deal_games(3, rules, 1)
    for spread, slots in ((1.0, {0}), (0.0, {0})):
        assert set(answers_of(expectation_agent(*Weights(spread_opening=spread).params()), games) - 25) == slots
    games["table"]["chosen"] = 1
    assert set(answers_of(expectation_agent(*Weights(spread_opening=1.0).params()), games) - 25) == {3}
    assert set(answers_of(expectation_agent(*Weights(spread_opening=0.0).params()), games) - 25) == {1}


def test_columns_of_cards_that_cost_nothing_are_kept_where_that_is_allowed():
    games = deal_games(4, Rules(players=2), 1)
    games["table"]["phase"], games["table"]["asked"] = CLEAR, 1
    games["table"]["visible"][:, :, 3:6] = np.arange(-1, 1)[np.arange(games.size) % 2, None, None]
    assert set(answers_of(expert_agent(), games)) == {KEEP_LINE}
    games["table"]["visible"][:, :, 3:6] = 4
    assert set(answers_of(expert_agent(), games)) == {CLEAR_LINE}


@pytest.mark.parametrize(
    "agent",
    [columns_agent(1.5), denier_agent(1, 0.25), expectation_agent(0.5), expert_agent()],
    ids=lambda agent: agent.name,
)
def test_names_rebuild_the_agents(agent):
    assert make_agent(agent.name) == agent


def test_the_expert_is_the_result_of_the_documented_command():
    page = (Path(__file__).parents[1] / "docs" / "tuning.md").read_text()
    (name,) = re.findall(r"^tuned  (expectation\(.*\))$", page, re.MULTILINE)
    assert make_agent(name).params == expert_agent().params


def test_weights_must_be_finite():
    with pytest.raises(InputError, match="pair must be a finite number, got nan"):
        columns_agent(float("nan"))

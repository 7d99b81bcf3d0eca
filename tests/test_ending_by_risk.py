"""The ending rule by risk: the penalty is what the exact chance gives on the table that is left."""

import random

import numpy as np
import pytest

from skyjo_agents import end_by_risk_agent
from skyjo_agents.closing.doubling import p_doubled_marginals
from skyjo_sim import Agent, Rules, policy
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.turn import step
from skyjo_sim.rules_record import rules_record
from tests.asking import answer_of, copied, seat_everywhere
from tests.ending_cases import answers, card_of, chances, draw_position, expected_answer, points_with

pytestmark = [pytest.mark.small, *([pytest.mark.slow] if IS_COMPILED else [])]
N_POSITIONS = 60 if IS_COMPILED else 1
NEAR = 1e-6
"""A penalty as near as this to what is allowed may be on either side of it."""


@policy
def say(table, seat, params, stream):
    return np.int64(params.values[0])


def penalty(game, slot, is_flip, players):
    """Return the penalty to be expected: every hidden card laid there, the round ended by the engine itself."""
    rules, total = rules_record(Rules(players=players)), 0.0
    placing, flipping, *_ = answers(game["table"], slot)
    for card, chance in chances(game["table"]).items():
        if chance > 0:
            after = copied(game)
            after.secret.cards[0, slot] = card
            step(after, rules, flipping if is_flip else placing)
            points = points_with(game["table"], slot, card if is_flip else card_of(game["table"]))
            total += chance * max(points, 0) * p_doubled_marginals(after.table, 0, points)
    return total


@pytest.mark.parametrize(("weight", "most"), [(1.0, 2.0), (0.5, 12.0)])
def test_the_round_ends_when_the_penalty_is_small_enough(weight, most):
    lot, seen = random.Random(4), set()
    for _ in range(N_POSITIONS):
        players = lot.choice((2, 2, 4))
        game, slot = draw_position(lot, players)
        table = game["table"]
        placing, flipping, *others = answers(table, slot)
        flips = [flipping] if table["phase"] == 2 else []  # turning up instead of a draw is a house rule
        kinds = ([False] if card_of(table) is not None else []) + ([True] if flips else [])
        penalties = {is_flip: penalty(game, slot, is_flip, players) for is_flip in kinds}
        if any(abs(weight * value - most) < NEAR for value in penalties.values()):
            continue
        allowed = {is_flip: weight * value <= most for is_flip, value in penalties.items()}
        for answer in [placing, *flips, *(others if IS_COMPILED else [])]:
            agent = end_by_risk_agent(Agent("say", say, (answer,)), weight, most)
            wanted = expected_answer(table, slot, answer, allowed.__getitem__)
            assert answer_of(seat_everywhere(agent), game) == wanted
            seen.add((int(table["phase"]), wanted == placing))
    assert len(seen) == 4 or not IS_COMPILED


def test_name_rebuilds_the_agent():
    agent = end_by_risk_agent("end_never(cutoff(2))", 0.5)
    assert agent.name == "end_by_risk(end_never(cutoff(2)),0.5,2)"
    assert make_agent(agent.name) == agent

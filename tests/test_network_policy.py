"""The layers of a network, compiled: logits are taken as they come, also where all of them are negative."""

from dataclasses import replace

import numpy as np
import pytest

from skyjo_agents import Layer, agent_of_network
from skyjo_sim import Rules
from skyjo_sim.stepping import deal_games, legal_mask
from tests.random_networks import observations_of, random_network
from tests.test_network_agent import answers_of

pytestmark = pytest.mark.small


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_negative_logits_keep_their_order(activation):
    network = random_network(2, (9,), activation=activation, seed=6)
    *hidden, last = network.layers
    low = replace(network, layers=(*hidden, Layer(last.weights, last.biases - np.float32(50))))
    games, rules = deal_games(40, Rules(players=2), seed=1), Rules(players=2)
    logits, mask = low.logits(observations_of(games, 2)), legal_mask(games, rules)
    assert logits.max() < 0
    expected = np.where(mask == 1, logits, -np.inf).argmax(axis=1)
    assert (answers_of(agent_of_network(low, "low"), games) == expected).all()
    assert (expected != mask.argmax(axis=1)).any()

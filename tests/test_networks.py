"""Networks as values: what is allowed, and what their logits are."""

import re

import numpy as np
import pytest

from skyjo_agents import Layer, Network, network_of
from skyjo_sim import InputError
from tests.random_networks import random_network

pytestmark = pytest.mark.small


def layer(n_in, n_out, dtype=np.float32):
    return Layer(np.zeros((n_in, n_out), dtype), np.zeros(n_out, dtype))


def test_logits_of_a_network_computed_by_hand():
    first = np.zeros((133, 2), np.float32)
    first[0], first[1] = (1, -1), (2, 3)
    last = np.zeros((2, 37), np.float32)
    last[0, 5], last[1, 5], last[1, 6] = 10, 100, 1
    layers = (Layer(first, np.array([0.5, -4], np.float32)), Layer(last, np.full(37, 0.25, np.float32)))
    seen = np.zeros(133, np.float32)
    seen[:2] = 1, 2
    expected = np.full(37, 0.25)
    expected[5] += 10 * 5.5 + 100 * 1
    expected[6] += 1
    assert Network(layers=layers, activation="relu", players=2).logits(seen).tolist() == expected.tolist()
    seen[0] = -9  # sums -4.5 and 11
    hidden = np.tanh([-4.5, 11])
    logits = Network(layers=layers, activation="tanh", players=2).logits(seen)
    assert logits[5] == pytest.approx(0.25 + 10 * hidden[0] + 100 * hidden[1], rel=1e-6)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_logits_of_many_are_those_of_each(activation):
    network = random_network(3, activation=activation)
    seen = np.random.default_rng(1).standard_normal((2, 5, 172)).astype(np.float32)
    together = network.logits(seen)
    assert together.shape == (2, 5, network.n_actions)
    assert together.dtype == np.float32
    assert np.allclose(together[1, 2], network.logits(seen[1, 2]), atol=1e-5)


def test_a_network_may_have_one_layer():
    network = random_network(8, widths=())
    assert network.logits(np.zeros(367)).tolist() == network.layers[0].biases.tolist()


@pytest.mark.parametrize("shape", [(), (132,), (133, 1), (2, 134)])
def test_observations_of_another_length_are_refused(shape):
    with pytest.raises(InputError, match="observations must have 133 numbers each at 2 players, got an array of shape"):
        random_network().logits(np.zeros(shape))


@pytest.mark.parametrize("observations", ["abc", ["a"], [[1, 2], [3]], {}])
def test_observations_that_are_no_numbers_are_refused(observations):
    with pytest.raises(InputError, match=r"^observations must be arrays of numbers, got "):
        random_network().logits(observations)


def test_rules_that_are_none_are_refused():
    with pytest.raises(InputError, match=r"^rules must be Rules, got 3$"):
        network_of(None, 3)


WRONG = {
    "layers must be a tuple of Layer, got None": {"layers": None},
    "layers must be a tuple of Layer, got (3,)": {"layers": (3,)},
    "a network must have 1 to 10 layers, got 0": {"layers": ()},
    "a network must have 1 to 10 layers, got 11": {"layers": (layer(133, 133),) * 10 + (layer(133, 37),)},
    "layer 0: weights must have the shape (133, 37), got (132, 37)": {"layers": (layer(132, 37),)},
    "layer 1: weights must have the shape (4, 37), got (5, 37)": {"layers": (layer(133, 4), layer(5, 37))},
    "layer 0: weights must be a float32 array of 2 dimensions, got float64 of shape (133, 37)": {
        "layers": (layer(133, 37, np.float64),)
    },
    "layer 0: biases must be a float32 array of 1 dimensions, got list": {
        "layers": (Layer(np.zeros((133, 37), np.float32), [0.0] * 37),)
    },
    "layer 0: biases must be finite numbers, got nan": {
        "layers": (Layer(np.zeros((133, 37), np.float32), np.full(37, np.nan, np.float32)),)
    },
    "layer 0 must have 1 to 4096 outputs, got 0": {"layers": (layer(133, 0), layer(0, 37))},
    "layer 0 must have 1 to 4096 outputs, got 4097": {"layers": (layer(133, 4097), layer(4097, 37))},
    "the last layer must have 37 to 52 outputs, one for each action, got 36": {"layers": (layer(133, 36),)},
    "the last layer must have 37 to 52 outputs, one for each action, got 53": {"layers": (layer(133, 53),)},
    "the last layer must have 38 to 52 outputs": {"optional_flip": True},
    "the last layer must have 50 to 52 outputs": {"take_then_flip": True},
    "the last layer must have 52 to 52 outputs": {"optional_clearing": True, "optional_flip": True},
    "optional_flip must be true or false, got 1": {"optional_flip": 1},
    "activation must be one of relu, tanh, got 'gelu'": {"activation": "gelu"},
    "players must be an integer in 2..8, got 1": {"players": 1},
    "players must be an integer in 2..8, got 2.0": {"players": 2.0},
    "players must be an integer in 2..8, got True": {"players": True},
    "layer 0: weights must have the shape (172, 37), got (133, 37)": {"players": 3},
    "the observation must be flat, version 1, got planes, version 1": {"observation": "planes"},
    "the observation must be flat, version 1, got flat, version 2": {"observation_version": 2},
}


@pytest.mark.parametrize("message", WRONG)
def test_a_network_that_does_not_fit_is_refused(message):
    right = {"layers": (layer(133, 37),), "activation": "relu", "players": 2}
    Network(**right)
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        Network(**right | WRONG[message])

"""From MaskablePPO to a network: same actions, and what is said about policies of another make."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from skyjo_agents import agent_of_network, load_network, network_of, save_network
from skyjo_agents.networks import n_inputs
from skyjo_sim import InputError, Rules
from skyjo_sim.kernels.actions import N_OFFICIAL_ACTIONS
from skyjo_sim.rules_record import n_actions
from skyjo_sim.stepping import deal_games, deal_next_rounds, legal_mask, step
from tests.random_networks import observations_of
from tests.test_network_agent import answers_of


class Tensor:
    """What the exporter uses of a torch tensor."""

    def __init__(self, array):
        self.array = array

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.array


class Linear:
    """What the exporter uses of torch.nn.Linear."""

    def __init__(self, n_in, n_out, has_bias=True):
        self.state = {"weight": Tensor(np.arange(n_in * n_out, dtype=np.float32).reshape(n_out, n_in))}
        if has_bias:
            self.state["bias"] = Tensor(np.arange(n_out, dtype=np.float32))

    def state_dict(self):
        return self.state


class ReLU:
    pass


class Tanh:
    pass


class Dropout:
    pass


class FlattenExtractor:
    pass


class CombinedExtractor:
    pass


def policy_of(*modules, action_net=None, extractor=FlattenExtractor):
    """Return something with the shape of a policy."""
    return SimpleNamespace(
        features_extractor=extractor(),
        mlp_extractor=SimpleNamespace(policy_net=SimpleNamespace(children=lambda: iter(modules))),
        action_net=action_net or Linear(5, N_OFFICIAL_ACTIONS),
    )


def test_weights_are_turned_round_and_biases_kept():
    network = network_of(policy_of(Linear(133, 4), Tanh(), Linear(4, 5, has_bias=False), Tanh()), Rules(players=2))
    assert [layer.weights.shape for layer in network.layers] == [(133, 4), (4, 5), (5, 37)]
    assert network.layers[0].weights[2, 1] == 133 + 2
    assert network.layers[0].biases.tolist() == [0, 1, 2, 3]
    assert network.layers[1].biases.tolist() == [0] * 5
    assert (network.activation, network.players, network.optional_flip) == ("tanh", 2, False)


def test_the_rules_are_kept():
    rules = Rules(players=3, column_rule="optional", flip_after_discard="optional", discard_take_then_flip=True)
    network = network_of(policy_of(action_net=Linear(n_inputs(3), n_actions(rules))), rules)
    assert (network.optional_clearing, network.optional_flip, network.take_then_flip) == (True, True, True)
    assert (network.players, len(network.layers)) == (3, 1)


PLAIN = "a policy must be layers of Linear with one activation, ReLU or Tanh, between them, got "
WRONG = {
    PLAIN + "Linear, ReLU, Linear, Tanh, Linear": policy_of(Linear(133, 4), ReLU(), Linear(4, 5), Tanh()),
    PLAIN + "Linear, ReLU, Dropout, Linear": policy_of(Linear(133, 5), ReLU(), Dropout()),
    PLAIN + "Linear, Dropout, Linear": policy_of(Linear(133, 5), Dropout()),
    PLAIN + "Linear, Linear": policy_of(Linear(133, 5)),
    PLAIN + "Linear, ReLU, Tanh": policy_of(Linear(133, 5), ReLU(), action_net=Tanh()),
    PLAIN + "Linear, ReLU, Linear": policy_of(Linear(133, 6), ReLU()),
    "a policy must see the flat observation through FlattenExtractor (MlpPolicy), got CombinedExtractor": policy_of(
        Linear(133, 5), ReLU(), extractor=CombinedExtractor
    ),
    "a policy must be an actor-critic MlpPolicy of stable-baselines3, got int": 3,
    "a policy for 2 players under these rules must have 133 inputs and 37 actions, got 134 and 37": policy_of(
        Linear(134, 5), ReLU()
    ),
    "a policy for 2 players under these rules must have 133 inputs and 37 actions, got 133 and 38": policy_of(
        action_net=Linear(133, 38)
    ),
}


@pytest.mark.parametrize("message", WRONG)
def test_a_policy_that_is_no_plain_network_is_refused(message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        network_of(WRONG[message], Rules(players=2))


def model_of(rules, **policy_settings):
    """Return an untrained MaskablePPO over the flat observation."""
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("torch")
    sb3_contrib = pytest.importorskip("sb3_contrib")

    class Still(gymnasium.Env):
        observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (n_inputs(rules.players),), np.float32)
        action_space = gymnasium.spaces.Discrete(n_actions(rules))

    return sb3_contrib.MaskablePPO("MlpPolicy", Still(), seed=3, device="cpu", policy_kwargs=policy_settings)


def sharpened(model):
    """Return the model with a greater last layer: untrained, all logits are nearly equal."""
    model.policy.action_net.weight.data *= 100
    return model


@pytest.mark.extra
@pytest.mark.parametrize("name", ["ReLU", "Tanh"])
@pytest.mark.parametrize(
    "rules", [Rules(players=2), Rules(players=4, column_rule="optional", flip_after_discard="optional")], ids=str
)
def test_actions_are_those_of_the_trained_policy(rules, name, tmp_path):
    torch = pytest.importorskip("torch")
    model = sharpened(model_of(rules, net_arch=[48, 40], activation_fn=getattr(torch.nn, name)))
    save_network(network_of(model.policy, rules), tmp_path / "x.npz")
    agent = agent_of_network(load_network(tmp_path / "x.npz"), "exported")
    games = deal_games(100, rules, seed=4)
    generator = np.random.default_rng(0)
    kinds = set()
    for _ in range(25):
        mask = legal_mask(games, rules)
        seen = observations_of(games, rules.players)
        actions, _ = model.predict(seen, deterministic=True, action_masks=mask.astype(bool))
        assert answers_of(agent, games).tolist() == actions.tolist()
        kinds |= set(actions.tolist())
        at_random = (mask * (1 + generator.random(mask.shape))).argmax(axis=1)
        step(games, np.where(generator.random(games.size) < 0.5, actions, at_random), rules)
        deal_next_rounds(games, rules)
    assert len(kinds) > 10


@pytest.mark.extra
def test_a_model_of_another_architecture_is_refused():
    torch = pytest.importorskip("torch")
    rules = Rules(players=2)
    with pytest.raises(InputError, match="got Linear, GELU, Linear"):
        network_of(model_of(rules, net_arch=[8], activation_fn=torch.nn.GELU).policy, rules)
    assert len(network_of(model_of(rules, net_arch=[]).policy, rules).layers) == 1

"""From a policy of sb3-contrib's MaskablePPO to a `Network`; torch is never imported here."""

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.networks import Layer, Network, n_inputs
from skyjo_sim.engines import check_is_classic
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions
from skyjo_sim.rules_text import show
from skyjo_sim.switches import ColumnRule, FlipAfterDiscard

__all__ = ["network_of"]

_ACTIVATIONS = {"ReLU": "relu", "Tanh": "tanh"}


def network_of(policy: Any, rules: Rules) -> Network:
    """Return the acting part of a trained policy, ``model.policy``, as a network.

    Parameters
    ----------
    policy : sb3_contrib.common.maskable.policies.MaskableActorCriticPolicy
        An ``MlpPolicy`` over the flat observation alone. Observations that were normalised outside the policy, as by
        ``VecNormalize``, cannot be recognised and must not have been.
    rules : Rules
        The rules it was trained under.

    Raises
    ------
    InputError
        If the policy is no plain multilayer perceptron over the flat observation, or does not fit the rules, or the rules
        are none.
    """
    if not isinstance(rules, Rules):
        raise InputError(f"rules must be Rules, got {show(rules)}")
    check_is_classic(rules, "a packaged network")
    _check_extractor(policy)
    modules = [*_policy_net(policy).children(), policy.action_net]
    names = [type(module).__name__ for module in modules]
    if names[-1] != "Linear" or len(names) % 2 == 0:
        raise _not_plain(names)
    activations = {_ACTIVATIONS.get(name) for name in names[1::2]}
    if any(name != "Linear" for name in names[::2]) or None in activations or len(activations) > 1:
        raise _not_plain(names)
    layers = tuple(_layer(module) for module in modules[::2])
    sizes = [layer.weights.shape for layer in layers]
    if any(one[1] != other[0] for one, other in pairwise(sizes)):
        raise _not_plain(names)
    if (sizes[0][0], sizes[-1][1]) != (n_inputs(rules.players), n_actions(rules)):
        raise InputError(
            f"a policy for {rules.players} players under these rules must have {n_inputs(rules.players)} inputs and "
            f"{n_actions(rules)} actions, got {sizes[0][0]} and {sizes[-1][1]}"
        )
    return Network(
        layers=layers,
        activation=activations.pop() or "relu" if activations else "relu",
        players=rules.players,
        optional_flip=rules.flip_after_discard == FlipAfterDiscard.OPTIONAL,
        take_then_flip=rules.discard_take_then_flip,
        optional_clearing=rules.column_rule == ColumnRule.OPTIONAL,
    )


def _not_plain(names: list[str]) -> InputError:
    return InputError(
        "a policy must be layers of Linear with one activation, ReLU or Tanh, between them, got " + ", ".join(names)
    )


def _check_extractor(policy: Any) -> None:
    """Refuse a policy whose layers see something else than the observation itself."""
    for name in ("features_extractor", "pi_features_extractor"):
        extractor = getattr(policy, name, None)
        if extractor is not None and type(extractor).__name__ != "FlattenExtractor":
            raise InputError(
                "a policy must see the flat observation through FlattenExtractor (MlpPolicy), "
                f"got {type(extractor).__name__}"
            )


def _policy_net(policy: Any) -> Any:
    """Return the layers before the last."""
    try:
        return policy.mlp_extractor.policy_net
    except AttributeError:
        raise InputError(
            f"a policy must be an actor-critic MlpPolicy of stable-baselines3, got {type(policy).__name__}"
        ) from None


def _layer(module: Any) -> Layer:
    """Return a torch.nn.Linear as a layer; torch holds its weights as [n_out, n_in]."""
    state = {name: _as_numpy(tensor) for name, tensor in module.state_dict().items()}
    weights = np.ascontiguousarray(state["weight"].T)
    return Layer(weights, state.get("bias", np.zeros(weights.shape[1], np.float32)))


def _as_numpy(tensor: Any) -> NDArray[np.float32]:
    return np.array(tensor.detach().cpu().numpy(), np.float32)

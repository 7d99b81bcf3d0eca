"""Policy networks as values: plain layers over the flat observation, and what they were trained for. No torch needed."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_agents.network_header import MOST_LAYERS, MOST_WIDTH
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import CLEAR_LINE, FLIP_INSTEAD, N_ACTIONS, N_OFFICIAL_ACTIONS
from skyjo_sim.kernels.flat import FLAT_VERSION, n_flat
from skyjo_sim.rules_text import show
from skyjo_sim.switches import LIMITS

__all__ = ["ACTIVATIONS", "Layer", "Network", "n_inputs"]

ACTIVATIONS = ("relu", "tanh")


def n_inputs(players: int) -> int:
    """Return how many numbers the flat observation has at a table of so many players."""
    return n_flat(players)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One layer: ``outputs = inputs @ weights + biases``; weights float32[n_in, n_out], biases float32[n_out]."""

    weights: NDArray[np.float32]
    biases: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Network:
    """A multilayer perceptron from the flat observation to one logit per action id.

    Its answer is the legal id with the highest logit, the first of equals.

    Parameters
    ----------
    layers : tuple of Layer
        1 to 10; `activation` follows each but the last.
    activation : str
        ``"relu"`` or ``"tanh"``.
    players : int
        Seats of the table it was trained at.
    optional_flip, take_then_flip, optional_clearing : bool
        The house rules with decisions of their own that it was trained under; the ids it may answer depend on them.
    observation : str
        What it sees; ``"flat"`` (`skyjo_sim.kernels.flat`) is all there is.
    observation_version : int
        The version of that layout.

    Raises
    ------
    InputError
        If the layers do not fit together, the players or the rules, or hold numbers that are not finite.
    """

    layers: tuple[Layer, ...]
    activation: str
    players: int
    optional_flip: bool = False
    take_then_flip: bool = False
    optional_clearing: bool = False
    observation: str = "flat"
    observation_version: int = FLAT_VERSION

    def __post_init__(self) -> None:
        self._check_settings()
        if not isinstance(self.layers, tuple | list) or not all(isinstance(layer, Layer) for layer in self.layers):
            raise InputError(f"layers must be a tuple of Layer, got {show(self.layers)}")
        if not 1 <= len(self.layers) <= MOST_LAYERS:
            raise InputError(f"a network must have 1 to {MOST_LAYERS} layers, got {len(self.layers)}")
        n_in = n_inputs(self.players)
        for number, layer in enumerate(self.layers):
            _check_layer(number, layer, n_in)
            n_in = layer.biases.size
        if not self._n_needed_actions() <= n_in <= N_ACTIONS:
            raise InputError(
                f"the last layer must have {self._n_needed_actions()} to {N_ACTIONS} outputs, one for each action, got {n_in}"
            )

    def _check_settings(self) -> None:
        """Check all but the layers."""
        if self.observation != "flat" or self.observation_version != FLAT_VERSION:
            raise InputError(
                f"the observation must be flat, version {FLAT_VERSION}, "
                f"got {self.observation}, version {self.observation_version}"
            )
        if self.activation not in ACTIVATIONS:
            raise InputError(f"activation must be one of {', '.join(ACTIVATIONS)}, got {self.activation!r}")
        low, high = LIMITS["players"]
        if isinstance(self.players, bool) or not isinstance(self.players, int) or not low <= self.players <= high:
            raise InputError(f"players must be an integer in {low}..{high}, got {self.players!r}")
        for name in ("optional_flip", "take_then_flip", "optional_clearing"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(f"{name} must be true or false, got {getattr(self, name)!r}")

    def _n_needed_actions(self) -> int:
        """Return how many ids can be legal where the network may play."""
        if self.optional_clearing:
            return N_ACTIONS
        if self.take_then_flip:
            return CLEAR_LINE
        return FLIP_INSTEAD if self.optional_flip else N_OFFICIAL_ACTIONS

    @property
    def n_actions(self) -> int:
        """Return the number of logits."""
        return self.layers[-1].biases.size

    def logits(self, observations: ArrayLike) -> NDArray[np.float32]:
        """Return the logits of flat observations, float32[..., n_actions] from float32[..., n_inputs].

        Raises
        ------
        InputError
            If an observation is no array of numbers or has another length.
        """
        try:
            values: NDArray[np.float32] = np.asarray(observations, np.float32)
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"observations must be arrays of numbers, got {show(observations)}") from None
        if values.ndim == 0 or values.shape[-1] != n_inputs(self.players):
            raise InputError(
                f"observations must have {n_inputs(self.players)} numbers each at {self.players} players, "
                f"got an array of shape {values.shape}"
            )
        for layer in self.layers[:-1]:
            sums = values @ layer.weights + layer.biases
            values = np.tanh(sums) if self.activation == "tanh" else np.maximum(sums, np.float32(0))
        return values @ self.layers[-1].weights + self.layers[-1].biases


def _check_layer(number: int, layer: Layer, n_in: int) -> None:
    """Check one layer, which gets `n_in` numbers."""
    for name, array, n_dimensions in (("weights", layer.weights, 2), ("biases", layer.biases, 1)):
        if not isinstance(array, np.ndarray) or array.dtype != np.float32 or array.ndim != n_dimensions:
            raise InputError(
                f"layer {number}: {name} must be a float32 array of {n_dimensions} dimensions, got {_form(array)}"
            )
        if not np.isfinite(array).all():
            raise InputError(f"layer {number}: {name} must be finite numbers, got {array[~np.isfinite(array)][0]}")
    n_out = layer.biases.size
    if not 1 <= n_out <= MOST_WIDTH:
        raise InputError(f"layer {number} must have 1 to {MOST_WIDTH} outputs, got {n_out}")
    if layer.weights.shape != (n_in, n_out):
        raise InputError(f"layer {number}: weights must have the shape {(n_in, n_out)}, got {layer.weights.shape}")


def _form(value: Any) -> str:
    """Describe what stands in place of an array."""
    return f"{value.dtype} of shape {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__

"""The compiled policy of all networks: observe, run the layers, answer the legal id with the highest logit.

``params.values`` is the header (`skyjo_agents.network_header`). The weights lie one layer behind the other, each
``float32[n_in, n_out]`` and then its biases.
"""

from pathlib import Path

import numpy as np

from skyjo_agents.network_header import (
    ACTIVATION,
    MOST_LAYERS,
    MOST_WIDTH,
    N_LAYERS,
    OPTIONAL_FLIP,
    PLAYERS,
    SIZES,
    TAKE_THEN_FLIP,
    TANH,
)
from skyjo_sim.agent import policy
from skyjo_sim.kernels.actions import N_ACTIONS
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.flat import COMMON, PER_SEAT, write_flat
from skyjo_sim.kernels.turn import LegalSwitches, legal
from skyjo_sim.kernels.weights import weights_of

__all__ = ["network_policy"]

NO_ANSWER = -1
"""An id that is never legal: at a table the network does not fit."""

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def n_numbers(header, n_layers):  # type: ignore[no-untyped-def]
    """Return how many weights and biases the layers have, -1 if a width is out of range, and the greatest width."""
    total, widest = np.int64(0), np.int64(header[SIZES])
    for layer in range(n_layers):
        n_in, n_out = np.int64(header[SIZES + layer]), np.int64(header[SIZES + layer + 1])
        if not 1 <= n_in <= MOST_WIDTH or not 1 <= n_out <= MOST_WIDTH:
            return np.int64(-1), widest
        total += (n_in + 1) * n_out
        widest = max(widest, n_out)
    return total, widest


@_kernel
def run_layer(weights, n_in, n_out, inputs, outputs):  # type: ignore[no-untyped-def]
    """Set the outputs to ``inputs @ weights + biases``: row by row, which is a loop over neighbours in memory."""
    matrix = weights[: n_in * n_out].reshape((n_in, n_out))
    biases = weights[n_in * n_out :]
    for j in range(n_out):
        outputs[j] = biases[j]
    for i in range(n_in):
        value = inputs[i]
        if value != 0:
            for j in range(n_out):
                outputs[j] += value * matrix[i, j]


@_kernel
def activate(values, n, activation):  # type: ignore[no-untyped-def]
    """Apply the activation to the first `n` values, in place."""
    for j in range(n):
        if activation == TANH:
            values[j] = np.tanh(values[j])
        else:
            values[j] = max(values[j], np.float32(0))


@_kernel
def run_layers(header, weights, buffers):  # type: ignore[no-untyped-def]
    """Run all layers from ``buffers[0]`` on, float32[2, widest]; return the row that the logits are in."""
    n_layers, start, row = np.int64(header[N_LAYERS]), np.int64(0), np.int64(0)
    for layer in range(n_layers):
        n_in, n_out = np.int64(header[SIZES + layer]), np.int64(header[SIZES + layer + 1])
        end = start + (n_in + 1) * n_out
        run_layer(weights[start:end], n_in, n_out, buffers[row], buffers[1 - row])
        start, row = end, 1 - row
        if layer < n_layers - 1:
            activate(buffers[row], n_out, np.int64(header[ACTIVATION]))
    return row


@_kernel
def best_legal(ids, logits, n_actions):  # type: ignore[no-untyped-def]
    """Return the legal id with the highest logit, the first of equals."""
    chosen = np.int64(NO_ANSWER)
    for action in range(n_actions):
        if ids >> action & 1 and (chosen < 0 or logits[action] > logits[chosen]):
            chosen = np.int64(action)
    return chosen


@policy
def network_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer with the legal id that the network values most; `NO_ANSWER` at a table it was not made for."""
    header = params.values
    n_layers, weights = np.int64(header[N_LAYERS]), weights_of(params)
    if table.n_players != header[PLAYERS] or n_layers < 1 or n_layers > MOST_LAYERS:
        return np.int64(NO_ANSWER)
    total, widest = n_numbers(header, n_layers)
    if total != weights.size or header[SIZES] != COMMON + PER_SEAT * np.int64(table.n_players):
        return np.int64(NO_ANSWER)
    buffers = np.empty((2, widest), np.float32)
    write_flat(table, seat, buffers[0])
    row = run_layers(header, weights, buffers)
    switches = LegalSwitches(np.int64(header[OPTIONAL_FLIP]), np.int64(header[TAKE_THEN_FLIP]))
    return best_legal(legal(table, switches), buffers[row], min(np.int64(header[SIZES + n_layers]), N_ACTIONS))

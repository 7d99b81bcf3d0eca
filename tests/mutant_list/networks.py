"""Mutants of networks as agents."""

from tests.mutant_list.mutant import AGENTS, BY_NETWORKS, in_file

NETWORKS = in_file(
    "network_policy",
    (
        "network_ignores_the_mask",
        "a network answers with its highest logit, legal or not",
        "if ids >> action & 1 and (chosen < 0 or logits[action] > logits[chosen]):",
        "if chosen < 0 or logits[action] > logits[chosen]:",
    ),
    (
        "last_of_equal_logits",
        "of equal logits the last one counts",
        "logits[action] > logits[chosen]",
        "logits[action] >= logits[chosen]",
    ),
    (
        "last_hidden_layer_without_activation",
        "the last hidden layer is linear",
        "        if layer < n_layers - 1:\n",
        "        if layer < n_layers - 2:\n",
    ),
    (
        "logits_activated",
        "the activation is applied to the logits as well",
        "        if layer < n_layers - 1:\n",
        "        if layer < n_layers:\n",
    ),
    (
        "layers_without_biases",
        "biases are left out",
        "outputs[j] = biases[j]",
        "outputs[j] = np.float32(0)",
    ),
    (
        "tanh_is_relu",
        "networks with tanh run with rectified units",
        "values[j] = np.tanh(values[j])",
        "values[j] = max(values[j], np.float32(0))",
    ),
    (
        "weights_transposed",
        "a layer's weights are read the other way round",
        "outputs[j] += value * matrix[i, j]",
        "outputs[j] += value * weights[j * n_in + i]",
    ),
    (
        "network_sees_with_seat_0",
        "a network gets the observation of seat 0",
        "write_flat(table, seat, buffers[0])",
        "write_flat(table, 0, buffers[0])",
    ),
    (
        "network_at_any_table",
        "a network answers at a table of another size than it was made for",
        "table.n_players != header[PLAYERS] or",
        "",
    ),
    tests=BY_NETWORKS,
    sources=AGENTS,
)

"""Random policy networks, and the flat observation as numpy sees it, for tests of networks."""

from itertools import pairwise

import numpy as np

from skyjo_agents import Layer, Network
from skyjo_agents.networks import n_inputs
from skyjo_sim.kernels.flat import write_flat


def random_network(players=2, widths=(16, 16), n_actions=37, seed=0, **settings):
    """Return a network with random weights."""
    generator = np.random.default_rng(seed)
    sizes = [n_inputs(players), *widths, n_actions]
    layers = tuple(
        Layer(
            (generator.standard_normal((n_in, n_out)) / np.sqrt(n_in)).astype(np.float32),
            (generator.standard_normal(n_out) / 5).astype(np.float32),
        )
        for n_in, n_out in pairwise(sizes)
    )
    return Network(layers=layers, players=players, **{"activation": "relu", **settings})


def observations_of(games, players):
    """Return what the seat to decide sees in each game, float32[n, n_inputs]."""
    seen = np.zeros((games.size, n_inputs(players)), np.float32)
    for position in range(games.size):
        table = games[position].table
        write_flat(table, int(table.seat), seen[position])
    return seen

"""The header of a network agent: what the numbers of ``params.values`` mean to the compiled policy."""

from skyjo_sim.kernels.layout import N_PARAMS

PLAYERS = 0
ACTIVATION = 1
OPTIONAL_FLIP = 2
TAKE_THEN_FLIP = 3
N_LAYERS = 4
SIZES = 5
"""From here on the width of each layer, the inputs first."""

MOST_LAYERS = N_PARAMS - SIZES - 1
MOST_WIDTH = 4096

RELU = 0
TANH = 1

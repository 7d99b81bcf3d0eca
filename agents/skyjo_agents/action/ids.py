"""Ids that are legal."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_sim.kernels.action.actions import N_ACTIONS


@inner
def allows(table, action):  # type: ignore[no-untyped-def]
    """Tell whether an id is legal."""
    if action < 0 or action >= N_ACTIONS:
        return False
    return np.int64(table.legal[action >> 6] >> np.uint64(action & 63)) & 1 != 0


@inner
def lowest_legal(table):  # type: ignore[no-untyped-def]
    """Return the lowest legal id."""
    action = np.int64(0)
    while action < N_ACTIONS and not allows(table, action):
        action += 1
    return action

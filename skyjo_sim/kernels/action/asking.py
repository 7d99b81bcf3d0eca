"""Asking an agent of Skyjo Action for a decision; the play loop and environments do it."""

import numpy as np

from skyjo_sim.kernels.action.baselines import random_id
from skyjo_sim.kernels.action.calls import call_action_policy
from skyjo_sim.kernels.baselines import RANDOM
from skyjo_sim.kernels.cards import SEAT_MASK
from skyjo_sim.kernels.compiler import inlined


@inlined
def ask_agent(game, seating, agent, luck):
    """Ask an agent for the current seat's decision."""
    table = game.table
    if seating.kinds[agent] == RANDOM:
        return random_id(table, luck)
    seat = np.int64(table.seat) & SEAT_MASK
    return call_action_policy(seating.addresses[agent], table, seat, seating.params[agent], luck)


@inlined
def ask_seated(game, seating):
    """Ask the agent that is seated at the current seat."""
    seat = np.int64(game.table.seat) & SEAT_MASK
    return ask_agent(game, seating, np.int64(seating.agents[seat]) & SEAT_MASK, seating.luck[seat])

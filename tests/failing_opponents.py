"""Opponents that play at random for a while, and then answer something illegal or raise."""

from skyjo_sim.agent import Agent, policy
from skyjo_sim.kernels.actions import PASS
from skyjo_sim.kernels.baselines import random_policy


@policy
def answer_illegally(table, seat, params, stream):
    if table.turns >= params.values[0]:
        return PASS
    return random_policy(table, seat, params, stream)


@policy
def raise_an_error(table, seat, params, stream):
    if table.turns >= params.values[0]:
        raise ValueError("no idea")
    return random_policy(table, seat, params, stream)


def passing(turns):
    """Return an agent that passes, which official rules do not allow, after so many turns."""
    return Agent("passing", answer_illegally, (turns,))


def confused(turns):
    """Return an agent that raises after so many turns."""
    return Agent("confused", raise_an_error, (turns,))

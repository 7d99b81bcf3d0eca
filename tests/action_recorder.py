"""Play a round of Skyjo Action in the compiled engine decision by decision, and keep a copy of the game after each."""

from functools import cache

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import N_ACTIONS
from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.calls import ACTION_POLICY_SIGNATURE
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.action.legal import is_legal
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING
from skyjo_sim.kernels.calls import policy_address
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import SEATING, STREAM
from skyjo_sim.kernels.loop import start_luck

MOST_DECISIONS = 4000
TOO_LONG, ACCEPTED, REFUSED = -1, -2, -3
REASONS = {TOO_LONG: "too many decisions", ACCEPTED: "an illegal id was accepted", REFUSED: "a legal id was refused"}


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def wrong_id(table, noise):
    """Draw an id that is not legal."""
    while True:
        action = streams.below(noise, N_ACTIONS + 16) - 8
        if not is_legal(table, action):
            return action


@_compiled
def record_round(game, rules, seating, noise, trace, refused, answers):
    """Play a dealt round; return its number of decisions, or why it could not be recorded.

    ``trace[i]`` is the game before decision i, ``answers[i]`` the id chosen. ``refused[i]`` is the game after it was
    asked to carry out an illegal id.
    """
    start_luck(seating, game)
    n = 0
    trace[0] = game
    status = PLAYING
    while status == PLAYING:
        if n + 1 >= trace.size:
            return TOO_LONG
        refused[n] = game
        if step(refused[n], rules, wrong_id(game.table, noise)) != ILLEGAL:
            return ACCEPTED
        answers[n] = ask_seated(game, seating)
        status = step(game, rules, answers[n])
        if status == ILLEGAL:
            return REFUSED
        n += 1
        trace[n] = game
    return n


class Recorder:
    """Keep the arrays that rounds are recorded in."""

    def __init__(self):
        self.trace = np.zeros(MOST_DECISIONS, GAME)
        self.refused = np.zeros(MOST_DECISIONS, GAME)
        self.answers = np.zeros(MOST_DECISIONS, np.int64)
        self.noise = np.zeros(1, STREAM)[0]
        streams.start(self.noise, np.array([1, 2], np.uint32), streams.AGENT, 0, 0, 0)

    def play(self, game, rules, seating):
        """Play `game` to the end of its round; return the number of decisions, the records in `trace`."""
        n = record_round(game, rules, seating, self.noise, self.trace, self.refused, self.answers)
        assert n > 0, REASONS[n]
        before, after = self.trace[:n].tobytes(), self.refused[:n].tobytes()
        assert before == after, "an illegal id has changed the game"
        return n


@cache
def address_of(policy):
    """Return the address of a compiled policy; asking for it takes as long as a round."""
    return policy_address(policy, ACTION_POLICY_SIGNATURE)


def seat_policies(policies, params, kinds, key):
    """Return a seating record: policy, parameters and kind of each seat."""
    seating = np.zeros(1, SEATING)[0]
    for seat, (policy, values, kind) in enumerate(zip(policies, params, kinds, strict=True)):
        seating.agents[seat] = seat
        seating.addresses[seat] = address_of(policy)
        seating.params[seat].values[: len(values)] = values
        seating.kinds[seat] = kind
    for seat in range(N_SEATS):
        seating.keys[seat] = key[0], key[1] ^ seat
    seating.n_agents = len(policies)
    return seating

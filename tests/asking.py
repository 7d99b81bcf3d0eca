"""Agents and seers asked for decisions in given games, decision by decision, for tests."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import PASS, PLAYING
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import GAME, SEATING, STREAM
from skyjo_sim.kernels.play import ask_seated
from skyjo_sim.kernels.sampling import sample_id
from skyjo_sim.kernels.turn import is_legal, legal, step

KEY = np.array([3, 4], np.uint32)
LEGAL = -1
N_PHASES = 4
"""Phases in which something is asked: OPENING, SOURCE, PLACE, CLEAR."""
_SEATED = []


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def ask_along(game, rules, seating, noise, most, passes, asked):
    """Play `game` on by legal ids by lot, for at most so many decisions, and ask the seated agent about each; about
    passing, where nothing else is legal, only if it `passes`.

    Adds to ``asked``, int64[N_PHASES]. Returns `LEGAL`, or the phase of the first answer that is not legal, with
    ``seating.answer`` and the game as they were.
    """
    for _ in range(most):
        table = game.table
        ids, phase = legal(table, rules), np.int64(table.phase)
        if ids == 0 or (ids == 1 << PASS and not passes):  # nothing to decide, which no deal leads to
            break
        seating.answer = ask_seated(game, seating)
        if not is_legal(table, rules, seating.answer):
            return phase
        asked[phase] += 1
        if step(game, rules, sample_id(ids, noise)) != PLAYING:
            break
    return np.int64(LEGAL)


def seat_everywhere(agent):
    """Return a seating record with the agent at every seat."""
    _SEATED.append(agent)  # the record refers to what the agent keeps alive
    seating = np.zeros(1, SEATING)[0]
    seating["addresses"][0], seating["kinds"][0] = agent.address(), agent.kind
    agent.fill_params(seating["params"][0])
    seating["n_agents"] = 1
    reset_luck(seating)
    return seating


def reset_luck(seating, game=0):
    """Set the luck of every seat to the beginning of a game's."""
    for seat in range(N_SEATS):
        streams.start(seating.luck[seat], KEY, streams.AGENT, game, 0, 0)


def new_noise(number=0):
    """Return a stream to draw legal ids by."""
    noise = np.zeros(1, STREAM)[0]
    streams.start(noise, KEY, streams.SAMPLE, number, 0, 0)
    return noise


def answer_of(seating, game):
    """Return the answer of the seated agent, its luck at the beginning."""
    reset_luck(seating)
    return int(ask_seated(game, seating))


def copied(game):
    """Return a copy of a game."""
    games = np.zeros(1, GAME)
    games[0] = game
    return games[0]

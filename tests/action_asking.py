"""Agents of Skyjo Action asked for decisions in given games, decision by decision, for tests."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import CHOICE, N_CHOICES
from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.baselines import random_id
from skyjo_sim.kernels.action.legal import is_legal
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import PLAYING, ROUND_OVER
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled
from tests.asking import LEGAL, reset_luck

N_QUESTIONS = CHOICE + N_CHOICES - 1
"""Kinds of decisions: the phases OPENING, SOURCE and PLACE, then the choices from STAR_RIGHT on."""


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def ask_along(game, rules, seating, noise, most, by_lot, asked):
    """Play `game` on for at most so many decisions, and ask the seated agent about each; of ten, `by_lot` are by lot.

    Adds to ``asked``, int64[N_QUESTIONS]. Returns `LEGAL`, or the question of the first answer that is not legal, with
    ``seating.answer`` and the game as they were.
    """
    table = game.table
    for _ in range(most):
        if table.phase >= ROUND_OVER:
            break
        question = np.int64(table.phase) if table.phase != CHOICE else CHOICE - 1 + np.int64(table.choice)
        seating.answer = ask_seated(game, seating)
        if not is_legal(table, seating.answer):
            return question
        asked[question] += 1
        is_by_lot = streams.below(noise, 10) < by_lot
        if step(game, rules, random_id(table, noise) if is_by_lot else seating.answer) != PLAYING:
            break
    return np.int64(LEGAL)


def answer_of(seating, game):
    """Return the answer of the seated agent, its luck at the beginning."""
    reset_luck(seating)
    return int(ask_seated(game, seating))

"""Rounds of Skyjo Action that are changed at their beginning, and played by one agent in all seats."""

from pathlib import Path

import numpy as np

from skyjo_experiments.questions._action_kernels.edits import change, fix_action_order
from skyjo_experiments.questions._action_kernels.measuring import add_measures
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.deal import start_game
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import FLIP, ILLEGAL, OPENING, PLAYING
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.loop import start_luck

__all__ = ["ALL_SEATS", "play_arms"]

ALL_SEATS = -1
"""In place of a seat: the mean over all of them is measured."""

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def answer(game, seating, arm):  # type: ignore[no-untyped-def]
    """Return what the agent answers, or which slot the seat in question must turn up in the opening."""
    table = game.table
    if table.phase == OPENING and arm[4] >= 0 and table.seat == arm[1]:
        return FLIP + (arm[4] if table.chosen == 0 else arm[5])
    return np.int64(ask_seated(game, seating))


@_kernel
def begin(game, rules, seating, key, index):  # type: ignore[no-untyped-def]
    """Deal a round as every simulation does, and set the agents' luck to its beginning."""
    start_game(game, rules, key, index)
    fix_action_order(game)
    start_luck(seating, game)


@_kernel
def measure(table, arm, values):  # type: ignore[no-untyped-def]
    """Write the measures of a scored round for an arm."""
    values[:] = 0.0
    if arm[1] >= 0:
        add_measures(table, arm[1], arm[3], 1.0, values)
        return
    for seat in range(np.int64(table.n_players)):
        add_measures(table, seat, arm[3], 1.0 / table.n_players, values)


@_kernel
def play_arms(first, arms, rules, seating, key, games, luck, values):  # type: ignore[no-untyped-def]
    """Play every deal once for each arm.

    Parameters
    ----------
    first : int
        The first deal: game `first` of a simulation with the same key.
    arms : int64[period, arms, 6]
        What is changed, for deals in turn: the change, the seat in question or ALL_SEATS, the card or kind it gets, the
        kind whose use is counted (-1: none), and the two slots that it turns up (-1: as its agent likes).
    games : GAME[1]
    luck : STREAM
        Room to work in.
    values : float64[deals, arms, measures]
        Filled; NaN where a change could not be made.

    Returns
    -------
    int
        PLAYING, or ILLEGAL with the game and ``seating.answer`` as they were.
    """
    game = games[0]
    for number in range(values.shape[0]):
        index = first + number
        for place in range(values.shape[1]):
            arm = arms[index % arms.shape[0], place]
            begin(game, rules, seating, key, index)
            streams.start(luck, key, streams.REDEAL, index, 0, 0)
            if not change(game, arm, luck):
                values[number, place, :] = np.nan
                continue
            status = np.int64(PLAYING)
            while status == PLAYING:
                seating.answer = answer(game, seating, arm)
                status = np.int64(step(game, rules, seating.answer))
            if status == ILLEGAL:
                return status
            measure(game.table, arm, values[number, place])
    return np.int64(PLAYING)

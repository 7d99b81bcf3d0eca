"""Playing the last turns of ended rounds, to see whether the ender is doubled."""

from pathlib import Path

import numpy as np

from skyjo_experiments.forks.continuing import seat_everybody
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.play import play_turns
from skyjo_sim.kernels.redealing import redeal
from skyjo_sim.kernels.scoring import points_shown

__all__ = ["play_last_turns"]

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def play_last_turns(  # type: ignore[no-untyped-def]
    games, seats, first, rules, seating, key, room, luck, points, doubled
):
    """Play the last turns of rounds that were just ended, once, on a re-deal of all that is not known.

    Parameters
    ----------
    games : GAME[n]
        At the first last turn; they are not changed.
    seats : int8[n, 8]
        The agent at each seat.
    first : int
        Number of the first game.
    room : GAME[1]
        Room to work in.
    points, doubled : int64[n]
        Set to the ender's points, and to whether it was doubled.

    Returns
    -------
    int
        PLAYING, or ILLEGAL after an answer that is not legal.
    """
    game = room[0]
    for number in range(games.size):
        table = games[number].table
        points[number] = points_shown(table, np.int64(table.ender))
        room[0] = games[number]
        streams.start(luck, key, streams.REDEAL, first + number, 0, 0)
        redeal(game, np.int64(table.seat), luck)
        seat_everybody(seating, seats[number], 0, -1, first + number, 0, np.int64(table.n_players))
        if play_turns(game, rules, seating) == ILLEGAL:
            return ILLEGAL
        doubled[number] = game.table.is_doubled
    return PLAYING

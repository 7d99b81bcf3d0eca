"""What seats of a batch see: the seats meant, and the observations of all games."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.envs.selection import as_integers
from skyjo_sim.envs.slices import Slices
from skyjo_sim.envs.spaces import make_view, observations_of, view_shapes
from skyjo_sim.errors import InputError
from skyjo_sim.kernels import self_play
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions

__all__ = ["as_seats", "observe_games"]


def as_seats(seats: ArrayLike | None, n: int, players: int) -> NDArray[np.int64]:
    """Return a seat for each of `n` rows as int64[n]; -1, which None stands for, is the seat to decide.

    Raises
    ------
    InputError
        If a seat is not at the table.
    """
    chosen = as_integers("seats", -1 if seats is None else seats, n)
    refused = np.flatnonzero((chosen < -1) | (chosen >= players))
    if refused.size:
        row = int(refused[0])
        raise InputError(f"seats must be in 0..{players - 1} or -1, got {chosen[row]} for row {row}")
    return chosen


def observe_games(
    games: NDArray[Any], rules: Rules, record: np.record, seats: NDArray[np.int64], form: str, slices: Slices
) -> dict[str, Any]:
    """Return what a seat of each game sees and may do, int64[n] seats, in fresh arrays of a form.

    ``record`` is the kernels' record of the rules.
    """
    players = rules.players
    view = make_view(*view_shapes(form, players, n_actions(rules), games.size, rules.game))

    def run(rows: slice, number: int) -> None:
        self_play.write_views(games[rows], record, seats[rows], (view[0][rows], view[1][rows], view[2][rows]))

    slices.run(run)
    return observations_of(view, form, players)

"""Playing rounds and keeping copies of the positions that match."""

from pathlib import Path

import numpy as np

from skyjo_experiments.forks.features import stratum_of, write_features
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING, ROUND_OVER
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.loop import seat_agents, start_luck
from skyjo_sim.kernels.opening import start_game
from skyjo_sim.kernels.play import ask_seated
from skyjo_sim.kernels.turn import step

__all__ = ["keep_positions"]

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def look(table, seating, box, is_full, met, luck, values):  # type: ignore[no-untyped-def]
    """Return the stratum in which this decision is to be remembered, -1 if in none.

    Of the decisions of one round in one stratum each is remembered with the same probability (a reservoir of one).
    """
    seat = np.int64(table.seat)
    write_features(table, seat, np.int64(seating.agents[seat]), values)
    stratum = stratum_of(values, box)
    if stratum < 0:
        return np.int64(-1)
    met[stratum] += 1
    is_drawn = streams.below(luck, met[stratum]) == 0  # full strata take luck too: the others must not depend on them
    return stratum if is_drawn and not is_full[stratum] else np.int64(-1)


@_kernel
def keep_positions(  # type: ignore[no-untyped-def]
    game, rules, seating, key, first, n, box, is_full, candidates, luck, kept, strata, values, done
):
    """Play rounds ``first .. first + n - 1`` and keep at most one position of each in each stratum.

    Parameters
    ----------
    box : int64[features, 4]
        Which decisions match, and their strata (`stratum_of`).
    is_full : bool[strata]
        Strata that need nothing more.
    candidates : GAME[strata]
        Room to work in.
    kept, strata, values : GAME[room], int64[room], int64[room, features]
        What is kept, by round and then by stratum: room for ``n`` times the strata.
    done : int64[2]
        Set to the rounds played and the positions kept.

    Returns
    -------
    int
        PLAYING; ILLEGAL, with `game` and ``seating.answer`` as they were, after an answer that is not legal.
    """
    n_strata = is_full.size
    met = np.zeros(n_strata, np.int64)
    remembered = np.zeros((n_strata + 1, box.shape[0]), np.int64)
    done[0], done[1] = 0, 0
    for index in range(first, first + n):
        seat_agents(seating, np.int64(rules.n_players), index)
        start_game(game, rules, key, index)
        start_luck(seating, game)
        streams.start(luck, key, streams.SAMPLE, index, 0, 0)
        met[:] = 0
        while game.table.phase < ROUND_OVER:
            stratum = look(game.table, seating, box, is_full, met, luck, remembered[n_strata])
            if stratum >= 0:
                candidates[stratum] = game
                remembered[stratum, :] = remembered[n_strata]
            seating.answer = ask_seated(game, seating)
            if step(game, rules, seating.answer) == ILLEGAL:
                return ILLEGAL
        for stratum in range(n_strata):
            if met[stratum] > 0 and not is_full[stratum]:
                kept[done[1]] = candidates[stratum]
                strata[done[1]] = stratum
                values[done[1], :] = remembered[stratum]
                done[1] += 1
        done[0] += 1
    return PLAYING

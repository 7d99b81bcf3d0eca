"""The compiled policy of seers: rules of thumb, with hidden cards in sight."""

import numpy as np

from skyjo_agents.one_ply.aside import answer_aside
from skyjo_agents.seers.sight import OWN_CARDS, TABLE_CARDS, write_known, write_left, write_rivals
from skyjo_agents.thumb.choosing import answer
from skyjo_agents.thumb.filling import write_habits, write_now
from skyjo_agents.thumb.habits import SIGHT, SPREAD
from skyjo_agents.thumb.sheet import N_ROWS, OWN, WIDTH
from skyjo_sim.agent import policy
from skyjo_sim.kernels.actions import PLACE, SOURCE

__all__ = ["seer_policy"]


@policy
def seer_policy(game, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer by the habits in ``params.values``; the last number says how much is seen."""
    table, sight = game.table, params.values[SIGHT]
    if table.phase not in (SOURCE, PLACE):
        return answer_aside(table, seat, params.values[SPREAD] > 0)
    sheet = np.empty((N_ROWS, WIDTH))
    write_habits(params.values, sheet)
    mean = write_left(game, seat, sight, sheet)
    write_known(game, seat, sight >= OWN_CARDS, OWN, sheet)
    write_now(table, seat, mean, sheet)
    write_rivals(game, seat, sight >= TABLE_CARDS, sheet)
    return answer(table, seat, sheet)

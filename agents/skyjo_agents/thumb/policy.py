"""The compiled policy of all fair players with habits."""

import numpy as np

from skyjo_agents.one_ply.aside import answer_aside
from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.thumb.choosing import answer
from skyjo_agents.thumb.filling import write_habits, write_now, write_visible, write_visible_rivals
from skyjo_agents.thumb.habits import SPREAD
from skyjo_agents.thumb.sheet import N_ROWS, OWN, WIDTH
from skyjo_sim.agent import policy
from skyjo_sim.kernels.actions import PLACE, SOURCE

__all__ = ["thumb_policy"]


@policy
def thumb_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer by the habits in ``params.values``."""
    if table.phase not in (SOURCE, PLACE):
        return answer_aside(table, seat, params.values[SPREAD] > 0)
    sheet = np.empty((N_ROWS, WIDTH))
    mean, _ = write_chances(table, sheet)
    write_habits(params.values, sheet)
    write_visible(table, seat, OWN, sheet)
    write_now(table, seat, mean, sheet)
    write_visible_rivals(table, seat, sheet)
    return answer(table, seat, sheet)

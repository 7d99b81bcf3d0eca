"""The compiled policy of `action_cutoff`."""

import numpy as np

from skyjo_agents.action.chances import write_chances
from skyjo_agents.action.choosing import answer_choice
from skyjo_agents.action.compiling import inner, merged
from skyjo_agents.action.effects import write_effects
from skyjo_agents.action.ids import allows, lowest_legal
from skyjo_agents.action.placing import write_best, write_cards, write_flips, write_gains, write_turn
from skyjo_agents.action.sheet import HABITS, N_ROWS, OWN, WIDTH
from skyjo_agents.action.standing import write_endings, write_gifts, write_now, write_points
from skyjo_agents.action.turns import choose_place, choose_source
from skyjo_sim.agent import policy
from skyjo_sim.kernels.action.actions import FLIP, OPENING, PLACE, SOURCE
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import ROW

__all__ = ["action_cutoff_policy"]


@inner
def fill(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Fill the work sheet, the habits written, but for what action cards gain."""
    hidden, cleared = np.int64(table.hidden[seat]), np.int64(table.cleared[seat])
    write_chances(table, seat, sheet)
    write_points(table, seat, sheet)
    write_now(table, seat, sheet)
    write_gifts(table, seat, sheet)
    write_cards(table, seat, sheet[OWN])
    write_endings(table, seat, sheet)
    write_gains(table, seat, sheet)
    write_best(hidden, cleared, sheet)
    write_flips(hidden, sheet)
    write_turn(table, sheet)


@merged
def choose(table, seat, params):  # type: ignore[no-untyped-def]
    """Return the answer of the rules of thumb; -1 where any will do."""
    if table.phase == OPENING:
        left = np.int64(table.hidden[seat]) & ~np.int64(table.chosen)
        return FLIP + lowest(left & ROW if left & ROW else left)
    sheet = np.empty((N_ROWS, WIDTH))
    for place in range(WIDTH):
        sheet[HABITS, place] = params.values[place]
    fill(table, seat, sheet)
    if table.phase == PLACE:
        return choose_place(table, sheet)
    write_effects(table, seat, sheet)
    if table.phase == SOURCE:
        return choose_source(table, seat, sheet)
    return answer_choice(table, seat, sheet)


@policy
def action_cutoff_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """Answer by the habits in ``params.values``; by the lowest legal id where they have no answer."""
    action = choose(table, seat, params)
    return action if allows(table, action) else lowest_legal(table)

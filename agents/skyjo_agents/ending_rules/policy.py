"""The compiled policy of the ending rules that look at points."""

from pathlib import Path

import numpy as np

from skyjo_agents.ending_rules.endings import can_end, card_to_place, flipping_at, has_card, pass_on, placing_at
from skyjo_agents.ending_rules.numbers import AHEAD, BELOW, FIRST, RULE, SECOND
from skyjo_agents.ending_rules.points import best_rival, points_by_flip
from skyjo_agents.one_ply.ending import own_points
from skyjo_sim.agent import policy
from skyjo_sim.kernels.bases import ask_base
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["ending_policy"]

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def allows(table, seat, points, rule):  # type: ignore[no-untyped-def]
    """Tell whether the rule allows to end with so many points."""
    if rule[RULE] == BELOW:
        return points <= rule[FIRST]
    return rule[RULE] == AHEAD and best_rival(table, seat) >= rule[FIRST] * points + rule[SECOND]


@policy
def ending_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """End as soon as the rule in ``params.values`` allows, and not before; else answer as the base does."""
    if not can_end(table, seat):
        return ask_base(table, seat, params, stream)
    slot = lowest(np.int64(table.hidden[seat]))
    if has_card(table):
        points = np.float64(own_points(table, seat, slot, card_to_place(table)))
        if allows(table, seat, points, params.values):
            return placing_at(table, slot)
    answer = ask_base(table, seat, params, stream)
    if answer == flipping_at(table, slot):
        is_allowed = allows(table, seat, points_by_flip(table, seat, slot), params.values)
        return answer if is_allowed else pass_on(table, seat, answer)
    return pass_on(table, seat, answer) if answer == placing_at(table, slot) else answer

"""The compiled policy of the ending rule that looks at the penalty. Apart from the others', which compile in a moment."""

from pathlib import Path

import numpy as np

from skyjo_agents.ending_rules.endings import can_end, card_to_place, flipping_at, has_card, pass_on, placing_at
from skyjo_agents.ending_rules.numbers import FIRST, SECOND
from skyjo_agents.ending_rules.penalty import expected_penalty
from skyjo_agents.one_ply.ending import own_points
from skyjo_sim.agent import policy
from skyjo_sim.kernels.bases import ask_base
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.compiler import kernel_of

__all__ = ["risk_policy"]

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def allows_risk(table, seat, slot, is_flip, rule):  # type: ignore[no-untyped-def]
    """Tell whether the penalty to be expected is small enough: whatever the chance, if the points are few enough."""
    card = card_to_place(table)
    if not is_flip and rule[FIRST] >= 0 and rule[FIRST] * max(own_points(table, seat, slot, card), 0) <= rule[SECOND]:
        return True
    return rule[FIRST] * expected_penalty(table, seat, slot, card, is_flip) <= rule[SECOND]


@policy
def risk_policy(table, seat, params, stream):  # type: ignore[no-untyped-def]
    """End as soon as the rule in ``params.values`` allows, and not before; else answer as the base does."""
    if not can_end(table, seat):
        return ask_base(table, seat, params, stream)
    slot = lowest(np.int64(table.hidden[seat]))
    if has_card(table) and allows_risk(table, seat, slot, False, params.values):
        return placing_at(table, slot)
    answer = ask_base(table, seat, params, stream)
    if answer == flipping_at(table, slot):
        return answer if allows_risk(table, seat, slot, True, params.values) else pass_on(table, seat, answer)
    return pass_on(table, seat, answer) if answer == placing_at(table, slot) else answer

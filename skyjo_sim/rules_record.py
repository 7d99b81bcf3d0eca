"""The record of plain numbers that kernels read, made from rules."""

from typing import cast

import numpy as np

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.action_rules_record import action_rules_record, n_ids_of_action
from skyjo_sim.games import Game
from skyjo_sim.kernels import actions
from skyjo_sim.kernels.layout import RULES
from skyjo_sim.rules import Rules
from skyjo_sim.rules_numbers import shared_numbers
from skyjo_sim.switches import ColumnRule, FlipAfterDiscard


def rules_record(rules: Rules) -> np.record:
    """Return a new record for the kernels: of the type `skyjo_sim.kernels.layout.RULES`, or its like in Skyjo Action."""
    if rules.game == Game.ACTION:
        return action_rules_record(cast(ActionRules, rules))
    record: np.record = np.zeros(1, RULES)[0]
    for name, number in shared_numbers(rules).items():
        record[name] = number
    return record


def n_actions(rules: Rules) -> int:
    """Return the number of action ids under these rules: the largest that can be legal, plus 1.

    Every game from the deal keeps to it; a position made by hand in which the mover has no hidden card allows
    `skyjo_sim.kernels.actions.PASS` besides.
    """
    if rules.game == Game.ACTION:
        return n_ids_of_action(cast(ActionRules, rules))
    if rules.column_rule == ColumnRule.OPTIONAL:
        return actions.N_ACTIONS
    if rules.discard_take_then_flip:
        return actions.CLEAR_LINE
    if rules.flip_after_discard == FlipAfterDiscard.OPTIONAL:
        return actions.FLIP_INSTEAD
    return actions.N_OFFICIAL_ACTIONS

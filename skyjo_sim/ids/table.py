"""The table of action ids under given rules."""

from typing import cast

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.games import Game
from skyjo_sim.ids.action import action_meanings
from skyjo_sim.ids.classic import classic_meanings, shared_meanings
from skyjo_sim.ids.meaning import Meaning
from skyjo_sim.rules import Rules


def meanings_of(rules: Rules) -> list[Meaning]:
    """Return what the action ids mean that can be legal under these rules, in ascending order.

    An id stands in several entries where it means different things when it is asked for in different phases. A position
    made by hand may allow `skyjo_sim.kernels.actions.PASS` besides: to a mover who can do nothing else.
    """
    if rules.game == Game.ACTION:
        own = action_meanings(cast(ActionRules, rules))
    else:
        own = classic_meanings(rules)
    return sorted([*shared_meanings(rules), *own], key=lambda meaning: min(meaning.things))

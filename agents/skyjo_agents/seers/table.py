"""The upper bound with all hidden cards in sight."""

from skyjo_agents.personas.statistician import HABITS
from skyjo_agents.seers.policy import seer_policy
from skyjo_agents.seers.sight import TABLE_CARDS
from skyjo_sim.seer import Seer

__all__ = ["table_seer"]


def table_seer() -> Seer:
    """Make ``table_seer``.

    Idea: play as `own_seer`, but with everybody's hidden cards in sight: it knows what the others really have, and so when
    to end the round, and which cards are left to be drawn.
    Provenance: own code; an upper bound, which no fair agent reaches.
    Ignores: the order of the draw pile, which nobody can know.
    """
    return Seer("table_seer", seer_policy, (*HABITS.params(), TABLE_CARDS))

"""The upper bound with the own hidden cards in sight."""

from skyjo_agents.personas.statistician import HABITS
from skyjo_agents.seers.policy import seer_policy
from skyjo_agents.seers.sight import OWN_CARDS
from skyjo_sim.seer import Seer

__all__ = ["own_seer"]


def own_seer() -> Seer:
    """Make ``own_seer``.

    Idea: play as `statistician`, but with the own hidden cards in sight: they count what they are. The difference to
    `statistician` is what that is worth.
    Provenance: own code; an upper bound, which no fair agent reaches.
    Ignores: the others' hidden cards. Nobody can know what will be drawn.
    """
    return Seer("own_seer", seer_policy, (*HABITS.params(), OWN_CARDS))

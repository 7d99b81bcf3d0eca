"""The baseline: keep low cards, replace the highest visible one."""

import math

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.baselines import cutoff_policy

__all__ = ["cutoff_agent"]


def cutoff_agent(cutoff: float = 2) -> Agent:
    """Make ``cutoff(c)``.

    Idea: take the discard if it is at most `cutoff`. A card lower than the highest face-up card replaces that card; else a
    card of at most `cutoff` goes to the first hidden slot; else it is thrown away and a random hidden card is flipped
    (without hidden card, the highest face-up card is replaced).
    Provenance: the threshold rule that most published bots reduce to; the definition is the yardstick's.
    Ignores: columns, the other players, when to end the round.

    Raises
    ------
    InputError
        If `cutoff` is not a finite number.
    """
    if not math.isfinite(cutoff):
        raise InputError(f"cutoff must be a finite number, got {cutoff}")
    return Agent(f"cutoff({format_number(cutoff)})", cutoff_policy, (cutoff,))

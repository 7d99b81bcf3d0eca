"""What ending the round now is worth: the others' best last turns, P(doubled), expected scores.

`closing_value` answers for a position. Compiled policies call `p_doubled` or, much faster, `p_doubled_marginals`.
"""

from skyjo_agents.closing.doubling import N_DEALS, p_doubled, p_doubled_marginals
from skyjo_agents.closing.result import ClosingValue, OpponentValue
from skyjo_agents.closing.value import OBJECTIVES, closing_value

__all__ = [
    "N_DEALS",
    "OBJECTIVES",
    "ClosingValue",
    "OpponentValue",
    "closing_value",
    "p_doubled",
    "p_doubled_marginals",
]

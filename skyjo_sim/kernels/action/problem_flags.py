"""One bit for each invariant that only Skyjo Action has, behind those of `skyjo_sim.kernels.problem_flags`."""

LEGAL = 1 << 32
HANDS = 1 << 33
MARKET = 1 << 34
CHOICE_STATE = 1 << 35
THREE = 1 << 36
STAR_RIGHTS = 1 << 37
PENDING = 1 << 38
KNOWLEDGE = 1 << 39
KNOWN = 1 << 40
"""What each means stands in `skyjo_sim.problems`."""

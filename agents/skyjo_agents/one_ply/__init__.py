"""The one-ply evaluation under `columns`, `denier`, `expectation` and `expert`: kernels, and one compiled policy.

A turn is valued by what the own grid is worth after it, in points still to be expected: cards that show at their cost,
hidden cards at the mean of what is unseen less what may still be gained, pairs at the chance of the third card. What may be
drawn or uncovered is averaged exactly over the 15 values. The numbers that weigh all this are the agent's parameters
(`skyjo_agents.one_ply.weights`).
"""

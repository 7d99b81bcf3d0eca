"""Rules of thumb under `greedy`, the personas and the seers: one way to judge a grid, in which each player has its habits.

A card at a slot is worth what the points that show drop by, with a bonus for pairs; the best slot is taken, or a card is
flipped. A player's habits (`skyjo_agents.thumb.habits`) are its parameters. Fair players know what lies face up, seers
more: the same kernels judge both.
"""

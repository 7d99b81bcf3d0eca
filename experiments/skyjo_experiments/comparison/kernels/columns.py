"""The columns of sums by deal."""

ROUNDS = 0
"""Rounds times seats: the denominator of `SCORE` to `ENDED`, `TURNS` and `ABANDONED`."""
SCORE = 1
"""Points after doubling."""
ROUND_WINS = 2
"""Rounds won, in 840ths (`skyjo_sim.kernels.sums.WIN`)."""
ENDED = 3
"""Rounds ended: the denominator of `DOUBLED`."""
DOUBLED = 4
"""Rounds ended and penalised."""
UNITS = 5
"""Games, or independent rounds, times seats: the denominator of `WINS`."""
WINS = 6
"""Games, or independent rounds, won, in 840ths."""
TURNS = 7
"""Turns of the rounds, all seats together."""
ABANDONED = 8
"""Rounds that the turn limit stopped."""
LUCK = 9
"""Points by which chance made the score higher (`kernels.luck_terms`); 0 where it is not asked for."""
N_COLUMNS = 10

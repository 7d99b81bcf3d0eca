"""The records of environments: episodes, what they share, what their steps return."""

import numpy as np

from skyjo_sim.kernels.cards import N_SEATS, N_VALUES
from skyjo_sim.kernels.layout import GAME, RULES, SEATING, STREAM, record

EPISODE = record(
    [
        ("game", GAME),
        ("luck", STREAM, (N_SEATS,)),  # of each seat's opponent
        ("keys", np.uint32, (N_SEATS, 2)),  # of the seats' luck
        ("key", np.uint32, (2,)),  # of the deal
        ("index", np.int64),  # of the episode, which is the game's index
        ("potential", np.float64),  # of the position (`kernels.rewards`)
        ("earned", np.float64),  # reward that the next step pays
        ("agents", np.int8, (N_SEATS,)),  # which opponent sits at a seat; -1 the learner
        ("learner", np.int8),  # its seat
        ("is_over", np.int8),  # nothing can be decided before the next episode
    ]
)
"""One environment: a game in which a learner from outside plays against compiled opponents."""

TASK = record(
    [
        ("is_games", np.int64),  # an episode is a game, else a round
        ("reward", np.int64),  # a constant of `kernels.rewards`
        ("illegal_reward", np.float64),  # what an illegal action earns
        ("shaping", np.float64),  # weight of the potential
        ("seat_choice", np.int64),  # the learner's seat, or a constant of `kernels.episodes`
        ("autoreset", np.int64),  # a constant of `kernels.episodes`
    ]
)
"""What an environment asks of the learner."""

SETUP = record(
    [
        ("rules", RULES),
        ("seating", SEATING),
        ("task", TASK),
        ("at_work", np.int64),  # the environment at work, for error messages
        ("n_ended", np.int64),  # episodes that ended in this call
    ]
)
"""What all environments of a batch share; one for each thread."""

OUTCOME = np.dtype(
    (
        np.record,
        [
            ("reward", "<f8"),
            ("terminated", "?"),
            ("truncated", "?"),
            ("is_illegal", "?"),
            ("is_doubled", "?"),
            ("phase", "<i4"),
            ("turns", "<i8"),
            ("rounds", "<i8"),
            ("seat", "<i8"),
            ("ender", "<i8"),
            ("legal", "<u8", (2,)),
            ("scores", "<i4", (N_SEATS,)),
            ("totals", "<i4", (N_SEATS,)),
        ],
    )
)
"""What a step of an environment returns besides the observation. ``phase`` and ``legal`` (bits) are written where an
illegal action was refused; turns, rounds, the learner's seat, the ender (from the learner's seat on, -1: none), scores,
totals and is_doubled where an episode has ended, about the last round dealt."""

PLANES = np.dtype(
    (
        np.record,
        [
            ("grids", "i1", (N_SEATS, N_VALUES + 2, 3, 4)),
            ("chosen", "i1", (3, 4)),
            ("asked", "i1", (4,)),
            ("phase", "i1", (4,)),
            ("top", "i1", (N_VALUES + 1,)),
            ("drawn", "i1", (N_VALUES + 1,)),
            ("ender", "i1", (N_SEATS + 1,)),
            ("hidden_cards", "<i2", (N_VALUES,)),
            ("pile_cards", "<i2", (N_VALUES,)),
            ("n_pile", "<i2", (1,)),
            ("n_discard", "<i2", (1,)),
            ("last_turns_left", "<i2", (1,)),
            ("turns", "<i4", (1,)),
            ("totals", "<i4", (N_SEATS,)),
        ],
    )
)
"""The structured observation (`kernels.planes`), of which an environment with fewer seats shows the first."""

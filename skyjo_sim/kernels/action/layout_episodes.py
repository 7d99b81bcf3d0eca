"""The records of environments of Skyjo Action; those not named here are the classic ones."""

import numpy as np

from skyjo_sim.kernels.action.actions import N_CHOICES
from skyjo_sim.kernels.action.cards import N_DRAWN, N_EFFECTS, N_FACES, N_KINDS
from skyjo_sim.kernels.action.layout import GAME, RULES, fields_of
from skyjo_sim.kernels.action.lines import N_LINES
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.layout import record
from skyjo_sim.kernels.layout_episodes import EPISODE as CLASSIC_EPISODE
from skyjo_sim.kernels.layout_episodes import SETUP as CLASSIC_SETUP

EPISODE = record([("game", GAME) if name == "game" else (name, kind) for name, kind in fields_of(CLASSIC_EPISODE)])
"""One environment."""

SETUP = record([("rules", RULES) if name == "rules" else (name, kind) for name, kind in fields_of(CLASSIC_SETUP)])
"""What all environments of a batch share."""

PLANES = np.dtype(
    (
        np.record,
        [
            ("grids", "i1", (N_SEATS, N_FACES + 2, 3, 4)),
            ("known", "i1", (N_SEATS, N_FACES, 3, 4)),
            ("marked", "i1", (N_SEATS, 2, 3, 4)),
            ("chosen", "i1", (3, 4)),
            ("phase", "i1", (4,)),
            ("choice", "i1", (N_CHOICES,)),
            ("in_play", "i1", (N_EFFECTS + 1,)),
            ("top", "i1", (N_FACES + 1,)),
            ("drawn", "i1", (N_FACES + 1,)),
            ("three", "i1", (N_DRAWN, N_FACES + 1)),
            ("kept", "i1", (N_DRAWN,)),
            ("first_face", "i1", (3,)),
            ("asked", "i1", (N_LINES,)),
            ("lines", "i1", (N_LINES,)),
            ("decides", "i1", (N_SEATS + 1,)),
            ("ender", "i1", (N_SEATS + 1,)),
            ("target", "i1", (N_SEATS + 1,)),
            ("seats_chosen", "i1", (2, N_SEATS + 1)),
            ("held", "i1", (N_SEATS, N_KINDS)),
            ("locked", "i1", (N_SEATS, N_KINDS)),
            ("market", "i1", (N_KINDS,)),
            ("action_discard", "i1", (N_KINDS,)),
            ("action_top", "i1", (N_KINDS + 1,)),
            ("seen", "<i2", (N_FACES,)),
            ("hidden_cards", "<i2", (N_FACES,)),
            ("pile_cards", "<i2", (N_FACES,)),
            ("n_pile", "<i2", (1,)),
            ("n_discard", "<i2", (1,)),
            ("n_action_pile", "<i2", (1,)),
            ("last_turns_left", "<i2", (1,)),
            ("swaps_left", "<i2", (1,)),
            ("star_rights", "<i2", (1,)),
            ("pending_turns", "<i4", (1,)),
            ("turns", "<i4", (1,)),
            ("totals", "<i4", (N_SEATS,)),
        ],
    )
)
"""The structured observation (`kernels.action.planes`), of which an environment with fewer seats shows the first."""

"""The decisions that may end a round, and how to pass instead."""

from pathlib import Path

import numpy as np

from skyjo_agents.ending_rules.numbers import PATIENCE
from skyjo_sim.kernels.actions import DRAW, FLIP, FLIP_INSTEAD, PLACE, PUT, SOURCE, TAKE
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.piles import can_draw
from skyjo_sim.kernels.views import highest_visible

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def can_end(table, seat):  # type: ignore[no-untyped-def]
    """Tell whether this decision may end the round, and a rule has a say in it."""
    is_turn = table.phase in (SOURCE, PLACE)
    is_early = np.int64(table.turns) < PATIENCE * np.int64(table.n_players)
    return is_turn and is_early and table.ender < 0 and count(np.int64(table.hidden[seat])) == 1


@_kernel
def has_card(table):  # type: ignore[no-untyped-def]
    """Tell whether there is a card that may be placed now."""
    return table.phase == PLACE or table.n_discard > 0


@_kernel
def card_to_place(table):  # type: ignore[no-untyped-def]
    """Return the card that may be placed now: the one drawn, or the top discard."""
    return np.int64(table.drawn) if table.phase == PLACE else np.int64(table.discard_top)


@_kernel
def placing_at(table, slot):  # type: ignore[no-untyped-def]
    """Return the id that places the card at a slot."""
    return PUT + slot if table.phase == PLACE else TAKE + slot


@_kernel
def flipping_at(table, slot):  # type: ignore[no-untyped-def]
    """Return the id that turns up a slot."""
    return FLIP + slot if table.phase == PLACE else FLIP_INSTEAD + slot


@_kernel
def pass_on(table, seat, answer):  # type: ignore[no-untyped-def]
    """Return what does not end the round: a draw, the drawn card on the highest face-up card; else the base's answer."""
    if table.phase == SOURCE:
        return np.int64(DRAW) if can_draw(table) else answer
    _, slot = highest_visible(table, seat)
    return PUT + slot if slot >= 0 else answer

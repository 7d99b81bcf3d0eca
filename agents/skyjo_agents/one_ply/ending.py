"""What it is worth to end the round now: the own points, the risk that they are doubled, what the others are left with."""

import math
from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.potentials import mean_change
from skyjo_agents.one_ply.sheet import FLIPS, UNSEEN
from skyjo_agents.one_ply.weights import END, END_PER_HIDDEN, LAST_GAIN, LAST_SPREAD, RISK
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.scoring import points_shown

_kernel = kernel_of(Path(__file__).parents[1])

_LOGISTIC = 1.702
"""With this factor the logistic curve is within 0.01 of the normal distribution function."""
_GOOD_CARD = 2.0
"""What a last turn brings in place of the highest card."""


@_kernel
def own_points(table, seat, slot, card):  # type: ignore[no-untyped-def]
    """Return the points that show when `card` lies at `slot`, a column that it completes being cleared."""
    visible, points = table.visible[seat], points_shown(table, seat)
    old = np.int64(visible[slot])
    points += card - (old if old >= LOWEST_CARD else 0)
    first = slot - slot % 3
    for other in range(first, first + 3):
        if other != slot and visible[other] != card:
            return points
    return points - 3 * card


@_kernel
def highest_charge(table, seat, mean):  # type: ignore[no-untyped-def]
    """Return the highest card of a grid, a hidden one counted as the mean."""
    highest = mean if table.hidden[seat] != 0 else np.float64(LOWEST_CARD)
    for slot in range(N_SLOTS):
        card = np.float64(table.visible[seat, slot])
        if card >= LOWEST_CARD:
            highest = max(highest, card)
    return highest


@_kernel
def expected_points(table, seat, mean, weights):  # type: ignore[no-untyped-def]
    """Return about the points that another player has after its last turn."""
    points = points_shown(table, seat) + count(np.int64(table.hidden[seat])) * mean
    return points - weights[LAST_GAIN] * max(highest_charge(table, seat, mean) - _GOOD_CARD, 0.0)


@_kernel
def chance_at_most(points, expected, spread):  # type: ignore[no-untyped-def]
    """Return about the chance that a total is at most `points`, whole numbers taken at their upper halves."""
    return 1.0 / (1.0 + math.exp(-_LOGISTIC * (points + 0.5 - expected) / spread))


@_kernel
def chance_doubled(table, seat, points, mean, variance, weights):  # type: ignore[no-untyped-def]
    """Return about the chance that an ender with so many points is penalised, the others taken as independent."""
    if points <= 0:
        return 0.0
    ahead = 1.0
    for other in range(np.int64(table.n_players)):
        if other != seat:
            expected = expected_points(table, other, mean, weights)
            hidden = count(np.int64(table.hidden[other]))
            spread = math.sqrt(hidden * variance + weights[LAST_SPREAD] * weights[LAST_SPREAD])
            ahead *= 1.0 - chance_at_most(points, expected, spread)
    return 1.0 - ahead


@_kernel
def others_hidden(table, seat):  # type: ignore[no-untyped-def]
    """Return the others' hidden cards, on average."""
    hidden = 0
    for other in range(np.int64(table.n_players)):
        hidden += 0 if other == seat else count(np.int64(table.hidden[other]))
    return hidden / (table.n_players - 1.0)


@_kernel
def write_endings(table, seat, mean, variance, worth, weights, sheet):  # type: ignore[no-untyped-def]
    """Rewrite the row of the last hidden slot: what is done there ends the round."""
    slot = lowest(np.int64(table.hidden[seat]))
    bonus = weights[END] + weights[END_PER_HIDDEN] * others_hidden(table, seat)
    for value in range(N_VALUES):
        points = own_points(table, seat, slot, value + LOWEST_CARD)
        doubled = 0.0
        if weights[RISK] > 0:
            doubled = weights[RISK] * chance_doubled(table, seat, points, mean, variance, weights)
        sheet[slot, value] = points * (1.0 + doubled) - bonus - worth
    sheet[FLIPS, slot] = mean_change(sheet[slot], sheet[UNSEEN])

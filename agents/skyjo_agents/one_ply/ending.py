"""What it is worth to end the round now: the own points, the risk that they are doubled, what the others are left with."""

import math
from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.potentials import mean_change
from skyjo_agents.one_ply.sheet import FLIPS, OTHERS, UNSEEN
from skyjo_agents.one_ply.weights import END, END_PER_HIDDEN, LAST_GAIN, LAST_SPREAD, RISK
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, N_SEATS, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.scoring import points_shown

_kernel = kernel_of(Path(__file__).parents[1])

_LOGISTIC = 1.702
"""With this factor the logistic function is within 0.01 of the normal distribution function."""
_GOOD_CARD = 2.0
"""What a last turn brings in place of the highest card."""


@_kernel
def pair_beside(visible, slot):  # type: ignore[no-untyped-def]
    """Return the card that would complete the column of a slot, a card below the lowest if none would."""
    first, row = slot - slot % 3, slot % 3
    card = np.int64(visible[first + (row + 1) % 3])
    return card if card >= LOWEST_CARD and card == visible[first + (row + 2) % 3] else np.int64(LOWEST_CARD - 1)


@_kernel
def own_points(table, seat, slot, card):  # type: ignore[no-untyped-def]
    """Return the points that show when `card` lies at `slot`, a column that it completes being cleared."""
    old = np.int64(table.visible[seat, slot])
    points = points_shown(table, seat) - (old if old >= LOWEST_CARD else 0)
    return points - 2 * card if card == pair_beside(table.visible[seat], slot) else points + card


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
def write_others(table, seat, mean, variance, weights, sheet):  # type: ignore[no-untyped-def]
    """Write for each other player about the points it will have, and how steeply the chance of fewer rises there."""
    for other in range(np.int64(table.n_players)):
        hidden = count(np.int64(table.hidden[other]))
        spread = math.sqrt(hidden * variance + weights[LAST_SPREAD] * weights[LAST_SPREAD])
        sheet[OTHERS, other] = expected_points(table, other, mean, weights)
        sheet[OTHERS, N_SEATS + other] = 0.0 if other == seat else _LOGISTIC / spread


@_kernel
def chance_doubled(points, n_players, sheet):  # type: ignore[no-untyped-def]
    """Return about the chance that an ender with so many points is penalised, the others taken as independent.

    Totals are taken as normal about what is written of the others, whole numbers at their upper halves.
    """
    if points <= 0:
        return 0.0
    ahead = 1.0
    for other in range(n_players):
        slope = sheet[OTHERS, N_SEATS + other]
        if slope > 0:
            ahead *= 1.0 - 1.0 / (1.0 + math.exp(-slope * (points + 0.5 - sheet[OTHERS, other])))
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
    slot, n_players = lowest(np.int64(table.hidden[seat])), np.int64(table.n_players)
    bonus = weights[END] + weights[END_PER_HIDDEN] * others_hidden(table, seat)
    completing, shown = pair_beside(table.visible[seat], slot), points_shown(table, seat)
    write_others(table, seat, mean, variance, weights, sheet)
    for value in range(N_VALUES):
        card = value + LOWEST_CARD
        points = shown + (-2 * card if card == completing else card)
        doubled = weights[RISK] * chance_doubled(points, n_players, sheet) if weights[RISK] > 0 else 0.0
        sheet[slot, value] = points * (1.0 + doubled) - bonus - worth
    sheet[FLIPS, slot] = mean_change(sheet[slot], sheet[UNSEEN])

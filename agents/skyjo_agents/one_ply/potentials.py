"""What a grid is worth: costs, charges and pairs, and what each card would change at each slot."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.sheet import COST, FLIPS, OPEN_PAIRS, PAIRS, UNSEEN, WIDTH
from skyjo_agents.one_ply.weights import (
    DISCOUNT,
    DISCOUNT_FROM,
    HOPE,
    HOPE_PER_HIDDEN,
    HOPE_PER_TURN,
    PAIR,
    PAIR_POINTS,
    TURNS,
)
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import COLUMN, LOWEST_CARD, N_COLUMNS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of

_kernel = kernel_of(Path(__file__).parents[1])

_COLUMN_CARDS = 3.0
_PATIENCE = 30.0
_IMPATIENCE = 0.5
"""After 30 turns of each seat hidden cards are charged half a point more a turn: waiting players come to an end."""


@_kernel
def fewest_hidden(table):  # type: ignore[no-untyped-def]
    """Return the fewest hidden cards that a seat has: the turns that are left at least."""
    fewest = count(np.int64(table.hidden[0]))
    for seat in range(1, np.int64(table.n_players)):
        fewest = min(fewest, count(np.int64(table.hidden[seat])))
    return fewest


@_kernel
def impatience(table):  # type: ignore[no-untyped-def]
    """Return what a hidden card is charged for the length of the round."""
    return _IMPATIENCE * max(table.turns / np.float64(table.n_players) - _PATIENCE, 0.0)


@_kernel
def write_costs(table, seat, weights, mean, sheet):  # type: ignore[no-untyped-def]
    """Write costs and pair values while the round goes on; return what a hidden card is charged."""
    turns = np.float64(fewest_hidden(table))
    chances = weights[PAIR] * (turns + weights[TURNS])
    for value in range(N_VALUES):
        card = np.float64(value + LOWEST_CARD)
        sheet[COST, value] = card - weights[DISCOUNT] * max(card - weights[DISCOUNT_FROM], 0.0)
        odds = max(chances * sheet[UNSEEN, value], 0.0)
        worth = odds / (1.0 + odds) * max(_COLUMN_CARDS * card + weights[PAIR_POINTS], 0.0)
        sheet[PAIRS, value] = worth
        sheet[OPEN_PAIRS, value] = worth
    own = np.float64(count(np.int64(table.hidden[seat])))
    hope = weights[HOPE] + weights[HOPE_PER_TURN] * turns + weights[HOPE_PER_HIDDEN] * own
    return mean - hope + impatience(table)


@_kernel
def write_last_costs(mean, sheet):  # type: ignore[no-untyped-def]
    """Write costs and pair values in the last turn: points, and the chance that the final reveal completes a column."""
    for value in range(N_VALUES):
        card = np.float64(value + LOWEST_CARD)
        sheet[COST, value] = card
        sheet[PAIRS, value] = 0.0
        sheet[OPEN_PAIRS, value] = sheet[UNSEEN, value] * _COLUMN_CARDS * card
    return mean


@_kernel
def charge(card, hidden_charge, sheet):  # type: ignore[no-untyped-def]
    """Return what a slot is charged."""
    return sheet[COST, card - LOWEST_CARD] if card >= LOWEST_CARD else hidden_charge


@_kernel
def pair_worth(card, third, sheet):  # type: ignore[no-untyped-def]
    """Return what two equal cards that show are worth beside the third."""
    return sheet[PAIRS if third >= LOWEST_CARD else OPEN_PAIRS, card - LOWEST_CARD]


@_kernel
def column_worth(first, second, third, hidden_charge, sheet):  # type: ignore[no-untyped-def]
    """Return the points that a column is charged. A card below the lowest is hidden."""
    worth = charge(first, hidden_charge, sheet) + charge(second, hidden_charge, sheet)
    worth += charge(third, hidden_charge, sheet)
    if first >= LOWEST_CARD and first == second:
        worth -= pair_worth(first, third, sheet)
    elif first >= LOWEST_CARD and first == third:
        worth -= pair_worth(first, second, sheet)
    elif second >= LOWEST_CARD and second == third:
        worth -= pair_worth(second, first, sheet)
    return worth


@_kernel
def write_slot(slot, beside, other, worth, hidden_charge, mean_cost, sheet):  # type: ignore[no-untyped-def]
    """Write what each card changes at a slot beside two cards, in a column that is worth `worth` now; return the mean.

    The mean is over the chances of a hidden card, ``mean_cost`` that of its cost: only cards equal to a neighbour differ
    from their cost by more than what all cards have in common.
    """
    row, unseen = sheet[slot], sheet[UNSEEN]
    is_pair = beside >= LOWEST_CARD and beside == other
    rest = charge(beside, hidden_charge, sheet) + charge(other, hidden_charge, sheet) - worth
    if is_pair:
        rest -= sheet[PAIRS, beside - LOWEST_CARD]
    for value in range(WIDTH):
        row[value] = sheet[COST, value] + rest
    mean = mean_cost + rest
    if is_pair:
        value = beside - LOWEST_CARD
        mean -= unseen[value] * (row[value] + worth)
        row[value] = -worth
        return mean
    if beside >= LOWEST_CARD:
        value, gain = beside - LOWEST_CARD, pair_worth(beside, other, sheet)
        row[value] -= gain
        mean -= unseen[value] * gain
    if other >= LOWEST_CARD:
        value, gain = other - LOWEST_CARD, pair_worth(other, beside, sheet)
        row[value] -= gain
        mean -= unseen[value] * gain
    return mean


@_kernel
def mean_change(row, chances):  # type: ignore[no-untyped-def]
    """Return the mean of a row of the sheet over the values by their chances."""
    total = 0.0
    for value in range(N_VALUES):
        total += chances[value] * row[value]
    return total


@_kernel
def write_grid(table, seat, hidden_charge, sheet):  # type: ignore[no-untyped-def]
    """Write what each card changes at each slot and what each flip changes; return what the grid is worth."""
    visible, total = table.visible[seat], 0.0
    cleared = np.int64(table.cleared[seat])
    mean_cost, flips = mean_change(sheet[COST], sheet[UNSEEN]), sheet[FLIPS]
    for column in range(N_COLUMNS):
        slot = 3 * column
        if cleared >> slot & COLUMN == COLUMN:  # rows, by house rule, clear a column in part
            continue
        first, second, third = np.int64(visible[slot]), np.int64(visible[slot + 1]), np.int64(visible[slot + 2])
        worth = column_worth(first, second, third, hidden_charge, sheet)
        flips[slot] = write_slot(slot, second, third, worth, hidden_charge, mean_cost, sheet)
        flips[slot + 1] = write_slot(slot + 1, first, third, worth, hidden_charge, mean_cost, sheet)
        flips[slot + 2] = write_slot(slot + 2, first, second, worth, hidden_charge, mean_cost, sheet)
        total += worth
    return total

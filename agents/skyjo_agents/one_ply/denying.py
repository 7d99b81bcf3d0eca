"""What a discard gives the next player, beyond what a card drawn would."""

from pathlib import Path

import numpy as np

from skyjo_agents.one_ply.ending import highest_charge
from skyjo_agents.one_ply.potentials import mean_change
from skyjo_agents.one_ply.sheet import DRAWN, FED, FLIPS, UNSEEN, WIDTH
from skyjo_agents.one_ply.weights import DENIAL
from skyjo_sim.kernels.cards import LOWEST_CARD, N_COLUMNS, N_SLOTS, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.turn import following_seat

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def write_completed(table, seat, mean, sheet):  # type: ignore[no-untyped-def]
    """Raise what a seat gains by the cards that complete a column of its."""
    visible = table.visible[seat]
    for column in range(N_COLUMNS):
        for row in range(3):
            card = np.int64(visible[3 * column + row])
            third = np.int64(visible[3 * column + (row + 2) % 3])
            if card >= LOWEST_CARD and card == visible[3 * column + (row + 1) % 3]:
                gain = 2.0 * card + (np.float64(third) if third >= LOWEST_CARD else mean)
                value = card - LOWEST_CARD
                sheet[FED, value] = max(sheet[FED, value], gain)


@_kernel
def write_fed(table, seat, mean, weights, sheet):  # type: ignore[no-untyped-def]
    """Write what each discard gives the next player, weighted; nothing where it has no turn any more.

    What counts are points against the mean of the others, of which one of many moves little.
    """
    following = following_seat(seat, np.int64(table.n_players))
    for value in range(WIDTH):
        sheet[FED, value] = 0.0
    if table.ender == following:
        return
    highest = highest_charge(table, following, mean)
    for value in range(N_VALUES):
        sheet[FED, value] = max(highest - (value + LOWEST_CARD), 0.0)
    write_completed(table, following, mean, sheet)
    usual, weight = mean_change(sheet[FED], sheet[DRAWN]), weights[DENIAL] / (table.n_players - 1.0)
    for value in range(N_VALUES):
        sheet[FED, value] = weight * max(sheet[FED, value] - usual, 0.0)


@_kernel
def charge_discards(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Add to every placement what the card that it discards gives the next player."""
    hidden, mean = np.int64(table.hidden[seat]), mean_change(sheet[FED], sheet[UNSEEN])
    for slot in range(N_SLOTS):
        card = np.int64(table.visible[seat, slot])
        fed = sheet[FED, card - LOWEST_CARD] if card >= LOWEST_CARD else mean
        if card >= LOWEST_CARD or hidden >> slot & 1:
            for value in range(WIDTH):
                sheet[slot, value] += fed


assert FED > FLIPS

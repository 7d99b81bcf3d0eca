"""The penalty that ending now has to expect: what is left on the table then, and the chance that somebody is not worse."""

from pathlib import Path

import numpy as np

from skyjo_agents.closing.doubling import p_doubled_marginals
from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.ending import own_points
from skyjo_agents.one_ply.sheet import N_ROWS, UNSEEN, WIDTH
from skyjo_sim.kernels.actions import PLACE
from skyjo_sim.kernels.cards import CLEARED, COLUMN, LOWEST_CARD, N_VALUES
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.layout import TABLE
from skyjo_sim.kernels.lines import is_complete_column
from skyjo_sim.kernels.turn import following_seat

_kernel = kernel_of(Path(__file__).parents[1])


@_kernel
def show_cards(after, hidden_card):  # type: ignore[no-untyped-def]
    """Count the last hidden card as seen, and the drawn one if there is one."""
    after.seen[hidden_card - LOWEST_CARD] += 1
    if after.phase == PLACE:
        drawn = np.int64(after.drawn) - LOWEST_CARD
        if after.n_reshuffles == 0:
            after.seen[drawn] += 1
        else:
            after.pool[drawn] -= 1


@_kernel
def lay_last(after, seat, slot, card, thrown):  # type: ignore[no-untyped-def]
    """End the round on a copy of the table: `card` lies at the last hidden slot, `thrown` on the discard pile."""
    column = slot // 3
    after.hidden[seat] = 0
    after.visible[seat, slot] = card
    after.discard_top = thrown
    if is_complete_column(after.visible[seat], column):
        after.visible[seat, 3 * column : 3 * column + 3] = CLEARED
        after.cleared[seat] |= COLUMN << 3 * column
        after.discard_top = card
    after.ender = seat
    after.last_turns_left = after.n_players - 1
    after.seat = following_seat(seat, np.int64(after.n_players))


@_kernel
def expected_penalty(table, seat, slot, card, is_flip):  # type: ignore[no-untyped-def]
    """Return the points that the penalty has to be expected to cost, over all values of the last hidden card.

    That card is replaced by `card`, or turned up, `card` being thrown away (or staying on the discard pile).
    """
    sheet, tables, penalty = np.empty((N_ROWS, WIDTH)), np.empty(1, TABLE), 0.0
    write_chances(table, sheet)
    for value in range(N_VALUES):
        last = value + LOWEST_CARD
        points = own_points(table, seat, slot, last if is_flip else card)
        if sheet[UNSEEN, value] > 0 and points > 0:
            tables[0] = table
            show_cards(tables[0], last)
            lay_last(tables[0], seat, slot, last if is_flip else card, card if is_flip else last)
            penalty += sheet[UNSEEN, value] * points * p_doubled_marginals(tables[0], seat, points)
    return penalty

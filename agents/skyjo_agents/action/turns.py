"""The decisions about playing cards and about which action card to take, play or throw away."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.effects import protection, worth_of
from skyjo_agents.action.habits import CUTOFF, TAKE_ACTION
from skyjo_agents.action.ids import allows
from skyjo_agents.action.placing import NOTHING
from skyjo_agents.action.sheet import (
    BEST,
    BEST_SLOT,
    CHANCE_TO_PLAY,
    DRAW_GAIN,
    EFFECTS,
    FLIP_GAIN,
    FLIP_SLOT,
    GIFTS,
    HABITS,
    NOW,
)
from skyjo_agents.action.standing import holding_cost
from skyjo_sim.kernels.action.actions import DRAW, FLIP, PASS, PLAY, PUT, TAKE, TAKE_MARKET, TAKE_PILE, THROW
from skyjo_sim.kernels.action.cards import DEFENSE, N_KINDS
from skyjo_sim.kernels.cards import LOWEST_CARD

UNSEEN = 0.5
"""Share of the mean worth of an action card that one taken unseen is expected to have."""


@inner
def worth_to_hold(table, seat, kind, sheet):  # type: ignore[no-untyped-def]
    """Return what it is worth to get an action card, less what it may cost at the end."""
    worth = sheet[NOW, CHANCE_TO_PLAY] * worth_of(kind, sheet)
    if kind == DEFENSE and table.held[seat, DEFENSE] == 0:
        worth = max(worth, protection(table, seat, sheet))
    return worth - holding_cost(np.float64(table.n_held[seat]) + 1.0, sheet)


@inner
def worth_unseen(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return what it is worth to get an action card from the pile."""
    worth = 0.0
    for kind in range(N_KINDS):
        worth += worth_of(kind, sheet)
    return sheet[NOW, CHANCE_TO_PLAY] * UNSEEN * worth / N_KINDS - holding_cost(
        np.float64(table.n_held[seat]) + 1.0, sheet
    )


@inner
def best_card_to_take(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the id that takes the most useful action card, and what that is worth."""
    chosen, best = np.int64(-1), NOTHING
    for place in range(np.int64(table.n_market)):
        worth = worth_to_hold(table, seat, np.int64(table.market[place]), sheet)
        if worth > best and allows(table, TAKE_MARKET + place):
            chosen, best = np.int64(TAKE_MARKET + place), worth
    if allows(table, TAKE_PILE):
        worth = worth_unseen(table, seat, sheet)
        if worth > best:
            chosen, best = np.int64(TAKE_PILE), worth
    return chosen, best


@inner
def best_card_to_use(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the id that plays or throws away an action card, and what that gains, the cost of holding it included."""
    chosen, best = np.int64(-1), NOTHING
    relief = holding_cost(np.float64(table.n_held[seat]), sheet)
    for kind in range(N_KINDS):
        if table.held[seat, kind] > 0:
            gain = sheet[EFFECTS, kind] + relief
            if gain > best and allows(table, PLAY + kind):
                chosen, best = np.int64(PLAY + kind), gain
            gain = relief - worth_of(kind, sheet)
            if gain > best and allows(table, THROW + kind):
                chosen, best = np.int64(THROW + kind), gain
    return chosen, best


@inner
def choose_playing_card(table, sheet):  # type: ignore[no-untyped-def]
    """Return the id that takes the discard or draws, and what that gains."""
    chosen, best = np.int64(DRAW), NOTHING
    if allows(table, DRAW):
        best = sheet[NOW, DRAW_GAIN]
    if table.n_discard > 0:
        face = np.int64(table.discard_top) - LOWEST_CARD
        if sheet[BEST, face] > best + sheet[HABITS, CUTOFF]:
            chosen, best = TAKE + np.int64(sheet[BEST_SLOT, face]), sheet[BEST, face]
    return chosen, best


@inner
def choose_source(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Choose what to do with a turn: whatever gains most."""
    chosen, best = choose_playing_card(table, sheet)
    action, gain = best_card_to_use(table, seat, sheet)
    if gain > best:
        chosen, best = action, gain
    action, gain = best_card_to_take(table, seat, sheet)
    return action if gain > best + sheet[HABITS, TAKE_ACTION] else chosen


@inner
def choose_place(table, sheet):  # type: ignore[no-untyped-def]
    """Put the drawn card at its best slot if that gains more than to throw it away for a flip."""
    face = np.int64(table.drawn) - LOWEST_CARD
    slot, flipped = np.int64(sheet[BEST_SLOT, face]), np.int64(sheet[NOW, FLIP_SLOT])
    thrown = -sheet[GIFTS, face]
    is_passing = allows(table, PASS)
    if flipped >= 0 and not (is_passing and sheet[NOW, FLIP_GAIN] < 0):
        return FLIP + flipped if sheet[NOW, FLIP_GAIN] + thrown > sheet[BEST, face] else PUT + slot
    return np.int64(PASS) if is_passing and thrown > sheet[BEST, face] else PUT + slot


@inner
def choose_right(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Take an action card for a star if it is worth it, else decline."""
    action, gain = best_card_to_take(table, seat, sheet)
    return action if gain > sheet[HABITS, TAKE_ACTION] else np.int64(PASS)

"""What it gains to play each action card now, and what it is worth to have it."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.habits import PROTECTION, TRUST
from skyjo_agents.action.ids import allows
from skyjo_agents.action.placing import NOTHING, charge, flip_gain, write_cards
from skyjo_agents.action.sheet import (
    CHANCES,
    DRAW_GAIN,
    DRAWN,
    EFFECTS,
    GAINS,
    HABITS,
    MEAN,
    NOW,
    OTHER,
    TURN,
    WEIGHTS,
    WIDTH,
)
from skyjo_agents.action.swapping import best_own_swap, best_partner
from skyjo_sim.kernels.action.actions import CHOOSE_KIND
from skyjo_sim.kernels.action.cards import (
    BLANK,
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    METEOR,
    N_KINDS,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, LOWEST_CARD, N_SLOTS

LOOK = 0.3
"""What it is worth to know a hidden card."""


@inner
def harm_at(table, other, sheet):  # type: ignore[no-untyped-def]
    """Return the slot of another player whose card is best replaced by lot, and how many points that costs.

    A hidden card that nobody knows is no target: turning it up helps towards the end of the round.
    """
    cards, chosen, most = sheet[OTHER], np.int64(-1), NOTHING
    write_cards(table, other, cards)
    for slot in range(N_SLOTS):
        if cards[slot] >= LOWEST_CARD:
            harm = sheet[NOW, MEAN] - charge(cards[slot], sheet)
            if harm > most:
                chosen, most = np.int64(slot), harm
    return chosen, most


@inner
def own_target(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the own slot whose card is best replaced by lot, and what that gains."""
    hidden, chosen, best = np.int64(table.hidden[seat]), np.int64(-1), NOTHING
    left = ALL_SLOTS & ~np.int64(table.cleared[seat])
    while left:
        slot = lowest(left)
        left &= left - 1
        gain = 0.0
        for face in range(WIDTH):
            gain += sheet[CHANCES, face] * sheet[GAINS + face, slot]
        if hidden == np.int64(1) << slot:
            gain = min(gain, flip_gain(slot, hidden, sheet))
        if gain > best:
            chosen, best = slot, gain
    return chosen, best


@inner
def meteor_gain(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return what a Meteor shower gains: own points saved, and those of others that no Defence protects."""
    slot, gain = own_target(table, seat, sheet)
    gain = gain if slot >= 0 else 0.0
    for other in range(np.int64(table.n_players)):
        if other != seat and table.held[other, DEFENSE] == 0:
            target, harm = harm_at(table, other, sheet)
            if target >= 0:
                gain += sheet[WEIGHTS, other] * harm
    return gain


@inner
def best_loot(table, victim, sheet):  # type: ignore[no-untyped-def]
    """Return the most useful kind in front of a player, and what it gains to have it."""
    chosen, best = np.int64(-1), NOTHING
    for kind in range(N_KINDS):
        if table.held[victim, kind] > 0:
            worth = worth_of(kind, sheet)
            if worth > best:
                chosen, best = np.int64(kind), worth
    return chosen, best


@inner
def best_victim(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return from whom to steal, and what that gains with the turn that follows; -1 where all have a Defence or nothing."""
    chosen, best = np.int64(-1), NOTHING
    for other in range(np.int64(table.n_players)):
        if other != seat and table.n_held[other] > 0 and table.held[other, DEFENSE] == 0:
            _, worth = best_loot(table, other, sheet)
            gain = sheet[NOW, TURN] + (1.0 + sheet[WEIGHTS, other]) * max(worth, 0.0)
            if gain > best:
                chosen, best = np.int64(other), gain
    return chosen, best


@inner
def best_discarded(table, is_asked, sheet):  # type: ignore[no-untyped-def]
    """Return the kind of the action discards that it gains most to carry out, and what; -1 where there is none.

    Where the choice is asked for, of the kinds that may be chosen.
    """
    chosen, best = np.int64(-1), NOTHING
    for position in range(np.int64(table.n_action_discard)):
        kind = np.int64(table.action_discard[position])
        if is_asked and not allows(table, CHOOSE_KIND + kind):
            continue
        if kind not in (REACTIVATE, BLANK) and sheet[EFFECTS, kind] > best:
            chosen, best = kind, sheet[EFFECTS, kind]
    return chosen, best


@inner
def protection(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return what a Defence is worth: by the attacks that others hold, and a little for those that may come."""
    n_attacks = 1.0
    for other in range(np.int64(table.n_players)):
        if other != seat:
            for kind in (SWAP_PLAYERS, STEAL, METEOR):
                n_attacks += 2.0 * np.float64(table.held[other, kind])
    return 0.5 * sheet[HABITS, PROTECTION] * n_attacks


@inner
def draw_three_gain(sheet):  # type: ignore[no-untyped-def]
    """Return about what the best of three drawn cards gains: the mean of the better of two, and half the step to it."""
    gain = 0.0
    for face in range(WIDTH):
        for other in range(WIDTH):
            gain += sheet[CHANCES, face] * sheet[CHANCES, other] * max(sheet[DRAWN, face], sheet[DRAWN, other])
    return 1.5 * gain - 0.5 * sheet[NOW, DRAW_GAIN]


@inner
def worth_of(kind, sheet):  # type: ignore[no-untyped-def]
    """Return what it is worth to have an action card: its effect, less the turn that it takes to play it."""
    if kind == BLANK:
        return 0.0
    return max(sheet[HABITS, TRUST] * sheet[EFFECTS, kind] - sheet[NOW, TURN], 0.0)


@inner
def write_effects(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the row `EFFECTS`. Steal comes after what can be stolen, Reactivation last."""
    effects, turn = sheet[EFFECTS], sheet[NOW, TURN]
    for kind in range(WIDTH):
        effects[kind] = 0.0
    _, gain = best_own_swap(np.int64(table.cleared[seat]), sheet)
    effects[SWAP_OWN] = max(gain, 0.0)
    effects[DOUBLE_TURN] = 2.0 * turn
    effects[DRAW_THREE] = draw_three_gain(sheet)
    effects[REVEAL] = LOOK * min(count(np.int64(table.hidden[seat])), 3)
    effects[DEFENSE] = turn - (protection(table, seat, sheet) if table.held[seat, DEFENSE] == 1 else 0.0)
    partner, gain = best_partner(table, seat, sheet)
    effects[SWAP_PLAYERS] = gain if partner >= 0 else 0.0
    effects[METEOR] = meteor_gain(table, seat, sheet)
    victim, gain = best_victim(table, seat, sheet)
    effects[STEAL] = gain if victim >= 0 else 0.0
    kind, gain = best_discarded(table, False, sheet)
    effects[REACTIVATE] = gain if kind >= 0 else 0.0

"""The answers to what action cards, stars and lines ask."""

import numpy as np

from skyjo_agents.action.compiling import inner, merged
from skyjo_agents.action.effects import best_discarded, best_loot, best_victim, harm_at, own_target
from skyjo_agents.action.habits import STAR_POINTS
from skyjo_agents.action.ids import allows
from skyjo_agents.action.placing import NOTHING
from skyjo_agents.action.sheet import BEST, BEST_SLOT, FLIP_GAIN, FLIP_SLOT, GIFTS, HABITS, IS_LAST, NOW, OWN
from skyjo_agents.action.swapping import best_exchange, best_own_partner, best_own_swap, best_partner, is_laid_up
from skyjo_agents.action.turns import choose_right
from skyjo_sim.kernels.action.actions import (
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_SLOT,
    FACE,
    FACE_DOWN,
    FACE_UP,
    FLIP_ONE,
    KEEP,
    KIND,
    LINE,
    LINES,
    ORDER,
    PASS,
    PLAYER,
    SLOT,
    STAR_RIGHT,
    STARS,
    STARS_UNDER,
)
from skyjo_sim.kernels.action.cards import DRAW_THREE, METEOR, N_DRAWN, REACTIVATE, REVEAL, STAR, STEAL, SWAP_OWN
from skyjo_sim.kernels.action.lines import N_LINES, slots_of
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD


@inner
def cleared_points(slots, sheet):  # type: ignore[no-untyped-def]
    """Return what it gains to clear a line: its numbers, less what its stars may still do."""
    gain = 0.0
    while slots:
        card = sheet[OWN, lowest(slots)]
        slots &= slots - 1
        gain += card if card != STAR else -sheet[HABITS, STAR_POINTS] * (1.0 - sheet[NOW, IS_LAST])
    return gain


@inner
def choose_lines(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Clear the optional line that gains most, as long as one gains anything."""
    chosen, best = np.int64(PASS), 0.0
    for line in range(N_LINES):
        if allows(table, CHOOSE_COLUMN + line):
            gain = cleared_points(slots_of(line) & ~np.int64(table.cleared[seat]), sheet)
            if gain > best:
                chosen, best = np.int64(CHOOSE_COLUMN + line), gain
    return chosen


@inner
def choose_player(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Choose whose line to look at, from whom to steal, with whom to exchange cards; -1 where any will do."""
    other = np.int64(-1)
    if table.card == REVEAL:
        other = seat
    elif table.card == STEAL:
        other, _ = best_victim(table, seat, sheet)
    elif table.seats_chosen[0] != seat:  # not chosen yet, or another one
        other = seat
    else:
        other, _ = best_partner(table, seat, sheet)
    n_players = np.int64(table.n_players)
    return CHOOSE_PLAYER + (other - seat + n_players) % n_players if other >= 0 else np.int64(-1)


@inner
def slot_of_swap(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the slot to choose for an exchange with another player; -1 where any will do."""
    first, second, place = np.int64(table.seats_chosen[0]), np.int64(table.seats_chosen[1]), np.int64(table.n_chosen)
    if seat not in (first, second):
        return np.int64(-1)
    other = second if first == seat else first
    is_fixed = place == 1 and first == seat
    own_slot, other_slot, _ = best_exchange(
        table, seat, other, np.int64(table.slots_chosen[0]) if is_fixed else np.int64(-1), sheet
    )
    return own_slot if table.target == seat else other_slot


@inner
def slot_of_meteor(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return the slot of the grid in question that a Meteor shower had best hit; -1 where any will do."""
    target = np.int64(table.target)
    if target == seat:
        slot, _ = own_target(table, seat, sheet)
    else:
        slot, _ = harm_at(table, target, sheet)
    return slot


@inner
def choose_slot(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Choose a slot for the card in play; -1 where any will do."""
    slot = np.int64(-1)
    if table.card == SWAP_OWN:
        cleared = np.int64(table.cleared[seat])
        if table.n_chosen == 0:
            slot, _ = best_own_swap(cleared, sheet)
        else:
            slot, _ = best_own_partner(np.int64(table.slots_chosen[0]), cleared, sheet)
    elif table.card == METEOR:
        slot = slot_of_meteor(table, seat, sheet)
    elif table.card == DRAW_THREE:
        kept = np.int64(table.three[table.kept_of_three])
        slot = np.int64(sheet[BEST_SLOT, kept - LOWEST_CARD])
    else:
        slot = slot_of_swap(table, seat, sheet)
    return CHOOSE_SLOT + slot if slot >= 0 else np.int64(-1)


@inner
def choose_line(table):  # type: ignore[no-untyped-def]
    """Choose the line with most hidden cards to look at."""
    owner, chosen, most = np.int64(table.target), np.int64(-1), 0
    for line in range(N_LINES):
        n_hidden = count(slots_of(line) & np.int64(table.hidden[owner]))
        if n_hidden > most:
            chosen, most = np.int64(CHOOSE_COLUMN + line), n_hidden
    return chosen


@inner
def choose_kind(table, sheet):  # type: ignore[no-untyped-def]
    """Choose the most useful card to carry out, or to steal."""
    if table.card == REACTIVATE:
        kind, _ = best_discarded(table, True, sheet)
    else:
        kind, _ = best_loot(table, np.int64(table.target), sheet)
    return CHOOSE_KIND + kind if kind >= 0 else np.int64(-1)


@inner
def choose_kept(table, sheet):  # type: ignore[no-untyped-def]
    """Keep the card of the three drawn that gains most at its best slot, unless a flip gains more."""
    chosen, best = np.int64(PASS), sheet[NOW, FLIP_GAIN]
    for place in range(N_DRAWN):
        card = np.int64(table.three[place])
        if card >= LOWEST_CARD and sheet[BEST, card - LOWEST_CARD] > best:
            chosen, best = np.int64(CHOOSE_DRAWN + place), sheet[BEST, card - LOWEST_CARD]
    return chosen


@inner
def choose_order(table, sheet):  # type: ignore[no-untyped-def]
    """Discard the card first that is most use to the next player: the last one lies on top."""
    chosen, most = np.int64(-1), NOTHING
    for place in range(N_DRAWN):
        card = np.int64(table.three[place])
        if allows(table, CHOOSE_DRAWN + place) and card >= LOWEST_CARD and sheet[GIFTS, card - LOWEST_CARD] > most:
            chosen, most = np.int64(CHOOSE_DRAWN + place), sheet[GIFTS, card - LOWEST_CARD]
    return chosen


@inner
def choose_flip(table, sheet):  # type: ignore[no-untyped-def]
    """Turn up the card after none of three was kept."""
    slot = np.int64(sheet[NOW, FLIP_SLOT])
    if allows(table, PASS) and (slot < 0 or sheet[NOW, FLIP_GAIN] < 0):
        return np.int64(PASS)
    return CHOOSE_SLOT + slot


@merged
def answer_effect(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Answer what the card in play asks; -1 where any answer will do."""
    choice = table.choice
    if choice == PLAYER:
        return choose_player(table, seat, sheet)
    if choice == SLOT:
        return choose_slot(table, seat, sheet)
    if choice == FACE:
        place = np.int64(table.first_face >= 0)
        return np.int64(FACE_UP if is_laid_up(table, seat, place, sheet) else FACE_DOWN)
    if choice == LINE:
        return choose_line(table)
    if choice == KIND:
        return choose_kind(table, sheet)
    return np.int64(-1)


@inner
def answer_choice(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Answer in the phase CHOICE; -1 where any answer will do."""
    choice = table.choice
    if choice == STAR_RIGHT:
        return choose_right(table, seat, sheet)
    if choice == LINES:
        return choose_lines(table, seat, sheet)
    if choice == KEEP:
        return choose_kept(table, sheet)
    if choice == ORDER:
        return choose_order(table, sheet)
    if choice == FLIP_ONE:
        return choose_flip(table, sheet)
    if choice == STARS:
        return np.int64(STARS_UNDER)
    return answer_effect(table, seat, sheet)

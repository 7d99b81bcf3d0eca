"""The flat observation of Skyjo Action: what a seat sees as float32 numbers (`kernels.action.flat_layout`).

It depends on the table, as the viewer sees it, and on the rules' deck alone: ``table.known`` must be the viewer's.
"""

import numpy as np

from skyjo_sim.kernels.action import flat_layout as at
from skyjo_sim.kernels.action.actions import FACE_UP, N_CHOICES
from skyjo_sim.kernels.action.cards import N_DRAWN, N_EFFECTS, N_FACES, N_KINDS, N_MARKET, NO_KIND, STAR
from skyjo_sim.kernels.action.draw_three import is_unshown
from skyjo_sim.kernels.action.flat_seat import mark_choices, write_seat
from skyjo_sim.kernels.action.lines import N_LINES
from skyjo_sim.kernels.action.rewards import mean_of
from skyjo_sim.kernels.action.unseen import write_drawable, write_unseen
from skyjo_sim.kernels.actions import N_DECISION_PHASES, PLACE
from skyjo_sim.kernels.cards import CLEARED, N_COLUMNS, N_ROWS, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import inner, kernel
from skyjo_sim.kernels.flat import TURN_UNIT, own_card
from skyjo_sim.kernels.lanes import CARD_UNIT


@inner
def number_of(card):
    """Return a card's number for the observation: 0 for a star and where there is none."""
    return np.float32(card) * CARD_UNIT if card != NO_CARD and card != STAR else np.float32(0)


@inner
def own_three(table, seat, place):
    """Return one of the three cards drawn, as `seat` sees it; NO_CARD where there is none for its eyes."""
    if table.seat != seat and is_unshown(table, place):
        return np.int64(NO_CARD)
    return np.int64(table.three[place])


@inner
def write_phase(table, out):
    """Write what is asked and for which card."""
    for phase in range(N_DECISION_PHASES):
        out[at.PHASE + phase] = np.float32(table.phase == phase)
    for choice in range(1, N_CHOICES):
        out[at.CHOICE + choice - 1] = np.float32(table.choice == choice)
    for kind in range(N_EFFECTS):
        out[at.IN_PLAY + kind] = np.float32(table.card == kind)
    out[at.FIRST_FACE] = np.float32(table.first_face == FACE_UP)
    out[at.FIRST_FACE + 1] = np.float32(table.first_face > FACE_UP)
    out[at.SWAPS] = np.float32(table.swaps_left) * np.float32(0.5)
    for line in range(N_LINES):
        out[at.ASKED + line] = np.float32(table.asked == line)
        out[at.LINES + line] = np.float32(np.int64(table.lines_chosen) >> line & 1)


@inner
def write_cards(table, seat, card, out):
    """Write the playing cards that lie in no grid."""
    top = np.int64(table.discard_top)
    out[at.TOP] = number_of(top)
    out[at.TOP_STAR] = np.float32(top == STAR)
    out[at.HAS_TOP] = np.float32(top != NO_CARD)
    out[at.DRAWN] = number_of(card)
    out[at.DRAWN_STAR] = np.float32(card == STAR)
    for place in range(N_DRAWN):
        one = own_three(table, seat, place)
        out[at.THREE + place] = number_of(one)
        out[at.THREE_STAR + place] = np.float32(one == STAR)
        out[at.HAS_THREE + place] = np.float32(one != NO_CARD)
        out[at.KEPT + place] = np.float32(table.kept_of_three == place)
    out[at.PILE] = np.float32(table.n_pile) * at.CARDS_UNIT
    out[at.DISCARD] = np.float32(table.n_discard) * at.CARDS_UNIT


@inner
def write_action_cards(table, out):
    """Write the action cards that nobody holds."""
    n_discard = np.int64(table.n_action_discard)
    top = np.int64(table.action_discard[n_discard - 1]) if n_discard > 0 else np.int64(NO_KIND)
    for kind in range(N_KINDS):
        out[at.MARKET + kind] = 0
        out[at.ACTION_DISCARD + kind] = 0
        out[at.ACTION_TOP + kind] = np.float32(kind == top)
    for place in range(N_MARKET):
        if table.market[place] != NO_KIND:
            out[at.MARKET + np.int64(table.market[place])] += at.KIND_UNIT
    for place in range(n_discard):
        out[at.ACTION_DISCARD + np.int64(table.action_discard[place])] += at.KIND_UNIT
    out[at.ACTION_PILE] = np.float32(table.n_action_pile) * at.ACTION_PILE_UNIT


@inner
def write_turns(table, out):
    """Write the counts of turns and rights."""
    out[at.TURNS] = np.float32(table.turns) * TURN_UNIT
    out[at.LAST_TURNS] = np.float32(table.last_turns_left) * np.float32(0.125)
    out[at.PENDING] = np.float32(table.pending_turns) * at.FEW_UNIT
    out[at.RIGHTS] = np.float32(table.star_rights) * at.FEW_UNIT


@inner
def share_matching(row, first, step, n, slot, offer):
    """Return which share of the other cards of a line, given by its slots, shows the card on offer or a star."""
    n_others, n_matching = np.int64(0), np.int64(0)
    for number in range(n):
        other = first + step * number
        if other != slot and row[other] != CLEARED:
            n_others += 1
            n_matching += row[other] == offer or row[other] == STAR
    return np.float32(n_matching) / np.float32(max(n_others, 1))


@inner
def write_matches(row, offer, out):
    """Write for each own slot the shares of its column and of its row that match the card on offer."""
    for slot in range(N_SLOTS):
        is_open = row[slot] != CLEARED and offer != NO_CARD
        column = share_matching(row, slot - slot % N_ROWS, np.int64(1), np.int64(N_ROWS), slot, offer)
        line = share_matching(row, slot % N_ROWS, np.int64(N_ROWS), np.int64(N_COLUMNS), slot, offer)
        out[at.COLUMN_MATCHES + slot] = column if is_open else np.float32(0)
        out[at.ROW_MATCHES + slot] = line if is_open else np.float32(0)


@inner
def scale_to_chances(out):
    """Make chances of 16 numbers of cards; zeros stay zeros."""
    total = np.float32(0)
    for face in range(N_FACES):
        total += out[face]
    scale = np.float32(1) / max(total, np.float32(1))
    for face in range(N_FACES):
        out[face] *= scale


@inner
def write_chances(table, rules, seat, out):
    """Write the cards seen, and the chances of a hidden and of the next drawn card; return a hidden card's mean."""
    for face in range(N_FACES):
        out[at.SEEN + face] = np.float32(table.seen[face]) * at.SEEN_UNIT
    hidden = out[at.HIDDEN_CHANCES : at.HIDDEN_CHANCES + N_FACES]
    drawn = out[at.DRAW_CHANCES : at.DRAW_CHANCES + N_FACES]
    write_unseen(table, rules, seat, hidden)
    mean = mean_of(hidden)
    write_drawable(table, rules, seat, drawn)
    scale_to_chances(hidden)
    scale_to_chances(drawn)
    return mean


@kernel
def write_flat(table, rules, seat, out):
    """Write what `seat` sees into float32[COMMON + PER_SEAT * players]."""
    card = own_card(table, seat)
    write_phase(table, out)
    write_cards(table, seat, card, out)
    write_action_cards(table, out)
    write_turns(table, out)
    offer = card if table.phase == PLACE and card != NO_CARD else np.int64(table.discard_top)
    write_matches(table.visible[seat], offer, out)
    mean = write_chances(table, rules, seat, out)
    n_players = np.int64(table.n_players)
    for turned in range(n_players):
        write_seat(table, rules, (seat + turned) % n_players, mean, out[at.COMMON + at.PER_SEAT * turned :])
    mark_choices(table, seat, out)

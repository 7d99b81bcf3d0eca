"""The part of one seat in the flat observation of Skyjo Action."""

import numpy as np

from skyjo_sim.kernels.action import flat_layout as at
from skyjo_sim.kernels.action.actions import OPENING
from skyjo_sim.kernels.action.cards import N_KINDS, STAR
from skyjo_sim.kernels.action.rewards import points_expected
from skyjo_sim.kernels.action.scoring import points_shown
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_SLOTS
from skyjo_sim.kernels.compiler import inner
from skyjo_sim.kernels.flat import CHOSEN, POINT_UNIT
from skyjo_sim.kernels.lanes import CARD_UNIT


@inner
def write_grid(row, cards, stars, out):
    """Write the cards of 12 slots, and which of them are stars, at two places; 0 where there is none."""
    for slot in range(N_SLOTS):
        card = np.int64(row[slot])
        out[cards + slot] = np.float32(card) * CARD_UNIT if LOWEST_CARD <= card < STAR else np.float32(0)
        out[stars + slot] = np.float32(card == STAR)


@inner
def write_states(row, known, named, out):
    """Write of 12 slots which are hidden, cleared, known though face down, named for a Meteor shower."""
    for slot in range(N_SLOTS):
        out[at.IS_HIDDEN + slot] = np.float32(row[slot] == HIDDEN)
        out[at.IS_CLEARED + slot] = np.float32(row[slot] == CLEARED)
        out[at.IS_KNOWN + slot] = np.float32(known[slot] >= LOWEST_CARD)
        out[at.MARKED + slot] = np.float32(slot == named)


@inner
def write_seat(table, rules, seat, mean, out):
    """Write the part of one seat."""
    write_grid(table.visible[seat], np.int64(at.CARDS), np.int64(at.IS_STAR), out)
    write_grid(table.known[seat], np.int64(at.KNOWN), np.int64(at.KNOWN_STAR), out)
    write_states(table.visible[seat], table.known[seat], np.int64(table.targets[seat]), out)
    for kind in range(N_KINDS):
        locks = np.int64(table.locked[seat, kind]) + np.int64(table.stolen[seat, kind])
        out[at.HELD + kind] = np.float32(table.held[seat, kind]) * at.KIND_UNIT
        out[at.LOCKED + kind] = np.float32(locks) * at.KIND_UNIT
    out[at.SHOWN] = np.float32(points_shown(table, seat)) * POINT_UNIT
    out[at.N_HIDDEN] = np.float32(count(np.int64(table.hidden[seat]))) * at.SLOTS_UNIT
    out[at.EXPECTED] = np.float32(points_expected(table, rules, seat, mean)) * POINT_UNIT
    out[at.TOTAL] = np.float32(table.totals[seat]) * POINT_UNIT
    out[at.IS_ENDER] = np.float32(table.ender == seat)
    out[at.DECIDES] = np.float32(table.seat == seat)
    out[at.IS_TARGET] = np.float32(table.target == seat)
    for place in range(2):
        out[at.IS_CHOSEN + place] = np.float32(table.seats_chosen[place] == seat)


@inner
def mark_choices(table, viewer, out):
    """Mark the slots chosen for a swap, and the viewer's own choices of the opening."""
    n_players = np.int64(table.n_players)
    for place in range(2):
        seat, slot = np.int64(table.seats_chosen[place]), np.int64(table.slots_chosen[place])
        if seat >= 0 and slot >= 0:
            turned = (seat - viewer) % n_players
            mark = np.float32(1) if place == 0 else at.MARK_OF_SECOND
            out[at.COMMON + at.PER_SEAT * turned + at.MARKED + slot] = mark
    if table.phase == OPENING and table.seat == viewer:
        for slot in range(N_SLOTS):
            if np.int64(table.chosen) >> slot & 1:
                out[at.COMMON + at.IS_HIDDEN + slot] = CHOSEN

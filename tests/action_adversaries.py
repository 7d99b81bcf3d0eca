"""A compiled policy of Skyjo Action for tests: it draws a legal id by weights, to get where uniform play seldom does."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import (
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    FACE_DOWN,
    FACE_UP,
    FLIP,
    FLIP_INSTEAD,
    N_ACTIONS,
    PASS,
    PLAY,
    PUT,
    TAKE,
    TAKE_MARKET,
    THROW,
)
from skyjo_sim.kernels.action.cards import REACTIVATE, STAR, SWAP_PLAYERS
from skyjo_sim.kernels.action.legal import is_legal
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS
from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled

WEIGHTS = (
    "draw",
    "take",  # the discard
    "put",  # the drawn card
    "flip",
    "pass",
    "take_action",
    "play",
    "reactivate",  # or choose one to be reactivated
    "throw",  # an action card away
    "hide",  # lay a card face down
    "line",  # clear an optional line
    "collect",  # how much a card draws its like in the same line
    "cover",  # replace a hidden card, rather than a visible one
    "attack",  # with cards that a Defence blocks
    "keep",  # one of three cards
)
"""Weights of an id of a sort, in the order of ``params.values``; other ids weigh 1."""
DRAW_, TAKE_, PUT_, FLIP_, PASS_, TAKE_ACTION_, PLAY_, REACTIVATE_, THROW_ = range(9)
HIDE_, LINE_, COLLECT_, COVER_, ATTACK_, KEEP_ = range(9, len(WEIGHTS))


def policy(function):
    """Compile a function of this file."""
    return compiled(function, KERNEL_FOLDER)


@policy
def is_like(shown, card):
    return shown == card or (shown == STAR and card > -3) or (card == STAR and shown > -3)


@policy
def count_like(visible, slot, card):
    """Count the cards of the slot's row and column that are like a card, stars being like all."""
    n = 0
    for row in range(N_ROWS):
        other = slot - slot % N_ROWS + row
        n += other != slot and is_like(np.int64(visible[other]), card)
    for column in range(N_COLUMNS):
        other = N_ROWS * column + slot % N_ROWS
        n += other != slot and is_like(np.int64(visible[other]), card)
    return n


@policy
def weight_of_slot(table, seat, slot, card, values):
    """Weigh a place for a card: where its like lies, and over hidden cards or not."""
    n = count_like(table.visible[seat], slot, card)
    is_hidden = np.int64(table.hidden[seat]) >> slot & 1
    return (1.0 + values[COLLECT_] * n * n * n) * (values[COVER_] if is_hidden else 1.0)


@policy
def weight_of_kind(kind, values):
    if kind == REACTIVATE:
        return values[REACTIVATE_]
    return values[PLAY_] * (values[ATTACK_] if kind >= SWAP_PLAYERS else 1.0)


@policy
def weight_of_classic(table, seat, action, values):
    """Weigh an id that the classic game has too."""
    if action < TAKE:
        return values[DRAW_]
    if action < PUT:
        return values[TAKE_] * weight_of_slot(table, seat, action - TAKE, np.int64(table.discard_top), values)
    if action < FLIP:
        return values[PUT_] * weight_of_slot(table, seat, action - PUT, np.int64(table.drawn), values)
    if action < PASS:
        return values[FLIP_]
    return values[PASS_]


@policy
def weight_of(table, seat, action, values):
    """Return the weight of a legal id."""
    if action < TAKE_MARKET:
        return weight_of_classic(table, seat, action, values)
    if action < PLAY:
        return values[TAKE_ACTION_]
    if action < THROW:
        return weight_of_kind(action - PLAY, values)
    if action < THROW + 10:
        return values[THROW_]
    if CHOOSE_COLUMN <= action < CHOOSE_KIND:
        return values[LINE_]
    if CHOOSE_KIND <= action < CHOOSE_DRAWN:
        return weight_of_kind(action - CHOOSE_KIND, values)
    if action < FACE_UP and action >= CHOOSE_DRAWN:
        return values[KEEP_]
    if action == FACE_DOWN:
        return values[HIDE_]
    if FLIP_INSTEAD <= action < FLIP_INSTEAD + 12:
        return values[FLIP_]
    return 1.0


@policy
def adversary(table, seat, params, stream):
    """Draw a legal id by the weights `WEIGHTS`; where all weigh nothing, the first one."""
    values = params.values
    total, first = 0.0, -1
    for action in range(N_ACTIONS):
        if is_legal(table, action):
            first = action if first < 0 else first
            total += weight_of(table, seat, action, values)
    left = streams.fraction(stream) * total
    for action in range(N_ACTIONS):
        if is_legal(table, action):
            left -= weight_of(table, seat, action, values)
            if left < 0:
                return np.int64(action)
    return np.int64(first)

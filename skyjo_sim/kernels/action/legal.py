"""Which decisions are legal in Skyjo Action (RULES.md 9.3 to 9.9)."""

import numpy as np

from skyjo_sim.kernels.action.actions import (
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_SLOT,
    DRAW,
    FACE,
    FACE_DOWN,
    FACE_UP,
    FLIP,
    FLIP_INSTEAD,
    FLIP_ONE,
    KEEP,
    KIND,
    LINE,
    LINES,
    N_ACTIONS,
    OPENING,
    ORDER,
    PASS,
    PLACE,
    PLAY,
    PLAYER,
    PUT,
    SLOT,
    SOURCE,
    STAR_RIGHT,
    STARS,
    STARS_ON_TOP,
    STARS_UNDER,
    TAKE,
    TAKE_MARKET,
    TAKE_PILE,
    THROW,
)
from skyjo_sim.kernels.action.cards import (
    N_KINDS,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
)
from skyjo_sim.kernels.action.clearing import lines_in_question
from skyjo_sim.kernels.action.conditions import kinds_to_reactivate, legal_effects, plain_effects, swap_partners
from skyjo_sim.kernels.action.draw_three import drawn_left
from skyjo_sim.kernels.action.hands import n_playable
from skyjo_sim.kernels.action.lines import N_LINES, lines_to_add, slots_of
from skyjo_sim.kernels.action.piles import can_draw_action
from skyjo_sim.kernels.action.scanning import places_of
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import ALL_SLOTS
from skyjo_sim.kernels.compiler import inlined, kernel, merged
from skyjo_sim.kernels.piles import can_draw


@merged
def allow(table, ids, first):
    """Make ``first + k`` legal for each bit k of `ids`."""
    if first < 64:
        table.legal[0] |= np.uint64(ids) << np.uint64(first)
        if first > 48:
            table.legal[1] |= np.uint64(ids) >> np.uint64(64 - first)
    else:
        table.legal[1] |= np.uint64(ids) << np.uint64(first - 64)


@inlined
def is_legal(table, action):
    """Tell whether the seat to decide may do this; any integer may be asked about."""
    if action < 0 or action >= N_ACTIONS:
        return False
    return np.int64(table.legal[action >> 6] >> np.uint64(action & 63)) & 1 != 0


@kernel
def update_legal(game, rules):
    """Write the legal ids of the seat to decide into ``table.legal``; none when the round is over."""
    table = game.table
    table.legal[0] = 0
    table.legal[1] = 0
    phase = table.phase
    seat = np.int64(table.seat)
    if phase == SOURCE:
        allow_sources(game, rules, seat & 7)
    elif phase == PLACE:
        allow_places(table, rules, seat)
    elif phase == OPENING:
        allow(table, np.int64(table.hidden[seat]) & ~np.int64(table.chosen), FLIP)
    elif seat >= 0:
        allow_choices(game, rules, seat)


@merged
def allow_sources(game, rules, seat):
    """Allow what may be done at the beginning of a turn."""
    table = game.table
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    ids = np.int64(can_draw(table)) << DRAW
    if table.n_discard > 0:
        ids |= own << TAKE
        if rules.take_then_flip:
            allow(table, np.int64(table.hidden[seat]), FLIP_INSTEAD)
    if rules.n_action_cards > 0:
        ids |= ids_to_take(table, rules)
        if table.ender < 0 and table.n_held[seat] > 0:
            ids |= ids_of_hand(table, rules, seat)
    if ids == 0 and table.legal[1] == 0:
        ids = 1 << PASS
    table.legal[0] |= np.uint64(ids)


@inlined
def ids_to_take(table, rules):
    """Return the ids that take an action card, as bits."""
    ids = ((np.int64(1) << np.int64(table.n_market)) - 1) << TAKE_MARKET
    return ids | np.int64(can_draw_action(table, rules)) << TAKE_PILE


@merged
def ids_of_hand(table, rules, seat):
    """Return the ids that play an action card or throw one away, as bits."""
    held = kinds_in(table.held[seat])
    free = held
    locked = kinds_in(table.locked[seat]) | kinds_in(table.stolen[seat])
    while locked:
        kind = lowest(locked)
        if n_playable(table, seat, kind) <= 0:
            free &= ~(np.int64(1) << kind)
        locked &= locked - 1
    return held << THROW | (free & legal_effects(table, rules, seat)) << PLAY


@inlined
def kinds_in(counts):
    """Return the kinds of which there are any, as bits; `counts` is uint8[16] by kind."""
    return ~places_of(counts, 0) & ((1 << N_KINDS) - 1)


@merged
def allow_places(table, rules, seat):
    """Allow what may be done with a drawn card."""
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    hidden = np.int64(table.hidden[seat])
    allow(table, own, PUT)
    allow(table, hidden, FLIP)
    if rules.optional_flip or own == 0 or (hidden == 0 and not rules.must_swap):
        allow(table, np.int64(1), PASS)


@merged
def allow_choices(game, rules, seat):
    """Allow what may be chosen in the phase CHOICE."""
    table = game.table
    choice = table.choice
    if choice == STAR_RIGHT:
        ids = ids_to_take(table, rules) | 1 << PASS
        if rules.star_market_only:
            ids &= ~np.int64(1 << TAKE_PILE)
        table.legal[0] |= np.uint64(ids)
    elif choice == LINES:
        allow_optional_lines(game, rules, seat)
    elif choice == STARS:
        allow(table, np.int64(1), STARS_UNDER)
        allow(table, np.int64(1), STARS_ON_TOP)
    elif choice == FACE:
        allow(table, np.int64(1), FACE_UP)
        allow(table, np.int64(1), FACE_DOWN)
    elif choice in (SLOT, FLIP_ONE):
        allow_slots(table, rules, seat)
    elif choice == PLAYER:
        allow(table, players_to_choose(table, rules, seat), CHOOSE_PLAYER)
    else:
        allow_rest(table, rules, seat)


@merged
def allow_rest(table, rules, seat):
    """Allow what may be chosen where action cards, cards drawn or a line to look at are asked for."""
    choice = table.choice
    if choice == KIND:
        allow(table, kinds_to_choose(table, rules), CHOOSE_KIND)
    elif choice == LINE:
        allow(table, hidden_lines(table, np.int64(table.target)), CHOOSE_COLUMN)
    elif choice == ORDER:
        allow(table, drawn_left(table), CHOOSE_DRAWN)
    elif choice == KEEP:
        allow(table, np.int64(1), PASS)
        if ALL_SLOTS & ~np.int64(table.cleared[seat]):
            allow(table, drawn_left(table), CHOOSE_DRAWN)


@merged
def allow_optional_lines(game, rules, seat):
    """Allow the lines that can still be chosen in this pass, and to choose no more."""
    table = game.table
    _, may = lines_in_question(game, rules, seat)
    cleared, hidden = np.int64(table.cleared[seat]), np.int64(table.hidden[seat])
    lines = lines_to_add(game.secret.cards[seat], cleared, hidden, may, np.int64(table.lines_chosen))
    allow(table, lines, CHOOSE_COLUMN)
    allow(table, np.int64(1), PASS)


@merged
def allow_slots(table, rules, seat):
    """Allow the slots of the grid in question."""
    target = np.int64(table.target)
    if table.choice == FLIP_ONE:
        allow(table, np.int64(table.hidden[seat]), CHOOSE_SLOT)
        if rules.optional_flip:
            allow(table, np.int64(1), PASS)
        return
    slots = ALL_SLOTS & ~np.int64(table.cleared[target])
    if table.card == SWAP_OWN and table.n_chosen == 1:
        slots &= ~(np.int64(1) << np.int64(table.slots_chosen[0]))
    allow(table, slots, CHOOSE_SLOT)


@merged
def players_to_choose(table, rules, seat):
    """Return the players that may be chosen for the card in play, as bits by how far to the left they sit."""
    n_players = np.int64(table.n_players)
    if table.card == REVEAL:
        seats = np.int64(0)
        for other in range(n_players):
            seats |= np.int64(table.hidden[other] != 0) << other
    elif table.card == STEAL:
        seats = np.int64(0)
        for other in range(n_players):
            seats |= np.int64(other != seat and table.n_held[other] > 0) << other
    else:
        seats = swap_partners(table)
        if table.seats_chosen[0] >= 0:
            seats &= ~(np.int64(1) << np.int64(table.seats_chosen[0]))
    return seats >> seat | (seats << (n_players - seat) & ((np.int64(1) << n_players) - 1))


@merged
def kinds_to_choose(table, rules):
    """Return the action cards that may be chosen for the card in play, as bits."""
    if table.card == REACTIVATE:
        return kinds_to_reactivate(table, rules, plain_effects(table, rules, np.int64(table.seat)))
    return kinds_in(table.held[np.int64(table.target)])


@merged
def hidden_lines(table, owner):
    """Return the lines of the current grid with a hidden card, as a set of lines."""
    lines = np.int64(0)
    for line in range(N_LINES):
        lines |= np.int64(slots_of(line) & np.int64(table.hidden[owner]) != 0) << line
    return lines

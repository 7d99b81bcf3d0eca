"""Positions that play seldom leads to, drawn by lot: worn grids, known cards, hands with locks, last turns, extra turns.

The oracle's table is changed, and written into the record of the compiled engine. Both piles stay as luck has left them.
"""

import numpy as np

from skyjo_sim.kernels.action import legal
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, NO_CARD
from tests.naive import hidden_slots
from tests.naive_action.cards import BLANK, KINDS, REACTIVATE
from tests.naive_action.lines import ALL_LINES, slots_of
from tests.naive_action.table import put

MOST_ACTION_CARDS = 31


def wear(game, record, oracle, lot):
    """Change the position at the start of a round's first turn, in both engines alike."""
    table = oracle.table
    for seat in range(len(table.grids)):
        wear_grid(table, seat, lot)
        know_cards(table, seat, lot)
    if oracle.rules["use_actions"]:
        deal_hands(table, lot)
    table.turns = lot.randrange(oracle.rules["turn_limit"])
    if lot.random() < 0.2:
        n_players = len(table.grids)
        table.ender, table.last_turns_left = (table.seat - 1) % n_players, n_players - 1
    else:
        table.pending_turns = lot.choice((0, 0, 0, 1, 4))
    oracle.resume()
    write_table(game, oracle.state())
    legal.update_legal(game, record)


def wear_grid(table, seat, lot):
    """Clear lines and turn cards up."""
    lines = list(ALL_LINES) if lot.random() < 0.04 else lot.sample(ALL_LINES, lot.choice((0, 0, 1, 1, 2, 3)))
    gone = []
    for line in lines:
        gone += [table.remove(seat, slot) for slot in slots_of(table.grids[seat], line)]
    table.discard = gone + table.discard
    share = lot.choice((0, 0.3, 0.7, 0.9, 1))
    for slot in hidden_slots(table.grids[seat]):
        if lot.random() < share:
            table.turn_up(seat, slot)


def know_cards(table, seat, lot):
    """Let some see hidden cards of a grid, or all."""
    seats = range(len(table.grids))
    for slot in hidden_slots(table.grids[seat]):
        luck = lot.random()
        if luck < 0.3:
            viewers = frozenset(seats if luck < 0.1 else lot.sample(seats, 1))
            table.place(seat, slot, table.grids[seat][slot], is_public=luck < 0.1, knowers=viewers)


def deal_hands(table, lot):
    """Lay action cards in front of the seats, out of nothing; no Reactivation, of which there are enough."""
    room = MOST_ACTION_CARDS - len(table.market + table.action_pile + table.action_discard)
    kinds = [kind for kind in range(len(KINDS)) if kind != REACTIVATE and (room > 3 or kind != BLANK)]
    for seat in range(len(table.grids)):
        n = min(room, lot.choice((0, 1, 2, 4)))
        room -= n
        table.hands = put(
            table.hands, seat, [(lot.choice(kinds), lot.choice((None, None, "stolen"))) for _ in range(n)]
        )


def write_table(game, state):
    """Write a position at the start of a turn into a record whose piles are the same already."""
    table, secret = game.table, game.secret
    for seat, grid in enumerate(state["grids"]):
        faces = [entry[0] for entry in grid]
        table.hidden[seat] = sum(1 << slot for slot in range(12) if faces[slot] == "hidden")
        table.cleared[seat] = sum(1 << slot for slot in range(12) if faces[slot] == "cleared")
        secret.cards[seat, :12] = [CLEARED if entry == ("cleared",) else entry[1] for entry in grid]
        table.visible[seat, :12] = np.where(np.array(faces) == "hidden", HIDDEN, secret.cards[seat, :12])
        table.public[seat] = sum(1 << slot for slot in state["public"][seat])
        knowers = state["knowers"][seat]
        for viewer in range(len(state["grids"])):
            table.knows[viewer, seat] = sum(1 << slot for slot in range(12) if viewer in knowers[slot])
        is_known = [state["seat"] in viewers for viewers in knowers]
        table.known[seat, :12] = np.where(is_known, secret.cards[seat, :12], HIDDEN)
        for name in ("held", "stolen"):
            table[name][seat, : len(KINDS)] = state[name][seat]
        table.n_held[seat] = sum(state["held"][seat])
    table.has_knowledge = state["has_knowledge"]
    table.seen[:16] = state["seen"]
    table.n_discard = len(state["discard"])
    secret.discard[: table.n_discard] = state["discard"]
    table.discard_top = state["discard"][-1] if state["discard"] else NO_CARD
    table.turns, table.pending_turns = state["turns"], state["pending_turns"]
    if state["ender"] is not None:
        table.ender, table.last_turns_left = state["ender"], state["last_turns_left"]

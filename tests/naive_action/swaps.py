"""The two cards that exchange cards of grids (RULES.md 9.5; 8b, known cards)."""

from typing import NamedTuple

from tests.naive import current_slots
from tests.naive_action import ids
from tests.naive_action.attacks import spend_defense
from tests.naive_action.cards import STAR, SWAP_PLAYERS
from tests.naive_action.hands import is_protected


class Lifted(NamedTuple):
    """A card taken up from a grid."""

    card: int
    was_up: bool
    is_public: bool
    knowers: frozenset


def lift(table, owner, slot):
    """Return the card at a slot with what is known of it."""
    face, card = table.grids[owner][slot]
    return Lifted(card, face == "up", slot in table.public[owner], table.knowers[owner][slot])


def lay(game, owner, slot, lifted, face):
    """Lay a card down, face up or face down; without a choice (None) as it lay before."""
    table = game.table
    is_up = lifted.was_up if face is None else face == ids.FACE_UP
    table.unmark(owner, slot)
    if is_up:
        table.place(owner, slot, ("up", lifted.card))
        if lifted.card == STAR and not lifted.was_up and owner == table.seat:
            game.give_star_right("reveal")
        return
    everybody = frozenset(range(len(table.grids)))
    is_public = lifted.was_up or lifted.is_public
    knowers = everybody if lifted.was_up else lifted.knowers
    table.place(owner, slot, ("hidden", lifted.card), is_public=is_public, knowers=knowers)


def exchange(game, first, second):
    """Ask for the faces, if they may be chosen, and exchange the cards at two places (owner, slot)."""
    table = game.table
    faces = [None, None]
    if game.rules["swap_face_choice"]:
        for number, place in enumerate((first, second)):
            faces[number] = yield from game.ask("face", [ids.FACE_UP, ids.FACE_DOWN], target=place[0])
            table.first_face = faces[0]
    at_first, at_second = lift(table, *second), lift(table, *first)
    lay(game, *first, at_first, faces[0])
    lay(game, *second, at_second, faces[1])
    table.first_face, table.slots_chosen = None, []


def ask_slot(game, owner, other_than=None):
    """Ask for a slot of a grid."""
    slots = [slot for slot in current_slots(game.table.grids[owner]) if slot != other_than]
    slot = (yield from game.ask("slot", [ids.SLOT + slot for slot in slots], target=owner)) - ids.SLOT
    game.table.slots_chosen = [*game.table.slots_chosen, slot]
    return slot


def swap_own(game):
    """Exchange two cards of the own grid."""
    seat = game.table.seat
    game.table.seats_chosen = [seat, seat]
    first = yield from ask_slot(game, seat)
    second = yield from ask_slot(game, seat, other_than=first)
    yield from exchange(game, (seat, first), (seat, second))
    game.table.seats_chosen = []


def pairs(game):
    """Return the pairs of players between whom a card may be exchanged, as the mover names them."""
    table = game.table
    n_players = len(table.grids)
    clockwise = [(table.seat + k) % n_players for k in range(n_players)]
    seats = [seat for seat in clockwise if current_slots(table.grids[seat])]
    found = [(first, second) for first in seats for second in seats if first != second]
    if game.rules["swap_players_pairs"] == "self_and_opponent":
        return [pair for pair in found if pair[0] == table.seat]
    return found


def swap_players(game):
    """Choose two players; unless a Defence forbids it, exchange cards between them."""
    table = game.table
    table.swaps_left = game.rules["swap_players_count"]
    possible = pairs(game)
    if game.rules["swap_players_pairs"] == "any_two":
        first = yield from ask_player(game, {pair[0] for pair in possible})
    else:
        first = table.seat
    table.seats_chosen = [first]
    second = yield from ask_player(game, {pair[1] for pair in possible if pair[0] == first})
    table.seats_chosen = [first, second]
    protected = [seat for seat in (first, second) if seat != table.seat and is_protected(table.hands[seat])]
    for seat in protected:
        spend_defense(game, seat, SWAP_PLAYERS)
    while table.swaps_left and not protected:
        places = (first, (yield from ask_slot(game, first))), (second, (yield from ask_slot(game, second)))
        yield from exchange(game, *places)
        table.swaps_left -= 1
    table.seats_chosen, table.swaps_left = [], 0


def ask_player(game, seats):
    """Ask for one of some seats."""
    table = game.table
    n_players = len(table.grids)
    distances = sorted((seat - table.seat) % n_players for seat in seats)
    answer = yield from game.ask("player", [ids.PLAYER + k for k in distances])
    return (table.seat + answer - ids.PLAYER) % n_players

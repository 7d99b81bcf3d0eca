"""Steal and Meteor shower, and the Defence against attacks (RULES.md 9.4 and 9.5)."""

from tests.naive import current_slots
from tests.naive_action import ids
from tests.naive_action.cards import DEFENSE, METEOR, STAR, STEAL
from tests.naive_action.hands import is_protected, kinds_of, without
from tests.naive_action.piles import can_draw, discard_action, draw
from tests.naive_action.table import put

UNNAMED = "unnamed"
"""In place of a slot: the player will be hit, but it is not said yet where."""


def spend_defense(game, seat, attack):
    """Use up a Defence of a seat against an attack of the current one."""
    table = game.table
    table.hands = put(table.hands, seat, without(table.hands[seat], DEFENSE))
    discard_action(table, DEFENSE)
    table.count_kind("blocked", table.seat, attack)


def opponents_clockwise(game):
    """Return the other seats, the left neighbour first."""
    n_players = len(game.table.grids)
    return [(game.table.seat + k) % n_players for k in range(1, n_players)]


def steal(game):
    """Take an action card of an opponent, and a turn more."""
    table = game.table
    players = {ids.PLAYER + k: seat for k, seat in enumerate(opponents_clockwise(game), 1) if table.hands[seat]}
    victim = players[(yield from game.ask("player", list(players)))]
    if is_protected(table.hands[victim]):
        spend_defense(game, victim, STEAL)
        table.pending_turns += game.rules["steal_blocked_extra_turn"]
        return
    kinds = [ids.KIND + kind for kind in kinds_of(table.hands[victim])]
    kind = (yield from game.ask("kind", kinds, target=victim)) - ids.KIND
    lock = None if game.rules["steal_playable_at_once"] else "stolen"
    table.hands = put(table.hands, victim, without(table.hands[victim], kind, locked_first=True))
    table.hands = put(table.hands, table.seat, [*table.hands[table.seat], (kind, lock)])
    table.count("stolen_cards", table.seat)
    table.pending_turns += 1


def meteor(game):
    """Choose a card of everybody, then replace them one after the other."""
    table = game.table
    everybody = opponents_clockwise(game) + ([table.seat] if game.rules["meteor_targets"] == "all" else [])
    with_cards = [seat for seat in everybody if current_slots(table.grids[seat])]
    protected = [seat for seat in with_cards if seat != table.seat and is_protected(table.hands[seat])]
    for seat in protected:
        spend_defense(game, seat, METEOR)
    targets = [seat for seat in with_cards if seat not in protected]
    table.meteor_slots = [UNNAMED if seat in targets else None for seat in range(len(table.grids))]
    for seat in targets:
        slots = [ids.SLOT + slot for slot in current_slots(table.grids[seat])]
        slot = (yield from game.ask("slot", slots, target=seat)) - ids.SLOT
        table.meteor_slots = put(table.meteor_slots, seat, slot)
    for seat in targets:
        if can_draw(table):
            hit(game, seat, table.meteor_slots[seat])
    table.meteor_slots = [None for _ in table.grids]


def hit(game, seat, slot):
    """Replace a card by the next playing card; the old one goes under the discard pile."""
    table = game.table
    card = draw(game)
    table.discard = [table.replace(seat, slot, card), *table.discard]
    if card == STAR and seat == table.seat:
        game.give_star_right("from_draw")

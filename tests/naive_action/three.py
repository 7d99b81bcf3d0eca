"""Draw three cards (RULES.md 9.5)."""

from tests.naive import current_slots, hidden_slots
from tests.naive_action import ids
from tests.naive_action.cards import STAR
from tests.naive_action.piles import can_draw, discard, draw
from tests.naive_action.table import SHOWN, put


def draw_three(game):
    """Look at three cards and keep one of them, or none."""
    table = game.table
    for place in range(3):
        if can_draw(table):
            table.three = put(table.three, place, draw(game))
            table.three_after = put(table.three_after, place, table.reshuffles)
    can_keep = bool(current_slots(table.grids[table.seat]))
    kept = [ids.DRAWN + place for place in places_left(table)] if can_keep else []
    answer = yield from game.ask("keep", [ids.PASS, *kept])
    if answer == ids.PASS:
        yield from discard_in_order(game)
        yield from flip_one(game)
        return
    table.kept_of_three = answer - ids.DRAWN
    if game.rules["draw_three_replaced"] == "last":
        yield from keep_last(game, table.kept_of_three)
    else:
        yield from keep_free(game, table.kept_of_three)
    table.kept_of_three = None


def places_left(table):
    """Return the places of the three where a card lies."""
    return [place for place in range(3) if table.three[place] is not None]


def discard_in_order(game, *, but=None):
    """Discard the cards, but for one that is still to be laid, in an order of the mover's choice."""
    table = game.table
    while left := [place for place in places_left(table) if place != but]:
        place = left[0]
        if len(left) > 1:
            place = (yield from game.ask("order", [ids.DRAWN + place for place in left])) - ids.DRAWN
        discard(table, table.three[place])
        table.three = put(table.three, place, None)


def keep_last(game, place):
    """Discard the others, then lay the kept card; what it replaces goes on top of them."""
    yield from discard_in_order(game, but=place)
    yield from lay_kept(game, place)
    yield from discard_in_order(game)


def keep_free(game, place):
    """Lay the kept card first; what it replaces is discarded with the others."""
    yield from lay_kept(game, place)
    yield from discard_in_order(game)


def lay_kept(game, place):
    """Lay the kept card in the grid and what it replaces, which is public now, in its place."""
    table = game.table
    slots = [ids.SLOT + slot for slot in current_slots(table.grids[table.seat])]
    slot = (yield from game.ask("slot", slots, target=table.seat)) - ids.SLOT
    card = table.three[place]
    table.three = put(table.three, place, table.replace(table.seat, slot, card))
    table.three_after = put(table.three_after, place, SHOWN)
    if card == STAR:
        game.give_star_right("from_draw")


def flip_one(game):
    """Turn a hidden card up, if there is one."""
    table = game.table
    hidden = [ids.SLOT + slot for slot in hidden_slots(table.grids[table.seat])]
    if not hidden:
        return
    may_pass = game.rules["flip_after_discard"] == "optional"
    answer = yield from game.ask("flip_one", [ids.PASS, *hidden] if may_pass else hidden, target=table.seat)
    if answer != ids.PASS and table.turn_up(table.seat, answer - ids.SLOT) == STAR:
        game.give_star_right("reveal")

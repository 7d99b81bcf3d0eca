"""Drawing, discarding and reshuffling, playing cards and action cards (RULES.md 3 and 9.3)."""

from tests.naive_action.cards import N_MARKET
from tests.naive_action.table import put


def can_draw(table):
    """Tell whether a playing card can be drawn."""
    return bool(table.pile) or len(table.discard) >= 2


def draw(game):
    """Remove and return the next playing card, reshuffling first if need be."""
    table = game.table
    if not table.pile:
        reshuffle(game)
    card, table.pile = table.pile[0], table.pile[1:]
    return card


def discard(table, *cards):
    """Lay cards on the discard pile, one after the other."""
    table.discard = [*table.discard, *cards]


def reshuffle(game):
    """Make a new draw pile of the discards (3, empty draw pile; 8b, reshuffle)."""
    table = game.table
    is_top_kept = game.rules["reshuffle"] == "keep_top"
    cards = table.discard[:-1] if is_top_kept else table.discard
    order = game.luck.reshuffle(game.round, table.reshuffles, cards)
    table.reshuffles += 1
    if is_top_kept:
        table.discard, table.pile = table.discard[-1:], order
    else:
        table.discard, table.pile = order[:1], order[1:]


def discard_action(table, *kinds):
    """Lay action cards on their discard pile, one after the other."""
    table.action_discard = [*table.action_discard, *kinds]


def can_take_blindly(game):
    """Tell whether the action pile has a card, or will have one."""
    table = game.table
    return bool(table.action_pile) or (game.rules["action_reshuffle"] == "reshuffle" and bool(table.action_discard))


def next_action_card(game):
    """Remove and return the next card of the action pile, None if there is none."""
    table = game.table
    if not can_take_blindly(game):
        return None
    if not table.action_pile:
        order = game.luck.action_reshuffle(game.round, table.action_reshuffles, table.action_discard)
        table.action_reshuffles += 1
        table.action_discard, table.action_pile = [], order
    kind, table.action_pile = table.action_pile[0], table.action_pile[1:]
    return kind


def lay_out_actions(game, order):
    """Lay out the market, and the first action discard (9.2)."""
    table = game.table
    table.market, table.action_pile = order[:N_MARKET], order[N_MARKET:]
    if game.rules["seed_action_discard"]:
        table.action_discard, table.action_pile = table.action_pile[:1], table.action_pile[1:]


def take_action(game, seat, place, lock):
    """Lay an action card in front of a seat: one of the market, which is refilled, or (None) the pile's next."""
    table = game.table
    if place is None:
        kind = next_action_card(game)
    else:
        kind = table.market[place]
        refill = next_action_card(game)
        rest = [*table.market[:place], *table.market[place + 1 :]]
        table.market = rest if refill is None else put(table.market, place, refill)
    table.hands = put(table.hands, seat, [*table.hands[seat], (kind, lock)])
    table.count("taken", seat)

"""The deal and the opening cards (RULES.md 2 and 9.2)."""

from tests.naive import FLIP, hidden_slots, starter_candidates, visible_cards
from tests.naive_action.cards import STAR
from tests.naive_action.piles import lay_out_actions
from tests.naive_action.table import Table, put
from tests.naive_action.turns import use_star_rights


def deal(game, starter):
    """Lay out a new round with all cards."""
    cards = game.luck.deck(game.round)
    n_dealt = 12 * game.rules["players"]
    hidden = [("hidden", card) for card in cards[:n_dealt]]
    table = Table([hidden[first : first + 12] for first in range(0, n_dealt, 12)], starter)
    table.discard, table.pile = cards[n_dealt : n_dealt + 1], cards[n_dealt + 1 :]
    game.table, game.treated = table, set()
    if game.rules["use_actions"]:
        lay_out_actions(game, game.luck.action_deck(game.round))


def open_round(game):
    """Let every seat choose its opening cards, turn them together, and find the starter."""
    table = game.table
    for seat in range(len(table.grids)):
        table.seat = seat
        for _ in range(game.rules["initial_flips"]):
            slots = [slot for slot in hidden_slots(table.grids[seat]) if slot not in table.chosen[seat]]
            answer = yield from game.ask(None, [FLIP + slot for slot in slots], phase="opening")
            table.chosen = put(table.chosen, seat, sorted([*table.chosen[seat], answer - FLIP]))
    for seat, slots in enumerate(table.chosen):
        for slot in slots:
            table.turn_up(seat, slot)
    table.chosen = [[] for _ in table.grids]
    if table.starter is None:
        table.starter = first_starter(game)
    if game.rules["star_bonus_at_setup"] and game.rules["use_actions"]:
        yield from use_opening_stars(game)
    table.seat = table.starter


def first_starter(game):
    """Return who starts by the opening cards, a star counting 0 (9.2)."""
    first_rule = game.rules["first_round_starter"] if game.round == 0 else "highest_sum"
    flipped = [[0 if card == STAR else card for card in visible_cards(grid)] for grid in game.table.grids]
    _, candidates = starter_candidates(flipped, first_rule, game.rules["start_tiebreak"])
    return candidates[0] if len(candidates) == 1 else game.luck.choose(game.round, candidates)


def use_opening_stars(game):
    """Let every seat, from the starter, take an action card for each star it has turned (8, star_bonus_at_setup)."""
    table = game.table
    n_players = len(table.grids)
    for distance in range(n_players):
        table.seat = (table.starter + distance) % n_players
        table.setup_left = n_players - distance
        table.star_rights = visible_cards(table.grids[table.seat]).count(STAR)
        yield from use_star_rights(game, lock=None)
    table.setup_left = 0

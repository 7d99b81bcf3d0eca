"""The action cards, but for the two that exchange cards (RULES.md 9.5): when they may be played, and what they do.

An effect is a generator that asks by ``yield from game.ask(...)``.
"""

from tests.naive import current_slots, hidden_slots
from tests.naive_action import ids
from tests.naive_action.attacks import meteor, steal
from tests.naive_action.cards import (
    BLANK,
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    METEOR,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from tests.naive_action.hands import without
from tests.naive_action.lines import ALL_LINES, SLOTS
from tests.naive_action.piles import discard_action
from tests.naive_action.swaps import pairs, swap_own, swap_players
from tests.naive_action.table import put
from tests.naive_action.three import draw_three


def is_legal(game, kind, pile):
    """Tell whether a card has a legal effect, the action discards being ``pile``."""
    table = game.table
    if kind == SWAP_OWN:
        return len(current_slots(table.grids[table.seat])) >= 2
    if kind == REVEAL:
        return any(hidden_slots(grid) for grid in table.grids)
    if kind == REACTIVATE:
        return bool(kinds_to_reactivate(game, pile))
    if kind == SWAP_PLAYERS:
        return bool(pairs(game))
    if kind == STEAL:
        return any(hand for seat, hand in enumerate(table.hands) if seat != table.seat)
    return kind != BLANK


def kinds_to_reactivate(game, pile):
    """Return the kinds that a Reactivation may choose from a pile of action cards."""
    candidates = pile[-1:] if game.rules["reactivate_choice"] == "top" else pile
    return sorted(kind for kind in set(candidates) if is_legal(game, kind, without_topmost(pile, kind)))


def without_topmost(pile, kind):
    """Return the pile without the topmost card of a kind."""
    rest = pile[::-1]
    rest.remove(kind)
    return rest[::-1]


def play(game, kind):
    """Play a card from the hand; it and what it brings back lie on the discard pile in the end."""
    table = game.table
    table.hands = put(table.hands, table.seat, without(table.hands[table.seat], kind))
    table.count_kind("played", table.seat, kind)
    table.in_play = [kind]
    yield from EFFECTS[kind](game)
    discard_action(table, *table.in_play[::-1])
    table.in_play = []


def reactivate(game):
    """Choose a card of the action discards and carry out its effect."""
    table = game.table
    kinds = kinds_to_reactivate(game, table.action_discard)
    kind = (yield from game.ask("kind", [ids.KIND + kind for kind in kinds])) - ids.KIND
    table.action_discard = without_topmost(table.action_discard, kind)
    table.in_play = [*table.in_play, kind]
    table.count("reactivated", table.seat)
    yield from EFFECTS[kind](game)


def reveal(game):
    """Look at the hidden cards of a line of the current grid."""
    table = game.table
    n_players = len(table.grids)
    clockwise = [(table.seat + k) % n_players for k in range(n_players)]
    players = [ids.PLAYER + k for k, seat in enumerate(clockwise) if hidden_slots(table.grids[seat])]
    owner = clockwise[(yield from game.ask("player", players)) - ids.PLAYER]
    hidden = hidden_slots(table.grids[owner])
    lines = {_line_id(line): SLOTS[line] for line in ALL_LINES if set(SLOTS[line]) & set(hidden)}
    chosen = yield from game.ask("line", list(lines), target=owner)
    for slot in lines[chosen]:
        if slot in hidden:
            knowers = table.knowers[owner][slot] | {table.seat}
            is_public = slot in table.public[owner]
            table.place(owner, slot, table.grids[owner][slot], is_public=is_public, knowers=knowers)


def _line_id(line):
    return (ids.COLUMN if line[0] == "column" else ids.ROW) + line[1]


def extra_turns(n):
    """Return the effect of a card that only gives turns."""

    def effect(game):
        game.table.pending_turns += n
        yield from ()

    return effect


EFFECTS = {
    SWAP_OWN: swap_own,
    DOUBLE_TURN: extra_turns(2),
    DRAW_THREE: draw_three,
    REVEAL: reveal,
    REACTIVATE: reactivate,
    DEFENSE: extra_turns(1),
    SWAP_PLAYERS: swap_players,
    STEAL: steal,
    METEOR: meteor,
}

"""Hand-made positions for tests of the oracle."""

from tests.naive_action.cards import REVEAL
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import FixedLuck
from tests.naive_action.notation import read_grid
from tests.naive_action.rules import OFFICIAL

HIDDEN = [["?9", "?1", "?4", "?7"], ["?2", "?3", "?8", "?6"], ["?0", "?5", "?11", "?10"]]


def position(hands, grids=(HIDDEN, HIDDEN), options=(), **fields):
    """Return a game at the beginning of seat 0's turn; a hand has kinds, or kinds with their lock."""
    rules = {**OFFICIAL, **dict(options), "players": len(grids)}
    hands = [[card if isinstance(card, tuple) else (card, None) for card in hand] for hand in hands]
    fields = {"discard": [5], "pile": [3, 8, 1, 2], "market": [REVEAL], **fields}
    return NaiveActionGame.from_position(
        rules, FixedLuck(), grids=[read_grid(rows) for rows in grids], hands=hands, seat=0, **fields
    )


def play(game, *answers):
    """Carry out decisions; return the state after them."""
    for answer in answers:
        game.step(answer)
    return game.state()


def kinds(state):
    """Return the kinds held, seat by seat."""
    return [[kind for kind, n in enumerate(hand) for _ in range(n)] for hand in state["held"]]

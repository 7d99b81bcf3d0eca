"""Games of Skyjo Action to ask agents in: deals, and positions by lot that no play needs to reach, some decisions on."""

import random
from functools import cache

from skyjo_sim.kernels.action import turn
from skyjo_sim.kernels.action.actions import CHOICE, PLAY, THROW
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.rules_record import rules_record
from tests.action_differential import plain_values
from tests.action_draws import draw_rules
from tests.action_luck import ActionStreamLuck
from tests.action_play import legal_ids, new_game, random_action
from tests.action_worn import wear
from tests.naive_action.game import NaiveActionGame

DEALT = 3
"""Of so many states one begins as it is dealt, the others with a worn position."""
DECISIONS = (0, 0, 1, 1, 2, 3, 6, 12)
MOST_SOUGHT = 40
TURN_LIMIT = 20


def worn_game(lot):
    """Return a game in a position by lot, with its rules and rules record."""
    rules = draw_rules(lot).replace(initial_flips=0, turn_limit=TURN_LIMIT)
    record, plain = rules_record(rules), plain_values(rules)
    key = (lot.getrandbits(32), lot.getrandbits(32))
    game = new_game(record, key)
    wear(game, record, NaiveActionGame(plain, ActionStreamLuck(key, 0, plain)), lot)
    return game, rules, record


def dealt_game(lot):
    """Return a game as it is dealt, with its rules and rules record."""
    rules = draw_rules(lot).replace(turn_limit=TURN_LIMIT)
    record = rules_record(rules)
    return new_game(record, (lot.getrandbits(32), lot.getrandbits(32))), rules, record


def play_on(game, record, lot):
    """Play some decisions by lot, half of the time until something is chosen for an action card, a line or a star."""
    seeks = lot.random() < 0.5
    for _ in range(MOST_SOUGHT if seeks else lot.choice(DECISIONS)):
        if game.table.phase >= ROUND_OVER or (seeks and game.table.phase == CHOICE and lot.random() < 0.4):
            return
        cards = [action for action in legal_ids(game) if PLAY <= action < THROW]
        turn.step(game, record, lot.choice(cards) if seeks and cards else random_action(game, lot, 0.5))


@cache
def states(n, seed=0, players=None):
    """Return games with their rules and rules records, in which somebody is to decide."""
    lot = random.Random(seed)
    found = []
    while len(found) < n:
        game, rules, record = (worn_game if len(found) % DEALT else dealt_game)(lot)
        play_on(game, record, lot)
        if players in (None, rules.players) and game.table.phase < ROUND_OVER:
            found.append((game, rules, record))
    return found

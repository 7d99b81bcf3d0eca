"""Random games of Skyjo Action, for tests that look at every decision."""

import numpy as np

from skyjo_sim.kernels.action import deal, turn
from skyjo_sim.kernels.action.actions import DRAW, FLIP, N_ACTIONS, PASS, PUT, SOURCE, TAKE, TAKE_MARKET
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import CLEARED, N_SLOTS
from skyjo_sim.kernels.layout import WORDS

PILES = {
    "pile": "n_pile",
    "discard": "n_discard",
    "action_pile": "n_action_pile",
}
"""Piles of the secret record and their sizes in the table."""


def new_game(rules, key=(1, 2), index=0):
    """Return a new game, dealt."""
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    deal.start_game(game, rules, np.array(key, np.uint32), np.uint64(index))
    return game


def copy_of(game):
    """Return a copy of a game record."""
    games = np.zeros(1, GAME)
    games[0] = game
    return games[0]


def legal_ids(game):
    """Return the legal ids in a list."""
    first, second = map(int, game.table.legal)
    mask = first | second << 64
    return [action for action in range(N_ACTIONS) if mask >> action & 1]


def random_action(game, random, patience):
    """Return a legal id; with probability `patience` one that turns up no card, without patience mostly one that does."""
    ids = legal_ids(game)
    table = game.table
    flips = [action for action in ids if action == DRAW or FLIP <= action < PASS]
    if patience == 0 and flips and random.random() < 0.7:
        return random.choice(flips)
    if random.random() < patience:
        if table.phase == SOURCE and DRAW in ids and random.random() < 0.3:
            return DRAW
        hidden = int(table.hidden[table.seat])
        on_hidden = {first + slot for first in (TAKE, PUT) for slot in range(12) if hidden >> slot & 1}
        ids = [action for action in ids if action not in on_hidden and action not in flips] or ids
    if random.random() < 0.5:  # what is done with action cards, and choices
        ids = [action for action in ids if action >= TAKE_MARKET] or ids
    return random.choice(ids)


def play_randomly(rules, random, *, index=0, n_rounds=2):
    """Play a game by lot and yield it, the same record, before the first and after each decision."""
    game = new_game(rules, (random.getrandbits(32), random.getrandbits(32)), index)
    patience = random.choice((0.0, 0.5, 0.97))
    yield game
    for number in range(n_rounds):
        if number:
            deal.start_next_round(game, rules)
            yield game
        while game.table.phase < ROUND_OVER:
            status = turn.step(game, rules, random_action(game, random, patience))
            assert status >= 0
            yield game
        if game.table.phase > ROUND_OVER:
            return


def without_leftovers(game):
    """Return the bytes of a game, with everything blank that no kernel reads before writing it."""
    game = copy_of(game)
    table, secret = game.table, game.secret
    n_players = int(table.n_players)
    is_over = table.phase >= ROUND_OVER
    for name in table.dtype.names:
        if table[name].shape[:1] == (8,):
            table[name][n_players:] = 0
    for name in ("raw", "score"):
        table[name][n_players if is_over else 0 :] = 0
    table.known[:, N_SLOTS:] = 0
    table.action_discard[int(table.n_action_discard) :] = 0
    secret.cards[n_players:] = 0
    secret.cards[:, N_SLOTS:] = 0
    secret.chosen[n_players:] = 0
    for name, size in PILES.items():
        secret[name][int(table[size]) :] = 0
    secret.next_order[int(secret.n_next_order) :] = 0
    secret.is_ordered &= table.n_pile > 0
    secret.is_action_ordered &= table.n_action_pile > 0
    for luck in (secret.luck, secret.action_luck):
        if luck.position == WORDS:
            luck.words[:] = 0
    return game.tobytes()

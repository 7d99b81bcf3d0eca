"""Games played in both engines, for tests of what is seen; and changes to a table that some seat must not notice."""

import random

import numpy as np

from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.rules_record import rules_record
from tests.naive import NaiveGame
from tests.plain_luck import StreamLuck
from tests.random_play import new_game, random_action, random_rules

BY_SEAT = ("visible", "hidden", "cleared", "totals", "raw", "score", "kept", "n_lines_cleared", "hidden_at_end")
LONGEST = 60
"""Turns per player: with three players or more enough for a reshuffle."""


def play_both(lot, n_rounds=2):
    """Play a game by lot in both engines; yield the record and the oracle before and after each decision."""
    rules = random_rules(lot)
    rules = rules.replace(turn_limit=min(rules.turn_limit, LONGEST))
    key, patience = (lot.getrandbits(32), lot.getrandbits(32)), lot.choice((0.0, 0.5, 0.97))
    record = rules_record(rules)
    game = new_game(record, key)
    plain = {name: str(value) if isinstance(value, str) else value for name, value in rules.values().items()}
    oracle = NaiveGame(plain, StreamLuck(key, 0))
    yield game, oracle
    for number in range(n_rounds):
        if number:
            opening.start_next_round(game, record)
            oracle.start_next_round()
            yield game, oracle
        while game.table.phase < ROUND_OVER:
            action = random_action(game, record, lot, patience)
            turn.step(game, record, action)
            oracle.step(action)
            yield game, oracle
        if game.table.phase > ROUND_OVER:
            return


def rotated(game, shift):
    """Return the game with everybody moved by `shift` seats."""
    games = np.zeros(1, GAME)
    games[0] = game
    table = games[0]["table"]
    n_players = int(table["n_players"])
    for name in BY_SEAT:
        table[name][:n_players] = np.roll(table[name][:n_players], shift, axis=0)
    for name in ("seat", "starter", "ender"):
        if table[name] >= 0:
            table[name] = (table[name] + shift) % n_players
    return games[0]


def shuffle_unknown(game, viewer, lot):
    """Deal the cards that `viewer` does not know anew, in place, and stir the piles.

    Hidden cards and the draw pile may change places until a reshuffle makes the pile's composition public; a card that
    another seat has drawn belongs to the pile.
    """
    table, secret = game["table"], game["secret"]
    n_pile, n_players = int(table["n_pile"]), int(table["n_players"])
    is_foreign = bool(table["drawn"] >= -2 and table["seat"] != viewer)
    hidden = [
        (seat, slot) for seat in range(n_players) for slot in range(N_SLOTS) if int(table["hidden"][seat]) >> slot & 1
    ]
    in_grids = [int(secret["cards"][place]) for place in hidden]
    in_pile = secret["pile"][:n_pile].tolist() + [int(table["drawn"])] * is_foreign
    if table["n_reshuffles"] == 0:
        cards = lot.sample(in_grids + in_pile, len(in_grids) + len(in_pile))
        in_grids, in_pile = cards[: len(in_grids)], cards[len(in_grids) :]
    else:
        in_grids, in_pile = (lot.sample(cards, len(cards)) for cards in (in_grids, in_pile))
    for place, card in zip(hidden, in_grids, strict=True):
        secret["cards"][place] = card
    secret["pile"][:n_pile] = in_pile[:n_pile]
    if is_foreign:
        table["drawn"] = in_pile[-1]
    below = secret["discard"][: max(int(table["n_discard"]) - 1, 0)]
    below[:] = lot.sample(below.tolist(), below.size)
    secret["chosen"][:] = [lot.getrandbits(12) for _ in range(8)]


def step_pair(pair, lot):
    """Play a decision by lot in both engines; tell whether there was one."""
    legal = pair.oracle.legal()
    if not legal:
        return False
    action = lot.choice(legal)
    turn.step(pair.game, pair.record, action)
    pair.oracle.step(action)
    return True


def states_of_play(seed, n_games, share):
    """Yield a share of the states of games by lot, record and oracle, with the source of luck."""
    lot = random.Random(seed)
    for _ in range(n_games):
        for game, oracle in play_both(lot):
            if lot.random() < share:
                yield game, oracle, lot

"""Random rules and random games, for tests that look at every decision."""

import numpy as np

from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import PUT, ROUND_OVER, SOURCE, TAKE
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.rules import Rules

SCALE = 1 if IS_COMPILED else 10
"""Uncompiled, so many times fewer games are played."""

CHOICES = {
    "initial_flips": (0, 1, 2, 2, 2, 3, 5, 11),
    "first_round_starter": ("highest_sum", "lowest_sum", "random"),
    "start_tiebreak": ("high_card_then_random", "random", "lowest_seat"),
    "next_round_starter": ("round_ender", "round_winner", "highest_sum_every_round"),
    "column_rule": ("mandatory", "optional", "off"),
    "row_rule": ("off", "mandatory"),
    "flip_after_discard": ("mandatory", "optional"),
    "discard_take_then_flip": (False, True),
    "last_turns": ("all_others_once", "all_others_once", "none"),
    "reshuffle": ("keep_top", "take_all_and_turn_new_top"),
    "double_on_tie": (True, False),
    "double_scope": ("positive", "any"),
    "double_factor": (1, 2, 3),
    "flat_penalty": (0, 10),
    "target": (20, 100, 300),
    "target_comparison": ("at_least", "more_than"),
    "victory_tie": ("shared", "extra_round"),
    "turn_limit": (5, 60, 200),
}


def random_rules(random):
    """Return rules with every switch drawn by lot."""
    changes = {name: random.choice(values) for name, values in CHOICES.items()}
    if changes["last_turns"] != "none":
        changes["final_reveal_timing"] = random.choice(("after_all_last_turns", "after_own_last_turn"))
    return Rules(players=random.randint(2, 8), **changes)


def new_game(rules, key=(1, 2), index=0):
    """Return a new game, dealt."""
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    opening.start_game(game, rules, np.array(key, np.uint32), index)
    return game


def copy_of(game):
    """Return a copy of a game record."""
    games = np.zeros(1, GAME)
    games[0] = game
    return games[0]


def legal_ids(game, rules):
    """Return the legal ids in a list."""
    mask = int(turn.legal(game.table, rules))
    return [action for action in range(52) if mask >> action & 1]


def random_action(game, rules, random, patience):
    """Return a legal id; with probability `patience` one that turns up no card, so that rounds last."""
    ids = legal_ids(game, rules)
    if random.random() < patience:
        table = game.table
        if table.phase == SOURCE and 0 in ids:
            return 0
        hidden = int(table.hidden[table.seat])
        calm = [action for action in ids if TAKE <= action < PUT + 12 and not hidden >> (action - 1) % 12 & 1]
        ids = calm or ids
    return random.choice(ids)


def play_randomly(rules, random, *, index=0, n_rounds=2):
    """Play a game by lot and yield it, the same record, before the first and after each decision."""
    game = new_game(rules, (random.getrandbits(32), random.getrandbits(32)), index)
    patience = random.choice((0.0, 0.5, 0.97))
    yield game
    for number in range(n_rounds):
        if number:
            opening.start_next_round(game, rules)
            yield game
        while game.table.phase < ROUND_OVER:
            turn.step(game, rules, random_action(game, rules, random, patience))
            yield game
        if game.table.phase > ROUND_OVER:
            return

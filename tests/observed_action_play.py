"""Games of Skyjo Action in both engines, for tests of what is seen; and changes that some seat must not notice."""

import random

from skyjo_sim.kernels.action import deal, knowledge, turn
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.rules_record import rules_record
from tests.action_differential import plain_values
from tests.action_draws import draw_rules
from tests.action_luck import ActionStreamLuck
from tests.action_play import new_game, random_action
from tests.naive_action.game import NaiveActionGame

LONGEST = 30
"""Turns per player: with three players or more enough for a reshuffle."""


def play_both(lot, n_rounds=1):
    """Play a game by lot in both engines; yield rules as the oracle has them, record and oracle, after each decision."""
    rules = draw_rules(lot)
    rules = rules.replace(turn_limit=LONGEST)
    key, patience = (lot.getrandbits(32), lot.getrandbits(32)), lot.choice((0.0, 0.5, 0.97))
    record, plain = rules_record(rules), plain_values(rules)
    game = new_game(record, key)
    oracle = NaiveActionGame(plain, ActionStreamLuck(key, 0, plain))
    yield rules, game, oracle
    for number in range(n_rounds):
        if number:
            deal.start_next_round(game, record)
            oracle.start_next_round()
            yield rules, game, oracle
        while game.table.phase < ROUND_OVER:
            action = random_action(game, lot, patience)
            turn.step(game, record, action)
            oracle.step(action)
            yield rules, game, oracle
        if game.table.phase > ROUND_OVER:
            return


def states_of_play(seed, n_games, share):
    """Yield a share of the states of games by lot: rules, record, oracle, source of luck."""
    lot = random.Random(seed)
    for _ in range(n_games):
        for rules, game, oracle in play_both(lot):
            if lot.random() < share:
                yield rules, game, oracle, lot


def drawn_unseen(table, viewer):
    """Return the places of the drawn cards that the viewer does not see: of the reshuffled pile, and the others."""
    if int(table.seat) in (-1, viewer):
        return [], []
    laid = int(table.kept_of_three) if table.n_chosen else -1
    three = [("three", place) for place in range(3) if table.three[place] >= -2 and place != laid]
    drawn = [("drawn", 0)] if table.drawn >= -2 else []
    if table.n_reshuffles == 0:
        return [], three + drawn
    n_of_pool = int(table.pool.sum()) - int(table.n_pile) - len(drawn)
    first = len(three) - n_of_pool
    return three[first:] + drawn, three[:first] if table.n_reshuffles == 1 else []


def shuffle_unknown(game, viewer, lot):
    """Deal the cards that `viewer` does not know anew, in place, and stir the piles."""
    table, secret = game["table"], game["secret"]
    n_players = int(table["n_players"])
    slots = [
        ("cards", (owner, slot))
        for owner in range(n_players)
        for slot in range(N_SLOTS)
        if int(table["hidden"][owner]) & ~int(table["knows"][viewer, owner]) & 1 << slot
    ]
    pile = [("pile", place) for place in range(int(table["n_pile"]))]
    of_pool, of_deck = drawn_unseen(table, viewer)
    if table["n_reshuffles"]:
        exchange(game, slots + of_deck, lot)
        exchange(game, pile + of_pool, lot)
    else:
        exchange(game, slots + pile + of_deck, lot)
    for name, n in (("action_pile", table["n_action_pile"]), ("discard", max(int(table["n_discard"]) - 1, 0))):
        secret[name][: int(n)] = lot.sample(secret[name][: int(n)].tolist(), int(n))
    secret["chosen"][:] = [lot.getrandbits(12) for _ in range(8)]
    if table["seat"] >= 0:
        knowledge.show_known(game, int(table["seat"]))


def exchange(game, places, lot):
    """Deal the cards at some places among these places."""
    cards = [card_at(game, place) for place in places]
    for (name, index), card in zip(places, lot.sample(cards, len(cards)), strict=True):
        if name == "drawn":
            game["table"]["drawn"] = card
        else:
            game["table" if name == "three" else "secret"][name][index] = card


def card_at(game, place):
    """Return the card at a place."""
    name, index = place
    if name == "drawn":
        return int(game["table"]["drawn"])
    return int(game["table" if name == "three" else "secret"][name][index])

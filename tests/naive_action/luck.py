"""Luck for games of the oracle alone: seeded, or as a test wants it."""

import random

from tests.naive_action.cards import action_deck, playing_deck
from tests.naive_action.rules import OFFICIAL


class SeededLuck:
    """Draw everything from one seed."""

    def __init__(self, rules, seed):
        self.rules, self.random = rules, random.Random(seed)

    def deck(self, _round):
        cards = playing_deck(self.rules)
        return self.random.sample(cards, len(cards))

    def action_deck(self, _round):
        cards = action_deck(self.rules)
        return self.random.sample(cards, len(cards))

    def choose(self, _round, candidates):
        return self.random.choice(candidates)

    def reshuffle(self, _round, _number, cards):
        return self.random.sample(cards, len(cards))

    action_reshuffle = reshuffle


class FixedLuck:
    """Deal given decks, choose the last candidate, reshuffle into a given order; remember what was asked."""

    def __init__(self, cards=None, actions=None, order=None):
        self.cards, self.actions, self.order = cards, actions, order
        self.asked = []

    def deck(self, _round):
        return self.cards or playing_deck(OFFICIAL)

    def action_deck(self, _round):
        return self.actions or action_deck(OFFICIAL)

    def choose(self, round_, candidates):
        self.asked.append((round_, candidates))
        return candidates[-1]

    def reshuffle(self, _round, number, cards):
        self.asked.append((number, cards))
        return self.order or cards

    def action_reshuffle(self, _round, number, cards):
        self.asked.append((number, cards))
        return cards

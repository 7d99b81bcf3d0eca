"""The streams of luck of Skyjo Action, written a second time: what deals the oracle its cards."""

from tests.naive_action.cards import action_deck, playing_deck
from tests.plain_luck import DEAL, StreamLuck, shuffle, words

ACTIONS = 7


class ActionStreamLuck(StreamLuck):
    """Be the luck of a naive game of Skyjo Action as its key and index make it.

    ``labels[v + 2]`` is printed on the playing cards of value v (13 for a star), ``kinds[k]`` on the action cards of
    kind k; the cards ``left_out`` are not in the deck. ``action_shuffles`` are those of the round, the deal's first: a
    reshuffle uses the words that follow in the same stream.
    """

    def __init__(self, key, game, rules, labels=range(-2, 14), kinds=range(10), left_out=()):
        super().__init__(key, game, labels)
        self.rules, self.kinds = rules, kinds
        self.cards = playing_deck(rules)
        for card in left_out:
            self.cards.remove(card)
        self.action_shuffles, self.words_used = [], 0

    def deck(self, round_):
        self.shuffles = []
        return self._shuffle([self.labels[card + 2] for card in self.cards], DEAL, round_)

    def action_deck(self, round_):
        self.action_shuffles, self.words_used = [], 0
        return self.action_reshuffle(round_, 0, [self.kinds[kind] for kind in action_deck(self.rules)])

    def action_reshuffle(self, round_, _number, cards):
        used = self.words_used
        self.words_used += len(cards)
        luck = words(self.words_used, self.key, ACTIONS, self.game, round_)[used:]
        self.action_shuffles.append(shuffle(cards, luck))
        return self.action_shuffles[-1][0]

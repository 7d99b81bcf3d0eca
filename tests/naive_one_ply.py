"""The one-ply evaluation a second time, in plain lists: whole grids are valued, nothing is worked out by differences."""

import math
from functools import cache

HIDDEN, CLEARED = "hidden", "cleared"
COPIES = {-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10)
CARDS = sorted(COPIES)


def cell(card):
    return {-100: HIDDEN, -101: CLEARED}.get(int(card), int(card))


class Valuation:
    """What a seat knows and how it weighs it: `table` is a record, `weights` a `Weights`."""

    def __init__(self, table, seat, weights):
        self.table, self.seat, self.weights = table, seat, weights
        n = int(table["n_players"])
        self.grids = [[cell(card) for card in table["visible"][s][:12]] for s in range(n)]
        self.is_last = int(table["ender"]) >= 0
        left = {card: COPIES[card] - int(table["seen"][card + 2]) for card in CARDS}
        total = sum(left.values())
        self.unseen = {card: left[card] / total if total else 0.0 for card in CARDS}
        self.drawn = self.unseen
        if int(table["n_reshuffles"]) and int(table["n_pile"]):
            self.drawn = {card: int(table["pool"][card + 2]) / int(table["n_pile"]) for card in CARDS}
        self.mean = sum(card * p for card, p in self.unseen.items())
        self.variance = max(sum(card * card * p for card, p in self.unseen.items()) - self.mean**2, 0)
        self.turns = int(table["turns"])
        self.following_ends = int(table["ender"]) == (seat + 1) % n
        for method in ("after", "charge", "pair", "gain"):
            setattr(self, method, cache(getattr(self, method)))
        self.fed = {card: self.fed_by(card) for card in CARDS}

    def n_hidden(self, seat):
        return self.grids[seat].count(HIDDEN)

    def hidden_charge(self):
        if self.is_last:
            return self.mean
        w, turns = self.weights, min(map(self.n_hidden, range(len(self.grids))))
        long = max(self.turns / len(self.grids) - 30, 0) / 2
        hope = w.hope + w.hope_per_turn * turns + w.hope_per_hidden * self.n_hidden(self.seat)
        return self.mean - hope + long

    def charge(self, card):
        if card == HIDDEN:
            return self.hidden_charge()
        if self.is_last:
            return card
        return card - self.weights.discount * max(card - self.weights.discount_from, 0)

    def pair(self, card, third):
        if self.is_last:
            return 3 * card * self.unseen[card] if third == HIDDEN else 0
        turns = min(map(self.n_hidden, range(len(self.grids)))) + self.weights.turns
        odds = max(self.weights.pair * turns * self.unseen[card], 0)
        return odds / (1 + odds) * max(3 * card + self.weights.pair_points, 0)

    def column(self, cards):
        if CLEARED in cards or (cards[0] == cards[1] == cards[2] != HIDDEN):
            return 0
        worth = sum(map(self.charge, cards))
        for row in range(3):
            third, (card, other) = cards[row], [cards[i] for i in range(3) if i != row]
            if card == other != HIDDEN:
                worth -= self.pair(card, third)
        return worth

    def worth(self, grid):
        return sum(self.column(grid[i : i + 3]) for i in (0, 3, 6, 9))

    def points(self, grid):
        columns = [grid[i : i + 3] for i in (0, 3, 6, 9)]
        return sum(
            sum(card for card in cards if isinstance(card, int))
            for cards in columns
            if not (cards[0] == cards[1] == cards[2] != HIDDEN)
        )

    def highest(self, seat):
        shown = [card for card in self.grids[seat] if isinstance(card, int)]
        return max([*shown, self.mean if self.n_hidden(seat) else -2])

    def doubled(self, points):
        if points <= 0:
            return 0
        ahead = 1
        for other in range(len(self.grids)):
            if other != self.seat:
                expected = self.points(self.grids[other]) + self.n_hidden(other) * self.mean
                expected -= self.weights.last_gain * max(self.highest(other) - 2, 0)
                spread = math.sqrt(self.n_hidden(other) * self.variance + self.weights.last_spread**2)
                ahead *= 1 - 1 / (1 + math.exp(-1.702 * (points + 0.5 - expected) / spread))
        return 1 - ahead

    def after(self, slot, card):
        """Return what the grid is worth with a card at a slot; with the round ended, if that was the last hidden one."""
        grid = self.grids[self.seat]
        changed = [*grid[:slot], card, *grid[slot + 1 :]]
        if self.is_last or HIDDEN in changed or grid[slot] != HIDDEN:
            return self.worth(changed)
        points = self.points(changed)
        others = [self.n_hidden(s) for s in range(len(self.grids)) if s != self.seat]
        bonus = self.weights.end + self.weights.end_per_hidden * sum(others) / len(others)
        doubled = self.doubled(points) if self.weights.risk > 0 else 0
        return points * (1 + self.weights.risk * doubled) - bonus

    def gain(self, card):
        """Return what a discard improves in the next player's grid."""
        following = (self.seat + 1) % len(self.grids)
        gain = max(self.highest(following) - card, 0)
        grid = self.grids[following]
        for i in (0, 3, 6, 9):
            for row in range(3):
                third, pair = grid[i + row], [grid[i + r] for r in range(3) if r != row]
                if pair == [card, card]:
                    gain = max(gain, 2 * card + (self.mean if third == HIDDEN else third))
        return gain

    def fed_by(self, card):
        if self.weights.denial <= 0 or self.following_ends:
            return 0
        usual = sum(p * self.gain(other) for other, p in self.drawn.items())
        return self.weights.denial / (len(self.grids) - 1) * max(self.gain(card) - usual, 0)

    def placement(self, slot, card):
        old = self.grids[self.seat][slot]
        fed = sum(p * self.fed[c] for c, p in self.unseen.items()) if old == HIDDEN else self.fed[old]
        return self.after(slot, card) + fed

    def flip(self, slot):
        haste = 0 if self.is_last else self.weights.haste
        return sum(p * self.after(slot, card) for card, p in self.unseen.items()) - haste

    def places(self, card):
        grid = self.grids[self.seat]
        return {13 + slot: self.placement(slot, card) for slot in range(12) if grid[slot] != CLEARED}

    def flips(self, card):
        grid = self.grids[self.seat]
        return {25 + slot: self.flip(slot) + self.fed[card] for slot in range(12) if grid[slot] == HIDDEN}

    def values(self):
        """Return by action id what the grid is worth after it: of a draw the mean, each card answered at its best."""
        phase = int(self.table["phase"])
        if phase == 2:
            drawn = int(self.table["drawn"])
            return self.places(drawn) | self.flips(drawn)
        best = {card: min({**self.places(card), **self.flips(card)}.values()) for card in CARDS}
        values = {0: sum(p * best[card] for card, p in self.drawn.items())}
        top = int(self.table["discard_top"])
        return values | {action - 12: value for action, value in self.places(top).items()}

"""Rules of thumb a second time, in plain lists: what each legal answer of a turn is worth to a player with habits."""

from skyjo_sim.kernels.actions import DRAW, FLIP, PUT, SOURCE, TAKE

COPIES = [5, 10, 15] + [10] * 12
HIDDEN, CLEARED = -100, -101


class Thumb:
    """What a player knows of a game and how it judges; ``sight`` 1: its own hidden cards too, 2: everybody's."""

    def __init__(self, game, habits, sight=0):
        self.table, self.habits, self.sight = game["table"], habits, sight
        table = self.table
        self.seat, self.n_players = int(table["seat"]), int(table["n_players"])
        self.cards = [[int(card) for card in row[:12]] for row in game["secret"]["cards"]]
        self.is_last = int(table["ender"]) >= 0
        self.length = int(table["turns"]) / self.n_players
        self.count_cards()
        self.charge = habits.counts * self.mean + habits.hidden_points
        self.own = self.known(self.seat)
        self.next = self.known((self.seat + 1) % self.n_players)

    def known(self, seat):
        """Return a grid as far as the player knows it."""
        cells = [int(cell) for cell in self.table["visible"][seat][:12]]
        if self.sight == 2 or (self.sight == 1 and seat == self.seat):
            return [self.cards[seat][slot] if cell == HIDDEN else cell for slot, cell in enumerate(cells)]
        return cells

    def count_cards(self):
        """Set the chances of an unknown card and of a drawn one, and the former's mean."""
        left = [copies - int(seen) for copies, seen in zip(COPIES, self.table["seen"], strict=False)]
        for seat in range(self.n_players):
            for slot in range(12):
                is_known = self.sight == 2 or (self.sight == 1 and seat == self.seat)
                if is_known and int(self.table["hidden"][seat]) >> slot & 1:
                    left[self.cards[seat][slot] + 2] -= 1
        drawn = left if not self.table["n_reshuffles"] else [int(n) for n in self.table["pool"][:15]]
        self.unseen = [n / sum(left) for n in left]
        self.drawn = [n / max(sum(drawn), 1) for n in drawn]
        self.mean = sum(chance * (value - 2) for value, chance in enumerate(self.unseen))

    def points(self, cell):
        return 0 if cell == CLEARED else cell if cell >= -2 else self.charge

    def sum_of(self, grid):
        """Return what a grid counts: columns that are known to be equal count nothing."""
        columns = [grid[first : first + 3] for first in range(0, 12, 3)]
        return sum(0 if c[0] == c[1] == c[2] >= -2 else sum(map(self.points, c)) for c in columns)

    def pairs_of(self, grid):
        """Return the cards above 0 that lie exactly twice in a column."""
        columns = [grid[first : first + 3] for first in range(0, 12, 3)]
        return [card for column in columns for card in set(column) if card > 0 and column.count(card) == 2]

    def worth(self, grid):
        """Return what a grid counts less the bonus for its pairs."""
        bonus = 0
        for card in [] if self.is_last else self.pairs_of(grid):
            odds = min(self.habits.odds * self.unseen[card + 2], 1) if self.habits.odds else 1
            bonus += odds * (self.habits.pair + self.habits.pair_share * 2 * card)
        return self.sum_of(grid) - bonus

    def gift(self, card):
        """Return what the next player gains by a discard, weighted."""
        if self.is_last:
            return 0
        gains = [0, *(self.points(cell) - self.points(card) for cell in self.next)]
        for first in range(0, 12, 3):
            column = self.next[first : first + 3]
            if card >= -2 and column.count(card) == 2:
                gains.append(self.sum_of([*column, *[CLEARED] * 9]))
        return self.habits.feed * max(gains)

    def urge(self, grid):
        """Return what it is worth to end the round with a grid."""
        habits, own = self.habits, self.sum_of(grid)
        others = [self.known(seat) for seat in range(self.n_players) if seat != self.seat]
        rival = min(map(self.sum_of, others)) - habits.last_gain
        lead = habits.end_lead + habits.care * int(self.table["totals"][self.seat]) / 100
        is_willing = (own <= habits.end_at_most and rival - own >= lead) or self.length >= 40
        return habits.eager if is_willing else -1000

    def turning_up(self, grid):
        """Return what it is worth to turn a card up, which leads to a grid."""
        if self.is_last:
            return 0
        swing = self.habits.haste + max(self.length - 30, 0)
        is_ending = int(self.table["hidden"][self.seat]).bit_count() == 1
        return swing + (self.urge(grid) if is_ending else 0)

    def placing(self, card, slot):
        """Return what is gained by a card at a slot."""
        after = [card if place == slot else cell for place, cell in enumerate(self.own)]
        gain = self.worth(self.own) - self.worth(after) - self.gift(self.own[slot])
        return gain + (self.turning_up(after) if int(self.table["hidden"][self.seat]) >> slot & 1 else 0)

    def values(self):
        """Return what each legal answer is worth, by id; all flips are worth the same."""
        hidden = [slot for slot in range(12) if int(self.table["hidden"][self.seat]) >> slot & 1]
        slots = [slot for slot in range(12) if self.own[slot] != CLEARED]
        if self.table["phase"] == SOURCE:
            top = int(self.table["discard_top"])
            taken = {TAKE + slot: self.placing(top, slot) for slot in slots} if self.table["n_discard"] else {}
            return {DRAW: self.worth_of_drawing(hidden, slots), **taken}
        card = int(self.table["drawn"])
        flips = {FLIP + slot: self.turning_up(self.own) - self.gift(card) for slot in hidden}
        return {**flips, **{PUT + slot: self.placing(card, slot) for slot in slots}}

    def worth_of_drawing(self, hidden, slots):
        """Return what a take must gain more than."""
        gain = 0
        if self.habits.weigh:
            for value, chance in enumerate(self.drawn):
                options = [self.placing(value - 2, slot) for slot in slots]
                options += [self.turning_up(self.own) - self.gift(value - 2)] if hidden else []
                gain += chance * max(options)
        return self.habits.take + self.habits.weigh * gain

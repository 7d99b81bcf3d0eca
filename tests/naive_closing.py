"""The last turn of a round by enumeration: the oracle of the compiled closing module.

Written from the rules alone, in lists and fractions. A grid is a list of 12 entries by slot (3 * column + row): a
card, HIDDEN or CLEARED. A pool is a sorted list of cards.
"""

from collections import Counter
from fractions import Fraction

HIDDEN = "?"
CLEARED = "."
COLUMNS = [range(3 * column, 3 * column + 3) for column in range(4)]


def without(pool, card):
    """Return a pool with one card less."""
    rest = list(pool)
    rest.remove(card)
    return rest


def cleared(grid):
    """Return a grid without its complete columns, and the cards that went."""
    grid, gone = list(grid), []
    for column in COLUMNS:
        cards = {grid[slot] for slot in column}
        if len(cards) == 1 and not cards & {HIDDEN, CLEARED}:
            gone += [grid[slot] for slot in column]
            for slot in column:
                grid[slot] = CLEARED
    return grid, gone


def points(grid):
    return sum(entry for entry in grid if isinstance(entry, int))


def totals(grid, pool):
    """Return the chances of the totals when the hidden cards, which are from the pool, are turned up."""
    if HIDDEN not in grid:
        return Counter({points(cleared(grid)[0]): Fraction(1)})
    slot, result = grid.index(HIDDEN), Counter()
    for card, copies in Counter(pool).items():
        after = [*grid[:slot], card, *grid[slot + 1 :]]
        for total, chance in totals(after, without(pool, card)).items():
            result[total] += chance * Fraction(copies, len(pool))
    return result


def worth(chances, most):
    """Return what is made small: the expected total; or with `most` first minus P(total <= most)."""
    expected = sum(total * chance for total, chance in chances.items())
    if most is None:
        return (expected,)
    return (-sum(chance for total, chance in chances.items() if total <= most), expected)


def put(grid, slot, card):
    return cleared([*grid[:slot], card, *grid[slot + 1 :]])[0]


def best_slot(grid, card, pool, most, *, may_throw):
    """Return the worth, the slot (None: thrown away) and the totals of the best use of a card."""
    uses = [(None, grid)] if may_throw else []
    uses += [(slot, put(grid, slot, card)) for slot in range(12) if grid[slot] != CLEARED]
    best = None
    for slot, after in uses:
        chances = totals(after, pool)
        if best is None or worth(chances, most) < best[0]:
            best = worth(chances, most), slot, chances
    return best


def plan(grid, top, pool, pile, most=None):
    """Return ``("take", slot)`` or ``("draw", {card: slot or None})`` and the chances of the totals.

    `pile` is what may be drawn, by lot; None if that is the pool of the hidden cards. `top` may be None.
    """
    draws = pool if pile is None else pile
    taking = None if top is None else best_slot(grid, top, pool, most, may_throw=False)
    slots, chances = {}, Counter()
    for card, copies in Counter(draws).items():
        rest = without(pool, card) if pile is None else pool
        _, slots[card], after = best_slot(grid, card, rest, most, may_throw=True)
        for total, chance in after.items():
            chances[total] += chance * Fraction(copies, len(draws))
    if taking is not None and (not draws or taking[0] <= worth(chances, most)):
        return ("take", taking[1]), taking[2]
    return ("draw", slots), chances if draws else totals(grid, pool)


def discards_of(grid, slot, card, old):
    """Return the grid after a card was put at a slot, and what goes to the discard pile."""
    after, gone = cleared([*grid[:slot], card, *grid[slot + 1 :]])
    return after, ([] if old is None else [old]) + gone


class Table:
    """The last turns of several seats, one after the other, all ways they may go.

    `pool` has the cards that are really left for hidden cards (and draws, if `pile` is None), `public` those that
    they may be for all that was seen.
    """

    def __init__(self, pool, public, pile, n_pile, discard):
        self.pool, self.public, self.pile, self.n_pile, self.discard = pool, public, pile, n_pile, discard

    def copy(self):
        pile = None if self.pile is None else list(self.pile)
        return Table(list(self.pool), list(self.public), pile, self.n_pile, list(self.discard))

    def drawing(self):
        """Return what a card would be drawn from: None for the pool."""
        if self.n_pile == 0:
            return sorted(self.discard[:-1])
        return self.pile

    def draw(self):
        """Yield each card that may be drawn, its chance and the table after it."""
        source = self.drawing()
        for card, copies in Counter(self.pool if source is None else source).items():
            after = self.copy()
            if self.n_pile == 0:
                after.pile, after.n_pile, after.discard = list(source), len(source), self.discard[-1:]
            after.n_pile -= 1
            if source is None:
                after.pool.remove(card)
                after.public.remove(card)
            else:
                after.pile.remove(card)
            yield card, Fraction(copies, len(self.pool if source is None else source)), after

    def turn_up(self):
        """Yield each card that a hidden one may be, its chance and the table after everybody has seen it."""
        for card, copies in Counter(self.pool).items():
            after = self.copy()
            after.pool.remove(card)
            after.public.remove(card)
            yield card, Fraction(copies, len(self.pool)), after

    def place(self, grid, slot, card):
        """Yield the grid, chance and table after a card was put at a slot."""
        known = grid[slot] != HIDDEN
        for old, chance, table in [(grid[slot], Fraction(1), self.copy())] if known else self.turn_up():
            after, gone = discards_of(grid, slot, card, old)
            table.discard += gone
            yield after, chance, table

    def turn(self, grid):
        """Yield all ways a best last turn may go: the grid after it, the chance and the table."""
        top = self.discard[-1] if self.discard else None
        (source, slots), _ = plan(grid, top, self.public, self.drawing())
        if source == "take":
            taken = self.copy()
            taken.discard.pop()
            yield from taken.place(grid, slots, top)
            return
        for card, chance, table in self.draw():
            if slots[card] is not None:
                for after, also, later in table.place(grid, slots[card], card):
                    yield after, chance * also, later
                continue
            table.discard.append(card)
            if HIDDEN not in grid:
                yield grid, chance, table
                continue
            slot = grid.index(HIDDEN)
            for flipped, also, later in table.turn_up():
                after, gone = discards_of(grid, slot, flipped, None)
                later.discard += gone
                yield after, chance * also, later

    def reveal(self, grid):
        """Yield the total of a grid at the reveal, the chance, and the table without its cards, which nobody has seen."""
        if HIDDEN not in grid:
            yield points(cleared(grid)[0]), Fraction(1), self
            return
        slot = grid.index(HIDDEN)
        for card, copies in Counter(self.pool).items():
            after = self.copy()
            after.pool.remove(card)
            for total, chance, table in after.reveal([*grid[:slot], card, *grid[slot + 1 :]]):
                yield total, chance * Fraction(copies, len(self.pool)), table


def lowest_totals(grids, table):
    """Return the chances of the lowest total of seats that have their last turns in this order."""
    if not grids:
        return Counter({1000: Fraction(1)})
    result = Counter()
    for after, chance, later in table.turn(grids[0]):
        for total, also, last in later.reveal(after):
            for lowest, rest in lowest_totals(grids[1:], last).items():
                result[min(total, lowest)] += chance * also * rest
    return result

"""What lies on the table in a round, and the notes that are kept of it.

Nothing is changed in place: each change puts a new list where the old one was, so what was reported once stays as it
was reported.
"""

from tests.naive import CLEARED
from tests.naive_action.cards import KINDS, count_faces, points
from tests.naive_action.hands import counts_of

NOBODY = frozenset()
SHOWN = -1
"""In place of a number of reshuffles: everybody has seen the card."""
COUNTERS = (
    "taken",
    "for_stars",
    "stolen_cards",
    "reactivated",
    "extra_turns",
    "lines_cleared",
    "columns_cleared",
    "rows_cleared",
    "star_lines_cleared",
    "hidden_at_end",
    "stars_left",
    "star_bonus",
    "held_at_end",
)
COUNTERS_BY_KIND = ("played", "thrown", "blocked")


def put(items, index, item):
    """Return the list with another item at an index."""
    return [*items[:index], item, *items[index + 1 :]]


class Table:
    """Hold one round; the attributes are what `report` gives, but for what it works out."""

    def __init__(self, grids, starter):
        seats = range(len(grids))
        self.phase, self.choice, self.seat, self.starter = "opening", None, 0, starter
        self.turns, self.ender, self.last_turns_left = 0, None, 0
        self.lead, self.ended_by_other = 0, False
        self.doubled, self.abandoned = False, False
        self.raw, self.score = None, None
        # The grids: entries as in `tests.naive`, and who knows which hidden cards.
        self.grids = grids
        self.chosen = [[] for _ in seats]
        self.kept = [[] for _ in seats]
        self.public = [[] for _ in seats]  # slots whose hidden card was shown to all
        self.knowers = [[NOBODY] * 12 for _ in seats]
        self.has_knowledge = False
        # Piles, their top last; draw piles, what is drawn next first.
        self.discard, self.pile, self.reshuffles = [], [], 0
        self.action_discard, self.action_pile, self.action_reshuffles = [], [], 0
        self.market = []
        self.hands = [[] for _ in seats]
        # Cards drawn and not laid down yet, and how many reshuffles had been made then.
        self.drawn, self.drawn_after = None, 0
        self.three, self.three_after = [None] * 3, [0] * 3
        self.kept_of_three = None
        # What the current turn has come to.
        self.pending_turns, self.star_rights, self.setup_left = 0, 0, 0
        self.in_play = []
        self.target, self.seats_chosen, self.slots_chosen = None, [], []
        self.first_face, self.swaps_left = None, 0
        self.meteor_slots = [None for _ in seats]
        self.lines_chosen, self.rows_only = [], False
        self.asked, self.stars_asked, self.stars_on_top = None, [], []
        for name in COUNTERS:
            setattr(self, name, [0 for _ in seats])
        for name in COUNTERS_BY_KIND:
            setattr(self, name, [[0] * len(KINDS) for _ in seats])

    # --- notes ---

    def count(self, name, seat, n=1):
        """Add to a counter of a seat."""
        counts = getattr(self, name)
        setattr(self, name, put(counts, seat, counts[seat] + n))

    def count_kind(self, name, seat, kind):
        """Add 1 to a counter of a seat and a kind."""
        counts = getattr(self, name)
        setattr(self, name, put(counts, seat, put(counts[seat], kind, counts[seat][kind] + 1)))

    # --- grids ---

    def place(self, owner, slot, entry, *, is_public=False, knowers=NOBODY):
        """Lay a card at a slot, or clear it, with who knows the card if it is hidden."""
        self.grids = put(self.grids, owner, put(self.grids[owner], slot, entry))
        if is_public != (slot in self.public[owner]):
            others = [other for other in self.public[owner] if other != slot]
            self.public = put(self.public, owner, sorted([*others, slot]) if is_public else others)
        if knowers != self.knowers[owner][slot]:
            self.knowers = put(self.knowers, owner, put(self.knowers[owner], slot, knowers))
        self.has_knowledge = self.has_knowledge or bool(knowers)

    def turn_up(self, owner, slot):
        """Turn the hidden card at a slot face up; return it."""
        card = self.grids[owner][slot][1]
        self.place(owner, slot, ("up", card))
        return card

    def replace(self, owner, slot, card):
        """Lay a card face up at a slot; return the card that lay there."""
        old = self.grids[owner][slot][1]
        self.place(owner, slot, ("up", card))
        self.unmark(owner, slot)
        return old

    def remove(self, owner, slot):
        """Clear a slot; return its card."""
        card = self.grids[owner][slot][1]
        self.place(owner, slot, CLEARED)
        return card

    def unmark(self, owner, slot):
        """Forget that the owner wants to keep the column of a slot, because one of its cards changes."""
        if slot // 3 in self.kept[owner]:
            self.kept = put(self.kept, owner, [column for column in self.kept[owner] if column != slot // 3])

    def report(self):
        """Return everything there is to know."""
        state = dict(vars(self))
        state["held"], state["locked"], state["stolen"] = counts_of(state.pop("hands"))
        pooled = self.cards_of_the_pool()
        state["pool"] = count_faces(pooled) if self.reshuffles else None
        state["seen"] = count_faces(self.cards_shown() + pooled)
        del state["drawn_after"], state["three_after"]
        return state

    # --- what is public (8b, two pools) ---

    def cards_of_the_pool(self):
        """Return the cards of a reshuffled pile, all of them old discards, with those drawn from it and not shown."""
        if not self.reshuffles:
            return []
        drawn = [] if self.drawn is None or self.drawn_after != self.reshuffles else [self.drawn]
        three = zip(self.three, self.three_after, strict=True)
        return self.pile + drawn + [card for card, after in three if card is not None and after == self.reshuffles]

    def cards_shown(self):
        """Return the cards that everybody has seen and that are not in the draw pile."""
        cards = list(self.discard)
        for grid, public in zip(self.grids, self.public, strict=True):
            cards += [entry[1] for entry in grid if entry[0] == "up"]
            cards += [grid[slot][1] for slot in public]
        # A replaced card that waits to be discarded, and cards drawn from a pile of old discards that is gone.
        was_shown = [after == SHOWN or 0 < after < self.reshuffles for after in self.three_after]
        return cards + [card for card, shown in zip(self.three, was_shown, strict=True) if shown and card is not None]


def estimate(table, seat, penalty):
    """Return what a seat's grid and hand look like to everybody: 5 points a hidden card (`lead`)."""
    up = [entry[1] for entry in table.grids[seat] if entry[0] == "up"]
    n_hidden = sum(entry[0] == "hidden" for entry in table.grids[seat])
    return points(up) + 5 * n_hidden + penalty * len(table.hands[seat])

"""What a seat sees, written down plainly from a state of the oracle (`tests.naive.NaiveGame.state`): both forms.

The layouts are those of the documentation of the environments. Nothing of the package is imported.
"""

from tests.naive import CARD_VALUES, CLEARED, count_cards, deck, hidden_slots, visible_cards

PHASES = ("opening", "source", "place", "clear")
COLUMN_OF = [slot // 3 for slot in range(12)]


def one_hot(n, place):
    """Return `n` zeros with a one at `place`; only zeros where there is none."""
    return [int(number == place) for number in range(n)]


def own_card(state, viewer):
    """Return the card in the viewer's hand, else None."""
    return state["drawn"] if state["seat"] == viewer else None


def unseen(state, viewer):
    """Return how many cards of each value the viewer has not seen in this round: 15 counts."""
    shown = list(state["seen"])
    card = own_card(state, viewer)
    if card is not None and state["reshuffles"] == 0:  # a card from a reshuffled pile has been seen before
        shown[card - CARD_VALUES[0]] += 1
    return [whole - gone for whole, gone in zip(count_cards(deck()), shown, strict=True)]


def drawable(state, viewer):
    """Return from how many cards of each value the next draw will be, as far as the viewer can tell."""
    if state["reshuffles"] == 0:
        return unseen(state, viewer)
    is_foreign = state["drawn"] is not None and state["seat"] != viewer
    return count_cards(state["pile"] + [state["drawn"]] * is_foreign)


def shares(counts):
    """Return counts as shares of their sum; zeros where it is 0."""
    total = sum(counts)
    return [n / total if total else 0.0 for n in counts]


def mean_card(counts):
    """Return the mean card; 0 where there is none."""
    return sum(share * card for share, card in zip(shares(counts), CARD_VALUES, strict=True))


def clockwise(state, viewer):
    """Return the seats from the viewer on."""
    n_players = len(state["grids"])
    return [(viewer + distance) % n_players for distance in range(n_players)]


def own_choices(state, viewer):
    """Return the slots that the viewer has chosen so far, if it is choosing."""
    return state["chosen"][viewer] if state["phase"] == "opening" and state["seat"] == viewer else []


def matches(grid, offer):
    """Return for each slot which share of the other two cards in its column shows the card on offer."""
    shown = [entry[0] == "up" and entry[1] == offer for entry in grid]
    return [
        sum(shown[other] for other in range(12) if COLUMN_OF[other] == COLUMN_OF[slot] and other != slot) / 2
        for slot in range(12)
    ]


def flat(state, viewer):
    """Return the flat observation."""
    card = own_card(state, viewer)
    top = state["discard"][-1] if state["discard"] else None
    numbers = one_hot(4, PHASES.index(state["phase"]) if state["phase"] in PHASES else None)
    numbers += [0 if top is None else top / 12, int(top is not None), 0 if card is None else card / 12]
    numbers += [len(state["pile"]) / 150, state["turns"] / 100]
    numbers += one_hot(4, state["asked"])
    offer = card if state["phase"] == "place" and card is not None else top
    numbers += matches(state["grids"][viewer], offer)
    numbers += shares(unseen(state, viewer)) + shares(drawable(state, viewer))
    for seat in clockwise(state, viewer):
        numbers += flat_grid(state, seat, own_choices(state, viewer) if seat == viewer else [], viewer)
    return numbers


def flat_grid(state, seat, chosen, viewer):
    """Return the part of one seat."""
    grid = state["grids"][seat]
    expected = sum(visible_cards(grid)) + len(hidden_slots(grid)) * mean_card(unseen(state, viewer))
    return [
        *[entry[1] / 12 if entry[0] == "up" else 0 for entry in grid],
        *[(0.5 if slot in chosen else 1) if entry[0] == "hidden" else 0 for slot, entry in enumerate(grid)],
        *[int(entry == CLEARED) for entry in grid],
        expected / 50,
        state["totals"][seat] / 50,
        int(state["ender"] == seat),
    ]


def grid_planes(grid):
    """Return 17 planes of 3 rows and 4 columns: the values -2..12, hidden, cleared."""
    entries = [[grid[3 * column + row] for column in range(4)] for row in range(3)]
    return [
        *[[[int(entry == ("up", card)) for entry in row] for row in entries] for card in CARD_VALUES],
        [[int(entry[0] == "hidden") for entry in row] for row in entries],
        [[int(entry == CLEARED) for entry in row] for row in entries],
    ]


def planes(state, viewer):
    """Return the structured observation by field, of the seats that play."""
    seats, chosen, card = clockwise(state, viewer), own_choices(state, viewer), own_card(state, viewer)
    top = state["discard"][-1] if state["discard"] else None
    ender = len(seats) if state["ender"] is None else seats.index(state["ender"])
    return {
        "grids": [grid_planes(state["grids"][seat]) for seat in seats],
        "chosen": [[int(3 * column + row in chosen) for column in range(4)] for row in range(3)],
        "asked": one_hot(4, state["asked"]),
        "phase": [int(state["phase"] == phase) for phase in PHASES],
        "top": one_hot(16, 15 if top is None else top + 2),
        "drawn": one_hot(16, 15 if card is None else card + 2),
        "ender": one_hot(len(seats) + 1, ender),
        "hidden_cards": unseen(state, viewer),
        "pile_cards": drawable(state, viewer),
        "n_pile": [len(state["pile"])],
        "n_discard": [len(state["discard"])],
        "last_turns_left": [state["last_turns_left"]],
        "turns": [state["turns"]],
        "totals": [state["totals"][seat] for seat in seats],
    }


def expected_lead(state, viewer):
    """Return by how many points the best other seat is expected to be behind, by what all have seen."""
    mean = mean_card([whole - gone for whole, gone in zip(count_cards(deck()), state["seen"], strict=True)])
    points = [sum(visible_cards(grid)) + mean * len(hidden_slots(grid)) for grid in state["grids"]]
    return min(points[:viewer] + points[viewer + 1 :]) - points[viewer]

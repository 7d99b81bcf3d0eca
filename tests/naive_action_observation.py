"""What a seat sees of Skyjo Action, written down plainly from a state of the oracle (`tests.naive_action`): both forms.

The layouts are those of the documentation of the environments. Nothing of the package is imported.
"""

from tests.naive import CLEARED
from tests.naive_action.cards import KINDS, STAR, count_faces, playing_deck, points
from tests.naive_action.final import star_bonus
from tests.naive_action.lines import ALL_LINES
from tests.naive_observation import clockwise, one_hot, own_card, own_choices, shares

PHASES = ("opening", "source", "place", "choice")
CHOICES = (
    "star_right",
    "lines",
    "stars",
    "player",
    "slot",
    "face",
    "line",
    "kind",
    "keep",
    "order",
    "flip_one",
)
ROWS = [[slot for slot in range(12) if slot % 3 == row] for row in range(3)]
COLUMNS = [[slot for slot in range(12) if slot // 3 == column] for column in range(4)]


def place_of(items, item):
    """Return where an item stands; None where it does not."""
    return items.index(item) if item in items else None


def number(card):
    """Return a card for the flat form: 0 for a star and where there is none."""
    return 0 if card is None or card == STAR else card / 12


def is_laid(state, rules):
    """Tell whether the kept of the three cards is laid, and the replaced one waits to be discarded in its place."""
    return state["kept_of_three"] is not None and state["choice"] == "order" and rules["draw_three_replaced"] == "free"


def own_three(state, viewer, rules):
    """Return the three cards as the viewer sees them."""
    if state["seat"] == viewer:
        return state["three"]
    is_public = is_laid(state, rules)
    return [
        card if is_public and place == state["kept_of_three"] else None for place, card in enumerate(state["three"])
    ]


def unshown_three(state, rules):
    """Return the cards of the three that one seat alone has seen: those of the reshuffled pile, and the others."""
    laid = state["kept_of_three"] if is_laid(state, rules) else None
    cards = [card for place, card in enumerate(state["three"]) if card is not None and place != laid]
    if not state["reshuffles"]:
        return [], cards
    in_hand = [] if state["drawn"] is None else [state["drawn"]]
    n_of_pool = sum(state["pool"]) - len(state["pile"]) - len(in_hand)
    first = len(cards) - n_of_pool
    return cards[first:], cards[:first] if state["reshuffles"] == 1 else []


def unseen(state, viewer, rules):
    """Return how many cards of each face the viewer has not seen in this round: 16 counts."""
    seen = []
    for owner, grid in enumerate(state["grids"]):
        for slot, entry in enumerate(grid):
            is_private = slot not in state["public"][owner]
            seen += [entry[1]] if viewer in state["knowers"][owner][slot] and is_private else []
    if state["seat"] == viewer:
        seen += unshown_three(state, rules)[1]
        seen += [state["drawn"]] if state["drawn"] is not None and not state["reshuffles"] else []
    whole = count_faces(playing_deck(rules))
    return [n - shown - own for n, shown, own in zip(whole, state["seen"], count_faces(seen), strict=True)]


def drawable(state, viewer, rules):
    """Return from how many cards of each face the next draw will be, as far as the viewer can tell."""
    if not state["reshuffles"]:
        return unseen(state, viewer, rules)
    foreign = unshown_three(state, rules)[0] + ([] if state["drawn"] is None else [state["drawn"]])
    return count_faces(state["pile"] + (foreign if state["seat"] != viewer else []))


def known_card(state, viewer, owner, slot):
    """Return a face-down card that the viewer knows; None where there is none."""
    return state["grids"][owner][slot][1] if viewer in state["knowers"][owner][slot] else None


def matches(grid, lines, offer):
    """Return for each slot which share of the other cards in its line shows a star or the card on offer."""
    found = []
    for slot in range(12):
        (line,) = [line for line in lines if slot in line]
        others = [grid[other] for other in line if other != slot and grid[other] != CLEARED]
        fits = [entry for entry in others if entry in (("up", offer), ("up", STAR))]
        is_open = grid[slot] != CLEARED and offer is not None and others
        found.append(len(fits) / len(others) if is_open else 0)
    return found


def expected(state, viewer, seat, rules):
    """Return the points that a seat is expected to have, as far as the viewer can tell."""
    left = unseen(state, viewer, rules)
    mean = sum(share * (face - 2) for face, share in enumerate(shares(left)[:15]))
    grid = state["grids"][seat]
    total = points([entry[1] for entry in grid if entry[0] == "up"])
    for slot, entry in enumerate(grid):
        if entry[0] == "hidden":
            card = known_card(state, viewer, seat, slot)
            total += mean if card is None else points([card])
    return total + rules["unused_action_penalty"] * sum(state["held"][seat]) - star_bonus(tuple(grid), rules)


def flat(state, viewer, rules):
    """Return the flat observation."""
    numbers = common(state, viewer, rules)
    for seat in clockwise(state, viewer):
        numbers += flat_seat(state, viewer, seat, rules)
    return numbers


def common(state, viewer, rules):
    """Return what belongs to no seat."""
    card, three = own_card(state, viewer), own_three(state, viewer, rules)
    top = state["discard"][-1] if state["discard"] else None
    kind_on_top = state["action_discard"][-1] if state["action_discard"] else None
    offer = card if state["phase"] == "place" and card is not None else top
    grid = state["grids"][viewer]
    return [
        *one_hot(4, place_of(PHASES, state["phase"])),
        *one_hot(11, place_of(CHOICES, state["choice"])),
        *one_hot(9, state["in_play"][-1] if state["in_play"] else None),
        *[number(top), int(top == STAR), int(top is not None), number(card), int(card == STAR)],
        *[number(one) for one in three],
        *[int(one == STAR) for one in three],
        *[int(one is not None) for one in three],
        *one_hot(3, state["kept_of_three"]),
        *one_hot(2, face_of(state)),
        state["swaps_left"] / 2,
        *one_hot(7, place_of(ALL_LINES, state["asked"])),
        *[int(line in state["lines_chosen"]) for line in ALL_LINES],
        *[state["market"].count(kind) / 4 for kind in range(10)],
        *one_hot(10, kind_on_top),
        *[state["action_discard"].count(kind) / 4 for kind in range(10)],
        len(state["action_pile"]) / 30,
        *[len(state["pile"]) / 120, len(state["discard"]) / 120],
        *[state["turns"] / 100, state["last_turns_left"] / 8, state["pending_turns"] / 4, state["star_rights"] / 4],
        *matches(grid, COLUMNS, offer),
        *matches(grid, ROWS, offer),
        *[n / 15 for n in state["seen"]],
        *shares(unseen(state, viewer, rules)),
        *shares(drawable(state, viewer, rules)),
    ]


def face_of(state):
    """Return 0 where the first card of a swap is to lie face up, 1 where face down, None before that is said."""
    return None if state["first_face"] is None else state["first_face"] - 102


def marks(state, seat):
    """Return for each slot of a seat how it is marked."""
    marked = [int(slot == state["meteor_slots"][seat]) for slot in range(12)]
    for owner, slot, mark in zip(state["seats_chosen"], state["slots_chosen"], (1, 0.5), strict=False):
        if owner == seat:
            marked[slot] = mark
    return marked


def flat_seat(state, viewer, seat, rules):
    """Return the part of one seat."""
    grid, chosen = state["grids"][seat], own_choices(state, viewer) if seat == viewer else []
    up = [entry[1] if entry[0] == "up" else None for entry in grid]
    known = [known_card(state, viewer, seat, slot) for slot in range(12)]
    locks = zip(state["locked"][seat], state["stolen"][seat], strict=True)
    return [
        *[number(card) for card in up],
        *[int(card == STAR) for card in up],
        *[(0.5 if slot in chosen else 1) if entry[0] == "hidden" else 0 for slot, entry in enumerate(grid)],
        *[int(entry == CLEARED) for entry in grid],
        *[number(card) for card in known],
        *[int(card == STAR) for card in known],
        *[int(card is not None) for card in known],
        *marks(state, seat),
        *[n / 4 for n in state["held"][seat]],
        *[(locked + stolen) / 4 for locked, stolen in locks],
        points([card for card in up if card is not None]) / 50,
        sum(entry[0] == "hidden" for entry in grid) / 12,
        expected(state, viewer, seat, rules) / 50,
        state["totals"][seat] / 50,
        *[int(state[name] == seat) for name in ("ender", "seat", "target")],
        *[int(place_of(state["seats_chosen"][place : place + 1], seat) == 0) for place in range(2)],
    ]


def planes_of(grid, entries):
    """Return a plane of 3 rows and 4 columns for each kind of entry."""
    return [[[int(entry(grid[3 * column + row])) for column in range(4)] for row in range(3)] for entry in entries]


def is_up(card):
    """Return what tells whether an entry is this card, face up."""
    return lambda entry: entry == ("up", card)


def is_card(card):
    """Return what tells whether something is this card."""
    return lambda other: other == card


def planes(state, viewer, rules):
    """Return the structured observation by field, of the seats that play."""
    seats, chosen = clockwise(state, viewer), own_choices(state, viewer)
    faces = list(range(-2, 14))
    states = [*map(is_up, faces), lambda entry: entry[0] == "hidden", lambda entry: entry == CLEARED]
    known = [[known_card(state, viewer, seat, slot) for slot in range(12)] for seat in seats]
    top = state["discard"][-1] if state["discard"] else None
    pair = [*state["seats_chosen"], None, None][:2]

    def card(one):
        return one_hot(17, 16 if one is None else one + 2)

    def seat_of(other):
        return one_hot(len(seats) + 1, len(seats) if other is None else seats.index(other))

    return {
        "grids": [planes_of(state["grids"][seat], states) for seat in seats],
        "known": [planes_of(cards, list(map(is_card, faces))) for cards in known],
        "marked": [planes_of(marks(state, seat), [is_card(1), is_card(0.5)]) for seat in seats],
        "chosen": [[int(3 * column + row in chosen) for column in range(4)] for row in range(3)],
        "phase": one_hot(4, place_of(PHASES, state["phase"])),
        "choice": one_hot(12, 0 if state["choice"] is None else CHOICES.index(state["choice"]) + 1),
        "in_play": one_hot(10, state["in_play"][-1] if state["in_play"] else 9),
        "top": card(top),
        "drawn": card(own_card(state, viewer)),
        "three": [card(one) for one in own_three(state, viewer, rules)],
        "kept": one_hot(3, state["kept_of_three"]),
        "first_face": one_hot(3, 2 if state["first_face"] is None else face_of(state)),
        "asked": one_hot(7, place_of(ALL_LINES, state["asked"])),
        "lines": [int(line in state["lines_chosen"]) for line in ALL_LINES],
        "decides": seat_of(state["seat"]),
        "ender": seat_of(state["ender"]),
        "target": seat_of(state["target"]),
        "seats_chosen": [seat_of(other) for other in pair],
        "held": [state["held"][seat] for seat in seats],
        "locked": [
            [sum(pair) for pair in zip(state["locked"][seat], state["stolen"][seat], strict=True)] for seat in seats
        ],
        "market": [state["market"].count(kind) for kind in range(len(KINDS))],
        "action_discard": [state["action_discard"].count(kind) for kind in range(len(KINDS))],
        "action_top": one_hot(11, state["action_discard"][-1] if state["action_discard"] else 10),
        "seen": state["seen"],
        "hidden_cards": unseen(state, viewer, rules),
        "pile_cards": drawable(state, viewer, rules),
        "n_pile": [len(state["pile"])],
        "n_discard": [len(state["discard"])],
        "n_action_pile": [len(state["action_pile"])],
        "last_turns_left": [state["last_turns_left"]],
        "swaps_left": [state["swaps_left"]],
        "star_rights": [state["star_rights"]],
        "pending_turns": [state["pending_turns"]],
        "turns": [state["turns"]],
        "totals": [state["totals"][seat] for seat in seats],
    }

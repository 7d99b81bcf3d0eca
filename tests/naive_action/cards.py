"""The cards of the box (RULES.md 9.1)."""

STAR = 13
"""A star, behind the numbers wherever cards are in order."""

KINDS = (
    "swap_own",
    "double_turn",
    "draw_three",
    "reveal",
    "reactivate",
    "defense",
    "swap_players",
    "steal",
    "meteor",
    "blank",
)
SWAP_OWN, DOUBLE_TURN, DRAW_THREE, REVEAL, REACTIVATE, DEFENSE, SWAP_PLAYERS, STEAL, METEOR, BLANK = range(10)

N_MARKET = 4


def playing_deck(rules):
    """Return the playing cards in order, the stars last."""
    copies = {-2: 3, -1: 3, 0: 15} if rules["zeros"] == "fifteen" else {-2: 3, -1: 7, 0: 11}
    numbers = [card for card in range(-2, 13) for _ in range(copies.get(card, 7))]
    return numbers + [STAR] * (15 if rules["use_stars"] else 0)


def action_deck(rules):
    """Return the action cards in order, blank ones last."""
    if not rules["use_actions"]:
        return []
    kinds = [kind for kind in range(BLANK) if KINDS[kind] not in rules["excluded_actions"]]
    return [kind for kind in kinds for _ in range(3)] + [BLANK] * rules["blank_action_cards"]


def points(cards):
    """Return what cards count: a star nothing (9.6)."""
    return sum([card for card in cards if card != STAR])


def count_faces(cards):
    """Return 16 counts, for the numbers -2..12 and the star."""
    counts = [0] * 16
    for card in cards:
        counts[card + 2] += 1
    return counts

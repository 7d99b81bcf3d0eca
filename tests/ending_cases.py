"""Positions with one hidden card left, and what ending rules must answer there, in plain lists."""

from skyjo_sim.kernels.actions import DRAW, FLIP, FLIP_INSTEAD, PUT, SOURCE, TAKE
from skyjo_sim.position import build_game

DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [card for card in range(1, 13) for _ in range(10)]


def draw_position(lot, players):
    """Return a game of real cards in which seat 0 has one hidden card and decides, and the slot of that card."""
    deck = lot.sample(DECK, len(DECK))
    slot, gone = lot.randrange(12), lot.choice(([], [0], [3], [1, 2], [0, 1, 2, 3]))
    grid = ["." if place // 3 in gone and place // 3 != slot // 3 else deck.pop() for place in range(12)]
    pair = lot.choice((None, 7, -2, 0))
    for place in range(slot - slot % 3, slot - slot % 3 + 3):
        if pair in deck:  # two of a kind beside the hidden card
            deck.append(grid[place])
            deck.remove(pair)
            grid[place] = pair
    grid[slot] = f"?{grid[slot]}"
    lot.shuffle(deck)
    others = [[deck.pop() for _ in range(12)] for _ in range(players - 1)]
    grids = [grid, *([f"?{card}" if lot.random() < 0.3 else card for card in other] for other in others)]
    discard = [deck.pop() for _ in range(lot.choice((0, 1, 1, 3)))]
    phase = lot.choice(("source", "place"))
    drawn = deck.pop() if phase == "place" else None
    pile = deck[: lot.choice((0, 1, len(deck), len(deck)))]
    return build_game(grids=grids, discard=discard, pile=pile, phase=phase, drawn=drawn), slot


def points_with(table, slot, card):
    """Return the points of seat 0 with a card at its last hidden slot."""
    cells = [int(cell) for cell in table["visible"][0][:12]]
    cells[slot] = card
    column = cells[slot - slot % 3 : slot - slot % 3 + 3]
    return sum(cell for cell in cells if cell >= -2) - (sum(column) if len(set(column)) == 1 else 0)


def chances(table):
    """Return how likely a hidden card is each value."""
    left = [DECK.count(card) - int(table["seen"][card + 2]) for card in range(-2, 13)]
    return {card: count / sum(left) for card, count in zip(range(-2, 13), left, strict=True)}


def points_by_flip(table, slot):
    return sum(chance * points_with(table, slot, card) for card, chance in chances(table).items())


def best_rival(table):
    """Return the fewest points that another seat has to expect."""
    mean = sum(card * chance for card, chance in chances(table).items())
    grids = [[int(cell) for cell in table["visible"][seat][:12]] for seat in range(1, table["n_players"])]
    return min(sum(mean if cell == -100 else max(cell, -101) * (cell >= -2) for cell in grid) for grid in grids)


def answers(table, slot):
    """Return the answers of a base by which something is tested: those that end the round first."""
    if table["phase"] == SOURCE:
        return [TAKE + slot, FLIP_INSTEAD + slot, DRAW, TAKE + (slot + 1) % 12, FLIP_INSTEAD + (slot + 5) % 12]
    return [PUT + slot, FLIP + slot, PUT + (slot + 1) % 12, 37, -1]


def card_of(table):
    """Return the card that may be placed, None without one."""
    if table["phase"] != SOURCE:
        return int(table["drawn"])
    return int(table["discard_top"]) if table["n_discard"] else None


def expected_answer(table, slot, answer, allows):
    """Return what an ending rule must answer; ``allows(is_flip)`` tells what the rule allows."""
    placing, flipping, *_ = answers(table, slot)
    if card_of(table) is not None and allows(False):
        return placing
    if answer not in (placing, flipping) or (answer == flipping and allows(True)):
        return answer
    if table["phase"] == SOURCE:
        return DRAW if table["n_pile"] or table["n_discard"] > 1 else answer
    cells = [int(cell) for cell in table["visible"][0][:12]]
    return PUT + cells.index(max(cells)) if max(cells) >= -2 else answer

"""The notation of the published examples (`vectors.json`): cards, grids, hands."""

from tests import naive
from tests.naive import CLEARED
from tests.naive_action.cards import KINDS, STAR

LOCKS = {"this_turn": "turn", "until_other_turn": "stolen"}


def read_card(written):
    return STAR if written == "*" else int(written)


def read_cell(cell):
    is_hidden = isinstance(cell, str) and cell.startswith("?")
    return ("hidden", read_card(cell[1:])) if is_hidden else ("up", read_card(cell))


def write_card(card):
    return "*" if card == STAR else card


def write_cell(entry):
    return f"?{write_card(entry[1])}" if entry[0] == "hidden" else write_card(entry[1])


def read_grid(rows):
    """Return the 12 entries of a grid written as rows; lines that are gone stand below and at the right, cleared."""
    grid = [CLEARED] * 12
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            grid[3 * column + row] = read_cell(cell)
    return grid


def write_grid(grid):
    """Return the rows of the current grid."""
    rows = [[write_cell(grid[slot]) for slot in line if grid[slot] != CLEARED] for line in naive.ROWS]
    return [row for row in rows if row]


def read_hand(hand):
    cards = [card if isinstance(card, dict) else {"card": card} for card in hand]
    return [(KINDS.index(card["card"]), LOCKS.get(card.get("locked"))) for card in cards]


def write_hand(hand):
    names = {lock: name for name, lock in LOCKS.items()}
    return [KINDS[kind] if lock is None else {"card": KINDS[kind], "locked": names[lock]} for kind, lock in hand]


def write_kinds(kinds):
    return [KINDS[kind] for kind in kinds]


def slot_at(pos):
    return 3 * pos[1] + pos[0]

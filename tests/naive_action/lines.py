"""Lines of a grid: which must go, which may go, and what a star may stand for (RULES.md 9.6 and 9.7).

A line is ``("column", index)`` or ``("row", index)``.
"""

from itertools import combinations, product

from tests.naive import CLEARED, COLUMNS, ROWS
from tests.naive_action.cards import STAR

ALL_LINES = [("column", column) for column in range(4)] + [("row", row) for row in range(3)]
SLOTS = {("column", column): COLUMNS[column] for column in range(4)} | {("row", row): ROWS[row] for row in range(3)}
CROSS = [COLUMNS[slot // 3] + ROWS[slot % 3] for slot in range(12)]
RULE_OF = {"column": "column_rule", "row": "row_rule"}


def slots_of(grid, line):
    """Return the slots of a line in the current grid."""
    return [slot for slot in SLOTS[line] if grid[slot] != CLEARED]


def shown(grid, line, rules):
    """Return the cards of a line that is wholly face up, if it is long enough; else none.

    Three cards are enough; where lines do not shrink (8, line_geometry), a line needs all it ever had.
    """
    cards = []
    for slot in SLOTS[line]:
        if grid[slot][0] == "hidden":
            return []
        cards += grid[slot][1:]  # nothing where the slot is cleared
    n_needed = len(SLOTS[line]) if rules["line_geometry"] == "fixed" else 3
    return cards if len(cards) >= n_needed else []


def numbers_seen_from(grid, slot):
    """Return the visible numbers in the row and the column of a slot: what a star there may copy."""
    entries = [grid[other] for other in CROSS[slot]]
    return {entry[1] for entry in entries if entry[0] == "up"} - {STAR}


def readings(grid, line):
    """Return every way to read a line, wholly face up, as one number: what each of its stars then stands for."""
    slots = slots_of(grid, line)
    numbers = {grid[slot][1] for slot in slots} - {STAR}
    stars = [slot for slot in slots if grid[slot][1] == STAR]
    seen = [numbers_seen_from(grid, slot) for slot in stars]
    return [
        dict.fromkeys(stars, value)
        for value in range(-2, 13)
        if numbers <= {value} and all(value in some for some in seen)
    ]


def agree(ways):
    """Tell whether no star stands for two numbers in some readings of different lines."""
    meanings = {item for way in ways for item in way.items()}
    return len(meanings) == len({slot for slot, _ in meanings})


def can_go_together(grid, lines):
    """Tell whether the lines can be read together: every choice of a reading for each of them is tried."""
    return any(agree(ways) for ways in product(*[readings(grid, line) for line in lines]))


def sort_lines(grid, rules, kept, lines=ALL_LINES):
    """Return the lines that must go and those that may go, among the lines given (9.7, M and O).

    ``kept`` are columns of numbers that their owner has decided to keep, where clearing them is optional.
    """
    must, may = [], []
    for line in lines:
        rule = rules[RULE_OF[line[0]]]
        cards = set(shown(grid, line, rules)) if rule != "off" else ()
        if STAR in cards:
            may += [line] * bool(readings(grid, line))
        elif len(cards) == 1 and rule == "mandatory":
            must.append(line)
        elif len(cards) == 1 and line[1] not in kept:
            may.append(line)
    return must, may


def subsets(grid, lines):
    """Return all sets of the lines in which no star has to take two values; the empty one first."""
    chosen = [list(some) for size in range(len(lines) + 1) for some in combinations(lines, size)]
    ways = {line: readings(grid, line) for line in lines}
    return [some for some in chosen if any(map(agree, product(*[ways[line] for line in some])))]


def parts_of_pass(rules):
    """Return the lines that go together in a pass; a later part only if nothing of an earlier one goes."""
    if rules["simultaneous_lines"] == "columns_first":
        return [ALL_LINES[:4], ALL_LINES[4:]]
    return [ALL_LINES]

"""The end of a round for one grid: what is cleared, and the lines of stars (RULES.md 9.7 and 9.10).

Everything that could happen is tried.
"""

from functools import lru_cache
from itertools import combinations

from tests.naive import CLEARED, current_slots, hidden_slots
from tests.naive_action.cards import STAR, points
from tests.naive_action.clearing import take_lines
from tests.naive_action.lines import (
    ALL_LINES,
    SLOTS,
    parts_of_pass,
    shown,
    slots_of,
    sort_lines,
    subsets,
)
from tests.naive_action.piles import discard

SWITCHES = (
    "column_rule",
    "row_rule",
    "line_geometry",
    "simultaneous_lines",
    "star_bonus_three",
    "star_bonus_four",
)
"""All that decides about the end of a grid."""


def possible_passes(grid, rules):
    """Return the sets of lines that may go in the next pass; an empty one ends the clearing."""
    *earlier, last = [_sets_of_part(grid, rules, lines) for lines in parts_of_pass(rules)]
    found = []
    for sets in earlier:
        found += [going for going in sets if going]
        if [] not in sets:  # something of this part must go
            return found
    return found + last


def _sets_of_part(grid, rules, lines):
    must, may = sort_lines(grid, rules, (), lines)
    return [[line for line in ALL_LINES if line in must + some] for some in subsets(grid, may)]


@lru_cache(maxsize=4000)
def endings(grid, switches):
    """Return the grids that clearing can lead to, each with the fewest lines that must go, and these pass by pass.

    Lines are counted as (lines, columns, lines with a star). The grid is a tuple of entries; ``switches`` are the
    values of `SWITCHES`.
    """
    found = {}
    for going in possible_passes(grid, dict(zip(SWITCHES, switches, strict=True))):
        if not going:
            found.setdefault(grid, ((0, 0, 0), ()))
            continue
        n_columns = sum(line[0] == "column" for line in going)
        n_star_lines = sum([("up", STAR) in [grid[slot] for slot in SLOTS[line]] for line in going])
        gone = {slot for line in going for slot in slots_of(grid, line)}
        rest = tuple(CLEARED if slot in gone else entry for slot, entry in enumerate(grid))
        for left, ((lines, columns, star_lines), later) in endings(rest, switches).items():
            way = (lines + len(going), columns + n_columns, star_lines + n_star_lines), (tuple(going), *later)
            found[left] = min(found.get(left, way), way)
    return found


def star_bonus(grid, rules):
    """Return the points for lines of stars, a star counting in one line only (9.10): the best disjoint set."""
    best = 0
    if ("up", STAR) not in grid:
        return best
    lines = [line for line in ALL_LINES if set(shown(grid, line, rules)) == {STAR}]
    for size in range(1, len(lines) + 1):
        for some in combinations(lines, size):
            slots = [slot for line in some for slot in slots_of(grid, line)]
            if len(slots) == len(set(slots)):
                best = max(best, sum(_bonus_of(len(slots_of(grid, line)), rules) for line in some))
    return best


def _bonus_of(n_stars, rules):
    return rules["star_bonus_four"] if n_stars == 4 else rules["star_bonus_three"]


def card_points(grid):
    """Return the points of the cards left in a grid that is wholly face up."""
    return points([entry[1] for entry in grid if entry != CLEARED])


def best_passes(grid, rules):
    """Return the cheapest way to clear a grid that is wholly face up, as sets of lines (9.7).

    Among equal scores fewer cards, the smaller set of cleared slots as a number, fewer lines, columns and lines with
    a star are preferred, in this order.
    """

    def rank(left):
        mask = sum(1 << slot for slot in range(12) if left[slot] == CLEARED)
        return card_points(left) - star_bonus(left, rules), len(current_slots(left)), mask

    reachable = endings(tuple(grid), tuple(rules[name] for name in SWITCHES))
    return reachable[min(reachable, key=rank)][1]


def treat(game, seat):
    """Turn a seat's hidden cards up and clear its grid for good; what goes is discarded by slot."""
    table = game.table
    hidden = hidden_slots(table.grids[seat])
    table.count("hidden_at_end", seat, len(hidden))
    for slot in hidden:
        table.turn_up(seat, slot)
    grid = table.grids[seat]
    for going in best_passes(grid, game.rules):
        take_lines(table, seat, going, lambda _: "stars_first")
    gone = [slot for slot in range(12) if grid[slot] != table.grids[seat][slot]]
    discard(table, *[grid[slot][1] for slot in gone])
    game.treated.add(seat)


def score(game):
    """Count the cards, stars and action cards of every seat (9.10); return the raw scores."""
    table, rules = game.table, game.rules
    raw = []
    for seat, grid in enumerate(table.grids):
        n_held = len(table.hands[seat])
        bonus = star_bonus(grid, rules)
        table.count("stars_left", seat, sum(entry == ("up", STAR) for entry in grid))
        table.count("star_bonus", seat, bonus)
        table.count("held_at_end", seat, n_held)
        raw.append(card_points(grid) + rules["unused_action_penalty"] * n_held - bonus)
    return raw

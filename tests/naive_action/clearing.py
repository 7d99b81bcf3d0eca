"""The clearing step at the end of a turn (RULES.md 9.7)."""

from tests.naive import CLEARED
from tests.naive_action import ids
from tests.naive_action.cards import STAR
from tests.naive_action.lines import (
    ALL_LINES,
    can_go_together,
    parts_of_pass,
    shown,
    slots_of,
    sort_lines,
)
from tests.naive_action.piles import discard
from tests.naive_action.table import put


def clear_own_grid(game):
    """Clear pass by pass until nothing goes."""
    has_gone = True
    while has_gone:
        has_gone = False
        for number, lines in enumerate(parts_of_pass(game.rules)):
            game.table.rows_only = number > 0
            has_gone = has_gone or (yield from clear_together(game, lines))
        game.table.rows_only = False


def clear_together(game, lines):
    """Discard, of these lines, what must go and what the owner chooses; tell whether anything goes."""
    table = game.table
    must, may = sort_lines(table.grids[table.seat], game.rules, table.kept[table.seat], lines)
    chosen = yield from choose_lines(game, may)
    going = [line for line in ALL_LINES if line in must + chosen]
    on_top = yield from decide_about_stars(game, going)
    discard(table, *take_lines(table, table.seat, going, lambda line: _order(game.rules, line in on_top)))
    table.lines_chosen, table.asked, table.stars_asked, table.stars_on_top = [], None, [], []
    return bool(going)


def choose_lines(game, may):
    """Ask for lines that may go, one by one, as long as another goes together with those chosen."""
    table, chosen = game.table, []
    grid = table.grids[table.seat]
    while more := [line for line in may if line not in chosen and can_go_together(grid, [*chosen, line])]:
        answers = {(ids.COLUMN if kind == "column" else ids.ROW) + index: (kind, index) for kind, index in more}
        answer = yield from game.ask("lines", [ids.PASS, *answers], target=table.seat)
        if answer == ids.PASS:
            break
        chosen.append(answers[answer])
        table.lines_chosen = sorted(chosen)
    left = [line for line in may if line[0] == "column" and line not in chosen]
    kept = [line[1] for line in left if STAR not in shown(grid, line, game.rules)]
    if kept:
        table.kept = put(table.kept, table.seat, sorted(table.kept[table.seat] + kept))
    return chosen


def decide_about_stars(game, going):
    """Return the lines whose stars go on top of the numbers, where the owner decides that (8, cleared_star_order)."""
    table = game.table
    if game.rules["cleared_star_order"] != "owner_choice":
        return []
    on_top = []
    for line, cards in cards_by_line(table.grids[table.seat], going):
        if STAR in cards and any(card != STAR for card in cards):
            table.asked = line
            answer = yield from game.ask("stars", [ids.STARS_UNDER, ids.STARS_ON_TOP], target=table.seat)
            on_top += [line] * (answer == ids.STARS_ON_TOP)
            table.stars_asked, table.stars_on_top = [*table.stars_asked, line], list(on_top)
    return on_top


def _order(rules, is_on_top):
    if rules["cleared_star_order"] == "position":
        return "position"
    return "numbers_first" if is_on_top else "stars_first"


def cards_by_line(grid, going):
    """Return each line with the cards that it discards: a card of two lines goes with its column (union)."""
    rest, found = list(grid), []
    for line in going:
        slots = slots_of(rest, line)
        found.append((line, [rest[slot][1] for slot in slots]))
        for slot in slots:
            rest[slot] = CLEARED
    return found


def take_lines(table, seat, going, order_of):
    """Clear lines of a grid and count them; return their cards in discard order."""
    grid = table.grids[seat]
    cards = []
    for line, going_cards in cards_by_line(grid, going):
        table.count("lines_cleared", seat)
        table.count("columns_cleared" if line[0] == "column" else "rows_cleared", seat)
        table.count("star_lines_cleared", seat, any(grid[slot][1] == STAR for slot in slots_of(grid, line)))
        stars = [card for card in going_cards if card == STAR]
        numbers = [card for card in going_cards if card != STAR]
        orders = {"position": going_cards, "numbers_first": numbers + stars, "stars_first": stars + numbers}
        cards += orders[order_of(line)]
    for line in going:
        for slot in slots_of(grid, line):
            table.place(seat, slot, CLEARED)
    return cards

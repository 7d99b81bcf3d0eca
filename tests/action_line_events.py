"""Count what became of lines in recorded rounds of Skyjo Action, and how the rounds ended."""

from tests.naive import CLEARED
from tests.naive_action import ids
from tests.naive_action.cards import STAR
from tests.naive_action.lines import SLOTS, sort_lines


def line_of(answer):
    """Return the line that an id names."""
    return ("column", answer - ids.COLUMN) if answer < ids.ROW else ("row", answer - ids.ROW)


def cards_of(grid, line):
    """Return the cards of a line that are left."""
    return {entry[1] for entry in (grid[slot] for slot in SLOTS[line]) if entry != CLEARED}


def count_questions(events, answers, legal_ids, states):
    """Look at the clearing steps of turns."""
    kept = set()
    for number, answer in enumerate(answers):
        before, after = states[number], states[number + 1]
        seat = before["seat"]
        if before["choice"] == "lines":
            following = legal_ids[number + 1] if number + 1 < len(answers) else []
            is_same_pass = len(after["lines_chosen"]) == len(before["lines_chosen"]) + 1
            left = set(legal_ids[number]) - {answer, ids.PASS} - (set(following) if is_same_pass else set())
            events["line excludes another"] += answer != ids.PASS and bool(left)
            offered = {(seat, line_of(one)) for one in legal_ids[number] if one != ids.PASS}
            events["kept column asked about again"] += bool(kept & offered)
            _count_answer(events, before, answer, after)
            kept |= {(seat, ("column", column)) for column in after["kept"][seat]}
        if before["lines_cleared"] != after["lines_cleared"] and after["phase"] not in ("round_over", "game_over"):
            _count_clearing(events, before, after, seat)


def _count_answer(events, before, answer, after):
    """Look at a decision about optional lines."""
    seat = before["seat"]
    grid = before["grids"][seat]
    events["rows after no column"] += before["rows_only"]
    events["optional lines declined"] += answer == ids.PASS
    events["optional column kept"] += len(after["kept"][seat]) > len(before["kept"][seat])
    if answer == ids.PASS:
        return
    line = line_of(answer)
    events["all-star line cleared"] += cards_of(grid, line) == {STAR}
    events["optional column cleared"] += STAR not in cards_of(grid, line)
    lines = [*before["lines_chosen"], line]
    with_stars = {kind for kind, index in lines if STAR in cards_of(grid, (kind, index))}
    events["row and column of stars together"] += len(with_stars) == 2


def _count_clearing(events, before, after, seat):
    """Look at a decision of the mover that cleared lines of its grid, in a pass or in several."""
    grid, later = before["grids"][seat], after["grids"][seat]
    columns, rows = (after[name][seat] - before[name][seat] for name in ("columns_cleared", "rows_cleared"))
    gone = [slot for slot in range(12) if later[slot] == CLEARED != grid[slot]]
    events["row of three cleared"] += (columns, rows, len(gone)) == (0, 1, 3)
    if (columns, rows, len(gone)) == (1, 1, 6):
        values = {grid[slot][1] for slot in gone} - {STAR}
        events["row and column together" if len(values) < 2 else "cascade"] += 1


def count_end(events, rules, states):
    """Look at the end of the round."""
    before, last = states[-2], states[-1]
    for name, field in (("reshuffle", "reshuffles"), ("action reshuffle", "action_reshuffles")):
        events[name] += last[field] > 0
        events[f"two {name}s"] += last[field] > 1
    others = [seat for seat in range(rules["players"]) if seat != before["seat"]]
    for name, field in (("lines", "lines_cleared"), ("star line", "star_lines_cleared")):
        events[f"{name} cleared at the final reveal"] += any(last[field][seat] > before[field][seat] for seat in others)
    events["line kept at the final reveal"] += any(sort_lines(grid, rules, ())[1] for grid in last["grids"])
    events["bonus for a line of stars"] += any(last["star_bonus"])
    most = max(rules["star_bonus_three"], rules["star_bonus_four"])
    events["bonus for several lines of stars"] += any(bonus > most for bonus in last["star_bonus"])
    events["unused action cards"] += any(last["held_at_end"])
    events["early reveal"] += before["ender"] is not None and any(before["hidden_at_end"])
    events["last turns left out"] += rules["last_turns"] == "none" and last["ender"] is not None
    events["round abandoned"] += last["abandoned"]
    events["ender doubled"] += last["doubled"]
    own = 0 if last["ender"] is None else last["raw"][last["ender"]]
    events["ender below 0"] += own < 0
    events["ender below 0 doubled"] += own < 0 and last["doubled"]
    events["win shared"] += len(last["winners"] or ()) > 1
    events["extra round"] += last["extra_rounds"] > 0
    events["later round opened by its cards"] += last["round"] > 0 and states[0]["starter"] is None

"""From the external form of an example (`vectors.json`, its schema object) to the package and back.

`run_vector` plays one classic example and returns what came out under the external names. A name that is not known
is an error, so that nothing is skipped silently.
"""

import numpy as np

from skyjo_sim.errors import InputError, RulesError
from skyjo_sim.kernels import opening, scoring, turn
from skyjo_sim.kernels.actions import (
    CLEAR,
    CLEAR_LINE,
    DRAW,
    FLIP,
    FLIP_INSTEAD,
    GAME_OVER,
    ILLEGAL,
    KEEP_LINE,
    OPENING,
    PASS,
    PUT,
    ROUND_OVER,
    TAKE,
)
from skyjo_sim.kernels.cards import COPIES, DECK, LOWEST_CARD
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.position import make_game, read_position, rows_from_grid
from skyjo_sim.positions.cells import CLEARED_CELL, rows_of
from skyjo_sim.positions.record import record_of
from skyjo_sim.positions.value import Position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from skyjo_sim.scoring import score_round


class UnknownNameError(Exception):
    """A key, an operation or an option of an example that this mapping does not know."""


class Rejected(Exception):  # noqa: N818 - not a mistake of the program
    """The action is not legal."""


def check_names(what, found, known):
    """Raise UnknownNameError for names that are not known."""
    unknown = sorted(set(found) - set(known))
    if unknown:
        raise UnknownNameError(f"unknown {what}: {', '.join(unknown)}; known are {', '.join(sorted(known))}")


# --- rules ---

SAME_NAME = (
    "players",
    "first_round_starter",
    "start_tiebreak",
    "next_round_starter",
    "column_rule",
    "row_rule",
    "flip_after_discard",
    "discard_take_then_flip",
    "reshuffle",
    "last_turns",
    "final_reveal_timing",
    "double_on_tie",
    "double_scope",
    "double_factor",
    "flat_penalty",
    "victory_tie",
)
FIXED = {"rows": 3, "cols": 4, "direction": "clockwise"}
"""Options that this project leaves at their default."""
COMPARISONS = {
    ">=": "at_least",
    "at least": "at_least",
    "at_least": "at_least",
    ">": "more_than",
    "more than": "more_than",
    "more_than": "more_than",
    "exceeded": "more_than",
}


def read_threshold(threshold):
    """Return the target and its comparison, from 100, ``"> 100"``, ``"more than 100"``, a pair or a dict."""
    if isinstance(threshold, dict):
        comparison = threshold.get("comparison", threshold.get("op", ">="))
        (value,) = [part for name, part in threshold.items() if name not in ("comparison", "op")]
        return int(value), COMPARISONS[comparison]
    if isinstance(threshold, list | tuple):
        value, comparison = sorted(threshold, key=lambda part: isinstance(part, str))
        return int(value), COMPARISONS[comparison]
    if isinstance(threshold, str):
        digits = threshold.lstrip("<>= atleshmornxcd_")
        return int(digits), COMPARISONS[threshold[: len(threshold) - len(digits)].strip() or ">="]
    return threshold, "at_least"


def read_rules(options, n_players):
    """Return the rules, and their record with the limit of turns in the whole round."""
    check_names("option", options, [*SAME_NAME, *FIXED, "initial_reveals", "end_threshold", "max_turns_per_round"])
    for name, value in FIXED.items():
        if options.get(name, value) != value:
            raise UnknownNameError(f"option {name} must be {value}, got {options[name]}")
    switches = {name: options[name] for name in SAME_NAME if name in options}
    switches.setdefault("players", n_players)
    if "initial_reveals" in options:
        switches["initial_flips"] = options["initial_reveals"]
    if "end_threshold" in options:
        switches["target"], switches["target_comparison"] = read_threshold(options["end_threshold"])
    rules = Rules(**switches)
    record = rules_record(rules)
    record.checks_all_lines = 1  # a position made by hand may have a complete line that no turn has left standing
    if "max_turns_per_round" in options:
        record.turn_limit = options["max_turns_per_round"]
    return rules, record


# --- positions ---


def build(**fields):
    """Return a game. Published positions may hold more copies of a card than the deck, so that is no fault here."""
    position = Position(**fields)
    try:
        return make_game(position)
    except InputError:
        return record_of(position)


def given_order(given, options):
    """Return the order of the next reshuffle; where all discards are shuffled, with the new top first."""
    order, discard = list(given.get("reshuffled", ())), list(given.get("discard", ()))
    if order and options.get("reshuffle") == "take_all_and_turn_new_top" and len(order) == len(discard) - 1:
        for card in order:
            discard.remove(card)
        order = discard + order
    return order


def copy_of(game):
    """Return a copy of a game record of either game."""
    games = np.zeros(1, game.dtype)
    games[0] = game
    return games[0]


def external_phase(table):
    """Return the phase under its external name."""
    if table.phase >= ROUND_OVER:
        return "scoring"
    if table.phase == OPENING:
        return "opening"
    return "main" if table.ender < 0 else "last_turns"


def seat_or_none(number):
    return None if number < 0 else int(number)


# --- operations on a game ---

TURN_TYPES = {"take_discard": TAKE, "draw_swap": PUT, "draw_discard_flip": FLIP, "take_discard_flip": FLIP_INSTEAD}


def slot_at(grid, pos):
    """Return the slot of a place (row, column) of the current grid."""
    rows = [row for row in range(3) if any(grid[3 * column + row] != CLEARED_CELL for column in range(4))]
    columns = [column for column in range(4) if any(grid[3 * column + row] != CLEARED_CELL for row in range(3))]
    row, column = pos
    if not (0 <= row < len(rows) and 0 <= column < len(columns)):
        raise Rejected(f"there is no place {pos}")
    return 3 * columns[column] + rows[row]


def take_step(game, record, action):
    if turn.step(game, record, action) == ILLEGAL:
        raise Rejected(f"action {action} is not legal")


def decide_columns(game, record, action, columns):
    """Answer for each column that was completed: keep it unless the action says otherwise."""
    for _ in range(4):  # each column is asked about at most once
        if game.table.phase != CLEAR:
            return
        wish = action.get("clear", False)
        asked = int(game.table.asked)
        is_cleared = asked in [columns[column] for column in wish] if isinstance(wish, list) else bool(wish)
        take_step(game, record, CLEAR_LINE if is_cleared else KEEP_LINE)
    assert game.table.phase != CLEAR, "a column was asked about twice"


def play_turn(game, record, action):
    """Carry out a turn of the seat to move."""
    check_names("action key", action, ("type", "pos", "flip", "clear"))
    kind, pos = action["type"], action.get("pos")
    if kind == "take_discard" and "flip" in action:
        kind, pos = "take_discard_flip", action["flip"]
    grid = read_position(game).cells[int(game.table.seat)]
    columns = [column for column in range(4) if grid[3 * column : 3 * column + 3] != (CLEARED_CELL,) * 3]
    if kind in ("draw_swap", "draw_discard_flip"):
        take_step(game, record, DRAW)
    if pos is None:
        if kind != "draw_discard_flip":
            raise Rejected("there is no place")
        take_step(game, record, PASS)
    else:
        take_step(game, record, TURN_TYPES[kind] + slot_at(grid, pos))
    decide_columns(game, record, action, columns)


def without_end(game, record):
    """Return a game and rules that differ in this: the round goes on after this turn.

    In the external form a round "is at scoring" before its hidden cards are turned up; the engine does both at once.
    """
    games, rules = copy_of(game), record.copy()
    if games.table.ender >= 0:
        games.table.last_turns_left += 1
    rules.no_last_turns = 0
    rules.turn_limit = 1 << 30
    return games, rules


def describe(game, record):
    """Return a game under the external names."""
    table, position = game.table, read_position(game)
    n_players = position.n_players
    is_scored, is_over = table.phase >= ROUND_OVER, table.phase == GAME_OVER
    starter = opening.next_starter(table, record) if is_scored and not is_over else -1
    return {
        "legal": True,
        "grids": [rows_from_grid(game, seat) for seat in range(n_players)],
        "discard": list(position.discard),
        "discard_top": position.discard[-1] if position.discard else None,
        "draw_pile": list(position.pile),
        "current": position.seat,
        "ender": position.ender,
        "phase": external_phase(table),
        "last_turns_left": position.last_turns_left,
        "totals": list(position.totals),
        "raw_scores": table.raw[:n_players].tolist() if is_scored else None,
        "round_scores": table.score[:n_players].tolist() if is_scored else None,
        "doubled": bool(table.is_doubled),
        "game_over": bool(is_over),
        "winners": list(position.winners) if is_over else None,
        "next_starter": seat_or_none(starter),
    }


TURN_GIVEN = (
    *("players", "grids", "draw_pile", "discard", "reshuffled", "current", "phase", "ender"),
    *("last_turns_left", "totals"),
)


def run_turn(given, action, options):
    """Play one turn."""
    check_names("given key", given, TURN_GIVEN)
    _, record = read_rules(options, len(given["grids"]))
    game = build(
        grids=given["grids"],
        seat=given.get("current", 0),
        discard=given.get("discard", ()),
        pile=given.get("draw_pile", ()),
        next_order=given_order(given, options),
        ender=given.get("ender"),
        last_turns_left=given.get("last_turns_left") or None,
        totals=given.get("totals", ()),
    )
    assert given.get("phase", external_phase(game.table)) == external_phase(game.table)
    twin, twin_record = without_end(game, record)
    before = describe(game, record)
    try:
        play_turn(game, record, action)
    except Rejected:
        return {**before, "legal": False}
    result = describe(game, record)
    if result["phase"] == "scoring":
        play_turn(twin, twin_record, action)
        unrevealed = describe(twin, twin_record)
        result["or"] = {name: unrevealed[name] for name in ("grids", "discard", "discard_top", "totals")}
    return result


def run_initial_reveal(given, action, options):
    """Let one seat choose its opening cards, the others having chosen."""
    check_names("given key", given, ("players", "grid"))
    check_names("action key", action, ("type", "positions"))
    n_players = given.get("players", 2)
    _, record = read_rules(options, n_players)
    filler = ["?0", "?1", "?2", "?3", "?4", "?5", "?6", "?7", "?8", "?9", "?10", "?11"]
    game = build(
        grids=[*[filler] * (n_players - 1), given["grid"]],
        seat=n_players - 1,
        phase="opening",
        chosen=[range(int(record.initial_flips))] * (n_players - 1),
    )
    try:
        for pos in action["positions"]:
            if game.table.phase != OPENING:
                raise Rejected("too many cards")
            grid = read_position(game).cells[-1]
            take_step(game, record, FLIP + slot_at(grid, pos))
        if game.table.phase == OPENING:
            raise Rejected("too few cards")
    except Rejected:
        return {"legal": False}
    visible_sum, _ = opening.sum_and_extreme(game.table, n_players - 1, 1)
    grid = rows_of(read_position(game).cells[-1], shrink=True)
    return {"legal": True, "grid": grid, "visible_sum": int(visible_sum)}


def run_starting_player(given, action, options):
    """Compare opening cards."""
    check_names("given key", given, ("players", "revealed", "round"))
    check_names("action key", action, ("type",))
    revealed = given["revealed"]
    rules, record = read_rules(options, len(revealed))
    grids = [[*cards, *["?"] * (12 - len(cards))] for cards in revealed]
    table = build(grids=grids, round_index=given.get("round", 0)).table
    candidates = int(opening.starter_candidates(table, record))
    seats = [seat for seat in range(rules.players) if candidates >> seat & 1]
    is_random = rules.first_round_starter == "random" and table.round_index == 0
    if rules.start_tiebreak == "lowest_seat" and not is_random:
        seats = seats[:1]
    sums = [int(opening.sum_and_extreme(table, seat, 1)[0]) for seat in range(rules.players)]
    return {"sums": sums, "candidates": seats, "starter": seats[0] if len(seats) == 1 else None}


# --- operations without a game ---


def run_build_deck(given, action, options):
    """Count the deck."""
    check_names("given key", given, ())
    check_names("option", options, ())
    check_names("action key", action, ("type",))
    counts = {str(LOWEST_CARD + index): int(copies) for index, copies in enumerate(COPIES)}
    assert np.unique(DECK, return_counts=True)[1].tolist() == list(counts.values())
    return {"counts": counts, "total": len(DECK), "sum_of_values": int(DECK.sum(dtype=int))}


def run_deal(given, action, options):
    """Deal, and count the cards everywhere."""
    check_names("given key", given, ("players",))
    check_names("action key", action, ("type",))
    try:
        rules, record = read_rules(options, given.get("players", 2))
    except RulesError:
        return {"legal": False}
    game = np.zeros(1, GAME)[0]
    opening.start_game(game, record, np.array([1, 2], np.uint32), 0)
    sizes = {len(cells) for cells in read_position(game).cells}
    assert len(sizes) == 1
    return {
        "legal": True,
        "players": rules.players,
        "grid_cards_each": sizes.pop(),
        "draw_pile": int(game.table.n_pile),
        "discard": int(game.table.n_discard),
    }


def run_score_grid(given, action, options):
    """Turn a grid up, clear it and count it."""
    check_names("given key", given, ("grid",))
    check_names("action key", action, ("type",))
    _, record = read_rules(options, 2)
    game = build(grids=[given["grid"], []])
    scoring.reveal(game, record, 0)
    return {"score": int(scoring.points_shown(game.table, 0)), "final_grid": rows_from_grid(game, 0)}


def run_score_round(given, action, options):
    """Score a round from its raw scores."""
    check_names("given key", given, ("players", "raw_scores", "ender", "totals", "starter", "extra_rounds"))
    check_names("action key", action, ("type",))
    raw = given["raw_scores"]
    rules, _ = read_rules(options, len(raw))
    result = score_round(
        raw,
        given.get("ender"),
        given.get("totals"),
        rules,
        starter=given.get("starter"),
        extra_rounds=given.get("extra_rounds", 0),
    )
    return {
        "raw_scores": list(raw),
        "doubled": result.doubled,
        "round_scores": list(result.scores),
        "totals": list(result.totals),
        "game_over": result.is_over,
        "winners": list(result.winners) if result.is_over else None,
        "next_starter": result.next_starter,
    }


def run_final_scoring(given, action, options):
    """Turn all grids up, clear, count and score."""
    check_names("given key", given, (*TURN_GIVEN, "starter"))
    check_names("action key", action, ("type",))
    n_players = len(given["grids"])
    _, record = read_rules(options, n_players)
    record.early_reveal = 0  # what was not turned up before is turned up now
    ender = given.get("ender")
    game = build(
        grids=given["grids"],
        seat=0 if ender is None else (ender - 1) % n_players,
        ender=ender,
        discard=given.get("discard", ()),
        pile=given.get("draw_pile", ()),
        totals=given.get("totals", ()),
        starter=given.get("starter"),
    )
    game.table.is_abandoned = ender is None
    scoring.finish_round(game, record)
    result = describe(game, record)
    return {**result, "final_grids": result["grids"]}


OPERATIONS = {
    "build_deck": run_build_deck,
    "deal": run_deal,
    "starting_player": run_starting_player,
    "initial_reveal": run_initial_reveal,
    "score_grid": run_score_grid,
    "score_round": run_score_round,
    "final_scoring": run_final_scoring,
    **dict.fromkeys(TURN_TYPES, run_turn),
}
VECTOR_KEYS = ("id", "game", "rule", "title", "options", "given", "action", "expect", "source", "status")
NOTHING = {"hands": [], "hand": [], "pending_turns": 0}
"""What a classic game has not: allowed where it is empty."""


def without_nothing(fields):
    """Return the fields without empty hands of action cards."""
    return {
        name: value
        for name, value in fields.items()
        if name not in NOTHING or (value != NOTHING[name] and any(value if isinstance(value, list) else [value]))
    }


def run_vector(vector):
    """Play an example; return everything that came out.

    Raises
    ------
    UnknownNameError
        If it has a name that this mapping does not know.
    """
    check_names("field", vector, VECTOR_KEYS)
    action = vector["action"]
    check_names("operation", [action["type"]], OPERATIONS)
    run = OPERATIONS[action["type"]]
    return run(without_nothing(vector["given"]), action, vector.get("options") or {})


def differences(expect, result):
    """Return a line for each expected value that did not come out; only listed keys count."""
    expect = without_nothing(expect)
    check_names("expect key", expect, result)
    second = result.get("or", {})
    return [
        f"{name}: expected {wanted}, got {result[name]}"
        for name, wanted in expect.items()
        if not is_as_expected(wanted, result[name]) and not (name in second and is_as_expected(wanted, second[name]))
    ]


def is_as_expected(wanted, got):
    """Compare; a dict lists some seats or values only."""
    if isinstance(wanted, dict):
        parts = got if isinstance(got, dict) else {str(seat): part for seat, part in enumerate(got)}
        return all(seat in parts and is_as_expected(part, parts[seat]) for seat, part in wanted.items())
    return type(wanted) is type(got) and wanted == got

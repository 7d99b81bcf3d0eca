"""From the external form of an example of Skyjo Action (`vectors.json`) to the package and back.

`run_vector` plays one example; a compound action becomes a sequence of ids, as the engine asks for them
(`tests.action_vector_answers`). A name that is not known is an error, so that nothing is skipped silently.
"""

import re

from skyjo_sim.action_rules import ACTION_SWITCHES, ActionRules
from skyjo_sim.errors import InputError, RulesError
from skyjo_sim.grid_scores import score_grid
from skyjo_sim.kernels import opening
from skyjo_sim.kernels.action import scoring, turn
from skyjo_sim.kernels.action.actions import FLIP, OPENING
from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.position import ActionPosition, make_game, read_position
from skyjo_sim.positions.action_record import record_of
from skyjo_sim.positions.cells import STAR_CARD, is_hidden, number_of, rows_of
from skyjo_sim.positions.hands import order_of, split_lock
from skyjo_sim.rules_record import rules_record
from skyjo_sim.stepping import deal_games
from tests.action_vector_answers import ACTION_KEYS, Answers
from tests.vector_mapping import (
    FIXED,
    VECTOR_KEYS,
    Rejected,
    check_names,
    describe,
    external_phase,
    given_order,
    is_as_expected,
    read_threshold,
    slot_at,
    without_end,
)

# --- rules ---

OWN_NAMES = ("initial_reveals", "end_threshold", "max_turns_per_round", "star_bonus_triggers", "star_line_bonus")
"""Options whose names differ from the package's."""
TRIGGERS = {
    "reveal": "star_bonus_reveal",
    "from_discard": "star_bonus_from_discard",
    "from_draw": "star_bonus_from_draw",
}


def read_rules(options, n_players):
    """Return the rules, and their record with the limit of turns in the whole round."""
    check_names("option", options, [*ACTION_SWITCHES, *FIXED, *OWN_NAMES])
    assert all(options.get(name, value) == value for name, value in FIXED.items())
    switches = {name: options[name] for name in ACTION_SWITCHES if name in options}
    switches.setdefault("players", n_players)
    if "initial_reveals" in options:
        switches["initial_flips"] = options["initial_reveals"]
    if "end_threshold" in options:
        switches["target"], switches["target_comparison"] = read_threshold(options["end_threshold"])
    if "star_bonus_triggers" in options:
        check_names("trigger", options["star_bonus_triggers"], TRIGGERS)
        switches |= {name: trigger in options["star_bonus_triggers"] for trigger, name in TRIGGERS.items()}
    if "star_line_bonus" in options:
        switches["star_bonus_three"], switches["star_bonus_four"] = options["star_line_bonus"]
    rules = ActionRules(**switches)
    record = rules_record(rules)
    if "max_turns_per_round" in options:
        record.turn_limit = options["max_turns_per_round"]
    return rules, record


# --- positions ---

LOCKS = {None: "", "this_turn": ":locked", "until_other_turn": ":stolen"}


def read_hand(hand):
    """Return the cards of a hand as the package writes them."""
    cards = [card if isinstance(card, dict) else {"card": card} for card in hand]
    return [card["card"] + LOCKS[card.get("locked")] for card in cards]


def write_hand(hand):
    """Return the cards of a hand under their external names, in the package's order."""
    locks = {lock.strip(":"): name for name, lock in LOCKS.items()}
    words = [split_lock(word) for word in sorted(hand, key=order_of)]
    return [{"card": name, "locked": locks[lock]} if lock else name for name, lock in words]


def build(record, **fields):
    """Return a game. Published positions may hold more copies of a card than the deck, so that is no fault here."""
    position = ActionPosition(**fields)
    try:
        make_game(position)
    except InputError as error:
        if not re.search("the deck has|there are 3 action cards", str(error)):
            raise
    return record_of(position, record)


def build_given(given, options, record):
    """Return the game that an example begins with."""
    game = build(
        record,
        grids=given["grids"],
        seat=given.get("current", 0),
        discard=given.get("discard", ()),
        pile=given.get("draw_pile", ()),
        next_order=given_order(given, options),
        ender=given.get("ender"),
        last_turns_left=given.get("last_turns_left") or None,
        totals=given.get("totals", ()),
        hands=[read_hand(hand) for hand in given.get("hands", ())],
        market=given.get("market", ()),
        action_pile=given.get("action_deck", ()),
        action_discard=given.get("action_discard", ()),
        pending_turns=given.get("pending_turns", 0),
        starter=given.get("starter"),
    )
    assert given.get("phase", external_phase(game.table)) == external_phase(game.table)
    return game


def describe_all(game, record):
    """Return a game under the external names."""
    position = read_position(game)
    return {
        **describe(game, record),
        "market": list(position.market),
        "action_deck": list(position.action_pile),
        "action_discard": list(position.action_discard),
        "hands": [write_hand(hand) for hand in position.hands],
        "pending_turns": position.pending_turns,
    }


# --- operations on a game ---

TURN_GIVEN = (
    *("players", "grids", "draw_pile", "discard", "reshuffled", "current", "phase", "ender", "last_turns_left"),
    *("totals", "market", "action_deck", "action_discard", "hands", "pending_turns"),
)


def play_turn(game, record, action):
    """Carry out a turn of the seat to move."""
    answers = Answers(game, action)
    seat, turns = int(game.table.seat), int(game.table.turns)
    for number in answers.first_ids():
        if turn.step(game, record, number) < 0:
            raise Rejected(f"action {number} is not legal")
    while game.table.turns == turns and game.table.seat == seat:
        number = answers.next_id()
        if turn.step(game, record, number) < 0:
            raise Rejected(f"action {number} is not legal")
    answers.check_all_used()


def seen_by(game, viewer):
    """Return the hidden cards that a seat knows, by owner and slot."""
    position = read_position(game, viewer)
    cells = [cell for cells in position.cells for cell in cells if is_hidden(cell)]
    cards = [number_of(cell) for cell in cells]
    return [STAR_CARD if card == number_of(STAR_CARD) else card for card in cards if card is not None]


def run_turn(given, action, options):
    """Play one turn."""
    check_names("given key", given, TURN_GIVEN)
    check_names("action key", action, ACTION_KEYS)
    _, record = read_rules(options, len(given["grids"]))
    game = build_given(given, options, record)
    mover = int(game.table.seat)
    twin, twin_record = without_end(game, record)
    before = describe_all(game, record)
    try:
        play_turn(game, record, action)
    except Rejected:
        return {**before, "legal": False}
    result = {**describe_all(game, record), "seen": seen_by(game, mover)}
    if result["phase"] == "scoring":
        play_turn(twin, twin_record, action)
        unrevealed = describe_all(twin, twin_record)
        result["or"] = {name: unrevealed[name] for name in ("grids", "discard", "discard_top", "totals")}
    return result


def run_initial_reveal(given, action, options):
    """Let one seat choose its opening cards, the others having chosen."""
    check_names("given key", given, ("players", "grid"))
    check_names("action key", action, ("type", "positions"))
    n_players = given.get("players", 2)
    _, record = read_rules(options, n_players)
    seat = n_players - 1
    game = build(
        record,
        grids=[*[["?3", "?4", "?5"] * 4] * seat, given["grid"]],
        seat=seat,
        phase="opening",
        chosen=[range(int(record.initial_flips))] * seat,
        market=["reveal"],
    )
    try:
        for pos in action["positions"]:
            is_over = game.table.phase != OPENING
            number = FLIP + slot_at(read_position(game).cells[seat], pos)
            if is_over or turn.step(game, record, number) < 0:
                raise Rejected("not one more")
        if game.table.phase == OPENING:
            raise Rejected("too few cards")
    except Rejected:
        return {"legal": False}
    position = read_position(game)
    visible_sum = int(opening.sum_and_extreme(game.table, seat, 1)[0])
    grid = rows_of(position.cells[seat], shrink=True)
    return {"legal": True, "grid": grid, "visible_sum": visible_sum, "hand": write_hand(position.hands[seat])}


def run_starting_player(given, action, options):
    """Compare opening cards."""
    check_names("given key", given, ("players", "revealed", "round"))
    check_names("action key", action, ("type",))
    revealed = given["revealed"]
    rules, record = read_rules(options, len(revealed))
    grids = [[*cards, *["?"] * (12 - len(cards))] for cards in revealed]
    table = build(record, grids=grids, round_index=given.get("round", 0)).table
    candidates = int(opening.starter_candidates(table, record))
    seats = [seat for seat in range(rules.players) if candidates >> seat & 1]
    sums = [int(opening.sum_and_extreme(table, seat, 1)[0]) for seat in range(rules.players)]
    return {"sums": sums, "candidates": seats, "starter": seats[0] if len(seats) == 1 else None}


def run_final_scoring(given, action, options):
    """Turn all grids up, clear, count and score."""
    check_names("given key", given, (*TURN_GIVEN, "starter"))
    check_names("action key", action, ("type",))
    n_players = len(given["grids"])
    _, record = read_rules(options, n_players)
    record.early_reveal = 0  # what was not turned up before is turned up now
    ender = given.get("ender")
    seat = 0 if ender is None else (ender - 1) % n_players
    game = build_given(
        {**given, "current": seat, "last_turns_left": None, "phase": None} | _phase(ender), options, record
    )
    game.table.is_abandoned = ender is None
    scoring.finish_round(game, record)
    result = describe_all(game, record)
    return {**result, "final_grids": result["grids"]}


def _phase(ender):
    return {"phase": "main" if ender is None else "last_turns"}


# --- operations without a game ---


def run_build_deck(given, action, options):
    """Count both decks."""
    check_names("given key", given, ())
    check_names("action key", action, ("type",))
    _, record = read_rules(options, 2)
    copies, kinds = record.copies.tolist(), record.action_copies.tolist()
    counts = {str(LOWEST_CARD + index): n for index, n in enumerate(copies[:-1])} | {STAR_CARD: copies[-1]}
    return {
        "counts": counts,
        "total": sum(copies),
        "sum_of_values": sum((LOWEST_CARD + index) * n for index, n in enumerate(copies[:-1])),
        "action_counts": {name: n for name, n in zip(KIND_NAMES, kinds, strict=False) if n},
        "action_total": sum(kinds),
    }


def run_deal(given, action, options):
    """Deal, and count the cards everywhere."""
    check_names("given key", given, ("players",))
    check_names("action key", action, ("type",))
    try:
        rules, _ = read_rules(options, given.get("players", 2))
    except RulesError:
        return {"legal": False}
    position = read_position(deal_games(1, rules)[0])
    (size,) = {len(cells) for cells in position.cells}
    action_piles = position.market, position.action_pile, position.action_discard
    return {
        "legal": True,
        "players": rules.players,
        "grid_cards_each": size,
        "draw_pile": len(position.pile),
        "discard": len(position.discard),
        **dict(zip(("market", "action_deck", "action_discard"), map(len, action_piles), strict=True)),
        "action_total": sum(map(len, action_piles)),
    }


def run_score_grid(given, action, options):
    """Turn a grid up, clear it and count it."""
    check_names("given key", given, ("grid", "hand"))
    check_names("action key", action, ("type",))
    rules, _ = read_rules(options, 2)
    score = score_grid(given["grid"], given.get("hand", ()), rules)
    return {"score": score.points, "final_grid": score.rows}


TURN_TYPES = (
    *("take_discard", "draw_swap", "draw_discard_flip", "take_discard_flip"),
    *("take_action_card", "discard_action_card", "play_action_card"),
)
OPERATIONS = {
    "build_deck": run_build_deck,
    "deal": run_deal,
    "starting_player": run_starting_player,
    "initial_reveal": run_initial_reveal,
    "score_grid": run_score_grid,
    "final_scoring": run_final_scoring,
    **dict.fromkeys(TURN_TYPES, run_turn),
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
    return OPERATIONS[action["type"]](vector["given"], action, vector.get("options") or {})


def differences(expect, result):
    """Return a line for each expected value that did not come out; only listed keys count."""
    check_names("expect key", expect, result)
    if "hands" in expect:
        expect = {**expect, "hands": [write_hand(read_hand(hand)) for hand in expect["hands"]]}
    second = result.get("or", {})
    return [
        f"{name}: expected {wanted}, got {result[name]}"
        for name, wanted in expect.items()
        if not is_as_expected(wanted, result[name]) and not (name in second and is_as_expected(wanted, second[name]))
    ]

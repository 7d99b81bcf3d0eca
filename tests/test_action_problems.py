"""Every invariant of Skyjo Action holds in play, and every broken one is found."""

import random

import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels.action.actions import CHOICE_NAMES, KEEP, SLOT
from skyjo_sim.kernels.action.legal import update_legal
from skyjo_sim.kernels.cards import HIDDEN, NO_CARD
from skyjo_sim.notation import format_position, parse_position
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules_record import rules_record
from tests.action_draws import draw_rules
from tests.action_play import copy_of, new_game, play_randomly
from tests.random_play import SCALE
from tests.test_problems import put

OWN_FLAGS = [flag for flag in Problem if flag >= Problem.LEGAL]
N_GAMES = 60 // SCALE
HAPPENED = (
    *("n_reshuffles", "n_action_reshuffles", "pending_turns", "ender", "public", "locked", "stolen", "blocked"),
    *("n_rows", "setup_left", "is_doubled", "is_abandoned"),
)
"""Fields of the table that random play sets to something."""


def test_random_games_under_random_rules_have_no_problem_at_any_decision():
    reached = set()
    for seed in range(N_GAMES):
        lot = random.Random(seed)
        rules = draw_rules(lot).replace(turn_limit=lot.choice((5, 12, 40)))
        record = rules_record(rules)
        for game in play_randomly(record, lot, index=seed):
            if problems := find_problems(game, record):
                pytest.fail(f"{problems.names()} under {rules}: {format_position(game)}")
            table = game.table
            reached |= {CHOICE_NAMES[table.choice], *(name for name in HAPPENED if table[name].max() > 0)}
    if SCALE == 1:
        assert reached == {*CHOICE_NAMES, *HAPPENED}


# --- each flag by a position that breaks this invariant and no other ---

CARDS = "market reveal double_turn steal defense; action_pile meteor swap_own; action_discard draw_three"
GRIDS = "?1 2 3 4 / 5 * 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / ?8! 9 ?10!1 11"
TURN = f"{GRIDS}; action; turn 0; discard 5 6; pile 1 2 3; hands steal reveal | defense; {CARDS}"
SHRUNK = TURN.replace(CARDS, "market reveal steal double_turn; action_discard meteor")
OPENING = (
    "?1*4 / ?2*4 / ?3*3 ?* | ?4*4 / ?5*4 / ?6*4; action; turn 1; phase opening; discard 5; pile 1 2; chosen 0 1 | 3; "
    + CARDS
)
RIGHT = TURN.replace("steal reveal |", "steal:locked reveal:stolen |") + "; choice star_right; star_rights 1"
SWAP = TURN + "; choice face; in_play swap_players; target 0; players 0 1; slots 0 1; swaps 1; face up"
SWAP = SWAP.replace("target 0", "target 1")
METEOR = TURN.replace("; action_pile meteor", "; action_pile") + "; choice slot; in_play meteor; target 1; targets ? ?"
THREE = TURN.replace("draw_three", "reveal") + "; choice order; in_play reactivate draw_three; three 3 - *"
LAID = THREE + "; kept_of_three 0; three_public"
LINES = "?1 8 3 4 / 5 * 7 8 / 9 8 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; action; choice lines; target 0; discard 3"
LAST = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; action; turn 1; ender 0; discard 3 1"
OVER = (
    "1 2 3 4 / 5 6 7 * / 9 10 11 12 | 0 2 3 4 / 5 6 7 * / 9 10 11 12; action; phase round_over; ender 1; turns 1; "
    "hands steal | -; score 80 69; totals 80 69; taken 1 0"
)
SETUP = f"{GRIDS}; action; turn 1; choice star_right; star_rights 1; setup 1; {CARDS}".replace("!1", "").replace(
    "!", ""
)
SETUP = SETUP.replace("1 2 3 / 4 5", "1 * 3 / 4 5")
PLAIN = "?1 2 3 4 / 5 4 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; action; turn 1; turns 1; discard 5"
SHORT = {"use_stars": False, "use_actions": False}


def raise_raw(game):
    game.table.raw[0] += 1
    game.table.score[0] += 1


def swap_known(game):
    """Let the seat to decide know what it does not."""
    game.table.known[0, 0] = 1


def add_to_pool(game):
    game.table.pool[4] += 1
    game.table.seen[4] += 1


def forget_knowledge(game):
    game.table.has_knowledge = 0


BROKEN = [
    (Problem.LEGAL, TURN, {}, put("table", "legal", 1, 1)),
    (Problem.LEGAL, RIGHT, {}, put("table", "legal", 0, 1)),
    (Problem.HANDS | Problem.STATISTICS, TURN, {}, put("table", "n_held", 0, 3)),
    (Problem.HANDS, TURN, {}, put("table", "locked", 0, 7, 1)),
    (Problem.HANDS, RIGHT, {}, put("table", "locked", 1, 5, 1)),
    (Problem.HANDS, RIGHT, {}, put("table", "stolen", 0, 7, 1)),
    (Problem.MARKET, SHRUNK, {}, put("table", "market", 3, 2)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "choice", SLOT)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "choice", 99)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "target", 1)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "first_face", 102)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "n_chosen", 1)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "slots_chosen", 0, 3)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "targets", 0, 3)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "lines_chosen", 1)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "stars_on_top", 1)),
    (Problem.CHOICE_STATE, TURN, {}, put("table", "in_play", 0, 3)),
    (Problem.CHOICE_STATE, SWAP, {}, put("table", "card", 0)),
    (Problem.CHOICE_STATE, SWAP, {}, put("table", "first_face", -1)),
    (Problem.CHOICE_STATE, SWAP, {}, put("table", "swaps_left", 0)),
    (Problem.CHOICE_STATE, SWAP, {}, put("table", "slots_chosen", 1, 12)),
    (Problem.CHOICE_STATE, METEOR, {}, put("table", "targets", 1, -1)),
    (Problem.CHOICE_STATE, METEOR, {}, put("table", "target", -1)),
    (Problem.CHOICE_STATE, THREE, {}, put("table", "in_play", 0, 0)),
    (Problem.THREE, TURN, {}, put("table", "kept_of_three", 1)),
    (Problem.THREE, THREE, {}, put("table", "kept_of_three", 1)),
    (Problem.THREE, THREE, {}, put("table", "three", 3, HIDDEN)),
    (Problem.STAR_RIGHTS, TURN, {}, put("table", "star_rights", 1)),
    (Problem.STAR_RIGHTS, TURN, {}, put("table", "setup_left", 2)),
    (Problem.STAR_RIGHTS, RIGHT, {}, put("table", "star_rights", 0)),
    (Problem.STAR_RIGHTS, LINES, {}, put("table", "star_rights", 1)),
    (Problem.PENDING, TURN, {}, put("table", "pending_turns", -1)),
    (Problem.PENDING, LAST, {}, put("table", "pending_turns", 1)),
    (Problem.PENDING, OPENING, {}, put("table", "pending_turns", 1)),
    (Problem.KNOWLEDGE | Problem.SEEN, TURN, {}, put("table", "public", 0, 2)),
    (Problem.KNOWLEDGE, TURN, {}, put("table", "knows", 1, 0, 2)),
    (Problem.KNOWLEDGE, TURN, {}, put("table", "knows", 1, 1, 0)),
    (Problem.KNOWLEDGE, TURN, {}, put("table", "knows", 5, 1, 1)),
    (Problem.KNOWLEDGE, TURN, {}, forget_knowledge),
    (Problem.KNOWN, TURN, {}, swap_known),
    (Problem.KNOWN, TURN, {}, put("table", "known", 1, 2, HIDDEN)),
    (Problem.KNOWN, TURN, {}, put("table", "known", 1, 2, 9)),
    (Problem.SEEN, TURN, {}, put("table", "seen", 10, 0)),
    (Problem.POOL, TURN, {}, add_to_pool),
    (Problem.POOL, THREE + "; reshuffles 1", {}, add_to_pool),
    (Problem.LUCK, TURN, {}, put("secret", "action_luck", "counter", 1, 1)),
    (Problem.LUCK, TURN, {}, put("secret", "action_luck", "position", 5)),
    (Problem.PILE_SIZE, TURN, {}, put("table", "n_market", 5)),
    (Problem.PILE_SIZE, TURN, {}, put("table", "n_action_pile", 33)),
    (Problem.BAD_CARD, TURN, {}, put("secret", "pile", 0, 14)),
    (Problem.BAD_CARD, TURN, {}, put("table", "action_discard", 0, 10)),
    (Problem.UNKNOWN_CARD, TURN, {}, put("secret", "action_pile", 0, -1)),
    (Problem.UNKNOWN_CARD, THREE, {}, put("table", "three", 0, HIDDEN)),
    (Problem.DRAWN, TURN, {}, put("table", "drawn", 1)),
    (Problem.ASKED, TURN, {}, put("table", "asked", 1)),
    (Problem.ASKED, TURN, {}, put("secret", "to_clear", 1)),
    (Problem.KEPT, TURN, {}, put("table", "kept", 0, 1)),
    (Problem.TURN_ORDER, TURN, {}, put("table", "turns", 1)),
    (Problem.TURN_ORDER, SETUP, {"star_bonus_at_setup": True}, put("table", "starter", 1)),
    (Problem.TURN_LIMIT, TURN, {"turn_limit": 1}, put("table", "is_abandoned", 1)),
    (Problem.ENDER, OVER, {}, put("table", "ender", -1)),
    (Problem.ENDER, TURN, {}, put("table", "ended_by_other", 1)),
    (Problem.ENDER, LAST, {}, put("table", "ended_by_other", 1)),
    (Problem.LAST_TURNS, LAST, {}, put("table", "last_turns_left", 2)),
    (Problem.LAST_TURNS, TURN, {}, put("table", "last_turns_left", 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "n_columns", 0, 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "n_taken", 0, 7)),
    (Problem.STATISTICS, TURN, {}, put("table", "n_for_stars", 1, 2)),
    (Problem.STATISTICS, TURN, {}, put("table", "played", 0, 3, 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "blocked", 0, 3, 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "n_held_at_end", 0, 2)),
    (Problem.STATISTICS, OVER, {}, put("table", "n_held_at_end", 0, 0)),
    (Problem.STATISTICS, OVER, {}, put("table", "n_stars", 0, 0)),
    (Problem.STATISTICS, OVER, {}, put("table", "star_bonus", 0, 10)),
    (Problem.RAW, OVER, {}, raise_raw),
    (Problem.SCORE, OVER, {}, put("table", "score", 1, 138)),
]

BROKEN_TEXTS = [
    (Problem.EXTRA_CARD, TURN.replace("pile 1 2 3", "pile -1*7 -2*3 0*12"), {}),
    (Problem.EXTRA_CARD, TURN, {"excluded_actions": ("meteor",)}),
    (Problem.EXTRA_CARD, TURN, {"use_stars": False}),
    (Problem.NO_HIDDEN_CARD, TURN.replace("?1 2 3 4", "1 2 3 4"), {}),
    (Problem.ENDER, LAST.replace("1 2 3 4 / 5 6 7 8", "?1 2 3 4 / 5 6 7 8"), {}),
    (Problem.ENDER, LAST, {"last_turns": "none"}),
    (Problem.STAR_RIGHTS, SETUP, {}),
    (Problem.LINE_LEFT, OVER.replace("1 2 3 4 / 5", "0 0 0 0 / 5").replace("80", "70"), {}),
    (Problem.LINE_LEFT, PLAIN.replace("1 2 3 4 / 5 4 7 8 / 9 10", "1 2 3 4 / 5 2 7 8 / 9 2"), SHORT),
    (Problem.HIDDEN_LEFT, OVER.replace("| 0", "| ?0"), {}),
    (Problem.MARKET, TURN.replace(CARDS, "market reveal; action_lot rest"), {}),
    (Problem.HANDS, TURN.replace("| defense", "| defense:locked"), {}),
    (Problem.HANDS, TURN.replace("steal reveal |", "steal:locked reveal |"), {}),
    (Problem.STATISTICS, TURN + "; taken 0 0", {}),
]


def rules_of(changes):
    return ActionRules(**changes)


def problems_of(game, changes):
    return find_problems(game, rules_of(changes)) & ~Problem.PARTIAL


@pytest.mark.parametrize(("flag", "text", "changes", "change"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_invariant_is_found(flag, text, changes, change):
    rules = rules_of(changes)
    game = parse_position(text, rules)
    assert problems_of(game, changes) == 0, problems_of(game, changes).names()
    change(game)
    if flag != Problem.LEGAL and not flag & (Problem.PILE_SIZE | Problem.BAD_CARD):
        update_legal(game, rules_record(rules))
    assert problems_of(game, changes) == flag, problems_of(game, changes).names()


@pytest.mark.parametrize(("flag", "text", "changes"), BROKEN_TEXTS, ids=range(len(BROKEN_TEXTS)))
def test_a_position_that_play_cannot_reach_is_found(flag, text, changes):
    game = parse_position(text, rules_of(changes))
    assert problems_of(game, changes) == flag, problems_of(game, changes).names()


def test_every_flag_of_this_game_has_a_case():
    cases = [case[0] for case in BROKEN + BROKEN_TEXTS]
    assert all(any(flag in case for case in cases) for flag in OWN_FLAGS)


def test_the_replaced_card_lies_among_the_three_by_a_house_rule_only():
    free = {"draw_three_replaced": "free"}
    assert problems_of(parse_position(LAID), free) == 0
    assert problems_of(parse_position(LAID), {}) == Problem.CHOICE_STATE


def test_a_lost_card_of_either_deck_is_found():
    record = rules_record(ActionRules())
    for size in ("n_pile", "n_action_pile"):
        game = new_game(record)
        assert find_problems(game, record) == 0
        game.table[size] -= 1
        assert find_problems(game, record) == Problem.MISSING_CARD


def test_a_short_market_is_no_fault_where_cards_are_missing():
    assert problems_of(parse_position(TURN.replace("reveal double_turn steal defense", "reveal")), {}) == 0


def test_checking_changes_nothing():
    record = rules_record(ActionRules())
    game = parse_position(TURN)
    game.table.legal[0] = 5
    before = copy_of(game).tobytes()
    assert find_problems(game, record) & Problem.LEGAL
    assert copy_of(game).tobytes() == before


def test_phases_are_asked_by_name():
    assert (CHOICE_NAMES[SLOT], CHOICE_NAMES[KEEP]) == ("slot", "keep")
    assert parse_position(THREE).table.three.tolist() == [3, NO_CARD, 13, NO_CARD]

"""Every invariant holds in play, and every broken one is found."""

import random

import pytest

from skyjo_sim.kernels import layout, opening, turn
from skyjo_sim.kernels.actions import TAKE
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.notation import format_position, parse_position
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.random_play import SCALE, copy_of, new_game, play_randomly, random_rules

FLAGS = list(Problem)
CLASSIC_FLAGS = [flag for flag in FLAGS if flag < Problem.LEGAL]
"""The others are of Skyjo Action: `tests.test_action_problems`."""


@pytest.mark.parametrize("seed", range(60 // SCALE))
def test_random_games_under_random_rules_have_no_problem_at_any_decision(seed):
    luck = random.Random(seed)
    rules = random_rules(luck)
    record = rules_record(rules)
    for game in play_randomly(record, luck, index=seed):
        if problems := find_problems(game, record):
            pytest.fail(f"{problems.names()} under {rules}: {format_position(game)}")


@pytest.mark.skipif(SCALE > 1, reason="too few games are played uncompiled")
def test_random_play_reaches_what_the_invariants_are_about():
    reached = set()
    for seed in range(60 // SCALE):
        luck = random.Random(seed)
        for game in play_randomly(rules_record(random_rules(luck)), luck):
            table = game.table
            reached |= {("phase", int(table.phase))}
            reached |= {name for name in ("n_reshuffles", "is_doubled", "is_abandoned", "winners") if table[name]}
            reached |= {name for name in ("kept", "hidden_at_end", "cleared") if table[name].any()}
    assert {("phase", phase) for phase in range(6)} <= reached
    assert len(reached) == 6 + 7


def test_a_tie_for_the_win_that_is_played_on_has_no_problem():
    rules = rules_record(Rules(victory_tie="extra_round", double_on_tie=False))
    game = parse_position(TIE)
    assert find_problems(game, rules) == Problem.MISSING_CARD
    turn.step(game, rules, TAKE)
    assert (game.table.is_extra, game.table.totals[:2].tolist()) == (1, [108, 108])
    assert find_problems(game, rules) == Problem.MISSING_CARD
    opening.start_next_round(game, rules)
    assert find_problems(game, rules) == 0


# --- each flag by a position that breaks this invariant and no other ---

TURN = "?1 2 3 4 / 5 6 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; turn 0; discard 5 6; pile 1 2 3"
OPENING = "?1*4 / ?2*4 / ?3*4 | ?4*4 / ?5*4 / ?6*4; turn 1; phase opening; discard 5; pile 1 2; chosen 0 1 | 3"
ASKING = "?1 2 5 4 / 3 6 5 8 / 9 10 5 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; asked 2; discard 3; pile 1 2"
LAST = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11; turn 1; ender 0; discard 3 1"
OVER = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 | 0 2 3 4 / 5 6 7 8 / 9 10 11 12; phase round_over; ender 1; turns 1"
GAME_OVER = OVER.replace("round_over", "game_over") + "; totals 178 77; winners 1"
TIE = LAST.replace("?0 1 2 3 / 4 5 6 7 / 8 9 10 11", "?0 2 3 4 / 5 6 7 8 / 9 10 11 12") + "; totals 30 30"
MANY = TURN.replace("pile 1 2 3", "pile -2*5 1")


def put(*path_and_value):
    """Return a function that sets one number of a game: ``put("table", "seen", 3, 7)``."""
    *path, last, value = path_and_value

    def change(game):
        for step in path:
            game = game[step]
        game[last] = value

    return change


def add_to_pool(game):
    game.table.pool[4] += 1
    game.table.seen[4] += 1


def raise_raw(game):
    game.table.raw[0] += 1
    game.table.score[0] += 1


BROKEN = [
    (Problem.PLAYERS, TURN, {}, put("table", "n_players", 3)),
    (Problem.PILE_SIZE, TURN, {}, put("table", "n_pile", -1)),
    (Problem.PILE_SIZE, TURN, {}, put("secret", "n_next_order", 151)),
    (Problem.PHASE, TURN, {}, put("table", "phase", -1)),
    (Problem.SEAT, TURN, {}, put("table", "seat", 2)),
    (Problem.SEAT, OVER, {}, put("table", "seat", 0)),
    (Problem.STARTER, TURN, {}, put("table", "starter", -1)),
    (Problem.BAD_CARD, TURN, {}, put("secret", "pile", 0, 13)),
    (Problem.BAD_CARD, TURN, {}, put("secret", "discard", 0, NO_CARD)),
    (Problem.UNKNOWN_CARD, TURN, {}, put("secret", "pile", 0, NO_CARD)),
    (Problem.UNKNOWN_CARD, TURN, {}, put("secret", "cards", 0, 0, NO_CARD)),
    (Problem.EXTRA_CARD, MANY, {}, put("secret", "pile", 0, -2)),
    (Problem.SLOT_STATE, TURN, {}, put("table", "hidden", 0, 1 | 1 << 12)),
    (Problem.VISIBLE, TURN, {}, put("table", "visible", 0, 0, 1)),
    (Problem.VISIBLE | Problem.SEEN, TURN, {}, put("secret", "cards", 0, 1, 6)),
    (Problem.PADDING, TURN, {}, put("table", "visible", 1, 15, 0)),
    (Problem.SEEN, TURN, {}, put("table", "seen", 0, 1)),
    (Problem.POOL, TURN, {}, add_to_pool),
    (Problem.POOL, TURN + "; reshuffles 1", {}, add_to_pool),
    (Problem.DISCARD_TOP, TURN, {}, put("table", "discard_top", 5)),
    (Problem.LUCK, TURN, {}, put("secret", "luck", "counter", 1, 1)),
    (Problem.LUCK, TURN, {}, put("secret", "luck", "position", 5)),
    (Problem.LUCK, TURN, {}, put("secret", "luck", "key", 0, 1)),
    (Problem.DRAWN, TURN, {}, put("table", "drawn", 1)),
    (Problem.CHOSEN, TURN, {}, put("table", "chosen", 1)),
    (Problem.CHOSEN, OPENING, {}, put("table", "chosen", 0b11)),
    (Problem.CHOSEN, OPENING, {}, put("secret", "chosen", 0, 0b1)),
    (Problem.CHOSEN, OPENING, {}, put("secret", "chosen", 1, 0b1)),
    (Problem.ASKED, TURN, {}, put("table", "asked", 1)),
    (Problem.ASKED, TURN, {}, put("secret", "to_clear", 1)),
    (Problem.ASKED, ASKING, {"column_rule": "optional"}, put("table", "asked", 1)),
    (Problem.ASKED, ASKING, {"column_rule": "optional"}, put("secret", "to_clear", 4)),
    (Problem.KEPT, TURN, {}, put("table", "kept", 0, 1)),
    (Problem.TURN_ORDER, TURN, {}, put("table", "turns", 1)),
    (Problem.TURN_LIMIT, TURN, {"turn_limit": 1}, put("table", "turns", 2)),
    (Problem.TURN_LIMIT, TURN, {}, put("table", "is_abandoned", 1)),
    (Problem.TURN_LIMIT, OPENING, {}, put("table", "turns", 1)),
    (Problem.TURN_LIMIT, OVER, {}, put("table", "is_abandoned", 1)),
    (Problem.ENDER, TURN, {}, put("table", "ender", 2)),
    (Problem.ENDER, OVER, {}, put("table", "ender", -1)),
    (Problem.LAST_TURNS, LAST, {}, put("table", "last_turns_left", 2)),
    (Problem.LAST_TURNS, TURN, {}, put("table", "last_turns_left", 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "n_lines_cleared", 0, 1)),
    (Problem.STATISTICS, TURN, {}, put("table", "hidden_at_end", 1, 1)),
    (Problem.RAW, OVER, {}, raise_raw),
    (Problem.SCORE, OVER, {}, put("table", "score", 1, 154)),
    (Problem.SCORE, OVER, {}, put("table", "is_doubled", 1)),
    (Problem.WINNERS, GAME_OVER, {}, put("table", "winners", 0b11)),
    (Problem.WINNERS, TURN, {}, put("table", "winners", 1)),
    (Problem.GAME_END, TURN, {}, put("table", "totals", 0, 100)),
    (Problem.GAME_END, TURN, {}, put("table", "is_extra", 1)),
    (Problem.GAME_END, TURN, {}, put("table", "extra_rounds", 1)),
    (Problem.GAME_END, TURN, {}, put("table", "is_game_abandoned", 1)),
]

BROKEN_TEXTS = [
    (Problem.ENDER, LAST, {"last_turns": "none"}),
    (Problem.NO_HIDDEN_CARD, TURN.replace("| ?0", "| 0"), {}),
    (Problem.NO_HIDDEN_CARD | Problem.ENDER, LAST.replace("?0", "0").replace("1 2 3 4 /", "?1 2 3 4 /"), {}),
    (Problem.LINE_LEFT, ASKING.replace("asked 2", "turn 0"), {}),
    (Problem.LINE_LEFT, ASKING.replace("asked 2", "turn 0"), {"column_rule": "optional"}),
    (
        Problem.LINE_LEFT,
        TURN.replace("| ?0 1 2 3", "| 3 3 3 3").replace("4 5 6 7", "?4 5 6 7"),
        {"row_rule": "mandatory"},
    ),
    (Problem.SLOT_STATE | Problem.STATISTICS, TURN.replace("| ?0 1", "| ?0 ."), {}),
    (Problem.GAME_END, GAME_OVER, {"target": 200}),
    (Problem.HIDDEN_LEFT, OVER.replace("| 0", "| ?0"), {}),
]


def problems_of(game, changes):
    return find_problems(game, Rules(**changes)) & ~Problem.PARTIAL


@pytest.mark.parametrize(("flag", "text", "changes", "change"), BROKEN)
def test_a_broken_invariant_is_found_and_no_other(flag, text, changes, change):
    game = parse_position(text)
    assert problems_of(game, changes) == 0
    change(game)
    assert problems_of(game, changes) == flag


@pytest.mark.parametrize(("flag", "text", "changes"), BROKEN_TEXTS)
def test_a_position_that_play_cannot_reach_is_found(flag, text, changes):
    assert problems_of(parse_position(text), changes) == flag


def test_every_flag_has_a_case():
    cases = [case[0] for case in BROKEN + BROKEN_TEXTS] + [Problem.MISSING_CARD]
    assert all(any(flag in case for case in cases) for flag in CLASSIC_FLAGS)


def test_the_positions_of_the_cases_are_sound():
    optional = {"column_rule": "optional"}
    for text, changes in [
        (TURN, {}),
        (OPENING, {}),
        (ASKING, optional),
        (LAST, {}),
        (OVER, {}),
        (GAME_OVER, {}),
    ]:
        assert problems_of(parse_position(text), changes) == 0, text


def test_a_lost_card_is_found_in_a_whole_game():
    rules = rules_record(Rules())
    game = new_game(rules)
    assert find_problems(game, rules) == 0
    game.table.n_pile -= 1
    assert find_problems(game, rules) == Problem.MISSING_CARD


def test_opening_flips_may_leave_a_complete_column_until_its_owner_has_had_a_turn():
    complete = "5 ?2 ?3 ?4 / 5 ?6 ?7 ?8 / 5 ?10 ?11 ?12"
    other = "1 ?2 ?3 ?4 / 2 ?6 ?7 ?8 / 3 ?10 ?11 ?12"
    text = f"{other} | {complete}; turn 0; discard 3; pile 1 2"
    assert problems_of(parse_position(text), {"initial_flips": 3}) == 0
    assert problems_of(parse_position(text), {"initial_flips": 2}) == Problem.LINE_LEFT
    later = parse_position(text + "; turns 2")
    assert problems_of(later, {"initial_flips": 3}) == Problem.LINE_LEFT


def test_checking_changes_nothing():
    rules = rules_record(Rules())
    game = new_game(rules)
    before = copy_of(game).tobytes()
    find_problems(game, rules)
    assert copy_of(game).tobytes() == before


def test_names_are_in_order_and_joined():
    assert (Problem.SCORE | Problem.SEEN).names() == "seen, score"
    assert Problem(0).names() == ""


def test_flags_are_single_bits_and_all_different():
    assert [int(flag) for flag in FLAGS] == [1 << bit for bit in range(len(FLAGS))]
    assert layout.GAME.itemsize % 64 == 0

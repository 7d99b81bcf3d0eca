"""Positions of Skyjo Action survive the way to text and back, and a seat's text holds what the seat knows."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.errors import InputError, NotationError
from skyjo_sim.kernels.action import deal, turn
from skyjo_sim.kernels.action.actions import CHOICE_NAMES
from skyjo_sim.kernels.action.cards import KIND_NAMES, STAR
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.action.legal import update_legal
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import HIDDEN, NO_CARD
from skyjo_sim.notation import describe_position, format_position, parse_position
from skyjo_sim.position import read_position
from skyjo_sim.positions.action_fields import ACTION_FIELDS
from skyjo_sim.positions.cells import is_hidden, known_to, number_of
from skyjo_sim.positions.fields import FIELDS
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules_record import rules_record
from tests.action_draws import draw_rules
from tests.action_play import copy_of, legal_ids, play_randomly, without_leftovers
from tests.random_play import SCALE


def some_games(n_games, every=7, seed=0):
    """Yield games under way, with their rules."""
    for number in range(n_games):
        lot = random.Random(1000 + seed + number)
        rules = draw_rules(lot)
        record = rules_record(rules)
        for decision, game in enumerate(play_randomly(record, lot, index=lot.getrandbits(63))):
            if decision % every == 0 or game.table.phase > 3:
                yield game, record


def test_a_game_read_back_is_the_same_byte_for_byte():
    for game, record in some_games(30 // min(SCALE, 5), every=19):
        text = format_position(game)
        again = parse_position(text, record)
        assert without_leftovers(again) == without_leftovers(game), text
        assert format_position(again) == text


@pytest.mark.parametrize("seed", range(12 // min(SCALE, 6)))
def test_a_game_read_back_goes_on_with_the_same_luck(seed):
    lot = random.Random(seed)
    record = rules_record(draw_rules(lot))
    *_, last = (copy_of(game) for _, game in zip(range(lot.randrange(150)), play_randomly(record, lot), strict=False))
    games = [last, parse_position(format_position(last), record)]
    for _ in range(100):
        if games[0].table.phase == ROUND_OVER:
            for game in games:
                deal.start_next_round(game, record)
        ids = legal_ids(games[0])
        if not ids:
            break
        action = lot.choice(ids)
        for game in games:
            turn.step(game, record, action)
        assert without_leftovers(games[0]) == without_leftovers(games[1])


def blank_for(game, seat):
    """Return what a seat sees of a table: not what only the seat to decide knows."""
    expected = copy_of(game)
    table = expected.table
    if seat != table.seat:
        table.drawn = NO_CARD
        table.chosen = 0
        public = int(table.kept_of_three) if table.n_chosen > 0 else -1
        for place in range(3):
            if table.three[place] != NO_CARD and place != public:
                table.three[place] = HIDDEN
        if table.seat >= 0:
            for owner, slot in np.argwhere(table.known != HIDDEN):
                if not table.knows[seat, owner] >> slot & 1:
                    table.known[owner, slot] = HIDDEN
    return expected


def test_a_view_has_the_public_table_and_what_the_seat_knows():
    for game, record in some_games(16 // min(SCALE, 4), every=31, seed=50):
        for seat in {0, int(game.table.n_players) - 1, int(game.table.seat)} - {-1}:
            text = format_position(game, seat)
            view = parse_position(text, record)
            assert format_position(view) == format_position(view, seat) == text
            assert not find_problems(view, record) & ~Problem.VIEW, text
            expected = blank_for(game, seat)
            update_legal(expected, record)  # in the opening they tell what the seat to decide has chosen
            expected.secret = view.secret
            assert without_leftovers(expected) == without_leftovers(view), text


def three_open_after_a_reshuffle(n_games):
    """Yield games of eight players under way in which Draw three is being carried out after a reshuffle."""
    for number in range(n_games):
        lot = random.Random(number)
        rules = ActionRules(
            players=8,
            initial_flips=0,
            last_turns="none",
            turn_limit=400,
            excluded_actions=tuple(set(KIND_NAMES[:9]) - {"draw_three", "double_turn"}),
            draw_three_replaced=lot.choice(("last", "free")),
        )
        record = rules_record(rules)
        for game in play_randomly(record, lot, index=number, n_rounds=1):
            if game.table.n_reshuffles and (game.table.three != NO_CARD).any():
                yield game, record


def test_draw_three_after_a_reshuffle_survives_for_every_seat():
    lot, n_zeros = random.Random(3), 0
    for game, record in three_open_after_a_reshuffle(24 // min(SCALE, 6)):
        if lot.random() > 0.05:
            continue
        n_zeros += 0 in game.table.three.tolist()
        again = parse_position(format_position(game), record)
        assert without_leftovers(again) == without_leftovers(game), format_position(game)
        for seat in {int(game.table.seat), lot.randrange(8)}:
            text = format_position(game, seat)
            view = parse_position(text, record)
            assert format_position(view) == text
            assert (view.table.pool == game.table.pool).all(), text
    assert n_zeros > 0


def test_a_zero_among_three_drawn_is_a_card_of_the_pool():
    three = "choice keep; in_play draw_three; three 0 1 2; discard 5; pile 12 3; reshuffles 1"
    game = parse_position(f"1 2 / 3 4 / 5 ?6 | ?7 / ?8 / 9; action; {three}")
    for seat in (0, 1):
        assert "pool 0 1 2 3 12; reshuffles 1" in format_position(game, seat)
        assert format_position(parse_position(format_position(game, seat))) == format_position(game, seat)


def shuffled_secrets(game, viewer, lot):
    """Return a copy with all cards that a seat has not seen dealt anew among themselves, the key another."""
    game = copy_of(game)
    table, secret = game.table, game.secret
    places = [
        (secret.cards[seat], slot)
        for seat in range(int(table.n_players))
        for slot in range(12)
        if table.hidden[seat] >> slot & 1 and not table.knows[viewer, seat] >> slot & 1
    ]
    if table.n_reshuffles == 0:  # afterwards the pile's composition is public
        places += [(secret.pile, position) for position in range(int(table.n_pile))]
    for piles in (places, [(secret.action_pile, position) for position in range(int(table.n_action_pile))]):
        cards = [int(array[index]) for array, index in piles]
        lot.shuffle(cards)
        for (array, index), card in zip(piles, cards, strict=True):
            array[index] = card
    secret.key[:] = 7, 8
    secret.game += np.uint64(1)
    return game


def test_permuting_what_is_secret_changes_no_view():
    lot = random.Random(5)
    for game, _ in some_games(8 // min(SCALE, 4), every=31, seed=90):
        for seat in range(int(game.table.n_players)):
            other = shuffled_secrets(game, seat, lot)
            assert format_position(other, seat) == format_position(game, seat)
            assert describe_position(other, seat) == describe_position(game, seat)


# --- hand-made positions ---

GRIDS = "?1 2 * 4 / 5 ?* 7 8 / 9 10 11 12 | ?0 1 2 3 / ?3!01 5 6 7 / ?8! 9 ?10!1 11"
TEXT = f"{GRIDS}; action; turn 0; discard 3; pile 4 5"


def test_stars_and_known_cards_are_read_and_written():
    game = parse_position(TEXT)
    assert game.dtype == GAME
    table = game.table
    assert (table.visible[0, 6], game.secret.cards[0, 4]) == (STAR, STAR)
    assert (int(table.public[1]), table.knows[:2, 1].tolist()) == (0b100, [0b110, 0b100000110])
    assert table.known[1, :12].tolist() == [HIDDEN, 3, 8, *[HIDDEN] * 9]
    assert format_position(game) == TEXT
    assert (table.seen[STAR + 2], table.seen[10]) == (1, 2)  # a card shown to all stays counted


def test_known_cards_stand_in_the_view_of_who_knows_them():
    game = parse_position(TEXT)
    assert format_position(game, 0).split(";")[0] == (
        "? 2 * 4 / 5 ? 7 8 / 9 10 11 12 | ? 1 2 3 / ?3!01 5 6 7 / ?8! 9 ?!1 11"
    )
    assert "?10!1 11" in format_position(game, 1)


def test_runs_of_stars_and_of_unknown_cards_are_told_apart():
    game = parse_position("* * * ?* / ?*4 / 1 2 3 4 | **2 ?**2 / ?*!*2 ?!0*2 / .*4; action; turn 1; lot ?*3")
    cells = read_position(game).cells
    assert [cells[0][slot] for slot in (0, 9, 1)] == ["*", "?*", "?"]
    assert [cells[1][slot] for slot in (0, 6, 1, 7)] == ["*", "?*", "?*!", "?!0"]
    assert read_position(game).pile == ("?",) * 3
    assert without_leftovers(parse_position(format_position(game))) == without_leftovers(game)


def test_the_rest_of_both_decks_can_be_the_lots():
    game = parse_position(f"{GRIDS}; action; hands reveal; discard 5; lot rest; action_lot rest; market steal meteor")
    assert find_problems(game, ActionRules()) & ~Problem.MARKET == 0
    assert (int(game.table.n_pile), int(game.table.n_action_pile)) == (120 - 25, 27 - 3)
    assert "; lot rest; hands reveal; market steal meteor; action_lot rest" in format_position(game)


def test_hands_have_locks_in_a_fixed_order():
    text = f"{GRIDS}; action; turn 0; hands - | steal:stolen reveal:locked steal reveal"
    game = parse_position(text)
    assert read_position(game).hands == ((), ("reveal", "reveal:locked", "steal", "steal:stolen"))
    assert "hands - | reveal reveal:locked steal steal:stolen" in format_position(game)


def test_legal_decisions_follow_the_rules_that_are_given():
    rules = ActionRules(discard_take_then_flip=True)
    text = TEXT + "; hands steal | -"
    assert legal_ids(parse_position(text)) != legal_ids(parse_position(text, rules))
    assert legal_ids(parse_position(text, rules)) == legal_ids(parse_position(text, rules_record(rules)))
    assert find_problems(parse_position(text), rules) & Problem.LEGAL
    assert not find_problems(parse_position(text, rules), rules) & Problem.LEGAL


@pytest.mark.parametrize(
    "fields",
    [
        "choice star_right; star_rights 2; hands reveal:locked; market steal",
        "choice player; in_play reactivate swap_players; players 1; swaps 1",
        "choice slot; in_play swap_own; target 0; players 0 0; slots 3",
        "choice face; in_play swap_players; target 0; players 1 0; slots 3 7; face down; swaps 1",
        "choice slot; in_play meteor; target 0; targets ? 4",
        "choice order; in_play draw_three; three 3 5 7; kept_of_three 0; pending 2",
        "choice order; in_play draw_three; three 3 1 7; kept_of_three 0; three_public",
        "choice order; in_play draw_three; three - 1 7; kept_of_three 0; three_public",
        "reshuffles 1; choice keep; in_play draw_three; three * 1 7; three_before 2; pile 3 4",
        "reshuffles 2; choice keep; in_play draw_three; three - * 7; three_before 1; pile 3 4",
        "choice lines; target 0; lines_chosen 5; rows_only",
        "choice stars; target 0; asked 4; lines_chosen 0 4; stars_asked 0; stars_on_top 0",
        "starter 1; choice star_right; star_rights 1; setup 1; market steal",
        "market steal*3 blank; action_pile meteor reveal; action_discard reveal; action_reshuffles 3",
        "turns 9; extra_turns 2 1; played reveal steal; thrown - | meteor; blocked - | steal*3",
        "taken 5 1; for_stars 2 0; stolen 0 1; reactivated 1 0; columns 1 0; rows 0 1; star_lines 1 0",
        "phase round_over; stars 2 0; star_bonus 10 0; held_at_end 1 0; raw 7 8; score 9 8; doubled; ended_by_other",
        "luck 00000000000000ab/3+5+17",
        "luck 0000000000000000/0+0+1",
    ],
)
def test_every_field_survives(fields):
    grids = "5 * 5 5 / 5 * 5 5 / * 10 11 12 | ?0 1 2 3 / ?3!01 5 6 7 / 8 9 10 11" if "lines_chosen" in fields else GRIDS
    game = parse_position(f"{grids}; action; {fields}")
    text = format_position(game)
    again = parse_position(text)
    assert format_position(again) == text
    assert without_leftovers(again) == without_leftovers(game)
    assert read_position(again) == read_position(game)
    for field in fields.split("; "):
        assert field in text.split("; ") or field == "starter 1", text
    assert describe_position(game)
    assert describe_position(game, 1)


def test_a_broken_game_can_still_be_written_and_drawn():
    game = parse_position(TEXT)
    changes = {"phase": 9, "n_players": 100, "n_pile": -3, "seat": -1, "drawn": 99, "choice": 77, "n_market": -4}
    changes |= {"n_action_pile": -1, "n_in_play": 5, "target": -7, "card": 44, "first_face": 3, "n_action_discard": -2}
    for name, value in changes.items():
        broken = copy_of(game)
        broken.table[name] = value
        assert format_position(broken)
        assert describe_position(broken)


# --- errors ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 | *", "column 1: a card in grids must be in -2..12, got *"),
        ("1 | ?2!", "column 1: a card known face down (with !) can only be in Skyjo Action, got ?2!"),
        (
            "1 | 2; market steal",
            "column 8: expected a field of the classic game, or the field action besides, got 'market'",
        ),
        ("1 | 2; action yes", "column 15: expected nothing behind the name, got 'yes'"),
        ("1 | 2; action; action", "column 16: expected a field not given before (the first at column 8)"),
        ("1 | 2; action; asked 3", "column 16: asked must be given with choice stars and only there, got 3"),
        ("1 | 2; action; clearing 3", "column 16: expected a field, one of action, turn, phase, "),
        ("1 | 13; action", "column 1: a card in grids must be in -2..12 or *, got 13"),
        (
            "1 | 2; action; pile **16",
            "column 16: the deck has 15 cards of value *, got 16 in the grids, the piles and the c",
        ),
        ("1 | 2; action; pile ?*", "column 21: expected a card such as 5, or ? where it is not known, got '?*'"),
        ("1 | ?2!5; action", "column 1: who knows a card must be a seat in 0..1, got ?2!5"),
        ("1 | ?!; action", "column 1: a card known to all must be given, got ?!"),
        ("1 | 2; action; market thief", "column 23: expected action cards of swap_own, double_turn"),
        ("1 | 2; action; market steal*0", "column 23: expected an action card, one of swap_own, "),
        ("1 | 2; action; hands steal:gone", "column 22: expected action cards of swap_own, "),
        ("1 | 2; action; market steal:locked", "column 23: expected action cards of swap_own, "),
        ("1 | 2; action; market ?", "column 16: a card in market must be one of swap_own, "),
        ("1 | 2; action; hands steal*2; market steal*2", "column 31: there are 3 action cards steal, got 4 in all"),
        ("1 | 2; action; hands - | - | -", "column 16: hands must be for at most 2 seats, got 3"),
        ("1 | 2; action; action_pile ?", "column 16: a pile with unknown cards cannot be in order: is_action_ordered"),
        ("1 | 2; action; phase clear", "column 16: phase must be one of opening, source, place, choice, round_over"),
        ("1 | 2; action; choice slot; in_play swap_own", "column 1: target must be given with choice slot"),
        ("1 | 2; action; phase choice", "column 1: choice must be given in phase choice and only there, got None in"),
        ("1 | 2; action; choice which", "column 16: choice must be one of star_right, lines, stars, player, slot, "),
        ("1 | 2; action; target 1", "column 16: target can be set only in phase choice, got 1 in phase source"),
        ("1 | 2; action; choice player", "column 1: in_play must have an action card where its effect is asked about"),
        ("1 | 2; action; choice lines; target 5", "column 30: target must be in 0..1, got 5"),
        ("1 | 2; action; choice lines; lines_chosen 7", "column 30: a line in lines_chosen must be in 0..6, got 7"),
        ("1 | 2; action; pending -1", "column 16: pending_turns must be in 0..1000000, got -1"),
        ("1 | 2; action; taken 1", "column 16: n_taken must have 2 numbers, one for each seat, got 1"),
        ("1 | 2; action; luck 5", "column 21: expected luck as KEY/GAME+WORDS+WORDS"),
        (
            "1 | 2; action; choice keep; in_play steal; three 5",
            "column 44: three can be given only where draw_three is ",
        ),
        (
            "1 | 2; action; choice slot; in_play draw_three; target 0; three 5 - 6; kept_of_three 1",
            "column 72: kept_of_three must be a place of three with a card, got 1",
        ),
    ],
)
def test_an_error_names_the_column_and_what_is_allowed(text, message):
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(message)


SEEDS = [
    TEXT,
    "?*4/?*4/?*4|?*4/?*4/?*4; action; turn 1; phase opening; lot ?*9; chosen 0 1 | 3; luck ab/3+5+2; pool 3 4; starter -",
    "1|*; action; phase game_over; score 1 2; winners 0; totals -3 7; doubled; stars 0 1; raw 5 6; star_bonus 3 3",
    "1|2; action; choice keep; in_play reactivate draw_three; three 5 - *; reshuffles 2; three_before 1; hands steal",
    "1|2; action; choice slot; in_play meteor; target 0; targets ? 4; action_lot rest; market reveal*2; played - | steal",
]


@settings(deadline=None, max_examples=200 // min(SCALE, 4))
@given(st.sampled_from(SEEDS), st.data())
def test_no_text_raises_anything_but_a_notation_error(text, data):
    words = [
        "|",
        "/",
        ";",
        "; ",
        "?",
        "-",
        ".",
        "*",
        "!",
        " ",
        "99",
        "²",
        "7",
        "rest",
        "dealt",
        "steal",
        ":locked",
        "é",
    ]
    pieces = st.sampled_from(words)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 6, len(text))))
        text = text[:start] + data.draw(pieces | st.text(max_size=3)) + text[end:]
    try:
        game = parse_position(text)
    except NotationError:
        return
    assert format_position(parse_position(format_position(game))) == format_position(game)


def test_a_record_of_another_type_is_refused():
    with pytest.raises(InputError, match="a game must be a record of GAME"):
        format_position(parse_position(TEXT).table)


# --- drawing ---


def test_the_drawing_shows_hands_market_and_what_is_asked():
    text = (
        "?1 2 * 4 / 5 ?* 7 8 / 9 10 11 12 | ?0 1 2 3 / ?3!01 5 6 7 / ?8! 9 ?10!1 11; action; discard 3; pile 4 5; "
        "choice slot; in_play reactivate swap_players; target 1; players 0 1; slots 3; swaps 1; pending 1; "
        "hands steal steal steal:stolen | -; market reveal meteor; action_pile blank; action_discard defense"
    )
    assert describe_position(parse_position(text)) == (
        "round 0, 0 turns played, seat 0 to decide (choice): slot of seat 1, in play reactivate, swap_players, "
        "players chosen 0 1, slots chosen 3, pending turns 1\n"
        "draw pile 2 cards; discard pile 1 cards, 3 on top\n"
        "market reveal, meteor; action pile 1 cards; action discards 1 cards, defense on top\n"
        "seat 0 holds steal x2, steal (stolen)\n"
        "known face down of seat 1: slot 1 (3) to 0 1, slot 2 (8) to all, slot 8 (10) to 1\n"
        "\n"
        "seat 0, turn         seat 1\n"
        "  ?1   2   *   4       ?0   1   2   3\n"
        "   5  ?*   7   8       ?3   5   6   7\n"
        "   9  10  11  12       ?8   9 ?10  11\n"
        "total 0              total 0"
    )


def test_the_drawing_of_a_view_shows_what_the_seat_knows():
    lines = describe_position(parse_position(TEXT), 0).splitlines()
    assert "known face down of seat 1: slot 1 (3) to 0 1, slot 2 (8) to all, slot 8 to 1" in lines
    assert lines[-2] == "   9  10  11  12       ?8   9   ?  11"


def test_the_page_on_the_notation_names_every_field_and_word():
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    fields = [field.name for field in (*FIELDS, *ACTION_FIELDS)]
    assert [word for word in (*fields, *KIND_NAMES, *CHOICE_NAMES[1:]) if f"`{word}`" not in page] == []


def test_the_fields_have_names_and_attributes_of_their_own():
    for fields in (FIELDS, ACTION_FIELDS):
        assert len({field.name for field in fields}) == len(fields)


def test_a_cell_tells_its_card_and_who_knows_it():
    cell = "?10!13"
    assert (is_hidden(cell), number_of(cell), known_to(cell, 4)) == (True, 10, ({1, 3}, False))
    game = parse_position(TEXT)
    legal = game.table.legal.copy()
    update_legal(game, rules_record(ActionRules()))
    assert (game.table.legal == legal).all()
